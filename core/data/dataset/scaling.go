package dataset

import (
	"math"
	"slices"
	"strconv"

	"conelab/core/data/fault"
	"conelab/core/data/table"
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
	radius, square := math.Max(high-mean, mean-low), 0.0
	for _, row := range x {
		v := (row[k] - mean) / radius
		square += v * v / n
	}
	return mean, radius * math.Sqrt(square)
}

// brightest is the value of a pixel in a byte that stands for 1.
const brightest = 255

// OfPixels reports whether the scaling divides pixels by 255, and does nothing else.
func (c *Columns) OfPixels() bool {
	if c.Scaling == nil {
		return false
	}
	d := len(c.Scaling.Mean)
	if c.Bias {
		d--
	}
	for k := range d {
		if c.Scaling.Mean[k] != 0 || c.Scaling.Deviation[k] != brightest {
			return false
		}
	}
	return true
}

// divide sets the scaling of columns of pixels, which have none, and scales the rows x in place.
func (c *Columns) divide(x [][]float64) {
	d := len(c.Features)
	c.Scaling = &Scaling{make([]float64, d), slices.Repeat([]float64{brightest}, d)}
	for _, row := range x {
		for k := range row {
			row[k] /= brightest
		}
	}
}

// pixelNote says what was done with pixels.
var pixelNote = table.Note{Sentence: "pixels are divided by 255, here and in every file that the network reads"}

// Apply returns the scaled rows and does not change x. The rows must have as many features as those from which the scaling was computed.
func (s *Scaling) Apply(x [][]float64) ([][]float64, error) {
	scaled, room := make([][]float64, len(x)), make([]float64, len(x)*len(s.Mean))
	for i, row := range x {
		if len(row) != len(s.Mean) {
			return nil,
				fault.New("row "+strconv.Itoa(i+1),
					"has "+strconv.Itoa(len(row))+" features, expected "+strconv.Itoa(len(s.Mean))+" as in the scaled data")
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
