package moments

import "math"

// Spread finds the mean and the deviation of each feature in one pass. The numbers are taken relative to a row, and added up in twice the
// precision of a double, so that neither a large mean nor many rows cost digits.
type Spread struct {
	origin, low, high []float64
	sum, square       []double
	rows              float64
}

// NewSpread returns the spread of no rows, relative to a row, which it keeps.
func NewSpread(origin []float64) *Spread {
	d := len(origin)
	s := &Spread{origin: origin, low: make([]float64, d), high: make([]float64, d), sum: make([]double, d), square: make([]double, d)}
	for k := range d {
		s.low[k], s.high[k] = math.Inf(1), math.Inf(-1)
	}
	return s
}

// Add adds a row.
func (s *Spread) Add(x []float64) {
	s.rows++
	for k, v := range x {
		s.low[k], s.high[k] = math.Min(s.low[k], v), math.Max(s.high[k], v)
		away := double{v, 0}.minus(double{s.origin[k], 0})
		s.sum[k], s.square[k] = s.sum[k].plus(away), s.square[k].plus(away.times(away))
	}
}

// Join adds the rows of another spread relative to the same row.
func (s *Spread) Join(other *Spread) {
	s.rows += other.rows
	for k := range s.origin {
		s.low[k], s.high[k] = math.Min(s.low[k], other.low[k]), math.Max(s.high[k], other.high[k])
		s.sum[k], s.square[k] = s.sum[k].plus(other.sum[k]), s.square[k].plus(other.square[k])
	}
}

// Moments returns the means, and the deviations (the root of the mean square, divided by n), which are zero of features that are constant.
func (s *Spread) Moments() (mean, deviation []float64) {
	n := double{s.rows, 0}
	for k, origin := range s.origin {
		if s.low[k] == s.high[k] {
			mean, deviation = append(mean, s.low[k]), append(deviation, 0)
			continue
		}
		away := s.sum[k].over(n)
		variance := s.square[k].over(n).minus(away.times(away))
		mean, deviation = append(mean, away.plus(double{origin, 0}).value()), append(deviation, math.Sqrt(math.Max(0, variance.value())))
	}
	return mean, deviation
}
