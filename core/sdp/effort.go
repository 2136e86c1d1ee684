package sdp

import "math"

// Effort says how a run guards against rounding.
type Effort int

const (
	// Quick solves normal equations, least squares where they fail, in the cheaper form of the Newton system.
	Quick Effort = iota
	// Careful solves least squares from the start.
	Careful
	// Other does so in the other form of the Newton system, whose rounding errors are others.
	Other
	// Rough goes on with normal equations whatever they have lost: where nothing resolves beta beside the data, the fit still is one.
	Rough
	// Efforts is their number.
	Efforts
)

// choose sets up the run's form of the Newton system. The other form may be too large; then the run has the cheaper one.
func (s *Solver) choose(effort Effort) {
	s.settled, s.wary, s.rough, s.newton = effort == Careful || effort == Other, false, effort == Rough, s.forms[0]
	samples, entries := Cost(s.n, s.outputs, s.blocks, s.p)
	if effort != Other || math.Max(samples, entries) > 100*math.Min(samples, entries)+1e6 {
		return
	}
	if s.forms[1] == nil {
		if _, ok := s.forms[0].(*sampleForm); ok {
			s.forms[1] = newEntryForm(s)
		} else {
			s.forms[1] = newSampleForm(s)
		}
	}
	s.newton = s.forms[1]
}
