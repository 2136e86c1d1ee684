package parallel

import (
	"context"
	"iter"
)

// Task is work done in time slices, on one thread. Between slices the caller may read the data it works on, but change them only
// after Drop.
type Task struct {
	expired func() bool
	yield   func(struct{}) bool
	working bool // in a slice
	next    func() (struct{}, bool)
	stop    func()
	cancel  func()
}

// taskContext is the context of a task's work. It is canceled when the task is dropped.
type taskContext struct {
	context.Context
	task *Task
}

// NewTask returns a task that runs work once Work is called. The task may be suspended wherever work, or a loop that it gave its
// context to, calls Yield, and nowhere else; work must return soon after Yield has reported false. With a context derived from
// the task's Yield does not suspend it. A task that was begun and not finished must be dropped.
func NewTask(work func(ctx context.Context)) *Task {
	ctx, cancel := context.WithCancel(context.Background())
	t := &Task{cancel: cancel}
	t.next, t.stop = iter.Pull(func(yield func(struct{}) bool) {
		t.yield = yield
		work(&taskContext{ctx, t})
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

// giveWay suspends the task if its slice is over. Called by others between slices, it does nothing.
func (t *Task) giveWay() {
	if t.working && t.expired() {
		t.yield(struct{}{})
	}
}

// Drop ends the task at once; the data it works on are left half done.
func (t *Task) Drop() {
	t.cancel()
	t.stop()
}

// Countdown is a context that is canceled when it has been asked Left times, on one thread. Tests end work with it wherever the
// work can end.
type Countdown struct {
	context.Context
	Left  int
	Asked int // how often so far
}

// NewCountdown returns a context that is canceled from the given question on; 0 means never.
func NewCountdown(left int) *Countdown { return &Countdown{Context: context.Background(), Left: left} }

// Err counts the question.
func (c *Countdown) Err() error {
	if c.Asked++; c.Canceled() {
		return context.Canceled
	}
	return nil
}

// Canceled reports whether the last answer was yes.
func (c *Countdown) Canceled() bool { return c.Left > 0 && c.Asked >= c.Left }
