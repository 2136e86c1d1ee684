package session

import (
	"math"
	"slices"

	"conelab/core/document"
	"conelab/core/lift"
	"conelab/core/loss"
	"conelab/core/path"
	"conelab/core/presets"
	"conelab/core/solve"
	"conelab/core/wire"
)

const (
	presetSeed = 1
	firstBeta  = 0.01
	// firstPreset has a vector that lies on the cone and a pair that must turn, in the simplest picture.
	firstPreset = "parabola"
)

// unitWindow shows the presets, and what is drawn on an empty stage.
var unitWindow = wire.Window{Half: 1.15, Rise: 1.6}

// drawnFeatures is the largest number of features that there are pictures for.
const drawnFeatures = 3

// state is what undo and redo travel over. It is a value: x and y are never written in place once a state is in the history.
type state struct {
	x, y         []float64 // n by d; n labels for each output, output by output
	d, outputs   int
	architecture document.Architecture
	// shape is how a sample is looked at, as a signal [length] or an image [height, width] or [height, width, channels]; nil where samples
	// are points.
	shape     []int
	loss      string
	sigma     lift.Activation
	fit       *wire.PageFit // what sigma is the fit of, or nil
	beta      float64
	tolerance float64
	title     string
	seed      int
	preset    string // name, "" when the points are nobody's preset
	window    wire.Window
	sampling
	source int // the same number for points that were made of each other by changing some
}

// Session is one user's work. It is not safe for concurrent use.
type Session struct {
	state
	undo, redo []state
	// sliding names the control whose gesture is open, "" when none is.
	sliding string

	tool  string
	label float64
	// classLabel is the class of new points where each has an output.
	classLabel int
	brush      float64 // radius in per cent of the window
	gesture    gesture

	clock    func() float64
	job      solve.Job
	stale    bool // the state has changed since solved was found
	running  bool
	spent    float64 // seconds of the running job
	solved   *solve.Result
	asked    solve.Problem // what solved is the solution of
	scores   *scorer       // of that problem, and of what was held out of it
	seconds  float64
	solves   int
	revision uint32

	lens  lens
	plane *plane // that was shown last, or nil
	film  wire.Film
	speed float64 // of playing, 1 the usual one
	stop  float64 // where playing ends
	focus int     // neuron, or -1
	point int     // point, or -1
	// selected says of each point whether it is chosen; nil for none.
	selected []bool
	sources  int    // how many sources of points there have been
	entry    [3]int // matrix entry in focus: matrix (-1 none), row, column
	path     []wire.Iterate
	// original is the network as it was found while solved is one that the user has turned, else nil.
	original *solve.Result
	// turned is that one as it is shared and kept, nil before anybody asked for it.
	turned   [][]float64
	comeback *comeback
	// pending is a table that has been read and waits for a choice of its columns, or nil.
	pending *pending
	// claim is what is under check, verdict what was found, nil while that is not known; trial has the network of a claim about the problem
	// on the stage; exhibit is what the stage shows in place of the data, else nil.
	claim   *claim
	verdict *wire.PageCheck
	trial   *solve.Trial
	exhibit *exhibit
	// way is the path along beta, if it was asked for: any change but one of beta ends it.
	way *way
	// race is gradient descent on what is on the stage, if it was asked for: any change ends it.
	race *race
	// study is the optimum along one variable, if it was asked for: any change but one of that variable ends it.
	study *study
	// measured is the solution that measures are of.
	measured *solve.Result
	measures solve.Measures
	train    *wire.PageScore // and the scores of its network
	test     *wire.PageScore
	// notice is a sentence on what an intent led to, "" for none; the next one that is not a tick takes it away.
	notice string
}

// New returns a session that shows the first preset, to be solved by Work, and then plays its film. The clock returns seconds since any
// moment; it is only used to report how long a solution took.
func New(clock func() float64) *Session {
	s := &Session{clock: clock, tool: "draw", label: 1, speed: 1, focus: -1, point: -1, entry: [3]int{-1}, gesture: gesture{grabbed: -1}}
	s.state = state{beta: firstBeta, sampling: sampling{seed: presetSeed}}
	preset, _ := presets.Find(firstPreset)
	s.state.use(preset)
	s.touch()
	s.restart()
	return s
}

// use takes over a preset: its points and its activation. The loss stays, if the labels suit it.
func (t *state) use(preset presets.Preset) { t.take(preset, preset.Points(), presetSeed) }

// take is use with another number of points, or others.
func (t *state) take(preset presets.Preset, n int, seed uint64) {
	points, labels := preset.Make(n, seed)
	before := t.loss
	t.blank(len(points[0]))
	t.x, t.y = make([]float64, 0, t.d*len(labels)), labels
	for _, point := range points {
		t.x = append(t.x, point...)
	}
	if samples := preset.Samples; samples != nil {
		t.shape = samples.Input
		t.architecture = document.Architecture{
			Kind: document.KindConvolutional, Input: samples.Input, Filter: samples.Filter, Pool: document.GlobalPool,
		}
	}
	t.sigma, t.fit = lift.Activation{A: preset.A, B: preset.B, C: preset.C}, nil
	if preset.Classes > 0 {
		t.outputs, t.y = preset.Classes, make([]float64, preset.Classes*len(labels))
		for i, label := range labels {
			t.y[(int(label)-1)*len(labels)+i] = 1
		}
	}
	if slices.Contains(t.losses(), before) {
		t.loss = before
		t.recode()
	}
	t.preset, t.window, t.title = preset.Name, unitWindow, ""
}

// blank empties the stage: no points of d features, a dense network with one output and the squared loss. What comes next is held out as
// before, but its labels are as they are.
func (t *state) blank(d int) {
	t.x, t.y, t.d, t.outputs, t.preset, t.title, t.window = nil, nil, d, 1, "", "", unitWindow
	t.architecture, t.loss, t.shape = document.Architecture{Kind: document.KindDense}, document.LossSquared, nil
	t.noise, t.clean, t.held = 0, nil, nil
}

// drawable reports whether there are pictures of the data themselves, in which the pointer can draw: of dense networks of up to three
// features.
//
//go:noinline
func (t *state) drawable() bool {
	return t.d <= drawnFeatures && t.architecture.Kind == document.KindDense
}

// fromDocument returns a problem document as a state.
func fromDocument(p *document.Problem) state {
	q := solve.FromDocument(p)
	return state{
		x: q.X, y: q.Y, d: q.D, outputs: q.Outputs, architecture: p.Architecture, loss: p.Loss, sigma: q.Sigma, beta: q.Beta,
		tolerance: q.Tolerance, title: p.Title, seed: p.Seed, window: unitWindow, shape: p.Architecture.Input, sampling: sampling{seed: presetSeed},
	}
}

// samples returns n.
//
//go:noinline
func (t *state) samples() int { return len(t.y) / t.outputs }

// Problem returns the problem document of what is on the stage, or nil when there are no points. Points that are held out do not belong to
// the problem.
func (s *Session) Problem() *document.Problem { return s.state.document() }

// document returns the problem that is trained on, whole that of all points.
func (t *state) document() *document.Problem { return t.problem(t.part(false)) }
func (t *state) whole() *document.Problem    { return t.problem(path.Set{X: t.x, Y: t.y}) }

// problem returns the problem document with the given points.
func (s *state) problem(points path.Set) *document.Problem {
	if len(points.Y) == 0 {
		return nil
	}
	p := &document.Problem{
		Format: document.ProblemFormat, Architecture: s.architecture, Activation: document.Activation(s.sigma),
		Loss: s.loss, Beta: s.beta, Tolerance: s.tolerance, Title: s.title, Seed: s.seed,
	}
	n := len(points.Y) / s.outputs
	for i := range n {
		row := make([]float64, s.outputs)
		for o := range row {
			row[o] = points.Y[o*n+i]
		}
		p.Data.X = append(p.Data.X, points.X[i*s.d:(i+1)*s.d])
		p.Data.Y = append(p.Data.Y, row)
	}
	return p
}

// training returns it as the solver takes it.
func (t *state) training() solve.Problem {
	kind, _ := loss.Parse(t.loss)
	architecture, _ := t.architecture.Lift(t.d)
	points := t.part(false)
	return solve.Problem{
		X: points.X, Y: points.Y, D: t.d, Outputs: t.outputs, Architecture: architecture, Sigma: t.sigma, Loss: kind, Beta: t.beta, Tolerance: t.tolerance,
		Trace: true,
	}
}

// Solution returns the solution document, or nil while there is none for what is on the stage.
func (s *Session) Solution() *document.Solution {
	if s.stale || s.solved == nil {
		return nil
	}
	return s.solved.Document(s.Problem(), s.seconds)
}

// fitWindow shows all points, with a margin.
func (s *state) fitWindow() {
	if !s.drawable() {
		return
	}
	w, d := unitWindow, s.d
	inside, half := true, 0.0
	for k := range d {
		low, high := math.Inf(1), math.Inf(-1)
		for i := k; i < len(s.x); i += d {
			low, high = math.Min(low, s.x[i]), math.Max(high, s.x[i])
		}
		w.Center[k], half = (low+high)/2, math.Max(half, (high-low)/2)
		inside = inside && low >= -1 && high <= 1
	}
	if inside { // points within the usual cube keep it
		w.Center = wire.Vec{}
	} else {
		if !(half > 0) {
			half = math.Max(1, math.Abs(w.Center[0]))
		}
		w.Half = unitWindow.Half * half
	}
	if d == 1 {
		w.Level, w.Rise = s.labelWindow()
	}
	s.window = w
}

// labelWindow returns the middle and half the height of the picture of one feature: all labels and zero, with a margin.
func (s *state) labelWindow() (level, rise float64) {
	low, high := 0.0, 0.0
	for _, y := range s.y {
		low, high = math.Min(low, y), math.Max(high, y)
	}
	if math.Max(-low, high) <= unitWindow.Rise/1.15 {
		return 0, unitWindow.Rise
	}
	return (low + high) / 2, 1.2 * (high - low) / 2
}
