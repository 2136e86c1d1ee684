package stack

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// TestWideLayerIsRefused: a layer that is predicted to take more memory than is allowed ends the stack with those below it.
func TestWideLayerIsRefused(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	x, y := make([]float64, 2*60), make([]float64, 6*60)
	for i := range x {
		x[i] = 2*rng.Float64() - 1
	}
	for i := range y {
		y[i] = -1
	}
	for i := range 60 { // classes without structure, so that each layer has more neurons than the one below
		y[rng.IntN(6)*60+i] = 1
	}
	p := Problem{
		Problem: certify.Problem{X: x, Y: y, D: 2, Outputs: 6, Sigma: lift.ReLU, Loss: loss.Hinge, Beta: 0.01, Memory: 10e6},
		Options: Options{Layers: 6},
	}
	r := new(Job).Run(p)
	if n := len(r.Layers); r.Status != certify.Failed || n < 1 || n > 5 || !strings.HasPrefix(r.Message, fmt.Sprintf("Layer %d: With its ", n+1)) {
		t.Fatalf("%d layers, %s: %s", n, r.Status, r.Message)
	}
	for l, layer := range r.Layers {
		if layer.Result.Status != certify.Optimal {
			t.Errorf("layer %d: %s", l+1, layer.Result.Message)
		}
	}
}

// TestManyNeuronsAreLeft: neurons are put in order of weight as far as that takes no time to speak of, and where it does work stops between
// their groups.
func TestManyNeuronsAreLeft(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	group := make([]neural.Neuron, maxArranged+1)
	for j := range group {
		u, size := make([]float64, 2*len(group)), 0.0
		for k := range u {
			u[k] = rng.NormFloat64()
			size += u[k] * u[k]
		}
		for k := range u {
			u[k] /= math.Sqrt(size)
		}
		group[j] = neural.Neuron{U: u, Alpha: 1 + rng.Float64()}
	}
	p := certify.Problem{D: 2 * len(group), Y: []float64{0}, Outputs: 1}
	if !reflect.DeepEqual(arrange(group, &p), group) {
		t.Error("more neurons than are arranged were")
	}
	fewer := group[:8]
	if all := arrange(fewer, &p); reflect.DeepEqual(all, fewer) {
		t.Error("few neurons were not arranged")
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	p.Context = canceled
	if !reflect.DeepEqual(arrange(fewer, &p), fewer) {
		t.Error("canceled work went on")
	}
}

// TestMemory: layers are solved one after the other, so that a job of many holds hardly more than the job of its widest layer alone.
func TestMemory(t *testing.T) {
	live := func() float64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc) / (1 << 20)
	}
	p := Problem{Problem: drawn(t, "checkerboard", 150, 1), Options: Options{Layers: 8}}
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
	t.Logf("8 layers: %.2f MB, the widest alone: %.2f MB", all, one)
	if all > 2*one {
		t.Errorf("a job of 8 layers holds %.2f MB besides its result, one of its widest layer %.2f MB", all, one)
	}
}
