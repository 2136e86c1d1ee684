package workspace

import (
	"math"
	"math/rand/v2"
	"slices"

	"conelab/core/app/messages"
	"conelab/core/app/protocol/intent"
	"conelab/core/data/fault"
	"conelab/core/data/formula"
	"conelab/core/data/presets"
	"conelab/core/format/document"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// withPreset returns the state with the points and the activation of a preset: in its standard form without points held out, or
// with keep in the current way of sampling. The loss stays if it suits the labels, and beta up to the largest that shows the preset's lesson.
func (t *State) withPreset(name string, keep bool) (State, error) {
	preset, ok := presets.Find(name)
	if !ok {
		return State{}, messages.Refuse("There is no preset {}.", name)
	}
	next := *t
	next.usePreset(preset, preset.Points(), PresetSeed)
	next.sampling = sampling{seed: PresetSeed}
	if keep {
		next.hold, next.noise, next.seed = t.hold, t.noise, t.seed
		next.resample()
	}
	next.adoptUsualLoss()
	if preset.Beta > 0 {
		next.Beta = min(next.Beta, preset.Beta)
	}
	return next, nil
}

// presetChanges returns a sentence on what a preset has changed besides the points, or "" if nothing.
func (t *State) presetChanges(before *State) string {
	var changes []string
	for _, change := range []struct {
		made bool
		text string
	}{
		{t.Dense() && !before.Dense(), "a dense network"},
		{!t.Dense() && before.Dense(), "a convolutional network"},
		{t.Activation() != before.Activation(), t.activationName()},
		{t.Bias != before.Bias, "no bias"},
		{t.Loss != before.Loss, messages.NamedLoss(t.Loss.String())},
		{t.Layers() != before.Layers(), fault.Count(t.Layers(), "layer")},
		{t.Beta != before.Beta, messages.NamedBeta(t.Beta)},
		{t.noise == 0 && before.noise > 0, "labels without noise"},
		{t.held == nil && before.held != nil, "no points held out"},
	} {
		if change.made {
			changes = append(changes, change.text)
		}
	}
	if len(changes) == 0 {
		return ""
	}
	preset, _ := presets.Find(t.Preset)
	said := messages.Fill("{=} also sets: {=}.", preset.Title, messages.List(changes))
	if t.Activation() != before.Activation() || t.Loss != before.Loss || t.Beta != before.Beta {
		said += " Costs with other settings cannot be compared."
	}
	return said
}

// usePreset sets the points to n points of a preset, drawn with the seed, and the activation to the preset's. The loss stays if it
// suits the labels.
func (t *State) usePreset(preset presets.Preset, n int, seed uint64) {
	points, labels := preset.Make(n, seed)
	before := t.Loss
	*t = t.emptied(len(points[0]))
	t.X, t.Y = slices.Concat(points...), labels
	t.Architecture = architectureOf(&preset)
	if preset.Samples != nil {
		t.shape = preset.Samples.Input
	}
	t.Sigma, t.fit = polynomialOf(&preset), nil
	if preset.Classes > 0 {
		t.Outputs, t.Y = preset.Classes, make([]float64, preset.Classes*len(labels))
		for i, label := range labels {
			t.Y[(int(label)-1)*len(labels)+i] = 1
		}
	}
	if t.Takes(before) {
		t.Loss = before
		t.recode()
	}
	t.Preset, t.Window, t.title, t.stack, t.Bias = preset.Name, unitWindow, "", nil, false
	if t.Piecewise() {
		t.polynomial = new(usualPolynomial(t.Sigma))
	}
}

// polynomialOf returns the polynomial activation of a preset.
func polynomialOf(preset *presets.Preset) lift.Polynomial {
	return lift.Polynomial{A: preset.A, B: preset.B, C: preset.C}
}

// architectureOf returns the architecture of a preset.
func architectureOf(preset *presets.Preset) (a lift.Architecture) {
	if s := preset.Samples; s != nil {
		sizes := document.Architecture{Kind: document.KindConvolutional, Input: s.Input, Filter: s.Filter, Pool: document.GlobalPool}
		a, _ = sizes.Lift(product(s.Input))
	}
	return a
}

// isUnchangedPreset reports whether the preset, the split, beta and the activation determine the state completely.
func (t *State) isUnchangedPreset(preset presets.Preset) bool {
	var same State
	same.usePreset(preset, t.Samples(), uint64(t.seed))
	same.noise, same.seed = t.noise, t.seed
	same.applyNoise()
	return slices.Equal(t.X, same.X) && slices.Equal(t.Y, same.Y) && slices.Equal(t.clean, same.clean) &&
		t.Architecture == same.Architecture && (t.Loss == same.Loss || t.Piecewise()) &&
		t.tolerance == 0 && t.documentSeed == 0 && t.title == ""
}

// The lesson of a preset holds for its own model and points, with a beta from minTold to maxTold. Those of ofAnyModel always hold.
const minTold, maxTold = 0.003, 1

var ofAnyModel = []string{"blobs", "moons", "rings", "checkerboard", "bars"}

// Lesson returns the sentence that goes with sums or with the preset, or "" if there is none or it no longer holds: it is said of the
// points that the preset shows at first, and of the model that it brings, with the squared loss or ReLU.
func (t *State) Lesson() string {
	preset, _ := presets.Find(t.Preset)
	standard := t.hold == 0 && t.noise == 0 && t.seed == PresetSeed && t.Samples() == preset.Points()
	switch {
	case t.sums != nil:
		return messages.StandsFor(t.SummedRows())
	case t.Piecewise():
		if standard && t.piecewise == piecewiseOf(lift.NameReLU, 0) && t.Loss == t.usualLoss() && t.Beta >= 0.01 && t.Beta <= 0.1 {
			return preset.PiecewiseLesson
		}
	case slices.Contains(ofAnyModel, t.Preset),
		standard && t.Architecture == architectureOf(&preset) && t.Loss == loss.Squared && t.Layers() == 1 && !t.Bias &&
			t.Sigma == polynomialOf(&preset) && t.Beta >= minTold && t.Beta <= maxTold:
		return preset.Lesson
	}
	return ""
}

// First returns the initial state of a preset with the given beta.
func First(preset string, beta float64) State {
	t := State{points: points{Outputs: 1}, model: model{Beta: beta}, sampling: sampling{seed: PresetSeed}}
	t, _ = t.withPreset(preset, false)
	return t
}

// tries is the number of attempts per point: a formula may have no value at a random place.
const tries = 50

// WithFormula returns the state with random points in the cube [-1, 1]^d that are labelled by a formula, for a dense network. A
// comparison gives 1 where it holds and -1 elsewhere; any other formula gives its value. The noise is the standard deviation of
// the noise that is added to the value, before any comparison.
func (t *State) WithFormula(r *intent.SetFormula) (State, error) {
	f, err := formula.Parse(r.Text)
	switch {
	case err != nil:
		return *t, err
	case f.Dimension() == 0:
		return *t, messages.Refuse("The formula has no variable; use x1, x2 or x3.")
	}
	next := t.emptied(f.Dimension())
	next.documentSeed = r.Seed % math.MaxInt32
	next.title = "Points labelled by a formula"
	next.X, next.Y, err = randomPoints(f, r)
	if err != nil {
		return next, err
	}
	next.fitWindow()
	next.drawHoldout()
	next.adoptUsualLoss()
	return next, nil
}

// randomPoints returns the points of a formula and their labels.
func randomPoints(f *formula.Formula, r *intent.SetFormula) (x, y []float64, err error) {
	rng := rand.New(rand.NewPCG(uint64(r.Seed), 1))
	at := make([]float64, f.Dimension())
	for try := 0; len(y) < r.N; try++ {
		if try == tries*r.N {
			return nil, nil, messages.Refuse("The formula has a value in too little of the square from -1 to 1.")
		}
		for k := range at {
			at[k] = 2*rng.Float64() - 1
		}
		v := f.At(at) + r.Noise*rng.NormFloat64()
		if !(math.Abs(v) <= intent.MaxEntry) {
			continue
		}
		if f.Comparison() {
			if f.Holds(v) {
				v = 1
			} else {
				v = -1
			}
		}
		x, y = append(x, at...), append(y, v)
	}
	return x, y, nil
}

// Table is data read from a file: rows of features and of labels.
type Table struct {
	Title string
	X, Y  [][]float64
	// Held marks the rows that are held out; nil leaves that to the percentage that is set.
	Held []bool
	// Columns describes the meaning of the numbers; it may be nil.
	Columns *document.Columns
}

// WithTable returns the state with the data of a table, for a dense network of one layer.
func (t *State) WithTable(table *Table) State {
	x, y := table.X, table.Y
	next := t.emptied(len(x[0]))
	next.title, next.Outputs, next.Columns, next.stack = table.Title, len(y[0]), table.Columns, nil
	next.X, next.Y = slices.Concat(x...), dense.Columns(y)
	next.fitWindow()
	next.adoptUsualLoss()
	next.drawHoldout()
	if table.Held != nil {
		next.held = table.Held
		next.dropTrivialHoldout()
	}
	return next
}

// Cleared returns the state without points, ready to draw samples of the same shape if samples are signals or images, and points otherwise.
func (t *State) Cleared() State {
	if t.Sampled() {
		next := t.emptied(t.D)
		next.shape, next.Architecture = t.shape, t.Architecture
		return next
	}
	next := t.emptied(min(t.D, DrawnFeatures))
	if t.Classed() {
		next.Outputs = t.Outputs
	}
	next.adoptUsualLoss()
	return next
}
