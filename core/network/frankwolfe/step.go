package frankwolfe

import (
	"math"
	"slices"

	"conelab/core/numeric/dense"
)

// search takes the step, shortened until the objective is smaller. The outputs are quadratic in Y: where the curvature of the loss is large
// beside the slack, what a step d adds to them beyond the linear model, f(Y + d) - f(Y) - J d, outweighs what it gains. A second-order
// correction c with J c minus that much is found with the factorisation at hand; the step is then along Y + tau d + tau^2 c.
func (s *Solver) search(predicted float64) {
	w := s.newton
	s.bend = s.bend[:0]
	negligible := predicted < 1e-13*math.Abs(s.now.value)
	s.try(1)
	if !negligible {
		s.bendBack(predicted)
	}
	for tau, tries := 1.0, 0; tries < 12; tries++ {
		if tries > 0 {
			tau /= 2
			s.try(tau)
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

// try sets the trial to a point of the curve, brought back to the trace conditions.
func (s *Solver) try(tau float64) {
	to := s.trial.y
	to.rows = append(to.rows[:0], s.now.y.rows...)
	copy(to.start, s.now.y.start)
	dense.Axpy(tau, s.newton.direction, to.rows)
	dense.Axpy(tau*tau, s.bend, to.rows[:len(s.bend)])
	to.retract()
	s.pass.forward(s.trial)
}

// maxCorrections is how many corrections a step may have; each must at least halve what the one before has left of the difference.
const maxCorrections = 8

// bendBack adds corrections to the curve while the full step gains less than the model predicts.
func (s *Solver) bendBack(predicted float64) {
	missed := func() float64 { return predicted - (s.now.value - s.trial.value) }
	for range maxCorrections {
		before, bend := missed(), slices.Clone(s.bend)
		if !(before > 0.1*predicted) {
			return
		}
		s.correct(predicted)
		if s.try(1); missed() <= before/2 {
			continue
		}
		if !(missed() < before) {
			s.bend = bend
			s.try(1)
		}
		return
	}
}

// correct adds to the curve what, by the linear model, takes the outputs of the trial, which is the full step, to where the model of the
// step has them.
func (s *Solver) correct(predicted float64) {
	w := s.newton
	away := slices.Clone(s.trial.f)
	for i := range away {
		away[i] = s.now.f[i] + s.linear[i] - away[i]
	}
	s.fit.bend(away)
	rhs, c := make([]float64, len(w.direction)), make([]float64, len(w.direction))
	s.pass.adjoint(rhs, away, s.now)
	w.tangent(rhs, s.now.y)
	const accuracy, enough, limit = 0.2, 0.01, 30
	w.solve(c, rhs, away, s.now, accuracy, enough*predicted, limit)
	dense.Axpy(1, s.bend, c[:len(s.bend)])
	s.bend = c
}
