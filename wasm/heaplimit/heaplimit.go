// Package heaplimit keeps garbage from making a program that runs for hours grow, since WebAssembly never returns memory, even if
// it was needed only for a moment.
//
// Go's heap would grow to a multiple of the live heap (GOGC), which changes with every problem: the memory would rise for hours,
// a little with each problem that is larger than all before. Here it grows to one limit instead, a floor that ordinary work stays
// below, so that it reaches its size within the first minute. Above the floor the limit is one and a half times the live heap,
// and no less than some MB above it, or what the current work needs: garbage is then collected more often, but not incessantly, as
// it would be with a limit near the live heap.
//
// A collection that begins in the middle of work does not end before the work pauses, since there is only one thread, and it treats
// everything allocated meanwhile as alive. So garbage is also collected between two pieces of work, before there is
// little room left: see Tidy.
package heaplimit

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

const (
	floor  = 24 << 20 // bytes that are always allowed
	spread = 8 << 20  // by which the heap may always grow between two collections
)

// alive is the size of the live heap after the last collection, in bytes; held are the memory in use and those parts of it that
// hold objects or could.
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

// Heap limits the heap, given the memory that the current work needs. Part of it is alive already once the work has begun, so it is
// not added to the live heap.
func Heap(needed float64) {
	metrics.Read(alive)
	live := int64(alive[0].Value.Uint64())
	at := [2]int64{live, int64(needed)}
	if at == last && now > 0 {
		return
	}
	last = at
	limit := max(floor, max(live+max(live/2, spread), int64(needed))+overhead())
	if limit == now {
		return
	}
	if now == 0 {
		debug.SetGCPercent(-1) // the limit alone says when garbage is collected
	}
	now = limit
	debug.SetMemoryLimit(limit)
}

// Tidy collects the garbage if it takes more than half of the room that the limit leaves beside what is alive. It is for the time
// between two pieces of work; a collection takes some milliseconds.
func Tidy() {
	live, rest := last[0], overhead()
	if garbage := int64(held[2].Value.Uint64()) - live; garbage > (now-live-rest)/2 {
		runtime.GC()
		Heap(float64(last[1]))
	}
}

// overhead returns the memory that counts against the limit without holding objects: stacks, what the runtime keeps of the heap,
// and the gaps between objects.
func overhead() int64 {
	metrics.Read(held)
	bytes := func(i int) int64 { return int64(held[i].Value.Uint64()) }
	return bytes(0) - bytes(1) - bytes(2) - bytes(3)
}
