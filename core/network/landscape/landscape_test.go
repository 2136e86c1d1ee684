package landscape

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"conelab/core/network/certify"
	"conelab/core/network/kind"
	"conelab/core/network/neural"
	"conelab/core/network/relu"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// problem returns a random problem with its solution, for some losses of few features also one with a piecewise-linear activation. The
// labels are classes for losses that need classes, and numbers otherwise.
func problem(t *testing.T, r *rand.Rand, lossFn loss.Loss, d int) (certify.Problem, *certify.Result) {
	t.Helper()
	n := 12 + r.IntN(20)
	p := certify.Problem{D: d, Outputs: 1, Sigma: lift.Polynomial{A: 0.09, B: 0.5, C: 0.47}, Loss: lossFn, Beta: 0.02 + 0.3*r.Float64()}
	if slices.Contains(relu.Losses, lossFn) && d < 3 && r.IntN(2) == 0 {
		p.Sigma = lift.Piecewise{Slope: []float64{0, 0.2, -1}[r.IntN(3)]}
	}
	if lossFn == loss.Softmax {
		p.Outputs = 3
	}
	p.X, p.Y = make([]float64, n*d), make([]float64, n*p.Outputs)
	for i := range p.X {
		p.X[i] = r.NormFloat64()
	}
	for i := range n {
		switch lossFn {
		case loss.Softmax:
			p.Y[r.IntN(3)*n+i] = 1
		case loss.Hinge, loss.Logistic:
			p.Y[i] = math.Copysign(1, r.NormFloat64())
		default:
			p.Y[i] = r.NormFloat64()
		}
	}
	result := new(certify.Job).Run(p)
	if isReLU(&p) {
		result = new(relu.Job).Run(p)
	}
	if result.Status != certify.Optimal {
		t.Fatalf("%v: %s", lossFn, result.Message)
	}
	return p, result
}

// isReLU reports whether the activation is piecewise linear.
func isReLU(p *certify.Problem) bool { return !p.HasMatrices() }

// direction returns a random direction, and randomNetwork a random network.
func direction(r *rand.Rand, p *certify.Problem) []float64 {
	u, length := make([]float64, p.D), 0.0
	if isReLU(p) {
		u = append(u, 0)
	}
	for k := range u {
		u[k] = r.NormFloat64()
		length = math.Hypot(length, u[k])
	}
	for k := range u {
		u[k] /= length
	}
	return u
}

func randomNetwork(r *rand.Rand, p *certify.Problem) (network []neural.Neuron) {
	for range 1 + r.IntN(4) {
		network = append(network, neural.Neuron{U: direction(r, p), Alpha: r.NormFloat64(), Output: r.IntN(p.Outputs)})
	}
	return network
}

var losses = []loss.Loss{loss.Squared, loss.Huber, loss.L1, loss.Hinge, loss.Logistic, loss.Softmax}

// each runs a test for every loss on a few problems.
func each(t *testing.T, test func(t *testing.T, r *rand.Rand, l *Landscape, p certify.Problem, best *certify.Result)) {
	for _, lossFn := range losses {
		t.Run(fmt.Sprint(lossFn), func(t *testing.T) {
			r := rand.New(rand.NewPCG(3, uint64(lossFn)))
			for range 10 {
				p, best := problem(t, r, lossFn, 1+r.IntN(4))
				test(t, r, New(p, best), p, best)
			}
		})
	}
}

// sigmaOf returns sigma(x'u) of a sample, or with a piecewise-linear activation sigma([x;1]'u), by its definition; costOf the cost of a
// network, and gainOf g(u) = sum_i v_i sigma(x_i'u) of an output.
func sigmaOf(p *certify.Problem, u []float64, sample int) float64 {
	t := dense.Dot(u[:p.D], p.X[sample*p.D:(sample+1)*p.D])
	if len(u) > p.D {
		t += u[p.D]
	}
	return p.Sigma.At(t)
}

func costOf(p *certify.Problem, network []neural.Neuron) (cost float64) {
	n := p.Samples()
	f, y := make([]float64, p.Outputs), make([]float64, p.Outputs)
	for i := range n {
		clear(f)
		for _, neuron := range network {
			f[neuron.Output] += neuron.Alpha * sigmaOf(p, neuron.U, i)
		}
		loss.RowTo(y, p.Y, i, n)
		if p.Loss == loss.Softmax {
			cost += loss.SoftmaxValue(f, y)
		} else {
			cost += p.Loss.Value(f[0], y[0])
		}
	}
	for _, neuron := range network {
		cost += p.Beta * math.Abs(neuron.Alpha)
	}
	return cost
}

func gainOf(p *certify.Problem, dual, u []float64, output int) (g float64) {
	for i := range p.Samples() {
		g += dual[output*p.Samples()+i] * sigmaOf(p, u, i)
	}
	return g
}

// TestGainIsTheSlope compares the gain of a new neuron with the change of the cost for a small weight: beta - |g| per unit of
// weight to first order, and at least that where the loss has kinks.
func TestGainIsTheSlope(t *testing.T) {
	each(t, func(t *testing.T, r *rand.Rand, l *Landscape, p certify.Problem, best *certify.Result) {
		u, output := direction(r, &p), r.IntN(p.Outputs)
		g := gainOf(&p, best.Certificate.Dual, u, output)
		if math.Abs(g) > p.Beta*(1+1e-9) || math.Abs(l.Gain(u, output)-g) > 1e-9*(1+math.Abs(g)) {
			t.Fatalf("|g| = %g at a direction, said to be %g, beta is %g", g, l.Gain(u, output), p.Beta)
		}
		const w = 1e-5
		weights, costs := []float64{-w, 0, w}, make([]float64, 3)
		l.AddedTo(costs, weights, u, output)
		for k, side := range []float64{-1, 1} {
			if l.weightAt(u, output) != 0 { // covered by TestNeuronsThatExistAreChangedNotAdded
				break
			}
			slope, promised := (costs[2*k]-costs[1])/w, p.Beta-side*g
			if slope < promised-1e-4*(1+math.Abs(g)) || !l.Problem.Loss.Nonsmooth() && slope > promised+1e-3*(1+math.Abs(g)) {
				t.Errorf("slope %g towards %g, where beta - g is %g", slope, side, promised)
			}
			grown := append([]neural.Neuron{{U: u, Alpha: side * w, Output: output}}, best.Neurons...)
			if own := costOf(&p, grown); math.Abs(own-costs[2*k]) > 1e-12*(1+own) {
				t.Errorf("cost %g, recomputed %g", costs[2*k], own)
			}
		}
	})
}

// TestReachShowsTheRise: at the weight up to which it is worth plotting, the cost of the network with the neuron has risen, on the
// side on which it rises less, by at most four times the penalty, unless it rises in a straight line.
func TestReachShowsTheRise(t *testing.T) {
	each(t, func(t *testing.T, r *rand.Rand, l *Landscape, p certify.Problem, best *certify.Result) {
		u, output := direction(r, &p), r.IntN(p.Outputs)
		reach := l.Reach(u, output)
		if !(reach > 0) || math.IsInf(reach, 0) {
			t.Fatalf("reach %g", reach)
		}
		if l.weightAt(u, output) != 0 { // covered by TestNeuronsThatExistAreChangedNotAdded
			return
		}
		at := func(weight float64) float64 {
			return costOf(&p, append([]neural.Neuron{{U: u, Alpha: weight, Output: output}}, best.Neurons...))
		}
		lower := func(weight float64) float64 {
			return (min(at(weight), at(-weight)) - at(0)) / (p.Beta * weight)
		}
		if rise := lower(reach); rise > 4*(1+1e-6) && rise > 1.1*lower(reach/2)+1e-6 {
			t.Errorf("at %g the cost rises by %g times the penalty, at half of it by %g", reach, rise, lower(reach/2))
		}
	})
}

// TestSectionIsConvexAboveTheBound draws random sections. Their ends are the two networks. Each value is the cost of its network,
// is not below the certified bound, and is not above the chord.
func TestSectionIsConvexAboveTheBound(t *testing.T) {
	each(t, func(t *testing.T, r *rand.Rand, l *Landscape, p certify.Problem, best *certify.Result) {
		other := randomNetwork(r, &p)
		if r.IntN(2) == 0 && len(best.Neurons) > 0 { // one that shares a direction
			n := best.Neurons[0]
			n.Alpha *= -0.5
			other = append(other, n)
		}
		s := l.Section(other)
		if c := s.At(0); math.Abs(c-best.Objective) > 1e-9*(1+c) {
			t.Errorf("%g at the optimum, %g", c, best.Objective)
		}
		// With one feature, two neurons may have the same direction; the section merges them.
		if c, own := s.At(1), costOf(&p, other); c > own*(1+1e-9) || p.D > 1 && c < own*(1-1e-9) {
			t.Errorf("%g at the other network, %g", c, own)
		}
		for range 20 {
			a, b := 6*r.Float64()-3, 6*r.Float64()-3
			middle := s.At((a + b) / 2)
			if chord := (s.At(a) + s.At(b)) / 2; middle > chord*(1+1e-12)+1e-12 {
				t.Errorf("%g between %g and %g, the chord is at %g", middle, a, b, chord)
			}
			if c := s.At(a); c < best.Lower-1e-9*(1+math.Abs(c)) {
				t.Errorf("cost %g below the bound %g", c, best.Lower)
			}
			if c, own := s.At(b), costOf(&p, s.Network(b)); math.Abs(c-own) > 1e-9*(1+own) {
				t.Errorf("cost %g, that of the network there is %g", c, own)
			}
		}
	})
}

// TestJudgement: the bound of any network is at most the optimum, and its cost at least the optimum; for the optimum itself the
// two meet. Where the peak of a smooth loss exceeds beta, a neuron there lowers the cost.
func TestJudgement(t *testing.T) {
	each(t, func(t *testing.T, r *rand.Rand, l *Landscape, p certify.Problem, best *certify.Result) {
		for range 10 {
			network := randomNetwork(r, &p)
			j := l.Evaluate(network, r.Float64())
			own := costOf(&p, network)
			if math.Abs(j.Cost-own) > 1e-12*(1+own) || j.Lower > best.Objective*(1+1e-12) || j.Cost < best.Lower*(1-1e-12) {
				t.Errorf("cost %g (recomputed %g), bound %g, the optimum is between %g and %g", j.Cost, own, j.Lower, best.Lower, best.Objective)
			}
			if isReLU(&p) { // the largest |g| by brute force
				claim := &certify.Claim{Neurons: network}
				for _, v := range j.Dual {
					claim.Dual = append(claim.Dual, []float64{v})
				}
				if peak := kind.Piecewise.Check(p, claim).DualPeak * p.Beta; math.Abs(j.Peak-peak) > 1e-9*peak {
					t.Errorf("the largest |g| is %g, by brute force %g", j.Peak, peak)
				}
			}
			if j.Peak > p.Beta*(1+1e-3) && !l.Problem.Loss.Nonsmooth() { // last, since it evaluates again, which changes j.Dual
				gains(t, r, l, &p, network)
			}
		}
		if j := l.Evaluate(best.Neurons, 0); j.Cost-j.Lower > 2e-8*(1+j.Cost) {
			t.Errorf("the optimum costs %g and proves %g", j.Cost, j.Lower)
		}
	})
}

// gains checks at random directions that a small weight lowers the cost exactly where |g| exceeds beta.
func gains(t *testing.T, r *rand.Rand, l *Landscape, p *certify.Problem, network []neural.Neuron) {
	t.Helper()
	j := l.Evaluate(network, 1)
	for range 20 {
		u, o := direction(r, p), r.IntN(p.Outputs)
		g := gainOf(p, j.Dual, u, o)
		if !isReLU(p) {
			form, y := 0.0, append(slices.Clone(u), 1)
			for a, ua := range y {
				form += ua * dense.Dot(j.Quadratics[o][a*len(y):(a+1)*len(y)], y)
			}
			if math.Abs(form-g) > 1e-9*(1+math.Abs(g)) {
				t.Errorf("g is %g, its form %g", g, form)
			}
		}
		if margin := math.Abs(g) - p.Beta; math.Abs(margin) > 0.02*p.Beta {
			const w = 1e-6
			grown := append([]neural.Neuron{{U: u, Alpha: math.Copysign(w, g), Output: o}}, network...)
			if change := costOf(p, grown) - costOf(p, network); (change < 0) != (margin > 0) {
				t.Errorf("|g| - beta is %g, but a small weight changes the cost by %g", margin, change)
			}
		}
	}
}

// TestTangentsAreBelowTheLosses: for every loss, each tangent is nowhere above the loss and touches it at the network's output,
// and the heights add up to the certified bound.
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

// TestNeuronsThatExistAreChangedNotAdded: weight added in the direction of an existing neuron changes that neuron's weight, so
// the cost is that of the network with the changed weight.
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
				if want := l.Evaluate(network, 1).Cost; math.Abs(costs[k]-want) > 1e-9*(1+want) {
					t.Errorf("neuron %d of weight %g with %g more costs %g, drawn is %g", i, n.Alpha, w, want, costs[k])
				}
			}
		}
	}
}
