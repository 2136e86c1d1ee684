package landscape

import (
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/numeric/loss"
)

// TestTangentsAreBelowTheLosses: for every loss, each tangent is nowhere above the loss and touches it at the network's output, and the heights add
// up to the certified bound.
func TestTangentsAreBelowTheLosses(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 3))
	for k := range loss.Names() {
		for range 4 {
			p, result := problem(t, r, loss.Loss(k), 2)
			l := New(p, result)
			sum := 0.0
			output := r.IntN(p.Outputs)
			tangents := l.TangentsTo(nil, output)
			for i, tangent := range tangents {
				sum += tangent.Height
				values := []float64{tangent.Fit}
				for range 60 {
					values = append(values, 4*r.NormFloat64())
				}
				losses := make([]float64, len(values))
				l.LossTo(losses, values, i, output)
				for j, f := range values {
					if line := tangent.Height - tangent.V*f; losses[j] < line-1e-9*(1+math.Abs(line)) {
						t.Fatalf("%v, point %d: at %g it loses %g, the line is at %g", p.Loss, i, f, losses[j], line)
					}
				}
				if line := tangent.Height - tangent.V*tangent.Fit; losses[0] != tangent.Loss || tangent.Loss-line > 1e-6*(1+result.Objective) {
					t.Errorf("%v, point %d: it loses %g, the line is at %g there", p.Loss, i, tangent.Loss, line)
				}
			}
			if math.Abs(sum-result.Lower) > 1e-9*(1+math.Abs(result.Lower)) {
				t.Errorf("%v: the heights add up to %g, the bound is %g", p.Loss, sum, result.Lower)
			}
		}
	}
}

// TestNeuronsThatExistAreChangedNotAdded: weight added in the direction of an existing neuron changes that neuron's weight, so the cost is that of
// the network with the changed weight.
func TestNeuronsThatExistAreChangedNotAdded(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 4))
	for range 8 {
		p, result := problem(t, r, loss.Squared, 2)
		l := New(p, result)
		for i, n := range result.Neurons {
			weights := []float64{-2 * n.Alpha, -n.Alpha, -0.3 * n.Alpha, 0, 0.5 * n.Alpha}
			costs := make([]float64, len(weights))
			l.AddedTo(costs, weights, n.U, n.Output)
			for k, w := range weights {
				network := append(result.Neurons[:0:0], result.Neurons...)
				network[i].Alpha += w
				if want := l.Judge(network, 1).Cost; math.Abs(costs[k]-want) > 1e-9*(1+want) {
					t.Errorf("neuron %d of weight %g with %g more costs %g, drawn is %g", i, n.Alpha, w, want, costs[k])
				}
			}
		}
	}
}
