package corrective

import "conelab/core/numeric/dense"

// arc is a curve d tau + c tau^2 of rows in the place of those of Y, with what X makes of it; c may be empty.
type arc struct {
	d, c   []float64
	dh, ch state
}

// step sets to to the point of a curve from at, brought back to the trace conditions.
func (s *pass) step(to, at *state, curve *arc, tau float64, rho []float64) {
	q := s.q
	to.y.rows = append(to.y.rows[:0], at.y.rows...)
	copy(to.y.start, at.y.start)
	dense.Axpy(tau, curve.d, to.y.rows)
	bent := len(curve.c) > 0
	if bent {
		dense.Axpy(tau*tau, curve.c, to.y.rows)
	}
	to.y.retract(rho)
	s.shape(to)
	s.run(func(_ *worker, _, from, end int) {
		for k := range q.blocks {
			a, b := at.y.block(k)
			m := b - a
			for r := from * q.patches; r < end*q.patches; r++ {
				h, e, out := at.h[k][r*m:(r+1)*m], curve.dh.h[k][r*m:(r+1)*m], to.h[k][r*m:(r+1)*m]
				for j := range out {
					out[j] = h[j] + tau*e[j]
				}
				if bent {
					for j, v := range curve.ch.h[k][r*m : (r+1)*m] {
						out[j] += tau * tau * v
					}
				}
				for j, scale := range rho[a:b] {
					out[j] *= scale
				}
			}
		}
		s.outputs(to, from, end)
	})
	s.evaluate(to)
}
