package sdp

import (
	"math"

	"conelab/core/numeric/dense"
)

// defectLimit is the relative residual of the loss's linearised condition above which the normal equations are given up.
// Above hopelessDefect, they would fail in the next iteration, too.
const defectLimit, hopelessDefect = 1e-2, 3e-2

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

// direct solves for the direction of the current targets of the cones and of the loss, and reports whether it can be used. It refines a
// direction from the normal equations by solving for the residual of the loss's linearised condition, as long as that helps.
func (s *Solver) direct(corrected, stacked bool) bool {
	matrices := s.newton.solve(s, stacked)
	s.expand(matrices)
	if math.IsNaN(dense.Dot(s.step, s.step)) {
		return false
	}
	if stacked || s.rule == unchecked {
		return true
	}
	if f := s.moments(); f != nil {
		return f.refine(s)
	}
	if corrected && s.refined == 0 {
		return true
	}
	defect := s.defect()
	if !corrected {
		s.refined = 0
	}
	for k := 0; k < maxRefinements && defect > refineFrom; k++ {
		copy(s.previous, s.step)
		if !s.refine() {
			break
		}
		s.expand(false)
		s.refined++
		now := s.defect()
		if !(now < defect) {
			copy(s.step, s.previous)
			s.expand(false)
			break
		}
		if now > refineGain*defect {
			defect = now
			break
		}
		defect = now
	}
	s.hopeless = defect > hopelessDefect
	return corrected || defect <= defectLimit
}

const (
	// refineFrom is the residual (see defect) above which a direction is refined. maxRefinements is the largest number of refinements.
	// refineGain is the factor by which a refinement must reduce the residual for another one to be tried.
	refineFrom, maxRefinements, refineGain = 1e-8, 4, 0.5
)

// refine adds to the step the correction for the residuals, which defect has left in check.
func (s *Solver) refine() bool {
	for k, c := range s.cones[:s.multipliers] {
		s.traces[k] = c.traceResidual() + traceForm(c.dz, s.p)
	}
	if !s.newton.correct(s, s.correction, s.check, s.traces) {
		return false
	}
	dense.Axpy(1, s.correction, s.step)
	return !math.IsNaN(dense.Dot(s.step, s.step))
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
