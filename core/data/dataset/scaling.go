package dataset

import (
	"math"
	"strconv"

	"conelab/core/data/fault"
)

// Scaling maps each feature x to (x - Mean) / Deviation. It is computed from one data set and can be applied to others. A Deviation of zero
// marks a feature that was constant: it becomes 0 everywhere.
//
// As in the paper, no column of ones is added: a constant comes from the activation's c, if that is not zero.
type Scaling struct {
	Mean      []float64 `json:"mean"`
	Deviation []float64 `json:"deviation"`
}

// Standardize returns the scaling of the rows x, at least one, to mean 0 and variance 1 (the mean square, divided by n).
func Standardize(x [][]float64) *Scaling {
	d := len(x[0])
	s := &Scaling{make([]float64, d), make([]float64, d)}
	for k := range d {
		s.Mean[k], s.Deviation[k] = moments(x, k)
	}
	return s
}

// moments returns the mean and the standard deviation of column k. It takes two passes, relative to the first row and to the range, so that
// neither a large mean nor extreme numbers cause errors.
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

// Apply returns the scaled rows and does not change x. The rows must have as many features as those from which the scaling was computed.
func (s *Scaling) Apply(x [][]float64) ([][]float64, error) {
	scaled, room := make([][]float64, len(x)), make([]float64, len(x)*len(s.Mean))
	for i, row := range x {
		if len(row) != len(s.Mean) {
			return nil, fault.New("row "+strconv.Itoa(i+1), "has "+strconv.Itoa(len(row))+" features, expected "+strconv.Itoa(len(s.Mean))+" as in the scaled data")
		}
		scaled[i], room = room[:len(row)], room[len(row):]
		for k, v := range row {
			if s.Deviation[k] > 0 {
				scaled[i][k] = (v - s.Mean[k]) / s.Deviation[k]
			}
		}
	}
	return scaled, nil
}

// Undo returns the rows before the scaling, and does not change x. A feature that was constant has its mean.
func (s *Scaling) Undo(x [][]float64) [][]float64 {
	rows := make([][]float64, len(x))
	for i, row := range x {
		rows[i] = make([]float64, len(row))
		for k, v := range row {
			rows[i][k] = s.Mean[k] + v*s.Deviation[k]
		}
	}
	return rows
}
