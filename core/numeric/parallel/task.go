package parallel

import (
	"context"
	"iter"
	"sync/atomic"
)

// Progress is how far a computation has come.
type Progress struct {
	Share      float64 // of the work that is done, roughly, from 0 to 1
	Gap        float64 // the relative gap so far, +Inf before there is one, 0 for computations without
	Iterations int
}

// Part returns the progress of a computation in parts, where p is the progress of the given one, and those before it are done.
func (p Progress) Part(part, parts int) Progress {
	p.Share = (float64(part) + p.Share) / float64(parts)
	return p
}

// Watch returns a context with which Yield calls show first, but not from within a loop on several threads.
func Watch(ctx context.Context, show func()) context.Context {
	return &watched{Context: ctx, yield: show, threads: true}
}

// watched is a context whose Yield calls a function.
type watched struct {
	context.Context
	yield   func()
	threads bool         // whether loops may use several
	loops   atomic.Int32 // under way on several
}

// Task is work done in time slices, on one thread. Between slices the caller may read the data it works on, but change them only
// after Drop.
type Task struct {
	clock   func() float64
	expired func() bool
	began   float64 // the present slice
	seconds float64 // of the slices before
	yield   func(struct{}) bool
	working bool // in a slice
	next    func() (struct{}, bool)
	stop    func()
	cancel  func()
}

// NewTask returns a task that runs work once Work is called. Only a call of Yield with the task's context suspends it, in work or in a loop
// that work starts; with a derived context Yield does not. work must return soon after Yield has reported false. A task that was begun and
// not finished must be dropped.
func NewTask(work func(ctx context.Context)) *Task {
	ctx, cancel := context.WithCancel(context.Background())
	t := &Task{cancel: cancel}
	t.next, t.stop = iter.Pull(func(yield func(struct{}) bool) {
		t.yield = yield
		work(&watched{Context: ctx, yield: t.giveWay})
	})
	return t
}

// Work continues the task until expired reports true, and reports whether it is finished. The clock returns seconds from an arbitrary
// origin.
func (t *Task) Work(clock func() float64, expired func() bool) (done bool) {
	t.clock, t.expired, t.working, t.began = clock, expired, true, clock()
	_, more := t.next()
	t.seconds, t.working = t.Seconds(), false
	return !more
}

// Seconds returns how long the task has worked.
func (t *Task) Seconds() float64 {
	if !t.working {
		return t.seconds
	}
	return t.seconds + t.clock() - t.began
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

// Countdown is a context that is canceled once its Err was called Left times, on one thread. Tests use it to end work at every place where
// it can end.
type Countdown struct {
	context.Context
	Left  int
	Asked int // the calls of Err so far
}

// NewCountdown returns a context that is canceled from the given call of Err on; 0 means never.
func NewCountdown(left int) *Countdown { return &Countdown{Context: context.Background(), Left: left} }

// Err counts the call.
func (c *Countdown) Err() error {
	c.Asked++
	if c.Canceled() {
		return context.Canceled
	}
	return nil
}

// Canceled reports whether the context is canceled.
func (c *Countdown) Canceled() bool { return c.Left > 0 && c.Asked >= c.Left }
