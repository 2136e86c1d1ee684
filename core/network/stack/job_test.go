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
	"conelab/core/numeric/parallel"
)

// TestAuto checks what ends a stack: with points held out the depth that does best at them of all that were tried, without the
// first layer that does not pay.
func TestAuto(t *testing.T) {
	var job Job
	full := Problem{Problem: drawn(t, "checkerboard", 150, 4), Options: Options{Layers: 7}}
	all := job.Run(full)
	p := full
	p.Auto = true
	if r := job.Run(p); len(r.Layers) < 7 {
		last := len(r.Layers)
		if all.Layers[last].Result.Objective < 0.99*all.Layers[last-1].Result.Objective {
			t.Errorf("it ends after %d layers, and another one lowers the cost from %g to %g",
				last, all.Layers[last-1].Result.Objective, all.Layers[last].Result.Objective)
		}
		for l := 1; l < last; l++ {
			if !(all.Layers[l].Result.Objective < 0.99*all.Layers[l-1].Result.Objective) {
				t.Errorf("layer %d of %d lowers the cost from %g to %g only",
					l+1, last, all.Layers[l-1].Result.Objective, all.Layers[l].Result.Objective)
			}
		}
	}
	test := drawn(t, "checkerboard", 300, 5)
	p.HeldOut = &certify.Set{X: test.X, Y: test.Y}
	r := job.Run(p)
	full.HeldOut = p.HeldOut
	scores := job.Run(full)
	best := *r.Layers[len(r.Layers)-1].HeldOut.Accuracy
	for l, layer := range scores.Layers[:min(7, len(r.Layers)+2)] {
		if a := *layer.HeldOut.Accuracy; a > best || a == best && l < len(r.Layers)-1 {
			t.Errorf("it has %d layers with %g right, and with %d it is %g", len(r.Layers), best, l+1, a)
		}
	}
	for _, end := range [][]Layer{r.Layers, all.Layers} {
		if len(end) != 0 && end[0].Result == nil {
			t.Error("a layer has no result")
		}
	}
}

// TestRefuses checks that what cannot be trained is refused in a sentence.
func TestRefuses(t *testing.T) {
	good := Problem{Problem: drawn(t, "xor", 20, 1), Options: Options{Layers: 2}}
	for name, change := range map[string]func(p *Problem){
		"no layers": func(p *Problem) { p.Layers = 0 }, "too many": func(p *Problem) { p.Layers = MostLayers + 1 },
		"a beta of zero": func(p *Problem) { p.Beta = 0 },
		"no data":        func(p *Problem) { p.X, p.Y = nil, nil }, "held out": func(p *Problem) { p.HeldOut = &certify.Set{X: []float64{1, 2}} },
		"skip": func(p *Problem) { p.Skip = 3 },
	} {
		p := good
		change(&p)
		var job Job
		if r := job.Run(p); r.Status != certify.Failed || r.Message == "" {
			t.Errorf("%s: %s %q", name, r.Status, r.Message)
		}
	}
}

// TestStop stops a stack in its second layer: the layers that it lists are as claimed.
func TestStop(t *testing.T) {
	p := Problem{Problem: drawn(t, "spiral", 100, 1), Options: Options{Layers: 4}}
	var job Job
	ctx, cancel := context.WithCancel(t.Context())
	p.Context = parallel.Watch(ctx, func() {
		if len(job.layers) == 1 && job.Progress().Iterations == 1 {
			cancel()
		}
	})
	r := job.Run(p)
	p.Context = nil
	if r.Status != certify.Stopped || len(r.Layers) != 2 || r.Layers[0].Result.Status != certify.Optimal {
		t.Fatalf("%s with %d layers", r.Status, len(r.Layers))
	}
	p.Layers = 2
	for l, v := range checkLayers(p, claims(r)) {
		if math.Abs(v.Gap-r.Layers[l].Result.Gap) > 1e-9*(1+v.Gap) {
			t.Errorf("layer %d has the gap %g and says %g", l+1, v.Gap, r.Layers[l].Result.Gap)
		}
	}
}

// TestRunCanceled cancels the context of a run at each of its first questions, and checks that the run ends.
func TestRunCanceled(t *testing.T) {
	for left := 1; left <= 40; left++ {
		p := Problem{Problem: drawn(t, "moons", 20, 1), Options: Options{Layers: 2}}
		p.Context = parallel.NewCountdown(left)
		if r := new(Job).Run(p); r.Status == certify.Optimal {
			t.Fatalf("canceled at question %d the run is %s", left, r.Status)
		}
	}
}

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
