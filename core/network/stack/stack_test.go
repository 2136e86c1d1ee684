package stack

import (
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/data/presets"
	"conelab/core/network/certify"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// unit is the activation s^2 + s + 1 of the pictures.
var unit = lift.Activation{A: 1, B: 1, C: 1}

// drawn returns a drawing as a problem, with the beta of the pictures.
func drawn(t testing.TB, name string, n int, seed uint64) certify.Problem {
	t.Helper()
	preset, ok := presets.Find(name)
	if !ok {
		t.Fatalf("no drawing %q", name)
	}
	x, y := preset.Make(n, seed)
	p := certify.Problem{Y: y, D: preset.Dimension, Sigma: unit, Beta: 0.1}
	for _, row := range x {
		p.X = append(p.X, row...)
	}
	return p
}

// random returns a problem of any kind: points at random or from a planted network, every loss, one output or several, any options.
func random(rng *rand.Rand, layers int) Problem {
	n, d, outputs := 5+rng.IntN(40), 1+rng.IntN(4), 1
	p := Problem{Options: Options{
		Layers: layers, Skip: Skip(rng.IntN(3)), Scaling: []Scaling{Standardise, Standardise, Standardise, Whiten, Whiten, Centre, Centre, Raw}[rng.IntN(8)], Fade: []float64{0, 0.1, 1}[rng.IntN(3)], Clip: rng.IntN(2) == 0,
	}}
	p.Loss = loss.Loss(rng.IntN(6))
	if p.Loss == loss.Softmax {
		outputs = 3
	} else if rng.IntN(3) == 0 {
		outputs = 2
	}
	p.Sigma = []lift.Activation{unit, lift.ReLU, {A: 1, B: 0.5, C: -0.25}, {A: 0.5, B: 0, C: 1}}[rng.IntN(4)]
	p.Beta = math.Pow(10, -2+3*rng.Float64())
	switch rng.IntN(5) {
	case 0:
		p.Architecture = lift.Architecture{Kind: lift.Quadratic}
	case 1:
		d = 8
		p.Architecture = lift.Architecture{Kind: lift.Convolutional, Input: [3]int{1, 8, 1}, Signal: true, Filter: 3, Stride: 1, Pool: []int{1, 2, lift.GlobalPool}[rng.IntN(3)]}
	}
	p.D, p.Outputs = d, outputs
	set := dataset.Ball(rng, n, d)
	for _, x := range set.X {
		p.X = append(p.X, x...)
	}
	p.Y = labels(rng, &p, n)
	if p.Loss <= loss.L1 {
		p.Residual = rng.IntN(2) == 0
	}
	switch rng.IntN(4) {
	case 0:
		p.Share = 0.001 + 0.3*rng.Float64()
	case 1:
		p.Betas = []float64{p.Beta, p.Beta / 2, p.Beta / 3}
	}
	return p
}

// labels returns labels that suit the loss.
func labels(rng *rand.Rand, p *Problem, n int) []float64 {
	y := make([]float64, n*p.Outputs)
	for i := range n {
		class := rng.IntN(p.Outputs)
		for o := range p.Outputs {
			at := o*n + i
			switch p.Loss {
			case loss.Hinge, loss.Logistic:
				y[at] = float64(2*rng.IntN(2) - 1)
			case loss.Softmax:
				if o == class {
					y[at] = 1
				}
			default:
				y[at] = rng.NormFloat64()
			}
		}
	}
	return y
}

// TestEveryLayerIsCertified trains stacks of one to six layers on 200 random data sets: every layer's gap is 1e-8 or less as the raw data prove
// it, or its status says otherwise.
func TestEveryLayerIsCertified(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 1))
	var job Job
	sets := 200
	layers, inaccurate := 0, 0
	for trial := range sets {
		p := random(rng, 1+trial%6)
		r := job.Run(p)
		if r.Network == nil {
			t.Fatalf("trial %d: %s", trial, r.Message)
		}
		verdict := Check(p, r.Claim())
		for l, v := range verdict.Layers {
			layers++
			status := r.Layers[l].Result.Status
			if status != certify.Optimal {
				if inaccurate++; p.Scaling != Raw || l < 2 {
					t.Errorf("trial %d: layer %d of %+v is not certified", trial, l+1, p.Options)
				}
				t.Logf("trial %d, layer %d: %s, gap %.1e: %s", trial, l+1, status, v.Gap, r.Layers[l].Result.Message)
			}
			if (status == certify.Optimal) != (v.Gap <= certify.DefaultTolerance) {
				t.Errorf("trial %d, layer %d: %s, and the raw data prove a gap of %g", trial, l+1, status, v.Gap)
			}
		}
		if len(verdict.Layers) != len(r.Layers) || verdict.Pass != (r.Status == certify.Optimal) {
			t.Errorf("trial %d: %s, and the check says %v of %d of %d layers: %+v", trial, r.Status, verdict.Pass, len(verdict.Layers), len(r.Layers), failed(verdict))
		}
	}
	t.Logf("%d layers, %d of them not certified to 1e-8", layers, inaccurate)
}

// failed returns the findings that did not pass.
func failed(v *Verdict) (list []certify.Finding) {
	for _, f := range v.Findings {
		if !f.Pass {
			list = append(list, f)
		}
	}
	return list
}

// TestResidualCostNeverRises follows the cost of residual stacks over their layers, as computed here from the labels and the layers' outputs.
func TestResidualCostNeverRises(t *testing.T) {
	const rounding = 1e-12
	rng := rand.New(rand.NewPCG(15, 2))
	var job Job
	sets := 60
	for trial := range sets {
		p := random(rng, 2+trial%5)
		if p.Loss > loss.L1 {
			p.Loss = loss.Loss(rng.IntN(3))
			p.Y = labels(rng, &p, p.Samples())
		}
		p.Residual = true
		r := job.Run(p)
		weights, before := 0.0, math.Inf(1)
		for l, layer := range r.Layers {
			for _, neuron := range layer.Result.Neurons {
				weights += layer.Problem.Beta * math.Abs(neuron.Alpha)
			}
			cost := weights
			for i, y := range p.Y {
				cost += p.Loss.Value(layer.Fit[i], y)
			}
			if cost > before*(1+rounding) || math.Abs(cost-layer.Cost) > 1e-9*cost {
				t.Errorf("trial %d: layer %d costs %.12g, it says %.12g, and those below cost %.12g", trial, l+1, cost, layer.Cost, before)
			}
			before = cost
		}
	}
}

// TestCheckFindsTampering changes one number of one layer at a time.
func TestCheckFindsTampering(t *testing.T) {
	p := Problem{Problem: drawn(t, "moons", 60, 3), Options: Defaults(3)}
	var job Job
	tampered := map[string]func(c *Claim){
		"a direction":            func(c *Claim) { turn(c.Layers[0].Neurons[1].U, 0.01) },
		"a direction above":      func(c *Claim) { turn(c.Layers[2].Neurons[0].U, 1e-3) },
		"a weight":               func(c *Claim) { c.Layers[1].Neurons[0].Alpha *= 1.001 },
		"a mean":                 func(c *Claim) { c.Layers[1].Input.Mean[0] += 1e-6 },
		"a scale":                func(c *Claim) { c.Layers[2].Input.Scale[1] *= 1.000001 },
		"a bound":                func(c *Claim) { c.Layers[2].Input.High[1] += 1 },
		"no bounds":              func(c *Claim) { c.Layers[1].Input.Low, c.Layers[1].Input.High = nil, nil },
		"a scaling of x":         func(c *Claim) { c.Layers[0].Input = Input{Mean: []float64{0, 0}, Scale: []float64{1, 1}} },
		"a beta":                 func(c *Claim) { c.Layers[1].Beta /= 2 },
		"a dual vector":          func(c *Claim) { c.Layers[1].Dual[4][0] += 0.1 },
		"an objective":           func(c *Claim) { c.Layers[0].Objective *= 0.999 },
		"a bound of the cost":    func(c *Claim) { c.Layers[1].Lower *= 1.001 },
		"a neuron less":          func(c *Claim) { c.Layers[0].Neurons = c.Layers[0].Neurons[1:] },
		"neurons in other order": func(c *Claim) { n := c.Layers[0].Neurons; n[0], n[1] = n[1], n[0] },
		"a layer less":           func(c *Claim) { c.Layers = c.Layers[:2] },
		"a layer twice":          func(c *Claim) { c.Layers = append(c.Layers, c.Layers[2]) },
		"a feature less":         func(c *Claim) { c.Layers[1].Neurons[0].U = c.Layers[1].Neurons[0].U[1:] },
		"another block":          func(c *Claim) { c.Layers[0].Neurons[0].Block = 1 },
		"nothing":                func(c *Claim) {},
	}
	for name, change := range tampered {
		claim := job.Run(p).Claim()
		for l := range claim.Layers {
			detach(&claim.Layers[l])
		}
		change(claim)
		v := Check(p, claim)
		if v.Pass != (name == "nothing") {
			t.Errorf("with %s changed the check says %v: %+v", name, v.Pass, failed(v))
		}
	}
}

// detach copies what a test may change.
func detach(c *LayerClaim) {
	for _, list := range []*[]float64{&c.Input.Mean, &c.Input.Scale, &c.Input.Low, &c.Input.High} {
		*list = append([]float64(nil), *list...)
	}
	neurons := append(c.Neurons[:0:0], c.Neurons...)
	for j := range neurons {
		neurons[j].U = append([]float64(nil), neurons[j].U...)
	}
	c.Neurons = neurons
}

// turn turns a direction by about the angle.
func turn(u []float64, angle float64) {
	sin, cos := math.Sincos(angle)
	u[0], u[1] = cos*u[0]-sin*u[1], sin*u[0]+cos*u[1]
}

// TestDeterministic solves problems after others, which must not matter, and again with one layer more, which must not either.
func TestDeterministic(t *testing.T) {
	var job Job
	rng := rand.New(rand.NewPCG(15, 3))
	sets := 10
	for range sets {
		p := random(rng, 3)
		var fresh Job
		want := fresh.Run(p)
		job.Run(random(rng, 2))
		got := job.Run(p)
		p.Layers = 4
		deeper := job.Run(p)
		for l := range want.Layers {
			for _, other := range []*Result{got, deeper} {
				for i, v := range want.Layers[l].Fit {
					if other.Layers[l].Fit[i] != v {
						t.Fatalf("layer %d, point %d: %g, and %g", l+1, i, v, other.Layers[l].Fit[i])
					}
				}
			}
			if deeper.Layers[l].Result != got.Layers[l].Result {
				t.Error("a layer was solved again although nothing below it has changed")
			}
		}
	}
}

// TestDragging moves a point by next to nothing, at random moments of a drag: the outputs of all four layers move by next to nothing. Where a
// neuron is born or two are equally heavy the function of a layer above jumps; random moments do not meet those.
func TestDragging(t *testing.T) {
	const nudge, mostMove = 1e-7, 2e-3
	rng := rand.New(rand.NewPCG(15, 4))
	var job Job
	for _, name := range []string{"spiral", "moons", "checkerboard", "rings", "xor"} {
		for range 4 {
			p := Problem{Problem: drawn(t, name, 100, rng.Uint64()), Options: Defaults(4)}
			p.X[6], p.X[7] = 2*rng.Float64()-1, 2*rng.Float64()-1
			before := job.Run(p)
			p.X = append([]float64(nil), p.X...)
			p.X[6] += nudge
			after := job.Run(p)
			for l := range after.Layers {
				move := 0.0
				for i, v := range after.Layers[l].Fit {
					d := v - before.Layers[l].Fit[i]
					move += d * d / float64(p.Samples())
				}
				if !(math.Sqrt(move) < mostMove) {
					t.Errorf("%s: layer %d moved by %g", name, l+1, math.Sqrt(move))
				}
			}
		}
	}
}
