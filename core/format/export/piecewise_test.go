package export

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/format/document"
	"conelab/core/numeric/lift"
)

// piecewise returns examples with piecewise activations, with one to three features.
func piecewise(rng *rand.Rand) (list []*example) {
	for d, sigma := range []document.Activation{{Name: lift.NameReLU}, {Name: lift.NameLeaky, Slope: 0.3}, {Name: lift.NameAbsolute}} {
		p := &document.Problem{Format: document.ProblemFormat, Settings: document.Settings{
			Architecture: document.Architecture{Kind: document.KindDense}, Loss: document.LossSquared, Beta: 0.1, Activation: sigma, Title: hostile,
		}}
		s := &document.Solution{Proof: document.Proof{Status: "optimal", Objective: 2, LowerBound: 2}}
		e := &example{name: p.Activation.Name, problem: p, solution: s}
		for range 6 {
			p.Data.X, p.Data.Y = append(p.Data.X, random(rng, d+1)), append(p.Data.Y, random(rng, 2))
			e.at = append(e.at, random(rng, d+1))
			e.solution.Network.Neurons = append(e.solution.Network.Neurons, document.Neuron{
				U: random(rng, d+2), Alpha: rng.NormFloat64(), Output: rng.IntN(2),
			})
		}
		var err error
		if e.network, err = Of(p, e.solution); err != nil {
			panic(err)
		}
		list = append(list, e)
	}
	return list
}

// forwardPiecewise is forward for a piecewise activation.
func (e *example) forwardPiecewise(x []float64) (y, size []float64) {
	y, size = make([]float64, e.network.net.Outputs), make([]float64, e.network.net.Outputs)
	for _, n := range e.solution.Network.Neurons {
		s := n.U[len(x)]
		for k, v := range x {
			s += n.U[k] * v
		}
		term := n.Alpha * math.Max(s, e.problem.Activation.Kappa()*s)
		y[n.Output] += term
		size[n.Output] += math.Abs(term)
	}
	return y, size
}

// TestLaTeXOfPiecewise looks at the equation of a ReLU network on a standardised feature.
func TestLaTeXOfPiecewise(t *testing.T) {
	e := piecewise(rand.New(rand.NewPCG(1, 1)))[0]
	e.solution.Network.Neurons = []document.Neuron{{U: []float64{0.6, -0.8}, Alpha: -2}, {U: []float64{0.5, 0}, Alpha: 3, Output: 1}}
	e.problem.Columns = &document.Columns{Scaling: &dataset.Scaling{Mean: []float64{0}, Deviation: []float64{1}}}
	e.network, _ = Of(e.problem, e.solution)
	text := string(equation(e.network, 4))
	for _, want := range []string{`f_{1}(x) ={}& -2\,\sigma(0.6\,x - 0.8)`, `f_{2}(x) ={}& 3\,\sigma(0.5\,x)`, `\sigma(s) ={}& \max(0, s)`,
		"x has the standardised features"} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is not in\n%s", want, text)
		}
	}
}
