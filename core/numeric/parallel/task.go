package parallel

import (
	"iter"
	"sync/atomic"
)

var (
	cooperative atomic.Bool
	working     atomic.Pointer[Task] // the one that works now, where tasks cooperate
)

// Cooperate has tasks set aside in the middle of long loops, wherever these ask whether they are interrupted. It is for programs of one thread: on
// several, all would ask.
func Cooperate(is bool) { cooperative.Store(is) }

// Task is work that is done in slices of time. What it works on may be looked at between them, but changed only after Drop.
type Task struct {
	expired func() bool
	yield   func(struct{}) bool
	dropped bool
	next    func() (struct{}, bool)
	stop    func()
}

// NewTask returns a task that does work once Work is called. work asks over between its steps, and returns soon when that reports true. A task that
// was begun and not finished must be dropped.
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

// yieldIfOver sets the task aside if its slice is over. Dropped meanwhile, it is interrupted.
func (t *Task) yieldIfOver() {
	if !t.dropped && t.expired() && !t.yield(struct{}{}) {
		t.dropped = true
		Interrupt()
	}
}

// Work goes on until expired reports true, which is asked between steps and, where tasks cooperate, within them. It reports whether all is done.
func (t *Task) Work(expired func() bool) (done bool) {
	t.expired = expired
	if cooperative.Load() {
		working.Store(t)
		defer working.Store(nil)
	}
	_, more := t.next()
	return !more
}

// Drop ends the task where it is: what it works on is left half done.
func (t *Task) Drop() {
	t.stop()
	Resume()
}
