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
		next.resample()
	}
	return next, nil
}

// brings returns a sentence on what a preset has changed besides the points, or "" if nothing.
func (t *State) brings(before *State) string {
	dense := t.architecture.Kind == document.KindDense
	kind := messages.BringsConvolutions
	if dense {
		kind = messages.BringsDense
	}
	var changes []string
	for _, change := range []struct {
		made bool
		text string
	}{
		{dense != (before.architecture.Kind == document.KindDense), kind},
		{t.sigma != before.sigma, messages.BringsActivation(t.Coefficients())},
		{t.loss != before.loss, messages.BringsLoss(t.loss)},
		{t.Layers() != before.Layers(), messages.BringsLayers(t.Layers())},
		{t.beta != before.beta, messages.BringsBeta(t.beta)},
		{t.noise == 0 && before.noise > 0, messages.BringsNoNoise},
		{t.held == nil && before.held != nil, messages.BringsNoneHeld},
	} {
		if change.made {
			changes = append(changes, change.text)
		}
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

// isJust reports whether the preset, the split, beta and the activation determine the state completely.
func (t *State) isJust(preset presets.Preset) bool {
	var same State
	same.take(preset, t.Samples(), uint64(t.sample))
	same.noise, same.sample = t.noise, t.sample
	same.applyNoise()
	return slices.Equal(t.x, same.x) && slices.Equal(t.y, same.y) && slices.Equal(t.clean, same.clean) &&
		sameArchitecture(t.architecture, same.architecture) && t.loss == same.loss && t.tolerance == 0 && t.seed == 0 && t.title == ""
}

// Lesson returns the sentence that goes with the preset, or "" if there is none.
func (t *State) Lesson() string {
	preset, _ := presets.Find(t.preset)
	return preset.Lesson
}

// First returns the initial state of a preset with the given beta.
func First(preset string, beta float64) State {
	t := State{beta: beta, outputs: 1, sampling: sampling{sample: PresetSeed}}
	t, _ = t.WithPreset(preset, false)
	return t
}
