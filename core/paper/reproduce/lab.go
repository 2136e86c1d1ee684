package reproduce

import (
	"conelab/core/data/dataset"
	"conelab/core/network/certify"
	"conelab/core/network/compare"
	"conelab/core/network/path"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// Table is a data set with its splits.
type Table struct {
	// Frame has labels -1 and 1, or one output for each class if there are more than two.
	Frame *dataset.Frame
	// Folds are those of the table of accuracies, and Split is the one on which its hyper-parameters are picked; both may be missing.
	Folds []dataset.Fold
	Split *dataset.Fold
}

// Images are the training and test images of two classes, all of one size, with the channels of a pixel adjacent.
type Images struct {
	Height, Width, Channels int
	Train, Test             *dataset.Frame
}

// Lab holds what the experiments need: a clock, and the available data sets.
type Lab struct {
	compare.Stopwatch
	// Timing says what the clock measures; results with different timings belong to different pieces.
	Timing string
	// Quick asks for fewer runs and epochs: a quick look, not a result.
	Quick bool
	// Tables are indexed by the name of their file, Images by MNIST, Fashion and CIFAR.
	Tables map[string]*Table
	Images map[string]*Images
}

// full returns the first number, or the second one for a quick look.
func (l *Lab) full(full, quick int) int {
	if l.Quick {
		return quick
	}
	return full
}

// share is the fraction of the rows on which the paper's figures train.
const share = 0.8

// division draws the training rows and the test rows.
func (t *Table) division() (train, test *dataset.Frame) {
	fold, err := dataset.Split(t.Frame.Len(), share, 1)
	if err != nil {
		panic(err) // Valid has been called before
	}
	return t.Frame.Rows(fold.Train), t.Frame.Rows(fold.Test)
}

// row returns the share of one test row of a data set in the accuracy.
func (l *Lab) row(name string) float64 {
	if images := l.Images[name]; images != nil {
		return 1 / float64(images.Test.Len())
	}
	_, tested := l.Tables[name].division()
	return 1 / float64(tested.Len())
}

// problemOf returns the training problem of a dense network on the rows of f with the squared loss.
func problemOf(f *dataset.Frame, sigma lift.Activation, beta float64) *certify.Problem {
	set := setOf(f)
	return &certify.Problem{X: set.X, Y: set.Y, D: len(f.X[0]), Outputs: len(f.Y[0]), Sigma: sigma, Loss: loss.Squared, Beta: beta}
}

// setOf returns the rows of f as a path.Set.
func setOf(f *dataset.Frame) *path.Set {
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
