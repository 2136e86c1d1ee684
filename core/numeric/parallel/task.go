package parallel

import (
	"context"
	"iter"
)

// Task is work done in time slices, on one thread. Between slices the caller may read the data it works on, but change them only after Drop.
type Task struct {
	expired func() bool
	yield   func(struct{}) bool
	working bool // in a slice
	dropped bool
	next    func() (struct{}, bool)
	stop    func()
}

// slicedContext is the context of a task's work. It is canceled when the task is dropped.
type slicedContext struct {
	context.Context
	task *Task
}

// Err suspends the task if its slice is over. Asked by others than the work, it does not.
func (c *slicedContext) Err() error {
	t := c.task
	if t.working && !t.dropped && t.expired() && !t.yield(struct{}{}) {
		t.dropped = true
	}
	if t.dropped {
		return context.Canceled
	}
	return nil
}

// NewTask returns a task that runs work once Work is called. Whenever work, or a loop that it gave its context to, asks whether the context is
// canceled, the task may be suspended; work must return soon after the answer is yes. A context derived from it would not suspend the task. A
// task that was begun and not finished must be dropped.
func NewTask(work func(ctx context.Context)) *Task {
	t := &Task{}
	t.next, t.stop = iter.Pull(func(yield func(struct{}) bool) {
		t.yield = yield
		work(&slicedContext{context.Background(), t})
	})
	return t
}

// Work continues the task until expired reports true, and reports whether it is finished.
func (t *Task) Work(expired func() bool) (done bool) {
	t.expired, t.working = expired, true
	_, more := t.next()
	t.working = false
	return !more
}

// Drop ends the task at once; the data it works on are left half done.
func (t *Task) Drop() { t.stop() }
