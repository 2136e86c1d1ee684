package sdp

import (
	"math"
	"testing"
)

// TestCorrectionsLengthenTheStep: a corrected direction solves the linearised conditions for its own targets like any other, its step is the one that
// is returned, which is never shorter than before, and what did not help is taken back exactly.
func TestCorrectionsLengthenTheStep(t *testing.T) {
	longer, kept := 0, 0
	for name, p := range examples() {
		s := New(p)
		if s.Reset(p, false); s.loss.pairs() == 0 {
			continue
		}
		for range 8 {
			for _, c := range s.cones {
				c.scale()
				c.setPredictor()
			}
			s.loss.weigh()
			s.loss.aim(0, false)
			if !s.newton.factor(s) || !s.direct(false) {
				t.Fatalf("%s: no direction", name)
			}
			level := s.complementarity(0) / 10
			for _, c := range s.cones {
				c.setCorrector(level)
			}
			s.loss.aim(level, true)
			s.direct(true)
			before := math.Min(1, stepFraction*s.maxStep(false))
			step := append([]float64(nil), s.step...)
			alpha := s.lengthen(before, level, stepFraction)
			if alpha < before {
				t.Errorf("%s: a step of %g became one of %g", name, before, alpha)
			}
			if now := math.Min(1, stepFraction*s.maxStep(false)); math.Abs(now-alpha) > 1e-9*alpha {
				t.Errorf("%s: the step is %g, not %g", name, now, alpha)
			}
			if defect := s.defect(); defect > 1e-4 { // iterates near the optimum have rounding errors
				t.Errorf("%s: the linearised condition is missed by %g", name, defect)
			}
			if alpha > before {
				longer++
			} else {
				kept++
				for i, v := range s.step {
					if v != step[i] {
						t.Fatalf("%s: entry %d of a direction that was to stay was %g, is %g", name, i, step[i], v)
					}
				}
			}
			if s.Step() != Running {
				break
			}
		}
	}
	if longer < 10 || kept < 10 {
		t.Errorf("%d steps became longer and %d did not", longer, kept)
	}
}
