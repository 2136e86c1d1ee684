package landscape

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/network/relu"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// piecewise returns a random problem with a piecewise-linear activation and its solution.
func piecewise(t *testing.T, r *rand.Rand, kind loss.Loss) (certify.Problem, *certify.Result) {
	t.Helper()
	n, d := 6+r.IntN(12), 1+r.IntN(2)
	sigma := &lift.Piecewise{Slope: []float64{0, 0.2, -1}[r.IntN(3)]}
	p := certify.Problem{D: d, Outputs: 1, Piecewise: sigma, Loss: kind, Beta: 0.02 + 0.3*r.Float64()}
	for range n {
		for range d {
			p.X = append(p.X, r.NormFloat64())
		}
		p.Y = append(p.Y, math.Copysign(1, r.NormFloat64()))
	}
	var job relu.Job
	found := job.Run(p)
	if found.Status != certify.Optimal {
		t.Fatalf("%v: %s", kind, found.Message)
	}
	return p, found
}

// TestPiecewiseLandscape measures all that is told of a network with a piecewise-linear activation by the definitions alone: the cost on
// the way to another network and its convexity, the cost with a neuron more, the gains, the lines below the losses, and what other networks
// prove, whose largest |g| package relu finds by brute force for a check.
func TestPiecewiseLandscape(t *testing.T) {
	for _, kind := range []loss.Loss{loss.Squared, loss.Logistic, loss.Hinge} {
		t.Run(fmt.Sprint(kind), func(t *testing.T) {
			r := rand.New(rand.NewPCG(8, uint64(kind)))
			for range 12 {
				p, best := piecewise(t, r, kind)
				l, of := New(p, best), &p
				near := func(what string, got, want float64) {
					t.Helper()
					if math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
						t.Errorf("%s is %g, by definition %g", what, got, want)
					}
				}
				other := randomNetwork(r, p.D+1, 1)
				s := l.Section(other)
				near("the cost at the optimum", s.At(0), best.Objective)
				near("the cost at the other network", s.At(1), plainCost(of, other))
				for range 10 {
					a, b := 6*r.Float64()-3, 6*r.Float64()-3
					near("the cost of a mixture", s.At(a), plainCost(of, s.Network(a)))
					if middle, chord := s.At((a+b)/2), (s.At(a)+s.At(b))/2; middle > chord*(1+1e-12) || middle < best.Lower-1e-9 {
						t.Errorf("%g between %g and %g, the chord is at %g, the bound %g", middle, a, b, chord, best.Lower)
					}
				}
				u, costs, weights := direction(r, p.D+1), make([]float64, 2), []float64{-0.3, 0.7}
				l.AddedTo(costs, weights, u, 0)
				for k, w := range weights {
					near("the cost with one more", costs[k], plainCost(of, append([]neural.Neuron{{U: u, Alpha: w}}, best.Neurons...)))
				}
				if near("a gain", l.Gain(u, 0), plainGain(of, best.Certificate.Dual, u)); math.Abs(l.Gain(u, 0)) > p.Beta*(1+1e-9) {
					t.Errorf("|g| = %g, beta is %g", l.Gain(u, 0), p.Beta)
				}
				sum := 0.0
				for i, tangent := range l.TangentsTo(nil, 0) {
					for range 40 {
						f := 4 * r.NormFloat64()
						if line := tangent.Height - tangent.V*f; kind.Value(f, p.Y[i]) < line-1e-9 {
							t.Fatalf("point %d: at %g it loses %g, the line is at %g", i, f, kind.Value(f, p.Y[i]), line)
						}
					}
					sum += tangent.Height
				}
				near("the sum of the heights", sum, best.Lower)
				j := l.Evaluate(other, r.Float64())
				near("the cost of a network", j.Cost, plainCost(of, other))
				claim := &certify.Claim{Neurons: other}
				for _, v := range j.Dual {
					claim.Dual = append(claim.Dual, []float64{v})
				}
				if peak := relu.Check(p, claim).DualPeak * p.Beta; math.Abs(j.Peak-peak) > 1e-9*peak {
					t.Errorf("the largest |g| is %g, by brute force %g", j.Peak, peak)
				}
				if j.Lower > best.Objective*(1+1e-12) {
					t.Errorf("a network proves %g, the optimum costs %g", j.Lower, best.Objective)
				}
				if j := l.Evaluate(best.Neurons, 0); j.Cost-j.Lower > 2e-8*(1+j.Cost) {
					t.Errorf("the optimum costs %g and proves %g", j.Cost, j.Lower)
				}
			}
		})
	}
}

// plainOutput returns sigma([x;1]'u) of a sample by its definition, plainGain g(u), and plainCost the cost of a network.
func plainOutput(p *certify.Problem, u []float64, sample int) float64 {
	t := u[p.D]
	for k, x := range p.X[sample*p.D : (sample+1)*p.D] {
		t += x * u[k]
	}
	return p.Piecewise.Value(t)
}

func plainGain(p *certify.Problem, dual, u []float64) (g float64) {
	for i, v := range dual {
		g += v * plainOutput(p, u, i)
	}
	return g
}

func plainCost(p *certify.Problem, network []neural.Neuron) (cost float64) {
	for i, y := range p.Y {
		f := 0.0
		for _, n := range network {
			f += n.Alpha * plainOutput(p, n.U, i)
		}
		cost += p.Loss.Value(f, y)
	}
	for _, n := range network {
		cost += p.Beta * math.Abs(n.Alpha)
	}
	return cost
}
