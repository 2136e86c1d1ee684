package sdp

import (
	"math"

	"conelab/core/numeric/dense"
)

// defectLimit is the relative residual of the linearised conditions above which the normal equations are given up.
const defectLimit = 1e-2

// defect writes w + eta + R A(dZ - dZ'), the residual of the loss's linearised condition, into check, and returns its relative size.
func (s *Solver) defect() float64 {
	clear(s.check)
	for _, c := range s.cones {
		part := s.output(s.check, c.output)
		for i, v := range c.dz {
			s.matrix[i] = c.sign * v
		}
		s.op.AddApply(part, s.matrix, c.block)
	}
	s.loss.mix(s.check)
	var size, miss float64
	for i, a := range s.check {
		w, eta := s.step[i], s.loss.eta[i]
		s.check[i] = w + eta + a
		size += w*w + eta*eta + a*a
		miss += s.check[i] * s.check[i]
	}
	return math.Sqrt(miss / math.Max(size, 1e-300))
}

// direct solves for the direction of the current targets of the cones and of the loss, with the corrector's second-order terms or without, and reports
// whether it can be used.
func (s *Solver) direct(corrected bool) bool {
	f := s.form()
	s.expand(f.solve(s))
	return !math.IsNaN(dense.Dot(s.step, s.step)) && f.refine(s, corrected)
}

const (
	// refineFrom is the residual (see defect) above which a direction is refined. maxRefinements is the largest number of refinements.
	// refineGain is the factor by which a refinement must reduce the residual for another one to be tried.
	refineFrom, maxRefinements, refineGain = 1e-8, 4, 0.5
)

// refineLoss solves for the residual of the loss's linearised condition as long as that makes it smaller, and reports whether the direction can be
// used. The corrector's is refined only if the predictor's was.
func (s *Solver) refineLoss(corrected bool, correct func(s *Solver, x, residual, traces []float64)) bool {
	if corrected && s.refined == 0 {
		return true
	}
	if !corrected {
		s.refined = 0
	}
	defect := s.defect()
	for k := 0; k < maxRefinements && defect > refineFrom; k++ {
		copy(s.previous, s.step)
		for k, c := range s.cones[:s.multipliers] {
			s.traces[k] = c.traceResidual() + traceForm(c.dz, s.p)
		}
		correct(s, s.correction, s.check, s.traces)
		dense.Axpy(1, s.correction, s.step)
		s.expand(false)
		s.refined++
		now := s.defect()
		if !(now < defect) {
			copy(s.step, s.previous)
			s.expand(false)
			break
		}
		slow := now > refineGain*defect
		if defect = now; slow {
			break
		}
	}
	return corrected || defect <= defectLimit
}

// expand computes the rest of the direction from (w, drho), and from the scaled dZ if the Newton system has given them.
func (s *Solver) expand(matrices bool) {
	s.loss.direct(s.step[:s.rows])
	for j, c := range s.cones {
		if j%2 == 0 { // the same for a Z and its Z'
			s.op.AdjointTo(s.matrix, s.output(s.loss.dv, c.output), c.block)
		}
		rho := 0.0
		if s.multipliers > 0 {
			rho = s.step[s.rows+j]
		}
		c.directSlack(s.matrix, rho)
		if !matrices {
			c.complement()
		}
		c.unscale(c.dz, c.dzs)
	}
}
