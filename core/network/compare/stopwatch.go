package compare

import "errors"

// ErrStopped means that Stopwatch.Continue returned false.
var ErrStopped = errors.New("stopped before the end")

// Stopwatch measures times, and lets the caller stop the work.
type Stopwatch struct {
	// Clock returns the time in seconds since an arbitrary origin.
	Clock func() float64
	// Continue is called between measurements and reports whether to continue; nil means always.
	Continue func() bool
}

// measure returns the time that the work takes.
func (w *Stopwatch) measure(work func()) float64 {
	start := w.Clock()
	work()
	return w.Clock() - start
}

// check returns ErrStopped if the work is to stop.
func (w *Stopwatch) check() error {
	if w.Continue != nil && !w.Continue() {
		return ErrStopped
	}
	return nil
}
