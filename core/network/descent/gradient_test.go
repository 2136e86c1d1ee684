package descent

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// shapes are the architectures of the core, for 12 features (an image of 4 by 3, or a signal).
var shapes = map[string]lift.Architecture{
	"dense":     {},
	"quadratic": {Kind: lift.Quadratic},
	"signal":    {Kind: lift.Convolutional, Signal: true, Input: [3]int{1, 12, 1}, Filter: 3, Stride: 1, Pool: 1},
	"padded":    {Kind: lift.Convolutional, Input: [3]int{4, 3, 1}, Filter: 2, Stride: 1, Padding: 1, Pool: 1},
	"pooled":    {Kind: lift.Convolutional, Signal: true, Input: [3]int{1, 12, 1}, Filter: 3, Stride: 1, Pool: 2},
	"global":    {Kind: lift.Convolutional, Signal: true, Input: [3]int{1, 12, 1}, Filter: 2, Stride: 1, Pool: lift.GlobalPool},
}

// random returns a random problem with labels that suit the loss.
func random(rng *rand.Rand, shape lift.Architecture, lossFn loss.Loss, n, d, outputs int) *certify.Problem {
	p := &certify.Problem{D: d, Outputs: outputs, Architecture: shape, Sigma: lift.ReLU, Loss: lossFn, Beta: 0.3}
	for range n * d {
		p.X = append(p.X, rng.NormFloat64())
	}
	p.Y = make([]float64, n*outputs)
	for i := range n {
		class := rng.IntN(outputs)
		for o := range outputs {
			y := &p.Y[o*n+i]
			switch lossFn {
			case loss.Softmax:
				if o == class {
					*y = 1
				}
			case loss.Hinge, loss.Logistic:
				*y = float64(2*rng.IntN(2) - 1)
			default:
				*y = 3 * rng.NormFloat64()
			}
		}
	}
	return p
}

// TestGradients compares gradients with finite differences of the cost for every architecture, loss, form and activation. The
// cost returns the cost by package neural, or by definition for networks that it does not cover.
func TestGradients(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	kinks := 0
	for _, name := range slices.Sorted(maps.Keys(shapes)) {
		shape := shapes[name]
		for _, lossName := range loss.Names() {
			lossFn, _ := loss.Parse(lossName)
			for _, activation := range []*Activation{nil, &ReLU, &Swish} {
				for _, form := range []Form{Tractable, Decay} {
					for _, outputs := range []int{1, 3} {
						if lossFn == loss.Softmax && outputs == 1 {
							continue
						}
						p := random(rng, shape, lossFn, 7, 12, outputs)
						run := NewRun(NewData(p, activation), Options{Form: form, Width: 4, Seed: rng.Uint64()})
						label := name + " " + lossName
						if activation != nil {
							label += " " + activation.Name
						}
						kinks += checkGradient(t, label, p, run)
					}
				}
			}
		}
	}
	if kinks > 20 { // of about 12,000 weights
		t.Errorf("%d differences are across a kink", kinks)
	}
}

// checkGradient compares the gradient of one run, and returns the number of weights left out because the cost has a kink within
// the difference.
func checkGradient(t *testing.T, label string, p *certify.Problem, run *Run) (kinks int) {
	t.Helper()
	operator := p.Operator()
	if cost, plain := run.Cost(), costOn(operator, p, run); math.Abs(cost-plain) > 1e-11*(1+math.Abs(plain)) {
		t.Errorf("%s: cost %v, by definition %v", label, cost, plain)
	}
	run.slope(nil)
	const h = 1e-6
	// slope projects onto the tangent space of the sphere, so the differences do too: the radial part of a move of u is removed.
	along := func(w, g []float64, u bool) {
		move := make([]float64, len(w))
		for at := range w {
			clear(move)
			move[at] = 1
			dim := run.data.dim
			if u && run.options.Form == Tractable {
				j := at / dim
				for i := range dim {
					move[j*dim+i] -= w[at] * w[j*dim+i]
				}
			}
			base := append([]float64(nil), w...)
			value := func(step float64) float64 {
				for i := range w {
					w[i] = base[i] + step*move[i]
				}
				defer copy(w, base)
				return costOn(operator, p, run)
			}
			before, here, after := value(-h), value(0), value(h)
			slope, want := 0.0, (after-before)/(2*h)
			if left, right := (here-before)/h, (after-here)/h; math.Abs(left-right) > 1e-3*(1+math.Abs(want)) {
				kinks++ // a kink of ReLU, hinge or l1
				continue
			}
			for i := range w {
				slope += g[i] * move[i]
			}
			if math.Abs(slope-want) > 1e-5*(1+math.Abs(want)) {
				t.Errorf("%s, form %d, weight %d: gradient %v, differences %v", label, run.options.Form, at, slope, want)
				return
			}
		}
	}
	along(run.weights.Alpha, run.gradient.Alpha, false)
	along(run.weights.U, run.gradient.U, true)
	return kinks
}

// costOn is the cost from its definition, patch by patch.
func costOn(s *lift.Operator, p *certify.Problem, run *Run) float64 {
	n, w := p.Samples(), &run.weights
	at := s.Activation().At
	if other := run.data.curve.other; other != nil {
		at = other.At
	}
	fit := make([]float64, len(p.Y))
	for i := range n {
		for j := range w.Width {
			for k := range s.Blocks() {
				value := 0.0
				for l := range s.Patches() {
					dot := 0.0
					for c, v := range s.Patch(i, k, l) {
						dot += v * w.U[j*s.Dimension()+c]
					}
					value += at(dot) / float64(s.Patches())
				}
				for o := range run.data.outputs {
					fit[o*n+i] += value * w.Alpha[(j*s.Blocks()+k)*run.data.outputs+o]
				}
			}
		}
	}
	cost := neural.Loss(fit, p.Y, n, p.Loss)
	for _, alpha := range w.Alpha {
		if run.options.Form == Decay {
			cost += p.Beta / 2 * alpha * alpha
		} else {
			cost += p.Beta * math.Abs(alpha)
		}
	}
	if run.options.Form == Decay {
		for _, u := range w.U {
			cost += p.Beta / 2 * u * u
		}
	}
	return cost
}

// TestBatchesAddUp: the gradients of the batches of an epoch, weighted by the sizes of the batches, add up to the full gradient.
func TestBatchesAddUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, name := range slices.Sorted(maps.Keys(shapes)) {
		p := random(rng, shapes[name], loss.Squared, 11, 12, 2)
		d := NewData(p, nil)
		run := NewRun(d, Options{Width: 3, Seed: 5, Batch: 4})
		whole, part, sum := newWeights(d, 3), newWeights(d, 3), newWeights(d, 3)
		newPass(d, 3, d.n).gradient(whole, &run.weights, nil, 1)
		seen := make([]bool, d.n)
		for {
			batch := run.batch()
			run.updates++
			for _, i := range batch {
				if seen[i] {
					t.Errorf("%s: sample %d twice in an epoch", name, i)
				}
				seen[i] = true
			}
			run.pass.gradient(part, &run.weights, batch, 1)
			for i := range sum.U {
				sum.U[i] += part.U[i]
			}
			for i := range sum.Alpha {
				sum.Alpha[i] += part.Alpha[i]
			}
			if run.at == 0 {
				break
			}
		}
		for i := range sum.U {
			if math.Abs(sum.U[i]-whole.U[i]) > 1e-9*(1+math.Abs(whole.U[i])) {
				t.Errorf("%s: %v and %v", name, sum.U[i], whole.U[i])
			}
		}
		for i := range sum.Alpha {
			if math.Abs(sum.Alpha[i]-whole.Alpha[i]) > 1e-9*(1+math.Abs(whole.Alpha[i])) {
				t.Errorf("%s: %v and %v", name, sum.Alpha[i], whole.Alpha[i])
			}
		}
	}
}
