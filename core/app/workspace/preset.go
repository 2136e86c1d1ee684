package workspace

import (
	"slices"

	"conelab/core/app/messages"
	"conelab/core/data/presets"
	"conelab/core/format/document"
	"conelab/core/numeric/lift"
)

// WithPreset returns the state with the points and the activation of a preset: in its standard form without points held out, or with keep in the
// current way of sampling. The loss stays if it suits the labels.
func (t *State) WithPreset(name string, keep bool) (State, error) {
	preset, ok := presets.Find(name)
	if !ok {
		return State{}, messages.NoPreset(name)
	}
	next := *t
	next.take(preset, preset.Points(), PresetSeed)
	if next.sampling = (sampling{sample: PresetSeed}); keep {
		next.hold, next.noise, next.sample = t.hold, t.noise, t.sample
		next.redraw(preset)
		next.applyNoise()
		next.divide()
	}
	return next, nil
}

// brings returns a sentence on what a preset has changed besides the points, or "" if nothing.
func (t *State) brings(before *State) string {
	var changes []string
	dense := t.architecture.Kind == document.KindDense
	if dense != (before.architecture.Kind == document.KindDense) {
		if changes = append(changes, messages.BringsConvolutions); dense {
			changes[0] = messages.BringsDense
		}
	}
	if t.sigma != before.sigma {
		changes = append(changes, messages.NamedActivation(t.Coefficients()))
	}
	if t.loss != before.loss {
		changes = append(changes, messages.NamedLoss(t.loss))
	}
	if layers := t.Layers(); layers != before.Layers() {
		changes = append(changes, messages.Plural(layers, "layer"))
	}
	if t.beta != before.beta {
		changes = append(changes, messages.NamedBeta(t.beta))
	}
	if before.noise > 0 && t.noise == 0 {
		changes = append(changes, messages.BringsNoNoise)
	}
	if before.held != nil && t.held == nil {
		changes = append(changes, messages.BringsNoneHeld)
	}
	if len(changes) == 0 {
		return ""
	}
	preset, _ := presets.Find(t.preset)
	return messages.PresetBrings(preset.Title, changes)
}

// take sets the points to n points of a preset, drawn with the seed, and the activation to the preset's. The loss stays if it suits the labels.
func (t *State) take(preset presets.Preset, n int, seed uint64) {
	points, labels := preset.Make(n, seed)
	before := t.loss
	t.empty(len(points[0]))
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
	if slices.Contains(t.Losses(), before) {
		t.loss = before
		t.recode()
	}
	t.preset, t.window, t.title, t.stack = preset.Name, unitWindow, "", nil
}

// redraw draws the points of the preset again, as many as there are, with the seed of the sample. Everything else stays.
func (t *State) redraw(preset presets.Preset) {
	same := *t
	same.take(preset, t.Samples(), uint64(t.sample))
	t.x, t.y, t.clean, t.held = same.x, same.y, nil, nil
}

// isJust reports whether the preset, the split, beta and the activation determine the state completely.
func (t *State) isJust(preset presets.Preset) bool {
	var same State
	same.take(preset, t.Samples(), uint64(t.sample))
	same.noise, same.sample = t.noise, t.sample
	same.applyNoise()
	return slices.Equal(t.x, same.x) && slices.Equal(t.y, same.y) && slices.Equal(t.clean, same.clean) &&
		sameArchitecture(&t.architecture, &same.architecture) && t.loss == same.loss && t.tolerance == 0 && t.seed == 0 && t.title == ""
}

// Presets speak of their own model and points, with a beta between leastTold and mostTold, except for those in ofAnyModel.
const leastTold, mostTold = 0.003, 1

var ofAnyModel = []string{"blobs", "moons", "rings", "checkerboard", "bars"}

// Lesson returns the sentence that goes with the preset, or "" if there is none, or if the user has changed what it speaks of.
func (t *State) Lesson() string {
	preset, _ := presets.Find(t.preset)
	if slices.Contains(ofAnyModel, t.preset) || t.isOwn(preset) && t.beta >= leastTold && t.beta <= mostTold {
		return preset.Lesson
	}
	return ""
}

// isOwn reports whether the points are those that the preset shows at first, and the model is the one that it brings, with the squared loss.
func (t *State) isOwn(preset presets.Preset) bool {
	a := &t.architecture
	own := a.Kind == document.KindDense
	if samples := preset.Samples; samples != nil {
		own = a.Kind == document.KindConvolutional && a.Filter == samples.Filter && a.Pool == document.GlobalPool && a.Stride <= 1 && a.Padding == 0
	}
	return own && t.hold == 0 && t.noise == 0 && t.sample == PresetSeed && t.Samples() == preset.Points() && t.loss == document.LossSquared &&
		t.Layers() == 1 && t.sigma == lift.Activation{A: preset.A, B: preset.B, C: preset.C}
}

// First returns the initial state of a preset with the given beta.
func First(preset string, beta float64) State {
	t := State{beta: beta, outputs: 1, sampling: sampling{sample: PresetSeed}}
	t, _ = t.WithPreset(preset, false)
	return t
}
