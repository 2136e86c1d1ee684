package dataset

import (
	"math"
	"strconv"

	"conelab/core/data/fault"
)

// Scaling is a change of each feature to (x - Mean) / Deviation, found on one data set and applicable to others. A Deviation of zero marks a
// feature that was constant: it becomes 0 everywhere.
//
// No column of ones is added, as in the paper: a constant comes from the activation's c, if it has one.
type Scaling struct{ Mean, Deviation []float64 }

// Standardize returns the scaling to mean 0 and variance 1 (the mean square, divided by n) of the rows x, of which there is at least one.
func Standardize(x [][]float64) *Scaling {
	d := len(x[0])
	s := &Scaling{make([]float64, d), make([]float64, d)}
	for k := range d {
		s.Mean[k], s.Deviation[k] = moments(x, k)
	}
	return s
}

// moments returns the mean and the deviation of column k, in two passes relative to the first row and to the range, so that neither
// a large mean nor extreme numbers spoil them.
func moments(x [][]float64, k int) (mean, deviation float64) {
	n, low, high := float64(len(x)), x[0][k], x[0][k]
	for _, row := range x {
		low, high = math.Min(low, row[k]), math.Max(high, row[k])
	}
	if low == high {
		return low, 0
	}
	for _, row := range x {
		mean += (row[k] - low) / n
	}
	mean += low
	reach, square := math.Max(high-mean, mean-low), 0.0
	for _, row := range x {
		v := (row[k] - mean) / reach
		square += v * v / n
	}
	return mean, reach * math.Sqrt(square)
}

// Apply returns the scaled rows; x is left alone. The rows must have as many features as those the scaling was found on.
func (s *Scaling) Apply(x [][]float64) ([][]float64, error) {
	scaled := make([][]float64, len(x))
	for i, row := range x {
		if len(row) != len(s.Mean) {
			return nil, fault.New("row "+strconv.Itoa(i+1), "has "+strconv.Itoa(len(row))+" features, expected "+strconv.Itoa(len(s.Mean))+" as in the scaled data")
		}
		scaled[i] = make([]float64, len(row))
		for k, v := range row {
			if s.Deviation[k] > 0 {
				scaled[i][k] = (v - s.Mean[k]) / s.Deviation[k]
			}
		}
	}
	return scaled, nil
}
