package workspace

import (
	"slices"

	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/format/convert"
	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/path"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// DrawnFeatures is the largest number of features with which points can be drawn.
const DrawnFeatures = 3

// PresetSeed is the default seed of presets and samples.
const PresetSeed = 1

// MaxRows is the largest number of points of a table, drawn or read.
const MaxRows = 20000

// MaxDrawn is the largest number of points that can be drawn by hand or made by a preset.
var MaxDrawn = intent.MaxMade

// State is one entry of the undo history. It is a value: once it is in the history, nothing is modified.
type State struct {
	x, y         []float64 // n by d; n labels for each output, output by output
	d, outputs   int
	architecture lift.Architecture
	// shape is the shape in which a sample is shown: a signal [length], or an image [height, width] or [height, width, channels];
	// nil if samples are points.
	shape     []int
	loss      loss.Loss
	sigma     lift.Polynomial
	piecewise document.Activation // piecewise linear, in place of sigma; zero for none
	// polynomialModel comes back with sigma in place of a piecewise-linear activation; zero without one.
	polynomialModel polynomialModel
	bias            bool              // neurons read a feature of ones besides those of x
	fit             *protocol.PageFit // the function that sigma was fitted to, or nil
	beta            float64
	tolerance       float64
	title           string
	// documentSeed is the seed that the problem document names, kept only to be written back into the document.
	documentSeed int
	preset       string // name of the preset; "" if the points are of none
	window       protocol.Window
	// stack holds the options for several layers, nil for one. The value it points to is never modified.
	stack *document.Stack
	// columns describes the meaning of the numbers, nil if nothing is known of it. The value it points to is never modified.
	columns *document.Columns
	sums    *summed // instead of points; nil for points
	sampling
}

// sampling determines which points are held out and what noise the labels have.
type sampling struct {
	hold, noise float64 // per cent
	seed        int     // of both, and of the points of a preset
	// held marks the points that are held out; nil if none is. At least one point is always a training point.
	held []bool
	// clean holds the labels before the noise, ordered as y; nil without noise.
	clean []float64
}

// FromDocument returns a problem document as a state with the window of presets. useStack adds its options for several layers.
func FromDocument(p *document.Problem) State {
	q := convert.Problem(p)
	t := State{
		x: q.X, y: q.Y, d: q.D, outputs: q.Outputs, architecture: q.Architecture, loss: q.Loss, sigma: lift.ReLU, beta: q.Beta,
		tolerance: q.Tolerance, title: p.Title, documentSeed: p.Seed, window: unitWindow, shape: p.Architecture.Input, columns: p.Columns,
		sampling: sampling{seed: PresetSeed},
	}
	t.useSigma(p.Activation)
	t.removeBiasColumn()
	return t
}

// Emptied returns the state without points, for points of d features and a dense network with one output and the squared loss. The
// activation, the other options of the model, the percentage held out and the seeds stay; the noise is removed.
func (t *State) Emptied(d int) State {
	return State{
		d: d, outputs: 1, loss: loss.Squared, window: unitWindow,
		sigma: t.sigma, fit: t.fit, piecewise: t.piecewise, bias: t.bias, beta: t.beta, tolerance: t.tolerance, stack: t.stack,
		polynomialModel: polynomialModel{bias: t.polynomialModel.bias, stack: t.polynomialModel.stack},
		documentSeed:    t.documentSeed, sampling: sampling{hold: t.hold, seed: t.seed},
	}
}

// Features returns the number d of features of a point.
func (t *State) Features() int { return t.d }

// Outputs returns the number of outputs of the network, which is the number of labels of a point.
func (t *State) Outputs() int { return t.outputs }

// X returns the features of all points, row by row; the caller must not modify them.
func (t *State) X() []float64 { return t.x }

// Y returns the labels of all points, output by output; the caller must not modify them.
func (t *State) Y() []float64 { return t.y }

// Beta returns beta, the weight of the regularisation.
func (t *State) Beta() float64 { return t.beta }

// Polynomial returns the polynomial activation sigma.
func (t *State) Polynomial() lift.Polynomial { return t.sigma }

// Coefficients returns a, b and c of sigma(s) = a s^2 + b s + c, which is the square in quadratic networks.
func (t *State) Coefficients() [3]float64 {
	if t.architecture.Kind == lift.Quadratic {
		return [3]float64{1}
	}
	return [3]float64{t.sigma.A, t.sigma.B, t.sigma.C}
}

// Value returns the present value of a variable that a sweep can vary.
func (t *State) Value(of protocol.Variable) float64 { return *t.variable(of) }

func (t *State) variable(of protocol.Variable) *float64 {
	return [...]*float64{protocol.Beta: &t.beta, protocol.CoefficientA: &t.sigma.A, protocol.CoefficientB: &t.sigma.B,
		protocol.CoefficientC: &t.sigma.C}[of]
}

// FittedTo returns the function that the activation was fitted to, or nil. It must not be modified.
func (t *State) FittedTo() *protocol.PageFit {
	if t.architecture.Kind == lift.Quadratic {
		return nil
	}
	return t.fit
}

// Loss returns the loss.
func (t *State) Loss() loss.Loss { return t.loss }

// Tolerance returns the relative gap to certify.
func (t *State) Tolerance() float64 {
	if t.tolerance == 0 {
		return certify.DefaultTolerance
	}
	return t.tolerance
}

// Architecture returns the architecture.
func (t *State) Architecture() lift.Architecture { return t.architecture }

// Preset returns the name of the preset that the points belong to, or "".
func (t *State) Preset() string { return t.preset }

// Window returns the part of the data that is shown.
func (t *State) Window() protocol.Window { return t.window }

// Drawable reports whether points can be drawn in pictures of the data themselves: for dense networks of up to three features.
func (t *State) Drawable() bool { return t.d <= DrawnFeatures && t.Dense() }

// Dense reports whether the network is dense. Then there are pictures of the convex program, with more than three features in a plane.
func (t *State) Dense() bool { return t.architecture.Kind == lift.Dense }

// Pictured reports whether there are pictures of the data: where there are pictures of the program, and for several layers, which
// are evaluated at every point of a plane whatever the first layer is.
func (t *State) Pictured() bool { return t.Dense() || t.stack != nil }

// Planar reports whether the pictures show a plane.
func (t *State) Planar() bool { return t.Pictured() && !t.Drawable() }

// Sampled reports whether samples are shown as signals or images.
func (t *State) Sampled() bool { return len(t.shape) > 0 && !t.Drawable() }

// CouplesOutputs reports whether the loss couples several outputs.
func (t *State) CouplesOutputs() bool { return t.outputs > 1 && !t.loss.Separable() }

// Problem returns the document of the training problem, which excludes the points held out; nil if there are no points.
func (t *State) Problem() *document.Problem { return t.document(t.pointSet(false)) }

// ProblemDocument returns the problem document of all points; nil if there are none.
func (t *State) ProblemDocument() *document.Problem { return t.document(path.Set{X: t.x, Y: t.y}) }

// document returns the problem document with the given points.
func (t *State) document(points path.Set) *document.Problem {
	if len(points.Y) == 0 {
		return nil
	}
	p := &document.Problem{Format: document.ProblemFormat, Seed: t.documentSeed, Settings: document.Settings{
		Architecture: document.ArchitectureOf(&t.architecture), Activation: t.Activation(), Loss: t.loss.String(), Beta: t.beta,
		Tolerance: t.tolerance, Title: t.title, Stack: t.stack, Columns: t.columns,
	}}
	n := len(points.Y) / t.outputs
	for i := range n {
		row := make([]float64, t.outputs)
		for o := range row {
			row[o] = points.Y[o*n+i]
		}
		p.Data.X = append(p.Data.X, points.X[i*t.d:(i+1)*t.d])
		p.Data.Y = append(p.Data.Y, row)
	}
	if t.bias {
		return biased(p)
	}
	return p
}

// Columns describes the features and labels, nil if nothing is known of them; it must not be modified.
func (t *State) Columns() *document.Columns { return t.columns }

// ColumnNames returns the names of the features and then of the labels, or nil if some have no name.
func (t *State) ColumnNames() []string {
	c := t.columns
	if c == nil || len(c.Features) != t.d {
		return nil
	}
	names := slices.Clone(c.Features)
	switch {
	case t.outputs > 1 && len(c.Classes) == t.outputs:
		return append(names, c.Classes...)
	case len(c.Targets) == t.outputs:
		return append(names, c.Targets...)
	}
	return nil
}

// ClassNames returns the words that the labels stand for, or nil if the labels were not read from words. Of two classes with one
// output, the class of label -1 comes first.
func (t *State) ClassNames() []string {
	if c := t.columns; c != nil && t.ClassCount() > 0 && len(c.Classes) == max(2, t.outputs) {
		return c.Classes
	}
	return nil
}

// TrainingProblem returns the problem for the solver, with a network to be drawn. For sums it has a few matrices instead of
// rows, on which every network has the same loss.
func (t *State) TrainingProblem() certify.Problem {
	if t.sums != nil {
		return t.reducedProblem()
	}
	points := t.PathSet(false)
	return certify.Problem{
		X: points.X, Y: points.Y, D: t.Inputs(), Outputs: t.outputs, Architecture: t.architecture, Sigma: t.Activation().Function(),
		Loss: t.loss, Beta: t.beta, Tolerance: t.tolerance, ExtraDigits: t.Drawable(),
	}
}
