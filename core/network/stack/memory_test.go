package stack

import (
	"runtime"
	"testing"

	"conelab/core/network/certify"
	"conelab/core/numeric/loss"
)

// TestMemory: layers are solved one after the other, so that a job of many holds hardly more than the job of its widest layer alone.
func TestMemory(t *testing.T) {
	live := func() float64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc) / (1 << 20)
	}
	p := Problem{Problem: drawn(t, "checkerboard", 150, 1), Options: Defaults(8)}
	p.Loss, p.Beta = loss.Hinge, 0.01
	job := new(Job)
	r := job.Run(p)
	if len(r.Layers) != 8 {
		t.Fatalf("%d layers: %s", len(r.Layers), r.Message)
	}
	all := live()
	runtime.KeepAlive(job)
	all -= live()
	widest := &r.Layers[0]
	for l := range r.Layers {
		if r.Layers[l].Problem.D > widest.Problem.D {
			widest = &r.Layers[l]
		}
	}
	alone := new(certify.Job)
	result := alone.Run(widest.Problem)
	one := live()
	runtime.KeepAlive(alone)
	one -= live()
	runtime.KeepAlive(r)
	runtime.KeepAlive(result)
	if t.Logf("8 layers: %.2f MB, the widest alone: %.2f MB", all, one); all > 2*one {
		t.Errorf("a job of 8 layers holds %.2f MB besides its result, one of its widest layer %.2f MB", all, one)
	}
}
