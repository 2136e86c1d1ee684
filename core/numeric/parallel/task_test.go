package parallel

import (
	"context"
	"testing"
)

// TestTaskIsSetAside: a task continues where it was, in the middle of a loop, and ends early when it is dropped.
func TestTaskIsSetAside(t *testing.T) {
	const loops, asks = 5, 10
	done := 0
	work := func(ctx context.Context) {
		for range loops {
			Run(ctx, asks, func(worker, _ int) { done += 1 + worker })
			if Canceled(ctx) {
				return
			}
		}
	}
	task, slices := NewTask(work), 0
	for !task.Work(func() bool { return true }) {
		if slices++; done > slices {
			t.Fatalf("%d parts done in %d slices", done, slices)
		}
	}
	if done != loops*asks {
		t.Errorf("%d parts, want %d", done, loops*asks)
	}
	task = NewTask(work)
	task.Work(func() bool { return done > 65 })
	at := done
	task.Drop()
	NewTask(work).Drop() // before it has begun
	if done > at {
		t.Errorf("dropped at %d, the task went on to %d", at, done)
	}
}

// TestRunEndsWhenCanceled: parts that have not begun are left out, whatever the number of threads.
func TestRunEndsWhenCanceled(t *testing.T) {
	before := Threads()
	defer SetThreads(before)
	for _, threads := range []int{1, 3} {
		SetThreads(threads)
		ctx, cancel := context.WithCancel(context.Background())
		begun := make(chan bool, 100)
		Run(ctx, cap(begun), func(_, part int) {
			begun <- true
			cancel()
		})
		if len(begun) > threads {
			t.Errorf("%d threads: %d parts began", threads, len(begun))
		}
	}
}
