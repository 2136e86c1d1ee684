// Package parallel spreads the iterations of a loop over the processors. An iteration must not depend on the results of others, so that the
// result is the same, to the last bit, for any number of threads. In the browser, where the program has one thread, loops are serial.
//
// A long computation is one method with a straight loop that calls Yield once an iteration. Once its context is canceled it ends early,
// with its best result so far. In Yield a Task may suspend it, and Watch may show its Progress.
//
// All goroutines of core start here, except those of the command line.
package parallel

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

var threads atomic.Int64

func init() { SetThreads(0) }

// SetThreads sets the largest number of threads that loops may use, at least one; 0 means all processors. It must not be called
// while work is under way.
func SetThreads(n int) {
	if n <= 0 {
		n = runtime.GOMAXPROCS(0)
	}
	threads.Store(int64(n))
}

// Threads returns the largest number of threads that loops may use: one in the browser.
func Threads() int { return int(threads.Load()) }

// Run calls body(worker, part) once for each part from 0 to parts - 1, on several threads at once, and returns when all are done. At any
// time at most one call runs with a given worker, a number below Threads(), so that each worker can have its own workspace. Once ctx is
// canceled, parts that have not begun are skipped: check Canceled before using the result. Within a Task there is one worker, which yields
// between parts.
func Run(ctx context.Context, parts int, body func(worker, part int)) {
	workers := min(Threads(), parts)
	c, _ := ctx.(*watched)
	if c != nil && !c.threads || workers <= 1 {
		for part := 0; part < parts && Yield(ctx); part++ {
			body(0, part)
		}
		return
	}
	if c != nil {
		c.loops.Add(1)
		defer c.loops.Add(-1)
	}
	var next atomic.Int64
	work := func(worker int) {
		for part := int(next.Add(1)) - 1; part < parts && !Canceled(ctx); part = int(next.Add(1)) - 1 {
			body(worker, part)
		}
	}
	var others sync.WaitGroup
	for worker := 1; worker < workers; worker++ {
		others.Go(func() { work(worker) })
	}
	work(0)
	others.Wait()
}

// For calls body for every i from 0 to n - 1, as Run does.
func For(ctx context.Context, n int, body func(i int)) {
	Run(ctx, n, func(_, i int) { body(i) })
}

// Yield lets others run: in a Task whose slice is over it returns only in the next slice. It reports false once ctx is canceled, and then
// the work must end. Long loops call it many times per second.
func Yield(ctx context.Context) (goOn bool) {
	if c, ok := ctx.(*watched); ok && c.loops.Load() == 0 {
		c.yield()
	}
	return !Canceled(ctx)
}

// Canceled reports whether ctx is canceled: what was computed with it may then be incomplete.
func Canceled(ctx context.Context) bool { return ctx.Err() != nil }

// PollEvery is the number of samples after which a loop over them calls Canceled again.
const PollEvery = 256

// SpanLength is the length of a span: shorter ones are not worth another thread.
const SpanLength = 8192

// Spans calls body for each span of SpanLength indices from 0 to n - 1, the last of which may be shorter, on several threads at
// once. It cannot be canceled: body takes a few operations for each index.
func Spans(n int, body func(from, to int)) {
	Run(context.Background(), (n+SpanLength-1)/SpanLength, func(_, part int) { body(part*SpanLength, min(n, (part+1)*SpanLength)) })
}
