// Package bound keeps the memory of a program that runs for hours from growing with its garbage, since WebAssembly never returns memory.
//
// By default Go's heap may grow to a multiple of the live heap (GOGC), which is fast and fine while the live heap is small. Above a floor
// this package limits the heap to one and a half times the live heap, and to no less than some MB above it. Garbage is then collected more often,
// but not incessantly, as it would be with a limit near the live heap.
package bound

import (
	"runtime/debug"
	"runtime/metrics"
)

const (
	floor  = 24 << 20 // bytes that are always allowed
	spread = 8 << 20  // by which the heap may always grow between two collections
)

// alive is the size of the live heap after the last collection, in bytes; held are the memory in use and those parts of it that hold objects or
// could.
var (
	alive = []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	held  = []metrics.Sample{
		{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"},
		{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/free:bytes"},
	}
)

// now is the current limit, and last the live heap and the needed memory for which it was set.
var (
	now  int64
	last [2]int64
)

// Heap limits the heap, given the memory that the current work needs in addition to what is alive.
func Heap(needed float64) {
	metrics.Read(alive)
	live := int64(alive[0].Value.Uint64())
	at := [2]int64{live, int64(needed)}
	if at == last && now > 0 {
		return
	}
	last = at
	limit := max(floor, live+max(live/2, spread)+overhead()) + int64(needed)
	if limit == now {
		return
	}
	now = limit
	debug.SetMemoryLimit(limit)
}

// overhead returns the memory that counts against the limit without holding objects: stacks, what the runtime keeps of the heap, and the gaps
// between objects.
func overhead() int64 {
	metrics.Read(held)
	bytes := func(i int) int64 { return int64(held[i].Value.Uint64()) }
	return bytes(0) - bytes(1) - bytes(2) - bytes(3)
}
