package sdp

// Point is an iterate of a run, from which runs with other values of beta may start. The zero value means no point.
type Point struct {
	beta   float64
	values []float64 // of the loss block, then of each cone Z, rho and the infeasibility
}

// Clear removes the point.
func (t *Point) Clear() { t.values = t.values[:0] }

// MarkTo copies the iterate into dst, reusing its memory.
func (s *Solver) MarkTo(dst *Point) {
	dst.beta = s.beta
	dst.values = append(dst.values[:0], make([]float64, s.pointSize())...)
	at := s.loss.save(dst.values)
	for _, c := range s.cones {
		at += copy(dst.values[at:], c.z)
		dst.values[at], dst.values[at+1] = c.rho, c.infeasibility
		at += 2
	}
}

// pointSize returns the number of values of a point.
func (s *Solver) pointSize() int { return s.loss.size() + len(s.cones)*(s.p*s.p+2) }

// ResumeFrom moves the run, which was just Reset, to a point of a run for the same operator, labels and loss and any other beta. It does
// nothing if there is no point.
//
// The Z are feasible for any beta. For the dual, let r be the new beta divided by the old one. If r <= 1, then r v and r rho have
// the slacks r S, and r v stays in the domain of the dual, which is convex and has zero in its closure. If r > 1, v and rho have
// the slacks S + (r-1) beta E. The remaining dual infeasibility is kept.
func (s *Solver) ResumeFrom(from *Point) {
	if len(from.values) != s.pointSize() {
		return
	}
	r := min(1, s.beta/from.beta)
	at := s.loss.restore(from.values)
	s.loss.shorten(r)
	for _, c := range s.cones {
		at += copy(c.z, from.values[at:])
		c.rho, c.infeasibility = r*from.values[at], r*from.values[at+1]
		at += 2
	}
	s.refresh()
}

// shorten multiplies v by r in (0, 1] and updates the slacks of the bounds.
func (b *lossBlock) shorten(r float64) {
	for i := range b.v {
		b.v[i] *= r
	}
	for i := range b.low {
		l := &b.low[i]
		l.s = (1-r)*(-l.at) + r*l.s // exact, without cancellation; likewise the other end
	}
	for i := range b.high {
		h := &b.high[i]
		h.s = (1-r)*h.at + r*h.s
	}
}
