// Package bound keeps the memory of a program that runs for hours from growing with its garbage, since WebAssembly never returns memory.
//
// By default Go's heap may grow to a multiple of the live heap (GOGC), which is fast and fine while the live heap is small. Above a floor
// this package limits the heap to one and a half times the live heap. Garbage is then collected more often, but not incessantly, as it would
// be with a limit below the live heap.
package bound

import (
	"runtime/debug"
	"runtime/metrics"
)

const (
	floor   = 24 << 20 // bytes that are always allowed
	reserve = 8 << 20  // for the runtime itself and for stacks
)

// alive is the size of the live heap after the last collection, in bytes.
var alive = []metrics.Sample{{Name: "/gc/heap/live:bytes"}}

// now is the current limit.
var now int64

// Heap limits the heap, given the live heap and the memory that the current work needs in addition.
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
