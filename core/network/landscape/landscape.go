// Package landscape measures the training cost around a certified optimum: the first-order gain of an additional neuron, the cost
// along the line between two networks, and the lower bound that a network's own dual vector proves even where the network is not
// optimal.
//
// A network is described by a weight alpha(u) for each direction u on the sphere. Networks then form a vector space in which
//
//	J = loss(sum_u alpha(u) sigma(x'u)) + beta sum_u |alpha(u)|
//
// is convex, because the loss is convex in the outputs and these are linear in alpha. Where the loss is smooth, a small weight
// alpha on a new direction u changes J by (beta - |g(u)|) |alpha| to first order, with g(u) = sum_i v_i sigma(x_i'u), v = -loss',
// and alpha of the sign of g(u). So J is minimal exactly where |g| <= beta everywhere, with equality at the neurons.
package landscape

import (
	"math"
	"slices"

	"conelab/core/network/certify"
	"conelab/core/network/kind"
	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/loss"
)

// Landscape is the training cost of a problem around its certified optimum. It is not safe for concurrent use.
type Landscape struct {
	Problem certify.Problem // must not be changed
	best    *certify.Result
	n       int // of samples
	points  kind.PointEvaluator
	own     []float64 // minus the slope of the loss at the optimum's outputs
	fit     []float64 // workspace
	dual    []float64 // of the network of Evaluate
}

// New returns the landscape of p around its result r; neither must change afterwards. A problem with a piecewise-linear activation has one
// output and dense neurons, whose directions have one more number than there are features.
func New(p certify.Problem, r *certify.Result) *Landscape {
	p.Outputs = max(1, p.Outputs)
	l := &Landscape{Problem: p, best: r, n: p.Samples(), fit: make([]float64, len(p.Y))}
	l.points = kind.Of(&p).Evaluator(&p)
	l.own = make([]float64, len(p.Y))
	neural.DualTo(l.own, r.Fit, p.Y, l.n, p.Loss)
	return l
}

// Gain returns g(u) = sum_i v_i sigma(x_i'u) of the certified dual vector of an output, for any u. At most beta for |u| = 1.
func (l *Landscape) Gain(u []float64, output int) float64 {
	n := l.n
	return dense.Dot(l.best.Certificate.Dual[output*n:(output+1)*n], l.outputsOf(u))
}

// outputsOf returns sigma(x_i'u) for all samples.
func (l *Landscape) outputsOf(u []float64) []float64 {
	out := make([]float64, len(l.fit))
	l.points.PredictTo(out, []neural.Neuron{{U: u, Alpha: 1}})
	return out[:l.n]
}

// AddedTo writes into costs the cost of the optimal network with one more neuron of direction u, |u| = 1, on an output, for each
// of the weights. Where the network already has a neuron of this direction, the weight is added to that neuron's weight.
func (l *Landscape) AddedTo(costs, weights, u []float64, output int) {
	n, ridge := l.n, l.outputsOf(u)
	own := l.weightAt(u, output)
	base := l.weight(l.best.Neurons) - math.Abs(own)
	for k, w := range weights {
		copy(l.fit, l.best.Fit)
		for i, s := range ridge {
			l.fit[output*n+i] += w * s
		}
		costs[k] = l.cost(base + math.Abs(own+w))
	}
}

// weightAt returns the weight of the optimum's neuron of direction u, or 0 if there is none.
func (l *Landscape) weightAt(u []float64, output int) (alpha float64) {
	const parallel = 1e-14 // up to rounding
	for i := range l.best.Neurons {
		if n := &l.best.Neurons[i]; n.Output == output && n.Block == 0 && len(n.U) == len(u) && 1-dense.Dot(n.U, u) < parallel {
			alpha += n.Alpha
		}
	}
	return alpha
}

// cost returns the cost of the outputs in fit and of a given sum of |alpha|.
func (l *Landscape) cost(weight float64) float64 {
	return neural.Loss(l.fit, l.Problem.Y, l.n, l.Problem.Loss) + l.Problem.Beta*weight
}

func (l *Landscape) weight(neurons []neural.Neuron) (sum float64) {
	for i := range neurons {
		sum += math.Abs(neurons[i].Alpha)
	}
	return sum
}

// Reach returns a positive weight up to which it is worth plotting the cost against the weight of a neuron of direction u: the cost then
// rises by about three times the penalty of that weight, on the side on which it rises less. If the loss is linear there, this side may
// rise by less however far one goes, or by more from the start. It evaluates some costs.
func (l *Landscape) Reach(u []float64, output int) float64 {
	const low, high, straight = 2, 4, 1.1
	size := 0.0
	for _, s := range l.outputsOf(u) {
		size += math.Abs(s)
	}
	if size == 0 {
		return 1
	}
	// rise returns by how much the cost rises at a weight and at its negative, the lower one first, relative to the weight's penalty.
	costs := [3]float64{}
	rise := func(weight float64) (lower, higher float64) {
		l.AddedTo(costs[:], []float64{-weight, 0, weight}, u, output)
		penalty := l.Problem.Beta * weight
		return (min(costs[0], costs[2]) - costs[1]) / penalty, (max(costs[0], costs[2]) - costs[1]) / penalty
	}
	reach := float64(l.n) / size // by it outputs change by one on average
	now, higher := rise(reach)
	for higher < low {
		lower, farther := rise(2 * reach)
		if farther < straight*higher || lower > high {
			break
		}
		reach, now, higher = 2*reach, lower, farther
	}
	for now > high {
		closer, _ := rise(reach / 2)
		if now < straight*closer {
			break
		}
		reach, now = reach/2, closer
	}
	return reach
}

// Section is the cost along the line through the optimum, at t = 0, and another network, at t = 1. It is convex in t.
type Section struct {
	land        *Landscape
	from, to    []float64 // the outputs of the two networks
	neurons     []neural.Neuron
	start, stop []float64 // the neurons' weights in the two networks
}

// Section returns the section through the optimum and another network for the same problem, whose directions have unit length.
func (l *Landscape) Section(other []neural.Neuron) *Section {
	s := &Section{land: l, from: l.best.Fit, to: make([]float64, len(l.best.Fit))}
	l.points.PredictTo(s.to, other)
	for _, n := range l.best.Neurons {
		s.neurons, s.start, s.stop = append(s.neurons, n), append(s.start, n.Alpha), append(s.stop, 0)
	}
	for _, n := range other {
		k := slices.IndexFunc(s.neurons, func(m neural.Neuron) bool { return same(&m, &n) })
		if k < 0 {
			k = len(s.neurons)
			s.neurons, s.start, s.stop = append(s.neurons, n), append(s.start, 0), append(s.stop, 0)
		}
		s.stop[k] += n.Alpha
	}
	return s
}

// same reports whether two neurons differ at most in their weights.
func same(a, b *neural.Neuron) bool {
	return a.Block == b.Block && a.Output == b.Output && slices.Equal(a.U, b.U)
}

// At returns the cost of the network at t, for any real t.
func (s *Section) At(t float64) float64 {
	l := s.land
	for i := range l.fit {
		l.fit[i] = s.from[i] + t*(s.to[i]-s.from[i])
	}
	weight := 0.0
	for k := range s.neurons {
		weight += math.Abs(s.start[k] + t*(s.stop[k]-s.start[k]))
	}
	return l.cost(weight)
}

// Network returns the network at t: the optimum's neurons in their order, then those only the other network has. Some weights may be zero.
func (s *Section) Network(t float64) []neural.Neuron {
	network := slices.Clone(s.neurons)
	for k := range network {
		network[k].Alpha = s.start[k] + t*(s.stop[k]-s.start[k])
	}
	return network
}

// Evaluation is the cost of a network and what the network's own dual vector proves.
type Evaluation struct {
	// Cost is the cost of the network. Lower is the bound that its own dual vector proves after it is scaled to be feasible.
	Cost, Lower float64
	// Peak is the largest |g| of that vector before scaling.
	Peak float64
	// Dual is that vector. Quadratics describes its g as neural.Certificate does, with a polynomial. They are valid until the next call.
	Dual       []float64
	Quadratics [][]float64
}

// Cost returns the cost of a network for the same problem, whose directions have unit length.
func (l *Landscape) Cost(network []neural.Neuron) float64 {
	return l.points.Cost(l.fit, network)
}

// Evaluate measures a network for the same problem, whose directions have unit length, with its own dual vector: minus the slope of
// the loss at its outputs. share, in [0, 1], is the position of the network on the way from the optimum. At share 0 the vector is
// exactly the certified one, which differs from the slope at the optimum's outputs within the tolerance; the difference is faded
// out as share grows. A loss with kinks has many slopes there, so the vector is interpolated from the certified one to the middle
// slope of each kink.
func (l *Landscape) Evaluate(network []neural.Neuron, share float64) (e Evaluation) {
	e.Cost = l.Cost(network)
	e.Dual = append(l.dual[:0], l.Problem.Y...)
	neural.DualTo(e.Dual, l.fit, l.Problem.Y, l.n, l.Problem.Loss)
	for i, v := range l.best.Certificate.Dual {
		from := l.own[i]
		if l.Problem.Loss.Nonsmooth() {
			from = e.Dual[i]
		}
		e.Dual[i] += (1 - share) * (v - from)
	}
	l.dual = e.Dual
	e.Peak, e.Lower, e.Quadratics = l.points.Bound(e.Dual)
	return e
}

// Tangent is a line of slope -V below the loss of a sample, as a function of one of its outputs f: Height - V f <= loss(f) for
// every f, with equality at Fit up to the gap. No network can raise the sum of V f over the samples above the penalty of its
// neurons, so the sum of the heights is a lower bound of the training cost.
//
// For a loss that couples the outputs, the other outputs are held at their values, and their own V f are added to the loss.
type Tangent struct {
	Row                  int
	Fit, Loss, V, Height float64
}

// TangentsTo appends to dst the tangents to the losses of all samples in an output, in the order of the samples, for the
// certified dual vector. Their heights add up to that output's share of the certified bound, or to the whole bound if there is
// one output or the loss couples them.
func (l *Landscape) TangentsTo(dst []Tangent, output int) []Tangent {
	n, at := l.n, [1]float64{}
	for i := range n {
		k := output*n + i
		t := Tangent{Row: i, Fit: l.best.Fit[k], V: l.best.Certificate.Dual[k]}
		at[0] = t.Fit
		l.LossTo(at[:], at[:], i, output)
		t.Loss = at[0]
		if l.Problem.Loss.Separable() {
			t.Height = l.Problem.Loss.Dual(t.V, l.Problem.Y[k])
		} else {
			v, y := l.rowOf(l.best.Certificate.Dual, i), l.rowOf(l.Problem.Y, i)
			t.Height = loss.SoftmaxDual(v, y)
		}
		dst = append(dst, t)
	}
	return dst
}

// LossTo writes into losses the loss of a sample for each of the values of one of its outputs. The slices may be the same.
func (l *Landscape) LossTo(losses, values []float64, row, output int) {
	n := l.n
	if l.Problem.Loss.Separable() {
		for k, f := range values {
			losses[k] = l.Problem.Loss.Value(f, l.Problem.Y[output*n+row])
		}
		return
	}
	f, y, v, rest := l.rowOf(l.best.Fit, row), l.rowOf(l.Problem.Y, row), l.rowOf(l.best.Certificate.Dual, row), 0.0
	for o := range f {
		if o != output {
			rest += v[o] * f[o]
		}
	}
	for k, value := range values {
		f[output] = value
		losses[k] = loss.SoftmaxValue(f, y) + rest
	}
}

// rowOf returns a sample's values for all outputs.
func (l *Landscape) rowOf(values []float64, row int) []float64 {
	of := make([]float64, l.Problem.Outputs)
	loss.RowTo(of, values, row, l.n)
	return of
}
