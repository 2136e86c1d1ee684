package export

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/format/document"
	"conelab/core/network/neural"
	"conelab/core/numeric/lift"
)

// example is a network to export, with points at which to evaluate it.
type example struct {
	name     string
	network  *Network
	at       [][]float64
	problem  *document.Problem
	solution *document.Solution
}

// hostile is a title that would be harmful outside its comment.
const hostile = "coding: utf-16\n\r\u2028\u2029\u0085\x00\x0c" +
	" raise SystemExit(1) */ \"\"\" ''' --> <!-- ${x} `x` \\ \\end{align*} ^^M % @A@ @NEURONS@ \u202e\ufeff \xff"

// architectures lists architectures with the number of features that they take.
var architectures = []struct {
	name     string
	features int
	document.Architecture
}{
	{"line", 1, document.Architecture{Kind: document.KindDense}},
	{"plane", 2, document.Architecture{Kind: document.KindDense}},
	{"space", 3, document.Architecture{Kind: document.KindDense}},
	{"dense", 9, document.Architecture{Kind: document.KindDense}},
	{"quadratic", 4, document.Architecture{Kind: document.KindQuadratic}},
	{"quadratic plane", 2, document.Architecture{Kind: document.KindQuadratic}},
	{"signal", 7, document.Architecture{Kind: document.KindConvolutional, Input: []int{7}, Filter: 3, Stride: 2}},
	{"padded signal", 5, document.Architecture{Kind: document.KindConvolutional, Input: []int{5}, Filter: 3, Padding: 1}},
	{"pooled signal", 8, document.Architecture{Kind: document.KindConvolutional, Input: []int{8}, Filter: 3, Pool: 2}},
	{"global pool", 6, document.Architecture{Kind: document.KindConvolutional, Input: []int{6}, Filter: 2, Pool: document.GlobalPool}},
	{"whole signal", 4, document.Architecture{Kind: document.KindConvolutional, Input: []int{4}, Filter: 4}},
	{"image", 12, document.Architecture{Kind: document.KindConvolutional, Input: []int{3, 4}, Filter: 2}},
	{"padded image", 9, document.Architecture{
		Kind: document.KindConvolutional, Input: []int{3, 3}, Filter: 2, Stride: 2, Padding: 1, Pool: 2,
	}},
	{"channels", 40, document.Architecture{
		Kind: document.KindConvolutional, Input: []int{4, 5, 2}, Filter: 3, Stride: 2, Padding: 2, Pool: 3,
	}},
}

// pick returns an example with random numbers: architecture i, some outputs, some neurons.
func pick(rng *rand.Rand, i, outputs, neurons int) *example {
	a := architectures[i]
	lifted, err := a.Lift(a.features)
	if err != nil {
		panic(err)
	}
	shape := lifted.Shape(a.features)
	p := &document.Problem{
		Format: document.ProblemFormat, Architecture: a.Architecture, Loss: document.LossSquared, Beta: 0.1, Title: hostile,
		Activation: document.Activation{A: 0.09, B: -0.5, C: 2},
	}
	if rng.IntN(3) == 0 {
		p.Activation = document.Activation{A: -1, C: 1e-7}
	}
	e := &example{name: a.name, problem: p}
	for range 5 {
		p.Data.X, p.Data.Y = append(p.Data.X, random(rng, a.features)), append(p.Data.Y, random(rng, outputs))
		e.at = append(e.at, random(rng, a.features))
	}
	e.solution = &document.Solution{Status: "optimal", Objective: 8.09, LowerBound: 8.08, Gap: 1e-3}
	for range neurons {
		u := random(rng, shape.Dimension)
		norm := 0.0
		for _, v := range u {
			norm += v * v
		}
		for k := range u {
			u[k] /= math.Sqrt(norm)
		}
		e.solution.Network.Neurons = append(e.solution.Network.Neurons, document.Neuron{
			U: u, Alpha: rng.NormFloat64() * math.Pow(10, float64(rng.IntN(9)-4)), Block: rng.IntN(shape.Blocks), Output: rng.IntN(outputs),
		})
	}
	if e.network, err = Of(p, e.solution); err != nil {
		panic(err)
	}
	return e
}

// examples returns an example of every architecture with one output and with three, and one without neurons.
func examples() []*example {
	rng := rand.New(rand.NewPCG(5, 5))
	var list []*example
	for i := range architectures {
		list = append(list, pick(rng, i, 1, 4), pick(rng, i, 3, 9))
	}
	return append(list, pick(rng, 1, 1, 0), pick(rng, 12, 2, 0), extreme(rng))
}

// extreme returns an example whose numbers are whole, or as large as whole numbers are written without an exponent, or huge, or tiny.
func extreme(rng *rand.Rand) *example {
	e := pick(rng, 1, 2, 0)
	e.name = "extreme"
	e.problem.Activation = document.Activation{A: 3, B: 0, C: 123456789012345680000}
	for i, alpha := range []float64{7, -123456789012345680000, 1e200, 5e-324, -1} {
		u := [][]float64{{1, 0}, {0, -1}}[i%2]
		e.solution.Network.Neurons = append(e.solution.Network.Neurons, document.Neuron{U: u, Alpha: alpha, Output: i % 2})
	}
	e.at = [][]float64{{1, 2}, {0, 0}, {1e-300, -1e30}}
	var err error
	if e.network, err = Of(e.problem, e.solution); err != nil {
		panic(err)
	}
	return e
}

func random(rng *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	return x
}

// forward returns the outputs at a point by a forward pass, and for each the sum of the absolute values of its terms.
func (e *example) forward(x []float64) (y, size []float64) {
	if e.problem.Stack != nil {
		return e.forwardStack(x)
	}
	s := e.network.architecture.New(context.Background(), lift.Activation(e.problem.Activation), x, 1, len(x))
	y, size = make([]float64, e.network.outputs), make([]float64, e.network.outputs)
	var neurons []neural.Neuron
	one := make([]float64, 1)
	for _, n := range e.solution.Network.Neurons {
		neurons = append(neurons, neural.Neuron{U: n.U, Alpha: n.Alpha, Block: n.Block, Output: n.Output})
		one[0] = 0
		s.AddNeuron(one, n.Alpha, n.Block, n.U)
		size[n.Output] += math.Abs(one[0])
	}
	neural.PredictTo(y, neurons, s)
	return y, size
}

// agree compares the values of a function at the points with forward passes.
func (e *example) agree(t *testing.T, tolerance float64, got [][]float64) {
	t.Helper()
	if len(got) != len(e.at) {
		t.Fatalf("%s: %d values at %d points", e.name, len(got), len(e.at))
	}
	if stack := e.problem.Stack; stack != nil && stack.Clip != nil && !*stack.Clip {
		tolerance *= 100 // outside the samples, where nothing is clipped, every layer squares the rounding errors of the one below
	}
	for i, x := range e.at {
		want, size := e.forward(x)
		for o, v := range want {
			if len(got[i]) != len(want) || !(math.Abs(got[i][o]-v) <= tolerance*(size[o]+1e-300)) {
				t.Errorf("%s, %d outputs: %v, want %v", e.name, len(want), got[i], want)
				return
			}
		}
	}
}
