package frankwolfe

import (
	"math"

	"conelab/core/numeric/dense"
)

// search takes the step, shortened until the objective is smaller. The outputs are quadratic in Y: where the curvature of the loss is large
// beside the slack, what a step d adds to them beyond the linear model, f(Y + d) - f(Y) - J d, outweighs what it gains. A second-order
// correction c with J c minus that much is found with the factorisation at hand; the step is then along Y + tau d + tau^2 c.
func (s *Solver) search(predicted float64) {
	w := s.newton
	s.rho = resize(s.rho, s.now.y.count())
	s.curve.d, s.curve.c = w.direction, s.curve.c[:0]
	s.pass.along(&s.curve.dh, s.now.y, w.direction)
	negligible := predicted < 1e-13*math.Abs(s.now.value)
	s.pass.step(s.trial, s.now, &s.curve, 1, s.rho)
	if !negligible {
		s.bendBack(predicted)
	}
	for tau, tries := 1.0, 0; tries < 12; tries++ {
		if tries > 0 {
			tau /= 2
			s.pass.step(s.trial, s.now, &s.curve, tau, s.rho)
		}
		actual, model := s.now.value-s.trial.value, predicted*tau*(2-tau)
		if actual >= 0.1*model || negligible {
			s.now, s.trial = s.trial, s.now
			if tau == 1 && actual > 0.5*model {
				w.damping *= 0.2
			} else if tau < 1 {
				w.damping *= 4
			}
			return
		}
	}
	w.damping *= 10
}

// maxCorrections is how many corrections a step may have; each must at least halve what the one before has left of the difference.
const maxCorrections = 8

// bendBack adds corrections to the curve while the full step gains less than the model predicts.
func (s *Solver) bendBack(predicted float64) {
	missed := func() float64 { return predicted - (s.now.value - s.trial.value) }
	for range maxCorrections {
		before, c := missed(), append([]float64(nil), s.curve.c...)
		if !(before > 0.1*predicted) {
			return
		}
		s.correct(predicted)
		if s.pass.step(s.trial, s.now, &s.curve, 1, s.rho); missed() <= before/2 {
			continue
		}
		if !(missed() < before) {
			s.curve.c = append(s.curve.c[:0], c...)
			if len(c) > 0 {
				s.pass.along(&s.curve.ch, s.now.y, c)
			}
			s.pass.step(s.trial, s.now, &s.curve, 1, s.rho)
		}
		return
	}
}

// correct adds to the curve what, by the linear model, takes the outputs of the trial, which is the full step, to where the model of the step has
// them.
func (s *Solver) correct(predicted float64) {
	w := s.newton
	away := append([]float64(nil), s.trial.f...)
	for i := range away {
		away[i] = s.now.f[i] + s.linear[i] - away[i]
	}
	s.fit.bend(away)
	rhs, c := make([]float64, len(w.direction)), make([]float64, len(w.direction))
	s.pass.adjoint(rhs, away, s.now)
	w.tangent(rhs, s.now.y)
	const accuracy, enough, limit = 0.2, 0.01, 30
	w.solve(c, rhs, away, s.now, accuracy, enough*predicted, limit)
	dense.Axpy(1, s.curve.c, c[:len(s.curve.c)])
	s.curve.c = append(s.curve.c[:0], c...)
	s.pass.along(&s.curve.ch, s.now.y, s.curve.c)
}

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
	s.shape(to, to.y)
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
