package stack

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/network/certify"
	"conelab/core/numeric/lift"
)

// evaluated evaluates a stack at one point, as the documentation defines it and without anything of the package but the numbers.
func evaluated(n *Network, x []float64) (outputs []float64) {
	var below [][]float64 // of each layer, its neurons' values
	outputs = make([]float64, n.Outputs)
	for l, layer := range n.Layers {
		h := x
		if l > 0 {
			var g []float64
			last := l - 1
			if n.Skip == SkipAll {
				last = 0
			}
			for k := l - 1; k >= last; k-- {
				g = append(g, below[k]...)
			}
			if n.Skip != SkipNone {
				g = append(g, x...)
			}
			h = scaled(&layer.Input, g)
		}
		clear(outputs)
		var values []float64
		for _, neuron := range layer.Neurons {
			s := 0.0
			for k, u := range neuron.U { // of a convolution a part of the sample, and of no use
				s += u * h[k]
			}
			v := n.Sigma.A*s*s + n.Sigma.B*s + n.Sigma.C
			if l == 0 && n.Convolved() { // the patches are those of package lift, which its tests compare with the definition
				v = n.Architecture.New(context.Background(), n.Sigma, x, 1, n.D).Neuron(0, neuron.Block, neuron.U)
			}
			if n.Architecture.Kind == lift.Quadratic {
				v = s * s
			}
			values = append(values, v)
			outputs[neuron.Output] += neuron.Alpha * v
		}
		below = append(below, values)
	}
	return outputs
}

func scaled(in *Input, g []float64) []float64 {
	h := make([]float64, len(g))
	for k := range g {
		g[k] = math.Min(math.Max(g[k], in.Low[k]), in.High[k])
	}
	for k := range g {
		h[k] = (g[k] - in.Mean[k]) / in.Scale[k]
	}
	return h
}

// TestPass compares a pass at points inside and outside the data with the definition, and the layers' outputs at the points trained on with
// those that the certificate is about.
func TestPass(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 5))
	var job Job
	var pass Pass
	sets := 60
	for trial := range sets {
		p := random(rng, 1+trial%4)
		r := job.Run(p)
		x := make([]float64, 7*p.D)
		for i := range x {
			x[i] = 3 * rng.NormFloat64()
		}
		pass.Run(r.Network, x)
		for i := range 7 {
			for depth := 1; depth <= len(r.Layers); depth++ {
				for o, want := range evaluated(r.Network.Cut(depth), x[i*p.D:(i+1)*p.D]) {
					if got := pass.Outputs[depth-1][o*7+i]; math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
						t.Errorf("trial %d: %d layers, output %d: %g, expected %g", trial, depth, o, got, want)
					}
				}
			}
		}
		pass.Run(r.Network, p.X)
		for l, layer := range r.Layers {
			for i, f := range layer.Result.Fit {
				if got := pass.Outputs[l][i]; math.Abs(got-f) > 1e-9*(1+math.Abs(f)) {
					t.Errorf("trial %d, layer %d: the stack gives %g at a point trained on, the certificate is of %g", trial, l+1, got, f)
				}
			}
		}
	}
}

// TestInputs: the inputs of the second layer have the mean zero, and the mean square length one.
func TestInputs(t *testing.T) {
	layer := new(Job).Run(Problem{Problem: drawn(t, "saddle", 80, 2), Options: Options{Layers: 2}}).Layers[1]
	h, d, n := layer.Problem.X, layer.Problem.D, float64(layer.Problem.Samples())
	mean, total := make([]float64, d), 0.0
	for i, v := range h {
		mean[i%d] += v / n
		total += v * v / n
	}
	for k, v := range mean {
		if math.Abs(v) > 1e-10 {
			t.Errorf("feature %d has the mean %g", k, v)
		}
	}
	if math.Abs(total-1) > 1e-12 {
		t.Errorf("the mean square length is %g", total)
	}
}

// TestExtremes trains stacks on data that leave little to scale: one point, equal points, labels that are all zero, features that
// do not vary or differ by ten powers of ten. Every layer is certified, or its status and the check say the same.
func TestExtremes(t *testing.T) {
	for name, p := range map[string]certify.Problem{
		"one point":       {X: []float64{0.3, 0.4}, Y: []float64{1}, D: 2},
		"equal points":    {X: []float64{1, 2, 1, 2, 1, 2}, Y: []float64{1, -1, 1}, D: 2},
		"no labels":       {X: []float64{1, 2, 3, 4, 5, 6}, Y: []float64{0, 0, 0}, D: 2},
		"all zero":        {X: make([]float64, 6), Y: []float64{1, 2, 3}, D: 2},
		"one feature":     {X: []float64{-1, 0, 1, 2, 3}, Y: []float64{0, 1, 0, 1, 0}, D: 1},
		"a constant":      {X: []float64{1, 5, 2, 5, 3, 5, 4, 5}, Y: []float64{1, -1, 1, -1}, D: 2},
		"ten powers":      {X: []float64{1e-5, 1e5, 2e-5, -1e5, 3e-5, 3e5, -1e-5, 2e5}, Y: []float64{1, -1, 1, -1}, D: 2},
		"large labels":    {X: []float64{1, 2, 3, 4, 5, 7}, Y: []float64{1e6, -1e6, 3e6}, D: 2},
		"huge":            {X: []float64{1e160, 2e160, -1e160, 3e160, 1e160, -2e160}, Y: []float64{1, -1, 1}, D: 2},
		"identical twins": {X: []float64{1, 1, 2, 2, 3, 3, -1, -1}, Y: []float64{1, -1, 1, -1}, D: 2},
	} {
		for _, o := range []Options{Options{Layers: 4}, {Layers: 4, Skip: SkipAll}, {Layers: 3, Skip: SkipNone}} {
			p.Sigma, p.Beta = unit, 0.1
			q := Problem{Problem: p, Options: o}
			var job Job
			r := job.Run(q)
			v := Check(q, claims(r))
			if name == "huge" {
				if r.Status == certify.Optimal && !v.Pass || r.Message == "" && r.Status != certify.Optimal {
					t.Errorf("%s: %s %s", name, r.Status, r.Message)
				}
				for _, layer := range r.Layers {
					if !layer.Input.finite() {
						t.Errorf("%s: a layer's input is not finite", name)
					}
				}
				continue
			}
			if r.Network == nil || len(r.Layers) == 0 || v.Pass != (r.Status == certify.Optimal) {
				t.Errorf("%s, %+v: %s %s, the check says %v: %+v", name, o, r.Status, r.Message, v.Pass, failed(v))
			}
			if r.Status != certify.Optimal {
				t.Logf("%s, %+v: %s %s", name, o, r.Status, r.Message)
			}
		}
	}
}

// convolution draws a convolution and the number d of features that suits it: a signal or an image, with any filter, stride, padding and
// pool.
func convolution(rng *rand.Rand) (a lift.Architecture, d int) {
	a = lift.Architecture{Kind: lift.Convolutional, Stride: 1 + rng.IntN(2), Input: [3]int{1, 4 + rng.IntN(7), 1}, Signal: true}
	a.Filter = 1 + rng.IntN(4)
	if rng.IntN(3) == 0 {
		a.Signal, a.Input = false, [3]int{2 + rng.IntN(3), 3 + rng.IntN(2), 1 + rng.IntN(2)}
		a.Filter = 1 + rng.IntN(2)
	}
	a.Padding = rng.IntN(a.Filter)
	a.Pool = 1
	var pools []int
	for pool := 1; pool <= a.Grid(); pool++ {
		if a.Grid()%pool == 0 {
			pools = append(pools, pool)
		}
	}
	a.Pool = pools[rng.IntN(len(pools))]
	if rng.IntN(3) == 0 {
		a.Pool = lift.GlobalPool
	}
	return a, a.Input[0] * a.Input[1] * a.Input[2]
}
