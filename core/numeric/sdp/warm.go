package sdp

// Point is an iterate of a run, from which runs for other beta may start. The zero value is none.
type Point struct {
	beta   float64
	values []float64 // as save writes them
}

// Clear makes the point none.
func (t *Point) Clear() { t.values = t.values[:0] }

// Kept reports whether there is a point.
func (t *Point) Kept() bool { return len(t.values) > 0 }

// MarkTo copies the iterate into dst, reusing its memory.
func (s *Solver) MarkTo(dst *Point) {
	dst.beta = s.beta
	dst.values = append(dst.values[:0], make([]float64, len(s.before))...)
	at := s.loss.save(dst.values)
	for _, c := range s.cones {
		at += copy(dst.values[at:], c.z)
		dst.values[at], dst.values[at+1] = c.rho, c.infeasibility
		at += 2
	}
}

// ResumeFrom moves the run, which was just Reset, to a point of a run for the same operator, labels and loss and any other beta. It does
// nothing if the point is none.
//
// The Z are as good for any beta. For the dual, with r the new beta over the old one: if r <= 1, then r v and r rho have the slacks r S,
// and r v stays in the domain of the dual, which is convex and has zero in its closure; if r > 1, v and rho have S + (r-1) beta E. The dual
// infeasibility that is left of the start goes along.
func (s *Solver) ResumeFrom(from *Point) {
	if len(from.values) != len(s.before) {
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

// shorten multiplies v by r in (0, 1]; the slacks of the bounds follow.
func (b *lossBlock) shorten(r float64) {
	for i := range b.v {
		b.v[i] *= r
	}
	for i := range b.low {
		l := &b.low[i]
		l.s = (1-r)*(-l.at) + r*l.s // exactly, without cancellation; so is the other end
	}
	for i := range b.high {
		h := &b.high[i]
		h.s = (1-r)*h.at + r*h.s
	}
}
