package onnx

import (
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/format/convert"
	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/stack"
)

// example is a problem of some architecture with random data, and its solution.
func example(t *testing.T, rng *rand.Rand, a document.Architecture, features, outputs int, layers *document.Stack) (*document.Problem, *document.Solution) {
	t.Helper()
	p := &document.Problem{
		Architecture: a, Activation: document.Activation{A: 0.3, B: -0.5, C: 0.2}, Loss: document.LossSquared, Beta: 0.2, Stack: layers, Title: "\x00 \"",
	}
	for range 14 {
		p.Data.X, p.Data.Y = append(p.Data.X, random(rng, features)), append(p.Data.Y, random(rng, outputs))
	}
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
	if layers == nil {
		return p, convert.Solution(p, new(certify.Job).Run(convert.Problem(p)), 0)
	}
	var job stack.Job
	r := job.Run(convert.Stack(p))
	return p, convert.StackSolution(p, r, make([]float64, len(r.Layers)))
}

func random(rng *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	return x
}

var architectures = []struct {
	features int
	document.Architecture
}{
	{1, document.Architecture{Kind: document.KindDense}},
	{4, document.Architecture{Kind: document.KindDense}},
	{3, document.Architecture{Kind: document.KindQuadratic}},
	{7, document.Architecture{Kind: document.KindConvolutional, Input: []int{7}, Filter: 3, Stride: 2}},
	{5, document.Architecture{Kind: document.KindConvolutional, Input: []int{5}, Filter: 3, Padding: 1, Pool: document.GlobalPool}},
	{9, document.Architecture{Kind: document.KindConvolutional, Input: []int{3, 3}, Filter: 2, Stride: 2, Padding: 1, Pool: 2}},
	{40, document.Architecture{Kind: document.KindConvolutional, Input: []int{4, 5, 2}, Filter: 3, Stride: 2, Padding: 2, Pool: 3}},
}

// compare evaluates the model at points and compares it with a forward pass of the network.
func compare(t *testing.T, p *document.Problem, s *document.Solution, points [][]float64) map[string]array {
	t.Helper()
	model, err := Model(p, s)
	if err != nil {
		t.Fatal(err)
	}
	at := evaluate(t, model, points)
	scaled := points
	if c := p.Columns; c != nil && c.Scaling != nil {
		scaled = nil
		for _, x := range points {
			row := make([]float64, len(x))
			for k, v := range x {
				if c.Scaling.Deviation[k] != 0 {
					row[k] = (v - c.Scaling.Mean[k]) / c.Scaling.Deviation[k]
				}
			}
			scaled = append(scaled, row)
		}
	}
	q := *p
	q.Data = document.Data{X: scaled, Y: make([][]float64, len(scaled))}
	for i := range q.Data.Y {
		q.Data.Y[i] = make([]float64, len(p.Data.Y[0]))
	}
	got := at[outputs]
	for i, want := range convert.Predict(&q, s) {
		for o, v := range want {
			if g := got.v[i*len(want)+o]; !(math.Abs(g-v) <= 1e-11*(1+math.Abs(v))) {
				t.Errorf("%+v, %d layers, point %d, output %d: %.16g, want %.16g", p.Architecture, len(s.Layers), i, o, g, v)
			}
		}
	}
	return at
}

// TestModels: models of networks of every architecture, with one output and with three, and with one to four layers of all kinds, compute the
// same as package neural.
func TestModels(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for _, a := range architectures {
		for _, outputs := range []int{1, 3} {
			points := [][]float64{random(rng, a.features), random(rng, a.features)}
			p, s := example(t, rng, a.Architecture, a.features, outputs, nil)
			if len(s.Network.Neurons) == 0 {
				t.Errorf("%+v has no neurons", a)
			}
			compare(t, p, s, points)
			s.Network.Neurons = nil
			compare(t, p, s, points)
			off := false
			for _, layers := range []document.Stack{
				{Layers: 1}, {Layers: 3}, {Layers: 3, Form: "residual"}, {Layers: 3, Skip: "all"}, {Layers: 2, Skip: "none"}, {Layers: 3, Scaling: "whiten", Clip: &off},
			} {
				p, s := example(t, rng, a.Architecture, a.features, outputs, &layers)
				compare(t, p, s, points)
			}
		}
	}
}

// TestTables: scaling is part of the model, including a constant column, and classes are named.
func TestTables(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for _, outputs := range []int{1, 3} {
		p, s := example(t, rng, document.Architecture{Kind: document.KindDense}, 3, outputs, nil)
		p.Columns = &document.Columns{
			Classes: []string{"no", "yes", "ja \U0001f600"}[:max(2, outputs)], Scaling: &dataset.Scaling{Mean: []float64{10, -2, 5}, Deviation: []float64{3, 0, 0.1}},
		}
		points := [][]float64{{11, 7, 5.1}, {4, -2, 4.9}, {10, 0, 5}, {20, 1, 5.2}}
		at := compare(t, p, s, points)
		for i := range points {
			row, best := at["outputs"].v[i*outputs:(i+1)*outputs], 0
			for o, v := range row {
				if v > row[best] {
					best = o
				}
			}
			if outputs == 1 && row[0] > 0 {
				best = 1
			}
			if got := at[label].texts[i]; got != p.Columns.Classes[best] {
				t.Errorf("%d outputs: point %d is %s, want %s", outputs, i, got, p.Columns.Classes[best])
			}
		}
	}
}
