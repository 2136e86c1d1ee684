package gemm

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// threads is the number of goroutines of Run; zero means as many as there are processors.
var threads atomic.Int32

// SetThreads sets how many goroutines Run uses, 1 for none besides the caller's; zero means as many as there are processors.
func SetThreads(n int) { threads.Store(int32(n)) }

// Threads returns how many goroutines Run uses.
func Threads() int {
	if n := int(threads.Load()); n > 0 {
		return n
	}
	return runtime.GOMAXPROCS(0)
}

// Run calls task(worker, part) once for each part from 0 to parts - 1, on several goroutines where there are processors for them. No two
// calls with the same worker, a number below Threads(), run at a time, so that workspace may belong to a worker. Results must not depend
// on which worker has which part.
func Run(parts int, task func(worker, part int)) {
	workers := min(Threads(), parts)
	if workers <= 1 {
		for part := range parts {
			task(0, part)
		}
		return
	}
	var next atomic.Int64
	var group sync.WaitGroup
	work := func(worker int) {
		for part := int(next.Add(1)) - 1; part < parts; part = int(next.Add(1)) - 1 {
			task(worker, part)
		}
	}
	for worker := 1; worker < workers; worker++ {
		group.Add(1)
		go func() { defer group.Done(); work(worker) }()
	}
	work(0)
	group.Wait()
}
