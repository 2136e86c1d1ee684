package main

import "conelab/core/contest"

// watch returns what a contest has of the world: the clock, and a rest in which interruptions are heard and the bar is drawn, at the share that
// is done by then. Release gives the signals back and takes the bar off.
func (s *streams) watch(b *bar, share func() float64) (w contest.Watch, release func()) {
	stop, back := s.interrupts()
	b.clock, b.begin = s.clock, s.clock()
	if s.terminal {
		b.to = s.err
	}
	w.Clock = func() float64 { return s.clock().Sub(b.begin).Seconds() }
	w.Rest = func() bool {
		select {
		case <-stop:
			return false
		default:
			b.show(share())
			return true
		}
	}
	return w, func() { back(); b.clear() }
}
