package sdp

import "fmt"

func (s *Solver) Dbg() string {
	out := fmt.Sprintf("exc %.1e fit %.1e step %.1e mu %.1e alpha %.1e careful %v v0 %.1e f0 %.1e", s.cones[0].excess, s.fit.gap(), s.fit.maxStep(), s.complementarity(0), DbgAlpha, s.careful, s.fit.v[0], s.fit.f[0])
	for _, c := range s.cones {
		out += fmt.Sprintf(" [%.1e]", c.maxStep())
	}
	return out
}

var DbgAlpha float64
