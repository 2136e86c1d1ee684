package parallel

import "sync/atomic"

var interrupted atomic.Bool

// Interrupt asks the long loops of packages dense and gemm to return at once, with work half done, until Resume: the way to end a step that would take
// minutes. It may be called from another goroutine. Whoever runs such work asks Interrupted before using its result.
func Interrupt() { interrupted.Store(true) }

// Resume lets work go on as usual.
func Resume() { interrupted.Store(false) }

// Interrupted reports whether work is to end. Long loops ask it many times in a second; a task may be set aside meanwhile (see Cooperate).
func Interrupted() bool {
	if task := working.Load(); task != nil {
		task.yieldIfOver()
	}
	return interrupted.Load()
}
