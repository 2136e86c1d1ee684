// Package reproduce repeats the numerical experiments of the paper: the figure of its introduction, section 9 and appendix A.
//
// An Experiment consists of pieces. Its report reads their results and lists, claim by claim, what the paper says, what was measured, and
// whether the two agree; it makes figures and tables as plain values.
//
// The package has no files and no clock: a Lab provides the data and the time. All randomness comes from fixed seeds.
//
// What the paper leaves open, and what is done here:
//   - Which 80 % of the rows its figures train on: a random draw, the same for all baselines.
//   - The rates: descent.Search, for each baseline and each problem; for the table, a grid on the validation rows.
//   - How long its baselines train: a number of epochs, and at least a hundred times as long as the convex program takes.
//   - The convex solver is ours, not SCS, and gradients are ours, not PyTorch's: seconds are not comparable with the paper's, ratios are.
package reproduce

import (
	"slices"
	"strings"

	"conelab/core/data/dataset"
	"conelab/core/network/certify"
	"conelab/core/network/compare"
	"conelab/core/numeric/dense"
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
	// Quick asks for fewer runs and epochs: a quick look, not a result.
	Quick bool
	// Tables are indexed by the name of their file, Images by MNIST, Fashion and CIFAR.
	Tables map[string]*Table
	Images map[string]*Images
}

// full returns the first number, or for a quick look the second.
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
	fold, err := dataset.Split(t.Frame.Len(), share, 1, nil)
	if err != nil {
		panic(err) // Valid has been called before
	}
	return t.Frame.Rows(fold.Train), t.Frame.Rows(fold.Test)
}

// row returns the share of one test row of a data set in the accuracy, or 0 if the data are generated.
func (l *Lab) row(name string) float64 {
	if images := l.Images[name]; images != nil {
		return 1 / float64(images.Test.Len())
	} else if table := l.Tables[name]; table != nil {
		_, tested := table.division()
		return 1 / float64(tested.Len())
	}
	return 0
}

// problemOf returns the training problem of a dense network on the rows of f with the squared loss.
func problemOf(f *dataset.Frame, sigma lift.Polynomial, beta float64) *certify.Problem {
	set := setOf(f)
	return &certify.Problem{X: set.X, Y: set.Y, D: len(f.X[0]), Outputs: len(f.Y[0]), Sigma: sigma, Loss: loss.Squared, Beta: beta}
}

// setOf returns the rows of f as a certify.Set.
func setOf(f *dataset.Frame) *certify.Set {
	return &certify.Set{X: slices.Concat(f.X...), Y: dense.Columns(f.Y)}
}

// Experiment is a figure or a table of the paper.
type Experiment struct {
	// Name is one word, Title one line, and Place says where it is in the paper.
	Name, Title, Place string
	// Needs names the data sets that it uses: tables or images.
	Needs []string
	// Pieces returns the pieces that can be done with the available data sets; there may be none.
	Pieces func(l *Lab) []Piece
	report func(l *Lab, done Results) *Report
}

// The names by which experiments need images: the first two classes of each collection.
const (
	MNIST   = "mnist01"
	Fashion = "fashion-mnist"
	CIFAR   = "cifar-10"
)

// All lists the experiments, in the order of the paper.
var All = []Experiment{
	introduction, optimisers, verification, binary, multiclass, accuracy, relu, digits, regularisation, losses, coefficients, minibatch,
	reluOptimum, reluAccuracy,
}

// Missing lists the data sets that are needed and not available.
func (e *Experiment) Missing(l *Lab) (names []string) {
	for _, name := range e.Needs {
		if l.Images[name] == nil && l.Tables[name] == nil {
			names = append(names, name)
		}
	}
	return names
}

// Report compares the finished pieces, at least one, with the paper.
func (e *Experiment) Report(l *Lab, done Results) *Report {
	r := e.report(l, done)
	r.Name, r.Title, r.Place = e.Name, e.Title, e.Place
	for i := range r.Claims {
		r.Claims[i].Experiment = e.Name
	}
	if missing := e.Missing(l); len(missing) > 0 {
		r.Notes = append(r.Notes, "Without what was not given: "+strings.Join(missing, ", ")+".")
	}
	if l.Quick {
		r.Notes = append(r.Notes, "Quick: fewer runs and epochs than a result needs.")
	}
	return r
}

// Piece is the smallest part of an experiment that is run; it takes up to a few minutes.
type Piece struct {
	// Name identifies the piece within its experiment.
	Name string
	Run  func(l *Lab) (*Result, error)
}

// Result is what a piece finds; each kind of piece sets the fields that it has.
type Result struct {
	Optima []compare.Optimum
	// At holds the values of the parameter that was varied, one for each optimum.
	At        []float64
	Baselines []compare.Outcome
	Cells     []Cell
	// Widths holds the numbers of neurons m* for other draws of the data.
	Widths []int
}

// Results maps the names of an experiment's pieces to their results.
type Results map[string]*Result
