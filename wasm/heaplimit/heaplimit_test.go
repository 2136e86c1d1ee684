package heaplimit

import (
	"math"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
)

// restored lets the other tests of the program have the usual limits.
func restored(t *testing.T) {
	percent := debug.SetGCPercent(100)
	t.Cleanup(func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(math.MaxInt64)
		now, last = 0, [2]int64{}
	})
}

// pieces allocates about the given number of bytes.
func pieces(bytes int) (all [][]byte) {
	for range bytes >> 16 {
		all = append(all, make([]byte, 1<<16))
	}
	return all
}

// objects returns the bytes of all objects, those among them that are garbage.
func objects() int64 {
	metrics.Read(held)
	return int64(held[2].Value.Uint64())
}

// cycles returns the number of collections so far.
func cycles() uint64 {
	count := []metrics.Sample{{Name: "/gc/cycles/total:gc-cycles"}}
	metrics.Read(count)
	return count[0].Value.Uint64()
}

// TestLimitFollowsLargeHeaps: the limit is the floor until half of what is alive, or what the work needs, no longer fits below it.
func TestLimitFollowsLargeHeaps(t *testing.T) {
	restored(t)
	runtime.GC()
	Heap(0)
	if now != floor || debug.SetMemoryLimit(-1) != floor {
		t.Errorf("the limit of a small heap is %d bytes", now)
	}
	Heap(1e6)
	if now != floor {
		t.Errorf("with work that needs 1 MB it is %d bytes", now)
	}
	const large = 60 << 20
	kept := pieces(large)
	runtime.GC()
	Heap(0)
	without := now
	if without < large*3/2 || without > large*2 {
		t.Errorf("the limit of a heap of %d bytes is %d", large, without)
	}
	Heap(float64(without - large/4))
	if now > without+spread {
		t.Errorf("with work for which there is room it is %d bytes, %d without", now, without)
	}
	Heap(2e8)
	if now < 2e8 || now > 2.5e8 {
		t.Errorf("with work that needs 200 MB it is %d bytes", now)
	}
	runtime.KeepAlive(kept)
	kept = nil
	runtime.GC()
	Heap(0)
	if now != floor {
		t.Errorf("a heap that is small again has a limit of %d bytes", now)
	}
}

// TestTidyLeavesRoom does pieces of work that leave garbage, as much as the data of some of them. After each, at least half of
// the room is free; and garbage is not collected while there is little.
func TestTidyLeavesRoom(t *testing.T) {
	restored(t)
	rng := rand.New(rand.NewPCG(1, 1))
	var data [][]byte
	runtime.GC()
	first := cycles()
	const rounds = 400
	for range rounds {
		pieces(rng.IntN(1 << 20))
		if rng.IntN(10) == 0 {
			data = pieces(rng.IntN(4 << 20))
		}
		Heap(0)
		Tidy()
		live := last[0]
		if garbage, room := objects()-live, now-live-overhead(); garbage > room/2+1<<18 {
			t.Fatalf("%d bytes of garbage are left, in room for %d", garbage, room)
		}
	}
	runtime.KeepAlive(data)
	if count := cycles() - first; count > rounds/4 {
		t.Errorf("garbage was collected %d times in %d pieces of work", count, rounds)
	}
}
