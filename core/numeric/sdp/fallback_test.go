package sdp

import (
	"testing"

	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// unreliable is a Newton system that fails in the iterations with an x.
type unreliable struct {
	system
	failures string
	asked    int
}

func (u *unreliable) factor(s *Solver) bool {
	u.asked++
	return u.failures[u.asked-1] != 'x' && u.system.factor(s)
}

// TestFallback: least squares take over, for good, where the normal equations fail, and where the run begins with them.
func TestFallback(t *testing.T) {
	p := example(12, 3, 1, loss.Huber, lift.Architecture{})
	for failures, asked := range map[string]int{"----": 4, "x---": 1, "--x-": 3} {
		s := New(p)
		for range 2 { // a run starts anew
			u := &unreliable{newSamplesSystem(s), failures, 0}
			s.newton = u
			s.Reset(p, false)
			for k := range len(failures) {
				if ok := s.Step(); !ok || s.Iterations() != k+1 {
					t.Errorf("%s: %t after iteration %d", failures, ok, s.Iterations())
				}
			}
			if u.asked != asked {
				t.Errorf("%s: %d attempts by normal equations, want %d", failures, u.asked, asked)
			}
		}
	}
	s := New(p)
	u := &unreliable{s.newton, "x", 0}
	s.newton = u
	s.Reset(p, true)
	if !s.Step() || u.asked != 0 {
		t.Error("a run with least squares from the start begins without")
	}
	p.LeastSquares = 1 // too little memory for them
	s.Reset(p, true)
	if s.Step() || s.Iterations() != 0 {
		t.Errorf("%d iterations without least squares", s.Iterations())
	}
}
