package sdp

import (
	"math"

	"conelab/core/numeric/dense"
)

// defectLimit is the relative residual of the linearised conditions above which the normal equations are given up.
const defectLimit = 1e-2

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
