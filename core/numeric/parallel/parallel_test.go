package parallel

import (
	"context"
	"testing"
)

// TestForCoversEveryIndexOnce checks that every index occurs once for any number of threads, without a race: each index writes to its own
// entry.
func TestForCoversEveryIndexOnce(t *testing.T) {
	before := Threads()
	defer SetThreads(before)
	for _, threads := range []int{1, 2, 7} {
		SetThreads(threads)
		for _, n := range []int{0, 1, 2, 5, 1000} {
			seen := make([]int, n)
			For(context.Background(), n, func(i int) { seen[i] += i + 1 })
			for i, v := range seen {
				if v != i+1 {
					t.Fatalf("%d threads, %d indices: index %d has %d, want %d", threads, n, i, v, i+1)
				}
			}
		}
	}
}

// still is a clock that stands still.
func still() float64 { return 0 }

// TestOnlyYieldSuspends: a task whose slice is over goes on while it asks its context, and is suspended where it yields.
func TestOnlyYieldSuspends(t *testing.T) {
	at := 0
	task := NewTask(func(ctx context.Context) {
		for at = 1; at < 10 && ctx.Err() == nil && !Canceled(ctx); at++ {
		}
		Yield(ctx)
		if !Canceled(ctx) {
			t.Error("dropped, the task is not canceled")
		}
		at++
	})
	if task.Work(still, func() bool { return true }) || at != 10 {
		t.Errorf("the task is at %d when it is suspended, want 10", at)
	}
	task.Drop()
	if at != 11 {
		t.Errorf("dropped, the task is at %d, want 11", at)
	}
}

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
	for !task.Work(still, func() bool { return true }) {
		slices++
		if done > slices {
			t.Fatalf("%d parts done in %d slices", done, slices)
		}
	}
	if done != loops*asks {
		t.Errorf("%d parts, want %d", done, loops*asks)
	}
	task = NewTask(work)
	task.Work(still, func() bool { return done > 65 })
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

// TestWatch: what is watched is shown wherever it yields, though not within a loop on several threads, and ends when its context is
// canceled.
func TestWatch(t *testing.T) {
	before := Threads()
	defer SetThreads(before)
	for _, threads := range []int{1, 3} {
		SetThreads(threads)
		ctx, cancel := context.WithCancel(context.Background())
		shown := 0 // without a lock, so that two calls at once are a race
		watched := Watch(ctx, func() { shown++ })
		Run(watched, 50, func(_, _ int) { Yield(watched) })
		if within := shown; Threads() == 1 && within != 100 || Threads() > 1 && within != 0 {
			t.Errorf("%d threads: shown %d times within a loop", threads, within)
		}
		shown = 0
		if !Yield(watched) || shown != 1 {
			t.Errorf("%d threads: shown %d times", threads, shown)
		}
		cancel()
		if Yield(watched) {
			t.Error("canceled, the work goes on")
		}
	}
}

// TestSeconds: a task's seconds are those of its slices, the present one included.
func TestSeconds(t *testing.T) {
	now, within := 0.0, 0.0
	clock := func() float64 { return now }
	var task *Task
	task = NewTask(func(ctx context.Context) {
		for range 3 {
			now += 2
			within = task.Seconds()
			Yield(ctx)
		}
	})
	for slice := 1; !task.Work(clock, func() bool { return true }); slice++ {
		if want := 2 * float64(slice); within != want || task.Seconds() != want {
			t.Errorf("after slice %d: %g and %g s, want %g", slice, within, task.Seconds(), want)
		}
		now += 100
	}
}
