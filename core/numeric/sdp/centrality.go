package sdp

import (
	"math"

	"conelab/core/numeric/parallel"
)

// Gondzio's multiple centrality corrections (Multiple centrality corrections in a primal-dual method for linear programming, Comput. Optim. Appl. 6
// (1996)), for the bounds of the loss. Where there are many of them, a few whose products s t are far from the rest keep the step short: the
// targets of these are changed such that a longer step would leave them between lowProduct and highProduct times the level. That takes a solution
// of the Newton system, but no factorisation.
const (
	// maxCorrections is how many corrections a step has at most, longStep the step that needs none. reach is by how much longer a step each is to
	// allow, leastGain the part of this that it has to bring: the last that does not is taken back.
	maxCorrections, longStep = 4, 0.9
	reach, leastGain         = 0.3, 0.1
	lowProduct, highProduct  = 0.1, 10
)

// lengthen corrects the direction as long as its step, of length alpha, becomes longer by that. It returns the length.
func (s *Solver) lengthen(alpha, level, fraction float64) float64 {
	if s.loss.pairs() == 0 {
		return alpha
	}
	for k := 0; k < maxCorrections && alpha < longStep; k++ {
		s.direction = s.saveDirection(s.direction[:0])
		s.loss.recenter(level, math.Min(1, alpha+reach))
		now := 0.0
		if s.direct(true) {
			now = math.Min(1, fraction*s.maxStep(false))
		}
		if !(now >= alpha+leastGain*reach) {
			s.loss.takeBack()
			s.restoreDirection(s.direction)
			return alpha
		}
		alpha = now
	}
	return alpha
}

// saveDirection appends (w, drho) and the cones' scaled dZ to dst. restoreDirection computes the direction from these and the targets.
func (s *Solver) saveDirection(dst []float64) []float64 {
	dst = append(dst, s.step...)
	for _, c := range s.cones {
		dst = append(dst, c.dzs...)
	}
	return dst
}

func (s *Solver) restoreDirection(from []float64) {
	at := copy(s.step, from)
	for _, c := range s.cones {
		at += copy(c.dzs, from[at:])
	}
	s.expand(true)
}

// recenter changes the targets of the multipliers whose products s t a step of length alpha would leave too far from the level; takeBack undoes that.
func (b *lossBlock) recenter(level, alpha float64) {
	if b.shared() {
		parallel.Spans(b.n, func(from, to int) { b.recenterOf(from, to, level, alpha) })
	} else {
		b.recenterOf(0, len(b.v), level, alpha)
	}
	b.setEta()
}

func (b *lossBlock) recenterOf(from, to int, level, alpha float64) {
	for _, ends := range [2][]bound{b.low, b.high} {
		for i := from; i < min(to, len(ends)); i++ {
			e := &ends[i]
			e.before = e.goal
			switch product := (e.s + alpha*e.ds) * (e.t + alpha*e.dt); {
			case product < lowProduct*level:
				e.goal += (lowProduct*level - product) / e.s
			case product > highProduct*level:
				e.goal -= math.Min(product-highProduct*level, highProduct*level) / e.s
			}
		}
	}
}

func (b *lossBlock) takeBack() {
	for _, ends := range [2][]bound{b.low, b.high} {
		for i := range ends {
			ends[i].goal = ends[i].before
		}
	}
	b.setEta()
}
