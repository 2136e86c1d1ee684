package relu

import (
	"math"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/loss"
)

// outputLoss is the loss of one output as a function of the network's values f at the different points: samples at one place share one.
//
// A loss with a kink has no second derivatives there. It is taken to its optimum by the proximal point method on the dual: with the dual
// vector a of the phase before, -mu/2 (v - a)^2 is added to the dual of a sample, which makes the loss smooth (see loss.Smoothed), and at
// the fixed point a is the dual vector of the loss itself. For other losses mu is zero.
type outputLoss struct {
	kind  loss.Loss
	y     []float64
	at    []int // the point of each sample
	mu    float64
	a     []float64 // of each sample
	v     []float64 // minus the slope at each point
	curve []float64 // the second derivative
	dual  []float64 // minus the slope at each sample
}

func (l *outputLoss) reset(kind loss.Loss, y []float64, at []int, points int) {
	l.kind, l.y, l.at = kind, y, at
	l.v, l.curve, l.dual = dense.Resize(l.v, points), dense.Resize(l.curve, points), dense.Resize(l.dual, len(y))
	if len(l.a) != len(y) {
		l.a = dense.Resize(l.a, len(y))
		l.restart()
	}
}

// firstMu and lastMu are the largest and the least proximal parameter of the phases, muStep its factor from one to the next, followMu the
// parameter with which a problem begins that follows another.
const firstMu, lastMu, muStep, followMu = 2, 1e-5, 0.3, 0.1

// restart forgets the phases before.
func (l *outputLoss) restart() {
	for i, y := range l.y {
		l.a[i] = l.kind.Middle(y, 1)
	}
	l.mu = 0
	if l.kind.Nonsmooth() {
		l.mu = firstMu
	}
}

// advance begins the next phase. The smaller mu is the further the dual vector goes in a phase, and the more of it does rounding of the
// cost hide.
func (l *outputLoss) advance(factor float64) {
	copy(l.a, l.dual)
	l.mu = math.Max(lastMu, math.Min(firstMu, l.mu*factor))
}

// value returns the sum of the losses, smoothed with mu.
func (l *outputLoss) value(f []float64, mu float64) (sum float64) {
	for i, k := range l.at {
		value, _, _ := l.kind.Smoothed(f[k], l.y[i], l.a[i], mu)
		sum += value
	}
	return sum
}

// linearize finds v, the curvatures and the dual vector of the samples at f.
func (l *outputLoss) linearize(f []float64) {
	clear(l.v)
	clear(l.curve)
	for i, k := range l.at {
		_, v, curvature := l.kind.Smoothed(f[k], l.y[i], l.a[i], l.mu)
		l.dual[i] = v
		l.v[k] += v
		l.curve[k] += curvature
	}
}

// bound returns the lower bound that the multiple c v of the dual vector proves, where peak bounds |g|, and c <= 1.
func (l *outputLoss) bound(peak, beta float64) (lower, c float64) {
	c = math.Min(1, beta/peak)
	for i, v := range l.dual {
		lower += l.kind.Dual(c*v, l.y[i])
	}
	return lower, c
}

// largest bounds the second derivative of the loss of a sample: that of a smooth one is largest at zero.
func (l *outputLoss) largest() float64 {
	if l.mu > 0 {
		return 1 / l.mu
	}
	return l.kind.Curvature(0, l.y[0])
}
