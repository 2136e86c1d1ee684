//go:build !js

package parallel

import (
	"runtime"
	"sync"
	"sync/atomic"
)

var threads atomic.Int64

func init() { threads.Store(int64(runtime.GOMAXPROCS(0))) }

// SetThreads sets how many threads loops may take, at least one; 0 means all processors. It must not be called while work is going on.
func SetThreads(n int) {
	if n <= 0 {
		n = runtime.GOMAXPROCS(0)
	}
	threads.Store(int64(n))
}

// Threads returns how many threads loops may take.
func Threads() int { return int(threads.Load()) }

// For calls body for every i from 0 to n - 1, on several threads at once, and returns when all are done.
func For(n int, body func(i int)) {
	workers := min(Threads(), n)
	if workers <= 1 {
		for i := range n {
			body(i)
		}
		return
	}
	var next atomic.Int64
	work := func() {
		for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
			body(i)
		}
	}
	var others sync.WaitGroup
	for range workers - 1 {
		others.Go(work)
	}
	work()
	others.Wait()
}
