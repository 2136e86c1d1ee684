package sdp

import "math"

// Effort says how a run guards against rounding errors.
type Effort int

const (
	// NormalEquations uses normal equations in the cheaper form of the Newton system, and falls back to least squares where they fail.
	NormalEquations Effort = iota
	// LeastSquares uses least squares from the start.
	LeastSquares
	// OtherSystem uses least squares in the other form of the Newton system, which has different rounding errors.
	OtherSystem
	// Unchecked continues with normal equations whatever the rounding errors: where doubles cannot resolve beta beside the data, the network
	// still fits.
	Unchecked
	// Efforts is the number of efforts.
	Efforts
)

// rule says how the Newton systems of a run are solved from now on.
type rule int

const (
	// normalEquations: if their direction is not accurate enough, the iteration falls back to least squares, and the next iteration tries the
	// normal equations again.
	normalEquations rule = iota
	// lastEquations is the rule after an iteration that fell back: if this iteration falls back too, the run continues with least squares.
	lastEquations
	// leastSquares: QR of the stacked matrix.
	leastSquares
	// unchecked: normal equations whose direction is not checked.
	unchecked
)

// choose sets up the form of the Newton system for the run. If the other form is too large, the run uses the cheaper one.
func (s *Solver) choose(effort Effort) {
	s.newton = s.systems[0]
	if own, ok := s.newton.(*momentSystem); ok {
		own.on = effort == NormalEquations
	}
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
		if samples <= entries {
			s.systems[1] = newPrimalSystem(s)
		} else {
			s.systems[1] = newSamplesSystem(s)
		}
	}
	s.newton = s.systems[1]
}
