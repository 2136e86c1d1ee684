//go:build !js

package parallel

import (
	"runtime"
	"sync"
	"sync/atomic"
)

var threads atomic.Int64

func init() { threads.Store(int64(runtime.GOMAXPROCS(0))) }

// SetThreads sets the largest number of threads that loops may use, at least one; 0 means all processors. It must not be called while work is
// under way.
func SetThreads(n int) {
	if n <= 0 {
		n = runtime.GOMAXPROCS(0)
	}
	threads.Store(int64(n))
}

// Threads returns the largest number of threads that loops may use.
func Threads() int { return int(threads.Load()) }

// Run calls task(worker, part) once for each part from 0 to parts - 1, on several threads at once, and returns when all are done. At any time
// at most one call runs with a given worker, a number below Threads(), so that each worker can have its own workspace. After Interrupt, parts
// that have not begun are skipped.
func Run(parts int, task func(worker, part int)) {
	workers := min(Threads(), parts)
	if workers <= 1 {
		serial(parts, task)
		return
	}
	var next atomic.Int64
	work := func(worker int) {
		for part := int(next.Add(1)) - 1; part < parts && !Interrupted(); part = int(next.Add(1)) - 1 {
			task(worker, part)
		}
	}
	var others sync.WaitGroup
	for worker := 1; worker < workers; worker++ {
		others.Go(func() { work(worker) })
	}
	work(0)
	others.Wait()
}
