package relu

import (
	"math"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/exact"
	"conelab/core/numeric/loss"
)

// outputLoss is the loss of one output as a function of the network's values f at the distinct points.
//
// A loss with a kink has no second derivative there. It is minimised by the proximal point method on the dual: with a the dual vector of
// the phase before, -mu/2 (v - a)^2 is added to the dual of a sample, which makes the loss smooth (see loss.Smoothed), and at the fixed
// point a is the dual vector of the loss itself. For other losses mu is zero.
type outputLoss struct {
	lossFn loss.Loss
	y      []float64
	at     []int // the point of each sample
	mu     float64
	a      []float64 // for each sample
	v      []float64 // minus the slope at each point
	curve  []float64 // the second derivative
	dual   []float64 // minus the slope of each sample's loss, perhaps by the model of the last step: see predict
	ahead  []float64 // its sums at the points
	sums   []exact.Double
}

func (l *outputLoss) reset(lossFn loss.Loss, y []float64, at []int, points int) {
	l.lossFn, l.y, l.at = lossFn, y, at
	l.v, l.curve, l.ahead = dense.Resize(l.v, points), dense.Resize(l.curve, points), dense.Resize(l.ahead, points)
	l.dual = dense.Resize(l.dual, len(y))
	if len(l.sums) != points {
		l.sums = make([]exact.Double, points)
	}
	if len(l.a) != len(y) {
		l.a = dense.Resize(l.a, len(y))
		l.restart()
	}
}

// maxMu and minMu bound the proximal parameter, muRatio is its ratio from one phase to the next, and warmMu its value at the start of a
// problem that follows another.
const maxMu, minMu, muRatio, warmMu = 2, 1e-5, 0.3, 0.1

// restart begins with the first phase.
func (l *outputLoss) restart() {
	for i, y := range l.y {
		l.a[i] = l.lossFn.Middle(y, 1)
	}
	l.mu = 0
	if l.lossFn.Nonsmooth() {
		l.mu = maxMu
	}
}

// advance begins the next phase. With a smaller mu it moves the dual vector farther, but more of that is lost in the rounding of the cost.
func (l *outputLoss) advance() {
	copy(l.a, l.dual)
	l.mu = math.Max(minMu, muRatio*l.mu)
}

// value returns the sum of the losses, smoothed with mu.
func (l *outputLoss) value(f []float64, mu float64) (sum float64) {
	for i, k := range l.at {
		value, _, _ := l.lossFn.Smoothed(f[k], l.y[i], l.a[i], mu)
		sum += value
	}
	return sum
}

// linearize computes v, the curvatures and the dual vector of the samples at f. The sums of the dual vector over the samples at each point
// are in twice the working precision: at equal points it may cancel, and the rounding bound of the oracle is one for the sums.
func (l *outputLoss) linearize(f []float64) {
	clear(l.curve)
	for i, k := range l.at {
		_, v, curvature := l.lossFn.Smoothed(f[k], l.y[i], l.a[i], l.mu)
		l.dual[i] = v
		l.curve[k] += curvature
	}
	sumAt(l.v, l.sums, l.dual, l.at)
	copy(l.ahead, l.v)
}

// predict makes the dual vector that of the linear model at f, for the given change of f. Where beta is small, so is the dual vector, and
// most of its digits are lost in the rounding of the outputs: the model has them.
func (l *outputLoss) predict(f, change []float64) {
	for i, k := range l.at {
		_, v, curvature := l.lossFn.Smoothed(f[k], l.y[i], l.a[i], l.mu)
		l.dual[i] = v - curvature*change[k]
	}
	neural.ProjectOntoDomain(l.dual, l.y, len(l.y), l.lossFn)
	sumAt(l.ahead, l.sums, l.dual, l.at)
}

// sumAt writes into dst the sums of the values at each point, in twice the working precision. It overwrites sums.
func sumAt(dst []float64, sums []exact.Double, values []float64, at []int) {
	clear(sums)
	for i, k := range at {
		sums[k].Add(values[i])
	}
	for k, sum := range sums {
		dst[k] = sum.Value()
	}
}

// bound returns the lower bound of the cost that the dual vector proves once it is scaled by c <= 1, given a bound peak of |g|.
func (l *outputLoss) bound(peak, beta float64) (lower, c float64) {
	c = math.Min(1, beta/peak)
	for i, v := range l.dual {
		lower += l.lossFn.Dual(c*v, l.y[i])
	}
	return lower, c
}

// maxCurvature bounds the second derivative of the loss of a sample. That of a smooth loss is largest at zero.
func (l *outputLoss) maxCurvature() float64 {
	if l.mu > 0 {
		return 1 / l.mu
	}
	return l.lossFn.Curvature(0, l.y[0])
}
