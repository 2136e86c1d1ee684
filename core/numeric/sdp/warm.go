package sdp

import "conelab/core/numeric/dense"

// Point is a copy of an iterate, from which runs for other values of beta may start. The zero value means no point.
type Point struct {
	beta   float64
	values []float64 // of the loss block, then of each cone Z, rho and the infeasibility
}

// Clear removes the point.
func (t *Point) Clear() { t.values = t.values[:0] }

// MarkTo copies the iterate into dst, reusing its memory.
func (s *Solver) MarkTo(dst *Point) {
	dst.beta = s.beta
	dst.values = dense.Resize(dst.values, s.pointSize())
	at := copy(dst.values, s.loss.v)
	for _, side := range s.loss.sides {
		for _, e := range side.ends {
			dst.values[at], dst.values[at+1] = e.s, e.t
			at += 2
		}
	}
	for _, c := range s.cones {
		at += copy(dst.values[at:], c.z)
		dst.values[at], dst.values[at+1] = c.rho, c.infeasibility
		at += 2
	}
}

// pointSize returns the number of values of a point.
func (s *Solver) pointSize() int { return s.rows + 2*s.loss.pairs() + len(s.cones)*(s.p*s.p+2) }

// ResumeFrom moves the run, just after Reset, to a point of a run for the same operator, labels and loss and any beta. It does nothing
// without a point.
//
// The Z are feasible for any beta. For the dual, let r be the new beta divided by the old one. If r <= 1, then r v and r rho have
// the slacks r S, and r v stays in the domain of the dual, which is convex and has zero in its closure. If r > 1, v and rho have
// the slacks S + (r-1) beta E. The remaining dual infeasibility is kept.
func (s *Solver) ResumeFrom(from *Point) {
	if len(from.values) != s.pointSize() {
		return
	}
	r := min(1, s.beta/from.beta)
	at := copy(s.loss.v, from.values)
	dense.Scale(r, s.loss.v)
	for k := range s.loss.sides {
		side := &s.loss.sides[k]
		for i := range side.ends {
			e := &side.ends[i]
			e.s, e.t = (1-r)*s.loss.distance(side, i, 0)+r*from.values[at], from.values[at+1] // exact, without cancellation
			at += 2
		}
	}
	for _, c := range s.cones {
		at += copy(c.z, from.values[at:])
		c.rho, c.infeasibility = r*from.values[at], r*from.values[at+1]
		at += 2
	}
	s.refresh()
}
