package parallel

import (
	"iter"
	"sync/atomic"
)

var (
	cooperative atomic.Bool
	working     atomic.Pointer[Task] // the task at work, where tasks cooperate
)

// Cooperate lets tasks be suspended in the middle of long loops, wherever these call Interrupted. It is only for programs with one thread:
// with several, all threads would ask.
func Cooperate(is bool) { cooperative.Store(is) }

// Task is work done in time slices. Between slices the caller may read the data it works on, but change them only after Drop.
type Task struct {
	expired func() bool
	yield   func(struct{}) bool
	dropped bool
	next    func() (struct{}, bool)
	stop    func()
}

// NewTask returns a task that runs work once Work is called. work must call over between its steps and return soon after it reports true. A
// task that was begun and not finished must be dropped.
func NewTask(work func(over func() bool)) *Task {
	t := &Task{}
	t.next, t.stop = iter.Pull(func(yield func(struct{}) bool) {
		t.yield = yield
		work(func() bool {
			t.yieldIfOver()
			return t.dropped
		})
	})
	return t
}

// yieldIfOver suspends the task if its slice is over. If the task is dropped meanwhile, its work is interrupted.
func (t *Task) yieldIfOver() {
	if !t.dropped && t.expired() && !t.yield(struct{}{}) {
		t.dropped = true
		Interrupt()
	}
}

// Work continues the task until expired reports true. expired is called between steps and, where tasks cooperate, within them. Work reports
// whether the task is finished.
func (t *Task) Work(expired func() bool) (done bool) {
	t.expired = expired
	if cooperative.Load() {
		working.Store(t)
		defer working.Store(nil)
	}
	_, more := t.next()
	return !more
}

// Drop ends the task at once; the data it works on are left half done.
func (t *Task) Drop() {
	t.stop()
	Resume()
}
