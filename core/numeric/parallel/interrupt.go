package parallel

import "sync/atomic"

var interrupted atomic.Bool

// Interrupt asks the long loops of packages dense and gemm to return at once, with their work half done, until Resume. It is how a step that
// would take minutes is ended. It may be called from another goroutine. Callers of such loops must check Interrupted before they use the
// result.
func Interrupt() { interrupted.Store(true) }

// Resume lets loops run normally again.
func Resume() { interrupted.Store(false) }

// Interrupted reports whether work is to end. Long loops ask many times per second; in that call a task may be suspended (see Cooperate).
func Interrupted() bool {
	if task := working.Load(); task != nil {
		task.yieldIfOver()
	}
	return interrupted.Load()
}
