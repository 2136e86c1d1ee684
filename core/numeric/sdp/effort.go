package sdp

import "math"

// Effort says how a run guards against rounding.
type Effort int

const (
	// NormalEquations solves normal equations in the cheaper form of the Newton system, and least squares where they fail.
	NormalEquations Effort = iota
	// LeastSquares solves least squares from the start.
	LeastSquares
	// OtherSystem does so in the other form of the Newton system, whose rounding errors are others.
	OtherSystem
	// Unchecked goes on with normal equations whatever rounding has left of them: where nothing resolves beta beside the data, the
	// network still fits.
	Unchecked
	// Efforts is their number.
	Efforts
)

// rule says how the Newton systems of a run are solved from here on.
type rule int

const (
	// normalEquations: where the direction that they give is no good, the iteration falls back to least squares, and the next one tries them
	// again.
	normalEquations rule = iota
	// lastEquations is the rule after an iteration that fell back: the run goes on with least squares if this one does too.
	lastEquations
	// leastSquares: QR of the stacked matrix.
	leastSquares
	// unchecked: normal equations, with no look at the direction.
	unchecked
)

// choose sets up the run's form of the Newton system. The other form may be too large; then the run has the cheaper one.
func (s *Solver) choose(effort Effort) {
	s.newton = s.systems[0]
	switch effort {
	case NormalEquations:
		s.rule = normalEquations
	case Unchecked:
		s.rule = unchecked
	default:
		s.rule = leastSquares
	}
	samples, entries := Cost(s.n, s.outputs, s.blocks, s.p)
	if effort != OtherSystem || math.Max(samples, entries) > 100*math.Min(samples, entries)+1e6 {
		return
	}
	if s.systems[1] == nil {
		if _, ok := s.systems[0].(*primalSystem); ok {
			s.systems[1] = newSamplesSystem(s)
		} else {
			s.systems[1] = newPrimalSystem(s)
		}
	}
	s.newton = s.systems[1]
}
