package dataset

import "conelab/core/data/table"

// Frame is n rows of named features and targets.
type Frame struct {
	// Features and Targets name the columns of X and of Y.
	Features, Targets []string
	X, Y              [][]float64
	// Classes are the classes that Y stands for, in the order of Encode; nil where Y holds numbers as they were given.
	Classes Classes
	// Categories are the features in words, of which X has a column for each word.
	Categories []Category
	// Kept are the rows of the table that are left where some are left out; nil if all are.
	Kept []int
	// Notes say what was decided where the table leaves a choice.
	Notes []table.Note
}

// Len returns n.
func (f *Frame) Len() int { return len(f.X) }

// Row returns the row of the table that point i is in.
func (f *Frame) Row(i int) int {
	if f.Kept == nil {
		return i
	}
	return f.Kept[i]
}

// Rows returns the frame of the given rows, which are shared.
func (f *Frame) Rows(rows []int) *Frame {
	g := *f
	g.Kept = make([]int, len(rows))
	g.X, g.Y = make([][]float64, len(rows)), make([][]float64, len(rows))
	for i, row := range rows {
		g.X[i], g.Y[i], g.Kept[i] = f.X[row], f.Y[row], f.Row(row)
	}
	return &g
}
