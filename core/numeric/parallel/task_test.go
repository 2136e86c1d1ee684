package parallel

import "testing"

// TestTaskIsSetAside: a task continues where it was, in the middle of a loop if tasks cooperate, and ends early when it is dropped.
func TestTaskIsSetAside(t *testing.T) {
	for _, within := range []bool{false, true} {
		Cooperate(within)
		defer Cooperate(false)
		steps, polls := 0, 0
		work := func(over func() bool) {
			for range 5 {
				for range 10 {
					if Interrupted() {
						return
					}
					polls++
				}
				if steps++; over() {
					return
				}
			}
		}
		task, slices := NewTask(work), 0
		for !task.Work(func() bool { return true }) {
			if slices++; within && polls > slices || !within && steps != slices {
				t.Fatalf("%d slices, %d steps, %d polls", slices, steps, polls)
			}
			if Interrupted() {
				t.Fatal("what is outside of the task is interrupted")
			}
		}
		if steps != 5 || polls != 50 {
			t.Errorf("%d steps, %d polls", steps, polls)
		}
		task = NewTask(work)
		task.Work(func() bool { return polls > 65 })
		at := polls
		task.Drop()
		if Interrupted() || polls > at {
			t.Errorf("dropped at %d, the task went on to %d", at, polls)
		}
		NewTask(work).Drop() // before it has begun
		if polls > at {
			t.Error("a task that was dropped has begun")
		}
	}
}

// TestTaskPassesPanicsOn checks that a panic in a task reaches the caller of Work.
func TestTaskPassesPanicsOn(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a panic was lost")
		}
	}()
	NewTask(func(func() bool) { panic("here") }).Work(func() bool { return false })
}
