package sdp

import (
	"math"

	"conelab/core/numeric/dense"
)

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

// StartNear moves the run, just after Reset, to a weighted mean of its start, with weight share in (0, 1], and a given point: psd matrices
// like those of Primals, which meet the trace condition up to rounding, and a dual vector (Skajaa, Andersen and Ye, Warmstarting the
// homogeneous and self-dual interior point method, 2013). All conditions are linear, so the mean meets them if the point does, and its
// distance from the boundary of the cones is at least share times that of the start. The rho stay as they are; where the point's slacks are
// not psd, the dual infeasibility makes up for it.
func (s *Solver) StartNear(z [][]float64, v []float64, share float64) {
	mix := func(start, point float64) float64 { return share*start + (1-share)*point }
	for i := range s.loss.v {
		s.loss.v[i] = mix(s.loss.v[i], v[i])
	}
	for k := range s.loss.sides {
		side := &s.loss.sides[k]
		for i := range side.ends {
			e := &side.ends[i]
			e.s, e.t = mix(e.s, s.loss.distance(side, i, v[i])), share*e.t
		}
	}
	for j, c := range s.cones {
		s.op.AdjointTo(s.matrix, s.output(v, c.output), c.block)
		for i := range c.z {
			c.z[i] = mix(c.z[i], z[j][i])
		}
		c.infeasibility = mix(c.infeasibility, c.shortfall(s.matrix, s.beta))
	}
	s.refresh()
}

// shortfall returns by how much the least eigenvalue of S = beta E - sign A*v + rho G is below zero, given A*v.
func (c *cone) shortfall(adjoint []float64, beta float64) float64 {
	was := c.infeasibility
	c.infeasibility = 0
	c.setSlack(adjoint, beta)
	c.infeasibility = was
	copy(c.b, c.s)
	if !c.eigen.Values(c.b, c.values) {
		return math.Inf(1)
	}
	return math.Max(0, -c.values[0])
}
