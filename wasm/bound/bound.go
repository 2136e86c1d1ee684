// Package bound keeps the memory of a program that runs for hours from growing with its garbage: WebAssembly gives no memory back.
//
// The heap of Go may grow to a few times what is alive (GOGC), which is fast while that is little. Beyond a floor it may grow by half of that and
// no further: garbage is then collected more often, but never without end, as it would be under a limit below what is alive.
package bound

import (
	"runtime/debug"
	"runtime/metrics"
)

const (
	floor   = 24 << 20 // bytes that cost nobody anything
	reserve = 8 << 20  // what the runtime itself takes, and stacks
)

// alive is what the last collection left, in bytes.
var alive = []metrics.Sample{{Name: "/gc/heap/live:bytes"}}

// now is the limit that was set.
var now int64

// Heap bounds the heap by what is alive, and by what is needed beside that for the work that is under way.
func Heap(needed float64) {
	metrics.Read(alive)
	live := int64(alive[0].Value.Uint64())
	limit := max(floor, reserve+live+live/2)
	limit += int64(needed)
	if limit == now {
		return
	}
	now = limit
	debug.SetMemoryLimit(limit)
}
