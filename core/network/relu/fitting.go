package relu

import (
	"math"

	"conelab/core/numeric/dense"
	"conelab/core/numeric/loss"
)

// fitting is the loss of one output as a function of the network's values f at the different points: samples at one place share one.
//
// The hinge loss has no second derivatives. It is taken to its optimum by the proximal point method on the dual: with samples' multipliers
// a from the phase before it becomes max over 0 <= t <= 1 of t (1 - y f) - mu/2 (t - a)^2, which is smooth with curvature 1/mu, and at the
// fixed point a is the multiplier of the hinge loss itself.
type fitting struct {
	kind  loss.Loss
	y     []float64
	at    []int // the point of each sample
	mu    float64
	a     []float64 // of each sample, for the hinge loss
	v     []float64 // minus the slope at each point
	curve []float64 // the second derivative
	dual  []float64 // minus the slope at each sample
}

func (l *fitting) reset(kind loss.Loss, y []float64, at []int, points int) {
	l.kind, l.y, l.at = kind, y, at
	l.v, l.curve, l.dual = dense.Resize(l.v, points), dense.Resize(l.curve, points), dense.Resize(l.dual, len(y))
	if len(l.a) != len(y) {
		l.a = dense.Resize(l.a, len(y))
		l.restart()
	}
}

// firstMu, lastMu and muStep are the proximal parameters of the phases, followMu the least where a problem follows another.
const firstMu, lastMu, muStep, followMu = 0.3, 1e-5, 0.3, 0.01

// restart forgets the multipliers.
func (l *fitting) restart() {
	clear(l.a)
	l.mu = firstMu
}

// multiplier returns the maximiser t for a sample.
func (l *fitting) multiplier(i int, margin float64) float64 {
	return math.Max(0, math.Min(1, l.a[i]+margin/l.mu))
}

// value returns the sum of the losses, smoothed for the hinge loss.
func (l *fitting) value(f []float64) (sum float64) {
	if l.kind != loss.Hinge {
		return l.true(f)
	}
	for i, k := range l.at {
		margin := 1 - l.y[i]*f[k]
		t := l.multiplier(i, margin)
		sum += t*margin - l.mu/2*(t-l.a[i])*(t-l.a[i])
	}
	return sum
}

// true returns the sum of the losses.
func (l *fitting) true(f []float64) (sum float64) {
	for i, k := range l.at {
		sum += l.kind.Value(f[k], l.y[i])
	}
	return sum
}

// linearise finds v, the curvatures and the dual vector of the samples at f.
func (l *fitting) linearise(f []float64) {
	clear(l.v)
	clear(l.curve)
	for i, k := range l.at {
		y := l.y[i]
		if l.kind == loss.Hinge {
			t := l.a[i] + (1-y*f[k])/l.mu
			l.dual[i] = y * math.Max(0, math.Min(1, t))
			if t >= 0 && t <= 1 {
				l.curve[k] += 1 / l.mu
			}
		} else {
			l.dual[i] = -l.kind.Slope(f[k], y)
			l.curve[k] += l.kind.Curvature(f[k], y)
		}
		l.v[k] += l.dual[i]
	}
}

// advance begins the next phase of the hinge loss with the multipliers at the dual vector.
func (l *fitting) advance() {
	for i, v := range l.dual {
		l.a[i] = math.Abs(v)
	}
	l.mu = math.Max(lastMu, l.mu*muStep)
}

// bound returns the best lower bound that multiples c v of the dual vector prove, for 0 <= c <= beta/peak, where peak bounds |g|, and c.
func (l *fitting) bound(peak, beta float64) (lower, c float64) {
	c = 1
	if peak > beta {
		c = beta / peak
	}
	if l.kind == loss.Squared {
		var vy, vv float64
		for i, v := range l.dual {
			vy += v * l.y[i]
			vv += v * v
		}
		if c = math.Max(0, math.Min(2*vy/vv, beta/peak)); vv == 0 {
			c = 0
		}
	}
	for i, v := range l.dual {
		lower += l.kind.Dual(c*v, l.y[i])
	}
	return lower, c
}

// largest bounds the second derivative of the loss of a sample.
func (l *fitting) largest() float64 {
	switch l.kind {
	case loss.Logistic:
		return 0.25
	case loss.Hinge:
		return 1 / l.mu
	}
	return 2
}

// majorise puts bounds of the second derivatives in the place of the curvatures.
func (l *fitting) majorise() {
	clear(l.curve)
	for _, k := range l.at {
		l.curve[k] += l.largest()
	}
}

// rounds returns how many quadratics above the cost one after the other bring its minimum near: one is the squared loss.
func (l *fitting) rounds() int {
	if l.kind == loss.Squared {
		return 1
	}
	return 4
}
