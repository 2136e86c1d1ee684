package main

import "conelab/core/network/compare"

// watch returns the stopwatch for measurements. Between two measurements it redraws the bar at the given share of the work, and stops if the user has
// interrupted. release stops catching signals and removes the bar.
func (s *streams) watch(b *bar, share func() float64) (w compare.Stopwatch, release func()) {
	stop, back := s.interrupts()
	b.clock, b.begin = s.clock, s.clock()
	if s.terminal {
		b.to = s.err
	}
	w.Clock = func() float64 { return s.clock().Sub(b.begin).Seconds() }
	w.Continue = func() bool {
		select {
		case <-stop:
			return false
		default:
			b.show(share(), nil)
			return true
		}
	}
	return w, func() { back(); b.clear() }
}
