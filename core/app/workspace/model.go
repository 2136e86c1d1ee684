package workspace

import (
	"cmp"
	"reflect"
	"slices"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/format/document"
	"conelab/core/network/activation"
	"conelab/core/network/stack"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// WithBeta returns the state with another beta.
func (t State) WithBeta(beta float64) State {
	t.Beta = beta
	return t
}

// WithCoefficients returns the state with another activation a s^2 + b s + c.
func (t State) WithCoefficients(a, b, c float64) State {
	t.Sigma, t.fit = lift.Polynomial{A: a, B: b, C: c}, nil
	t.setPiecewise(document.Activation{})
	return t
}

// OnlyAlong reports whether another state is the same problem except for the value of one variable, so that what was computed
// along this variable holds for both. This is not possible for several layers, because the layers below depend on the
// variable, too.
func (t *State) OnlyAlong(of protocol.Variable, other *State) bool {
	a, b := *t, *other
	*a.Variable(of) = *b.Variable(of)
	a.fit = b.fit // the problem does not depend on it
	return t.stack == nil && reflect.DeepEqual(a, b)
}

// WithFit returns the state with the least-squares fit to a function on a range as its activation.
func (t *State) WithFit(name string, low, high float64) (State, error) {
	next := *t
	f, err := activation.Find(name)
	if err != nil {
		return next, messages.Refuse("There is no activation {}.", name)
	}
	if !(high-low >= intent.FitLeast) {
		return next, messages.Refuse("The range of a fit goes from a number to a larger one, both between −1000 and 1000, but it goes from {} "+
			"to {}.", low, high)
	}
	fitted, err := activation.Fit(f.At, low, high, activation.Points)
	if err != nil {
		return next, messages.Refuse("The activation cannot be fitted: {}.", err)
	}
	next.Sigma = fitted.Activation
	next.setPiecewise(document.Activation{})
	next.fit = &protocol.PageFit{Name: f.Name, Low: low, High: high, RMS: fitted.RMS, Max: fitted.Max}
	return next, nil
}

// WithLoss returns the state with another loss, if the labels suit it. Labels of classes are recoded for the loss.
func (t *State) WithLoss(name string) (next State, err error) {
	lossFn, err := loss.Parse(name)
	if err != nil {
		return next, messages.Refuse("There is no loss {}.", name)
	}
	if lossFn.Labels() == loss.OneHot && t.Outputs < 2 {
		return next, messages.Refuse("The softmax loss needs labels of two or more columns, one for each class.")
	}
	next = *t
	next.Loss, next.Y = lossFn, slices.Clone(t.Y)
	next.recode()
	if slices.Equal(next.Y, t.Y) {
		next.Y = t.Y // unchanged labels are shared between states
	}
	if fault := next.fault(); fault != nil {
		return next, messages.Refuse("The {=} loss does not suit these labels: {}.", name, fault)
	}
	return next, nil
}

// WithTolerance returns the state with another relative gap to certify.
func (t *State) WithTolerance(gap float64) (next State, err error) {
	next = *t
	if gap != t.Tolerance() {
		next.tolerance = gap
	}
	if fault := next.fault(); fault != nil {
		return next, messages.Refuse("This tolerance cannot be used: {}.", fault)
	}
	return next, nil
}

// modelFault returns why parts of the state do not go together, a clause, or nil.
func (t *State) modelFault() error {
	convolutional, sums := t.Architecture.Kind == lift.Convolutional, t.sums
	switch {
	case sums != nil && (len(t.Y) > 0 || t.hold != 0 || t.noise != 0 || t.D != sums.all.D || t.Outputs != 1 || t.Columns != sums.columns):
		return t.onlySums()
	case sums != nil && (t.Loss != loss.Squared || t.Piecewise() || t.stack != nil || t.Bias || len(t.shape) > 0):
		return messages.Refuse("sums train one dense or quadratic layer with a polynomial activation, the squared loss and no bias; " +
			"anything else needs the rows")
	case t.Piecewise() && (t.Outputs > 1 || !t.Dense()):
		return messages.Refuse("it needs a dense network of one output, which is enough for two classes")
	case t.Piecewise() && t.stack != nil:
		return messages.Refuse("several layers are trained with a polynomial activation; choose it first")
	case t.stack != nil && !t.Dense() && (!convolutional || t.D == 1):
		return messages.Refuse("here the first of several layers must be dense or a convolution; the command line trains other kinds")
	case t.Bias && (convolutional || t.Piecewise() || len(t.shape) > 0):
		return messages.Refuse("a bias is added to dense and quadratic networks of points with a polynomial activation")
	}
	return nil
}

// fault returns the reason why the state is not a valid problem, a clause. Without points, it is tried with one.
func (t *State) fault() error {
	tried := *t
	if len(t.Y) == 0 {
		tried.X, tried.Y = make([]float64, t.D), []float64{1}
		if t.Outputs > 1 {
			tried.Y = t.oneHot(1)
		}
	}
	if fault := t.modelFault(); fault != nil {
		return fault
	}
	return tried.ProblemDocument().Validate()
}

// checkLabels returns an error if the loss cannot be trained on the labels.
func (t *State) checkLabels() error {
	n := t.Samples()
	return messages.Sentence(t.Loss.CheckLabels(n, t.Outputs, func(i, o int) float64 { return t.Y[o*n+i] }))
}

// Losses returns the names of the losses that suit the labels.
func (t *State) Losses() (names []string) {
	for k, name := range loss.Names() {
		if t.Takes(loss.Loss(k)) {
			names = append(names, name)
		}
	}
	return names
}

// Takes reports whether a loss suits the labels. Labels of classes can be recoded for any.
func (t *State) Takes(of loss.Loss) bool {
	switch {
	case t.sums != nil:
		return of == loss.Squared
	case !t.Kind().Takes(of):
		return false
	case of.Labels() == loss.Numbers || t.Classed():
		return true
	case of.Labels() == loss.Signs:
		return !slices.ContainsFunc(t.Y, func(y float64) bool { return y != 1 && y != -1 })
	}
	return t.Encoding() == loss.OneHot && t.otherLabel() == 0
}

// layersBeta is the beta of the example with several layers. Networks trained with a smaller beta change abruptly more often
// while points are dragged.
const layersBeta = 0.1

// Layers returns the number of layers. If it is chosen automatically, this is at least two.
func (m *model) Layers() int {
	switch {
	case m.stack == nil:
		return 1
	case m.Automatic():
		return 2
	}
	return int(m.stack.Layers)
}

// Automatic reports whether the number of layers is chosen automatically, as many as help. Once the first network is known, its
// number of layers becomes a part of the state.
func (m *model) Automatic() bool { return m.stack != nil && m.stack.Layers == document.AutoDepth }

// Stackable reports whether several layers can be trained here: the first of them must be dense, or a convolution of samples of
// more than one entry.
func (t *State) Stackable() bool {
	next := *t
	next.stack = &document.Stack{}
	return next.modelFault() == nil
}

// layerMemory bounds the predicted memory of a layer in bytes. A layer on several classes without structure can have a thousand neurons,
// which are the features of the next layer, and WebAssembly never gives memory back.
const layerMemory = 60e6

// StackProblem returns the training problem of all layers.
func (t *State) StackProblem() stack.Problem {
	p := stack.Problem{Problem: t.TrainingProblem(), Options: t.stack.Options()}
	p.ExtraDigits = false // the layers above are features of these neurons as they are
	p.Memory = layerMemory
	if t.Automatic() && t.Holdouts() > 0 {
		held := t.split(true)
		p.HeldOut = &held
	}
	return p
}

// WithLayers returns the state with another number of layers, or with other options for them.
func (t State) WithLayers(in *intent.SetLayers) State {
	t.stack = t.stacked(in)
	return t
}

// stacked returns the options that an intent gives for several layers.
func (m *model) stacked(in *intent.SetLayers) *document.Stack {
	next := document.Stack{}
	if m.stack != nil {
		next = *m.stack
	}
	next.Layers, next.Most = document.Depth(m.Layers()), 0
	if in.Auto || m.Automatic() && in.Value == 0 && in.By == 0 {
		next.Layers, next.Most = document.AutoDepth, intent.ShownLayers
	}
	if in.Value > 0 {
		next.Layers = document.Depth(in.Value)
	}
	if in.By != 0 { // a button stops at the largest number that the page offers
		next.Layers = min(max(next.Layers+document.Depth(in.By), 1), max(next.Layers, intent.ShownLayers))
	}
	if next.Layers == 1 {
		return nil
	}
	next.Skip = cmp.Or(in.Skip, next.Skip)
	return &next
}

// useStack sets the options for several layers from a document.
func (m *model) useStack(s *document.Stack) {
	m.stack = nil
	if s == nil || s.Layers == 1 {
		return
	}
	bounded := *s
	if s.Layers == document.AutoDepth && s.Most == 0 {
		bounded.Most = intent.ShownLayers
	}
	m.stack = &bounded
}

// ForLayer returns a state with the problem of layer k, counted from 0. x has the features of all points in that layer, d each, row by
// row, and y the labels that the layer fits, output by output. Both are kept. All layers above the first are dense.
func (t *State) ForLayer(k int, x, y []float64, d int, beta float64) State {
	next := *t
	next.X, next.Y, next.D, next.Beta = x, y, d, beta
	next.stack, next.shape, next.Columns, next.Preset, next.clean, next.Bias = nil, nil, nil, "", nil, false
	if k > 0 {
		next.Architecture = lift.Architecture{}
	}
	next.Window = unitWindow
	next.fitWindow()
	return next
}

// pageLayers describes the layers for the page.
func (t *State) pageLayers() protocol.PageLayers {
	p := protocol.PageLayers{Count: t.Layers(), Most: 1}
	if t.Stackable() {
		p.Most = max(intent.ShownLayers, p.Count)
	}
	s := cmp.Or(t.stack, &document.Stack{})
	p.Skip = document.StackSkip(s.SkipIndex())
	return p
}

// Biasable reports whether a bias can be added: to dense and quadratic networks of points. Piecewise-linear ones always have one.
func (t *State) Biasable() bool {
	next := t.WithBias(true)
	return next.modelFault() == nil
}

// WithBias returns the state with or without a bias.
func (t State) WithBias(bias bool) State {
	t.Bias = bias
	return t
}

// Inputs returns the number of features that neurons read.
func (t *State) Inputs() int {
	if t.Bias {
		return t.D + 1
	}
	return t.D
}

// RowsWithBias returns rows of d features as neurons read them: with the bias, if there is one.
func (t *State) RowsWithBias(x []float64) []float64 {
	if !t.Bias {
		return x
	}
	return lift.WithConstant(x, t.D)
}

// WithBiasColumn returns the state with the bias as one more feature of the points, or t itself without a bias.
func (t *State) WithBiasColumn() *State {
	if !t.Bias {
		return t
	}
	next := *t
	next.X, next.D, next.Bias, next.Columns = t.RowsWithBias(t.X), t.D+1, false, t.columnsRead()
	next.fitWindow()
	return &next
}

// columnsRead describes the features that neurons read, with the bias if there is one, as the command line does.
func (t *State) columnsRead() *document.Columns {
	if !t.Bias {
		return t.Columns
	}
	_, columns := cmp.Or(t.Columns, &document.Columns{}).WithBias(nil)
	return columns
}

// removeBiasColumn turns the feature of ones of a problem document back into the bias.
func (t *State) removeBiasColumn() {
	if t.Columns == nil || !t.Columns.Bias || !t.Biasable() {
		return
	}
	columns := t.Columns.WithoutBias()
	t.Columns = columns
	if reflect.DeepEqual(*columns, document.Columns{}) {
		t.Columns = nil
	}
	x := make([]float64, 0, len(t.X))
	for i := 0; i < len(t.X); i += t.D {
		x = append(x, t.X[i:i+t.D-1]...)
	}
	t.X, t.D, t.Bias = x, t.D-1, true
}
