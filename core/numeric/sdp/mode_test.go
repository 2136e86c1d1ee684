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

// TestModes: least squares take over where the normal equations fail, and for good once these fail in two iterations in turn.
func TestModes(t *testing.T) {
	p := example(12, 3, 1, loss.Huber, lift.Architecture{})
	for _, c := range []struct {
		failures string
		modes    []mode
		asked    int
	}{
		{"----", []mode{normal, normal, normal, normal}, 4},
		{"-x-x", []mode{normal, suspect, normal, suspect}, 4},
		{"x-xx", []mode{suspect, normal, suspect, stacked}, 4},
		{"xx--", []mode{suspect, stacked, stacked, stacked}, 2},
	} {
		s := New(p)
		for range 2 { // a run starts anew
			u := &unreliable{newSamplesSystem(s), c.failures, 0}
			s.newton = u
			s.Reset(p, false)
			for k, want := range c.modes {
				if status := s.Step(); status != Running || s.mode != want || s.Iterations() != k+1 {
					t.Errorf("%s: status %d and mode %d after iteration %d, want mode %d", c.failures, status, s.mode, s.Iterations(), want)
				}
			}
			if u.asked != c.asked {
				t.Errorf("%s: %d attempts by normal equations, want %d", c.failures, u.asked, c.asked)
			}
		}
	}
	s := New(p)
	s.Reset(p, true)
	if s.Step(); s.mode != stacked {
		t.Errorf("mode %d in a run with least squares from the start", s.mode)
	}
	p.LeastSquares = 1 // too little memory for them
	s.newton = &unreliable{s.newton, "x", 0}
	if s.Reset(p, true); s.Step() != Stalled || s.mode != normal || s.Iterations() != 0 {
		t.Errorf("mode %d after %d iterations without least squares", s.mode, s.Iterations())
	}
}
