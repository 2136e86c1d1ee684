package contest

import "errors"

// ErrStopped says that the owner of the Watch had enough.
var ErrStopped = errors.New("stopped before the end")

// Watch is what a contest has of the world.
type Watch struct {
	// Clock returns the time in seconds, from any origin.
	Clock func() float64
	// Rest is called every now and then, outside what is measured, and reports whether to go on; nil always does.
	Rest func() bool
}

// measure returns how long the work takes.
func (w *Watch) measure(work func()) float64 {
	start := w.Clock()
	work()
	return w.Clock() - start
}

// rest returns ErrStopped if the contest is to end.
func (w *Watch) rest() error {
	if w.Rest != nil && !w.Rest() {
		return ErrStopped
	}
	return nil
}
