package session

import (
	"conelab/core/solve"
	"conelab/core/wire"
)

// goal returns the relative gap that is asked for.
func (t *state) goal() float64 {
	if t.tolerance == 0 {
		return solve.DefaultTolerance
	}
	return t.tolerance
}

// proof returns the facts about the solution. While the data are being changed they are those of the solution before the change: they
// belong to the answer that the page shows.
func (s *Session) proof() *wire.PageProof {
	if s.measured != s.solved {
		s.measured, s.measures = s.solved, s.solved.Measure(s.asked)
		s.train, s.test = s.scores.scores(s.solved.Neurons)
	}
	m := &s.measures
	out := &wire.PageProof{
		Loss: finite(m.Loss), Penalty: finite(s.asked.Beta * m.Weight), Weight: finite(m.Weight), Width: m.Width,
		Reassembly: finite(m.Reassembly), Lengths: finite(m.Lengths),
	}
	for k := range 2 {
		out.Eigenvalues[k], out.Traces[k] = finite(m.Eigenvalue[k]), finite(m.Trace[k])
	}
	return out
}
