package frankwolfe

import (
	"math"

	"conelab/core/numeric/dense"
)

// add takes directions of descent from the oracle.
func (s *Solver) add(gap float64) bool {
	alone, slope := s.descents(gap)
	if alone == nil {
		return false
	}
	const smallRise = 1e-3
	tries := 4
	if s.now.y.count() == 0 {
		tries = 30 // a start there must be
	}
	size := s.firstSize(alone, slope)
	for try := range tries {
		s.join(alone, math.Sqrt(size))
		// The dual vector is ahead of the outputs, and with it the slopes: the last try stands as a start for Newton's method.
		if s.trial.value < s.now.value || try == tries-1 && s.trial.value < s.now.value*(1+smallRise) {
			s.now, s.trial = s.trial, s.now
			return true
		}
		size /= 4
	}
	return false
}

// descents returns the directions of descent of all groups, longer the steeper they are, and the slope of the objective in their common
// size, or nil if there are none.
func (s *Solver) descents(gap float64) (alone *factors, slope float64) {
	alone = newFactors(s.q, s.now.y.outputs)
	for g := range s.now.y.groups() {
		count := s.now.y.start[g+1] - s.now.y.start[g]
		// With more rows than this, the factors of an optimum can be replaced by fewer (Pataki 1998).
		if count*(count+1)/2 > s.q.n+count {
			continue
		}
		var rows []float64
		beta := s.pass.beta
		for _, d := range s.oracle.directions(g, s.newton.lambda[g], beta, beta*math.Min(1e-3, 1e-3*gap), count == 0, max(8, count/2)) {
			for _, v := range d.row {
				rows = append(rows, v*math.Sqrt(-d.slope))
			}
			slope += d.slope * -d.slope
		}
		alone.replace(g, rows)
	}
	if alone.count() == 0 {
		return nil, 0
	}
	return alone, slope
}

// firstSize returns the size of new rows at which the loss, as it bends along them alone, makes up for the slope.
func (s *Solver) firstSize(alone *factors, slope float64) float64 {
	at := &state{y: alone}
	s.pass.forward(at)
	df := append([]float64(nil), at.f...)
	s.fit.bend(df)
	bend := dense.Dot(df, at.f)
	if size := -slope / bend; bend > 0 && !math.IsInf(size, 0) {
		return size
	}
	return 1
}

// join sets the trial to the present rows and new ones, scaled.
func (s *Solver) join(alone *factors, scale float64) {
	s.trial.y.rows = append(s.trial.y.rows[:0], s.now.y.rows...)
	copy(s.trial.y.start, s.now.y.start)
	for g := range alone.groups() {
		rows := append([]float64(nil), s.trial.y.group(g)...)
		for _, v := range alone.group(g) {
			rows = append(rows, v*scale)
		}
		s.trial.y.replace(g, rows)
	}
	s.trial.y.retract()
	s.pass.forward(s.trial)
}
