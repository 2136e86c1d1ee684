package workspace

import (
	"slices"

	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/format/document"
	"conelab/core/network/certify"
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

// State is one entry of the undo history. It is a value: once it is in the history, nothing is modified, and neither is what its fields
// point to.
type State struct {
	points
	model
	sampling
	// shape is the shape in which a sample is shown: a signal [length], or an image [height, width] or [height, width, channels];
	// nil if samples are points.
	shape  []int
	title  string
	Preset string // name of the preset; "" if the points are of none
	// documentSeed is the seed that the problem document names, kept only to be written back into the document.
	documentSeed int
	// Columns describes the meaning of the numbers, nil if nothing is known of it.
	Columns *document.Columns
	sums    *summed // instead of points; nil for points
}

// points are the data: rows of features with their labels, and the window in which they are drawn.
type points struct {
	X, Y       []float64 // n by D; n labels for each output, output by output
	D, Outputs int       // the numbers of features of a point and of its labels, which is that of the network's outputs
	Window     protocol.Window
}

// model is the network to be trained, with its cost.
type model struct {
	Architecture lift.Architecture
	Loss         loss.Loss
	Sigma        lift.Polynomial     // the polynomial activation
	piecewise    document.Activation // piecewise linear, in place of Sigma; zero for none
	// polynomial is the model that comes back with Sigma in place of a piecewise-linear activation; nil without one.
	polynomial *document.SharedPolynomial
	Bias       bool              // neurons read a feature of ones besides those of X
	fit        *protocol.PageFit // the function that Sigma was fitted to, or nil
	Beta       float64
	tolerance  float64
	// stack holds the options for several layers, nil for one.
	stack *document.Stack
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

// fromDocument returns a problem document as a state with the window of presets. useStack adds its options for several layers.
func fromDocument(p *document.Problem) State {
	q := p.Program()
	t := State{
		points: points{X: q.X, Y: q.Y, D: q.D, Outputs: q.Outputs, Window: unitWindow},
		model:  model{Architecture: q.Architecture, Loss: q.Loss, Sigma: lift.ReLU, Beta: q.Beta, tolerance: q.Tolerance},
		title:  p.Title, documentSeed: p.Seed, shape: p.Architecture.Input, Columns: p.Columns,
		sampling: sampling{seed: PresetSeed},
	}
	t.useSigma(p.Activation)
	t.removeBiasColumn()
	return t
}

// emptied returns the state without points, for points of d features and a dense network with one output and the squared loss. The
// activation, the other options of the model, the percentage held out and the seeds stay; the noise is removed.
func (t *State) emptied(d int) State {
	next := State{
		points: points{D: d, Outputs: 1, Window: unitWindow}, model: t.model, sampling: sampling{hold: t.hold, seed: t.seed},
		documentSeed: t.documentSeed,
	}
	next.Architecture, next.Loss = lift.Architecture{}, loss.Squared
	return next
}

// Coefficients returns a, b and c of sigma(s) = a s^2 + b s + c, which is the square in quadratic networks.
func (m *model) Coefficients() [3]float64 {
	if m.Architecture.Kind == lift.Quadratic {
		return [3]float64{1}
	}
	return [3]float64{m.Sigma.A, m.Sigma.B, m.Sigma.C}
}

// Variable returns the place of a variable that a sweep can vary.
func (m *model) Variable(of protocol.Variable) *float64 {
	return [...]*float64{protocol.Beta: &m.Beta, protocol.CoefficientA: &m.Sigma.A, protocol.CoefficientB: &m.Sigma.B,
		protocol.CoefficientC: &m.Sigma.C}[of]
}

// FittedTo returns the function that the activation was fitted to, or nil. It must not be modified.
func (m *model) FittedTo() *protocol.PageFit {
	if m.Architecture.Kind == lift.Quadratic {
		return nil
	}
	return m.fit
}

// Tolerance returns the relative gap to certify.
func (m *model) Tolerance() float64 {
	if m.tolerance == 0 {
		return certify.DefaultTolerance
	}
	return m.tolerance
}

// Drawable reports whether points can be drawn in pictures of the data themselves: for dense networks of up to three features.
func (t *State) Drawable() bool { return t.D <= DrawnFeatures && t.Dense() }

// Dense reports whether the network is dense. Then there are pictures of the convex program, with more than three features in a plane.
func (m *model) Dense() bool { return m.Architecture.Kind == lift.Dense }

// Pictured reports whether there are pictures of the data: where there are pictures of the program, and for several layers, which
// are evaluated at every point of a plane whatever the first layer is.
func (t *State) Pictured() bool { return t.Dense() || t.stack != nil }

// Planar reports whether the pictures show a plane.
func (t *State) Planar() bool { return t.Pictured() && !t.Drawable() }

// Sampled reports whether samples are shown as signals or images.
func (t *State) Sampled() bool { return len(t.shape) > 0 && !t.Drawable() }

// CouplesOutputs reports whether the loss couples several outputs.
func (t *State) CouplesOutputs() bool { return t.Outputs > 1 && !t.Loss.Separable() }

// Problem returns the document of the training problem, which excludes the points held out; nil if there are no points.
func (t *State) Problem() *document.Problem { return t.document(t.split(false)) }

// ProblemDocument returns the problem document of all points; nil if there are none.
func (t *State) ProblemDocument() *document.Problem {
	return t.document(certify.Set{X: t.RowsWithBias(t.X), Y: t.Y})
}

// document returns the problem document with the given points, as neurons read them.
func (t *State) document(points certify.Set) *document.Problem {
	if len(points.Y) == 0 {
		return nil
	}
	p := &document.Problem{Format: document.ProblemFormat, Seed: t.documentSeed, Settings: document.Settings{
		Architecture: document.ArchitectureOf(&t.Architecture), Activation: t.Activation(), Loss: t.Loss.String(), Beta: t.Beta,
		Tolerance: t.tolerance, Title: t.title, Stack: t.stack, Columns: t.columnsRead(),
	}}
	n, d := len(points.Y)/t.Outputs, t.Inputs()
	for i := range n {
		row := make([]float64, t.Outputs)
		loss.RowTo(row, points.Y, i, n)
		p.Data.X = append(p.Data.X, points.X[i*d:(i+1)*d])
		p.Data.Y = append(p.Data.Y, row)
	}
	return p
}

// ColumnNames returns the names of the features and then of the labels, or nil if some have no name.
func (t *State) ColumnNames() []string {
	c := t.Columns
	if c == nil || len(c.Features) != t.D {
		return nil
	}
	names := slices.Clone(c.Features)
	switch {
	case t.Outputs > 1 && len(c.Classes) == t.Outputs:
		return append(names, c.Classes...)
	case len(c.Targets) == t.Outputs:
		return append(names, c.Targets...)
	}
	return nil
}

// ClassNames returns the words that the labels stand for, or nil if the labels were not read from words. Of two classes with one
// output, the class of label -1 comes first.
func (t *State) ClassNames() []string {
	if c := t.Columns; c != nil && t.ClassCount() > 0 && len(c.Classes) == max(2, t.Outputs) {
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
	points := t.split(false)
	return certify.Problem{
		X: points.X, Y: points.Y, D: t.Inputs(), Outputs: t.Outputs, Architecture: t.Architecture, Sigma: t.Activation().Function(),
		Loss: t.Loss, Beta: t.Beta, Tolerance: t.tolerance, ExtraDigits: t.Drawable(),
	}
}
