package stack

import (
	"context"
	"math"
	"testing"

	"conelab/core/network/certify"
	"conelab/core/network/path"
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
	p.HeldOut = &path.Set{X: test.X, Y: test.Y}
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
		"no data":        func(p *Problem) { p.X, p.Y = nil, nil }, "held out": func(p *Problem) { p.HeldOut = &path.Set{X: []float64{1, 2}} },
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
