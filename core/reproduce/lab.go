package reproduce

import (
	"conelab/core/contest"
	"conelab/core/data"
	"conelab/core/lift"
	"conelab/core/loss"
	"conelab/core/path"
	"conelab/core/solve"
)

// Table is a data set with its divisions.
type Table struct {
	// Frame has labels -1 and 1, or one output for each of more classes.
	Frame *data.Frame
	// Folds are those of the table of accuracies, Split is where its hyper-parameters are picked; both may be missing.
	Folds []data.Fold
	Split *data.Fold
}

// Digits are the images of two classes, to train and to test on.
type Digits struct{ Train, Test *data.Frame }

// Lab is what the experiments have of the world.
type Lab struct {
	contest.Watch
	// Timing says what the clock measures; pieces measured by another are others.
	Timing string
	// Quick asks for fewer runs and epochs: a look, not a result.
	Quick bool
	// Tables are by the name of their file; Digits may be nil.
	Tables map[string]*Table
	Digits *Digits
}

// full returns one of two numbers.
func (l *Lab) full(full, quick int) int {
	if l.Quick {
		return quick
	}
	return full
}

// share is the part of the rows that the paper's figures train on.
const share = 0.8

// division draws the rows to train and to test on.
func (t *Table) division() (train, test *data.Frame) {
	fold, err := data.Split(t.Frame.Len(), share, 1)
	if err != nil {
		panic(err) // Valid was asked
	}
	return t.Frame.Rows(fold.Train), t.Frame.Rows(fold.Test)
}

// problemOf returns the training of a dense network on the rows of f with the squared loss.
func problemOf(f *data.Frame, sigma lift.Activation, beta float64) *solve.Problem {
	set := setOf(f)
	return &solve.Problem{X: set.X, Y: set.Y, D: len(f.X[0]), Outputs: len(f.Y[0]), Sigma: sigma, Loss: loss.Squared, Beta: beta}
}

// setOf lays the rows of f out.
func setOf(f *data.Frame) *path.Set {
	n, outputs := f.Len(), len(f.Y[0])
	s := &path.Set{Y: make([]float64, n*outputs)}
	for i, x := range f.X {
		s.X = append(s.X, x...)
		for o, y := range f.Y[i] {
			s.Y[o*n+i] = y
		}
	}
	return s
}
