package workspace

import (
	"slices"

	"conelab/core/app/messages"
	"conelab/core/data/dataset"
	"conelab/core/data/presets"
	"conelab/core/format/document"
	"conelab/core/network/path"
)

// WithHold returns the state with another percentage of the points held out.
func (t *State) WithHold(share float64) (State, error) {
	next := *t
	next.hold = share
	next.divide()
	return next, next.checkLabels()
}

// WithNoise returns the state with another noise level of the labels, in per cent.
func (t *State) WithNoise(level float64) (State, error) {
	next := *t
	next.noise = level
	next.applyNoise()
	return next, next.checkLabels()
}

// WithSample returns the state with another seed, which determines the points of a preset, the noise, and which points are held out.
func (t *State) WithSample(seed int) (State, error) {
	next := *t
	next.sample = seed
	next.resample()
	return next, next.checkLabels()
}

// resample draws the points of a preset again, as many as there are, the noise, and which points are held out. Everything else stays.
func (t *State) resample() {
	if preset, ok := presets.Find(t.preset); ok {
		drawn := *t
		drawn.take(preset, t.Samples(), uint64(t.sample))
		t.x, t.y, t.clean = drawn.x, drawn.y, nil
	}
	t.applyNoise()
	t.divide()
}

// WithHeld returns the state with some rows held out, or returned to the training points.
func (t *State) WithHeld(indices []int, held bool) (State, error) {
	next := *t
	if _, err := t.rowSet(indices); err != nil {
		return next, err
	}
	next.held = make([]bool, t.Samples())
	copy(next.held, t.held)
	for _, i := range indices {
		next.held[i] = held
	}
	if next.Holdouts() == t.Samples() {
		return next, messages.NothingLeftToTrain()
	}
	next.tidy()
	return next, nil
}

// divide holds out points as the percentage and the seed determine: by dataset.Split of the number of points, or none if either side would be empty.
func (t *State) divide() {
	t.held = nil
	if t.hold == 0 || len(t.y) == 0 {
		return
	}
	fold, err := dataset.Split(t.Samples(), 1-t.hold/100, uint64(t.sample))
	if err != nil {
		return
	}
	t.held = make([]bool, t.Samples())
	for _, i := range fold.Test {
		t.held[i] = true
	}
}

// IsHeld reports whether point i is held out.
func (t *State) IsHeld(i int) bool { return t.held != nil && t.held[i] }

// Holdouts returns the number of points held out.
func (t *State) Holdouts() int { return len(t.Held()) }

// Held returns the indices of the points held out.
func (t *State) Held() []int {
	indices := []int{}
	for i, held := range t.held {
		if held {
			indices = append(indices, i)
		}
	}
	return indices
}

// HeldMask reports for each point whether it is held out; nil if none is. The caller must not modify it.
func (t *State) HeldMask() []bool { return t.held }

// tidy clears the split if no point is held out, or if none would be left to train on.
func (t *State) tidy() {
	if count := t.Holdouts(); count == 0 || count == t.Samples() {
		t.held = nil
	}
}

// Part returns the points held out, or the training points.
func (t *State) Part(held bool) (s path.Set) {
	n := t.Samples()
	if t.held == nil {
		if held {
			return s
		}
		return path.Set{X: t.x, Y: t.y}
	}
	for i := range n {
		if t.held[i] == held {
			s.X = append(s.X, t.Point(i)...)
		}
	}
	for k, y := range t.y {
		if t.held[k%n] == held {
			s.Y = append(s.Y, y)
		}
	}
	return s
}

// split returns the sampling for a document, or nil if it is the default. The clean labels of a preset are left out, since its seed determines them.
func (t *State) split(ofPreset bool) *document.SharedSplit {
	to, drawn := &document.SharedSplit{Hold: t.hold, Noise: t.noise, Seed: t.sample}, *t
	if drawn.divide(); !slices.Equal(t.held, drawn.held) {
		to.Held = t.Held()
	}
	if !ofPreset {
		to.Clean = t.clean
	}
	if t.hold == 0 && t.noise == 0 && to.Held == nil && to.Clean == nil && (ofPreset || t.sample == PresetSeed) {
		return nil
	}
	return to
}

// useSplit sets the sampling from a document.
func (t *State) useSplit(from *document.SharedSplit) error {
	if from == nil {
		return nil
	}
	t.hold, t.noise, t.sample, t.clean = from.Hold, from.Noise, from.Seed, from.Clean
	if t.clean != nil {
		before := *t
		if before.y = t.clean; len(before.y) != len(t.y) {
			return messages.StoredCleanCount()
		}
		if err := before.checkLabels(); err != nil {
			return messages.StoredCleanLabels(err)
		}
	} else if t.preset != "" {
		t.applyNoise()
	}
	if t.divide(); from.Held == nil {
		return nil
	}
	t.held = make([]bool, t.Samples())
	for _, i := range from.Held {
		if i < 0 || i >= t.Samples() {
			return messages.StoredHeld()
		}
		t.held[i] = true
	}
	t.tidy()
	return nil
}
