package dataset

import "conelab/core/data/table"

// Frame is n rows of features and targets, with what their columns mean.
type Frame struct {
	Columns
	X, Y [][]float64
	// Kept lists the rows of the table that remain if some are left out; nil if all remain.
	Kept []int
	// Notes say how ambiguities of the table were resolved.
	Notes []table.Note
}

// Len returns the number of rows, n.
func (f *Frame) Len() int { return len(f.X) }

// Row returns the table row of point i.
func (f *Frame) Row(i int) int {
	if f.Kept == nil {
		return i
	}
	return f.Kept[i]
}

// Rows returns the frame with only the given rows, which it shares.
func (f *Frame) Rows(rows []int) *Frame {
	g := *f
	g.Kept = make([]int, len(rows))
	g.X, g.Y = make([][]float64, len(rows)), make([][]float64, len(rows))
	for i, row := range rows {
		g.X[i], g.Y[i], g.Kept[i] = f.X[row], f.Y[row], f.Row(row)
	}
	return &g
}
