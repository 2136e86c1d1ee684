package moments

import (
	"math"

	"conelab/core/numeric/exact"
)

// Spread finds the mean and the deviation of each feature in one pass, in twice the precision of a double, so that neither a large mean nor
// many rows cost digits.
type Spread struct {
	low, high   []float64
	sum, square []exact.Double
	rows        float64
}

// NewSpread returns the spread of no rows of d features.
func NewSpread(d int) *Spread {
	s := &Spread{low: make([]float64, d), high: make([]float64, d), sum: make([]exact.Double, d), square: make([]exact.Double, d)}
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
		one := exact.Of(v)
		s.sum[k], s.square[k] = s.sum[k].Plus(one), s.square[k].Plus(one.Times(one))
	}
}

// Join adds the rows of another spread.
func (s *Spread) Join(other *Spread) {
	s.rows += other.rows
	for k := range s.sum {
		s.low[k], s.high[k] = math.Min(s.low[k], other.low[k]), math.Max(s.high[k], other.high[k])
		s.sum[k], s.square[k] = s.sum[k].Plus(other.sum[k]), s.square[k].Plus(other.square[k])
	}
}

// Moments returns the means and the standard deviations (with the divisor n), which are zero for constant features.
func (s *Spread) Moments() (mean, deviation []float64) {
	n := exact.Of(s.rows)
	for k := range s.sum {
		if s.low[k] == s.high[k] {
			mean, deviation = append(mean, s.low[k]), append(deviation, 0)
			continue
		}
		m := s.sum[k].Over(n)
		variance := s.square[k].Over(n).Minus(m.Times(m))
		mean, deviation = append(mean, m.Value()), append(deviation, math.Sqrt(math.Max(0, variance.Value())))
	}
	return mean, deviation
}
