package stack

import (
	"runtime"
	"testing"

	"conelab/core/numeric/loss"
)

// TestMemory: layers are solved one after the other, so a job holds the workspace of one of them, however many there are.
func TestMemory(t *testing.T) {
	live := func() float64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc) / (1 << 20)
	}
	held := func(layers int) float64 {
		p := Problem{Problem: drawn(t, "checkerboard", 150, 1), Options: Defaults(layers)}
		p.Loss, p.Beta = loss.Hinge, 0.01
		job := new(Job)
		r := job.Run(p)
		if len(r.Layers) != layers {
			t.Fatalf("%d layers: %s", len(r.Layers), r.Message)
		}
		all := live()
		runtime.KeepAlive(job)
		rest := live()
		runtime.KeepAlive(r)
		return all - rest
	}
	few, many := held(2), held(8)
	if t.Logf("2 layers: %.2f MB, 8 layers: %.2f MB", few, many); many > 0.5 { // that of the widest layer, whatever their number
		t.Errorf("a job of 8 layers holds %.2f MB besides its result, one of 2 layers %.2f MB", many, few)
	}
}
