package workspace

import (
	"math"
	"math/rand/v2"
	"slices"

	"conelab/core/app/messages"
	"conelab/core/data/dataset"
	"conelab/core/data/presets"
	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/kind"
	"conelab/core/network/neural"
	"conelab/core/numeric/loss"
)

// WithHold returns the state with another percentage of the points held out.
func (t State) WithHold(share float64) State {
	t.hold = share
	t.drawHoldout()
	return t
}

// WithNoise returns the state with another noise level of the labels, in per cent.
func (t State) WithNoise(level float64) State {
	t.noise = level
	t.applyNoise()
	return t
}

// WithSeed returns the state with another seed, which determines the points of a preset, the noise, and which points are held out.
func (t State) WithSeed(seed int) State {
	t.seed = seed
	t.resample()
	return t
}

// resample draws again the points of a preset, the noise, and which points are held out. Everything else stays.
func (t *State) resample() {
	if preset, ok := presets.Find(t.Preset); ok {
		again := *t
		again.usePreset(preset, t.Samples(), uint64(t.seed))
		t.X, t.Y, t.clean = again.X, again.Y, nil
	}
	t.applyNoise()
	t.drawHoldout()
}

// withHeld returns the state with some rows held out or, if all of them are, returned to the training points.
func (t *State) withHeld(indices []int) (State, error) {
	next := *t
	next.held = make([]bool, t.Samples())
	copy(next.held, t.held)
	out := slices.ContainsFunc(indices, func(i int) bool { return !t.IsHeld(i) })
	for _, i := range indices {
		next.held[i] = out
	}
	if next.Holdouts() == t.Samples() {
		return next, messages.Refuse("At least one point must be left to train on.")
	}
	next.dropTrivialHoldout()
	return next, nil
}

// drawHoldout holds out points as the percentage and the seed determine: by dataset.Split of their classes, or none if either side would be
// empty.
func (t *State) drawHoldout() {
	labels := t.Y
	if t.clean != nil { // noise changes no split
		labels = t.clean
	}
	var classes []int
	if len(labels) > 0 {
		classes = loss.Classes(labels, t.Samples())
	}
	t.holdOut(classes)
}

// holdOut holds out points of classes, nil if they have none to be told apart.
func (t *State) holdOut(classes []int) {
	t.held = nil
	if len(t.Y) == 0 {
		return
	}
	fold, err := dataset.Split(t.Samples(), 1-t.hold/100, uint64(t.seed), classes)
	if err != nil {
		return
	}
	t.held = make([]bool, t.Samples())
	for _, i := range fold.Test {
		t.held[i] = true
	}
}

// IsHeld reports whether point i is held out.
func (s *sampling) IsHeld(i int) bool { return s.held != nil && s.held[i] }

// Holdouts returns the number of points held out.
func (s *sampling) Holdouts() int { return len(s.Held()) }

// Held returns the indices of the points held out.
func (s *sampling) Held() []int {
	indices := []int{}
	for i, held := range s.held {
		if held {
			indices = append(indices, i)
		}
	}
	return indices
}

// TrainingRows returns the indices of the points trained on.
func (t *State) TrainingRows() (indices []int) {
	for i := range t.Samples() {
		if !t.IsHeld(i) {
			indices = append(indices, i)
		}
	}
	return indices
}

// HeldMask reports for each point whether it is held out; nil if none is. The caller must not modify it.
func (s *sampling) HeldMask() []bool { return s.held }

// dropTrivialHoldout clears the split if no point is held out, or if none would be left to train on.
func (t *State) dropTrivialHoldout() {
	if count := t.Holdouts(); count == 0 || count == t.Samples() {
		t.held = nil
	}
}

// split returns the points held out, or the training points, as neurons read them.
func (t *State) split(held bool) (s certify.Set) {
	n, x, d := t.Samples(), t.RowsWithBias(t.X), t.Inputs()
	if t.held == nil {
		if held {
			return s
		}
		return certify.Set{X: x, Y: t.Y}
	}
	for i := range n {
		if t.held[i] == held {
			s.X = append(s.X, x[i*d:(i+1)*d]...)
		}
	}
	for k, y := range t.Y {
		if t.held[k%n] == held {
			s.Y = append(s.Y, y)
		}
	}
	return s
}

// storedSampling returns the sampling for a document, or nil if it is the default. The clean labels of a preset are left out, since its
// seed determines them.
func (t *State) storedSampling(ofPreset bool) *document.SharedSplit {
	to, again := &document.SharedSplit{Hold: t.hold, Noise: t.noise, Seed: t.seed}, *t
	again.holdOut(nil)
	if !slices.Equal(t.held, again.held) {
		again.drawHoldout()
		to.ByClass = slices.Equal(t.held, again.held)
		if !to.ByClass {
			to.Held = t.Held()
		}
	}
	if !ofPreset {
		to.Clean = t.clean
	}
	if t.hold == 0 && t.noise == 0 && to.Held == nil && to.Clean == nil && (ofPreset || t.seed == PresetSeed) {
		return nil
	}
	return to
}

// useSampling sets the sampling from a document.
func (t *State) useSampling(from *document.SharedSplit) error {
	if from == nil {
		return nil
	}
	t.hold, t.noise, t.seed, t.clean = from.Hold, from.Noise, from.Seed, from.Clean
	if t.clean != nil {
		before := *t
		before.Y = t.clean
		if len(before.Y) != len(t.Y) {
			return messages.Refuse("there must be as many clean labels as labels")
		}
		if err := before.checkLabels(); err != nil {
			return messages.Refuse("of the clean labels, {}", err)
		}
	} else if t.Preset != "" {
		t.applyNoise()
	}
	if from.ByClass {
		t.drawHoldout()
	} else {
		t.holdOut(nil)
	}
	if from.Held == nil {
		return nil
	}
	t.held = make([]bool, t.Samples())
	for _, i := range from.Held {
		if i < 0 || i >= t.Samples() {
			return messages.Refuse("point {+1} is to be held out, but there are only {point}", i, t.Samples())
		}
		t.held[i] = true
	}
	t.dropTrivialHoldout()
	return nil
}

// applyNoise applies noise of the present level and seed to the clean labels. The window of a preset is reset first, and then
// grows if labels have left it.
func (t *State) applyNoise() {
	if t.clean == nil {
		t.clean = t.Y
	}
	if t.noise == 0 || len(t.Y) == 0 {
		t.Y, t.clean = t.clean, nil
	} else {
		t.Y = noisy(t.clean, t.Samples(), t.noise/100, uint64(t.seed))
	}
	if t.Preset != "" {
		t.Window = unitWindow
	}
	t.growWindow()
}

// noisy returns labels with noise, n for each output. For classes, each label 1 or -1 is flipped with probability level, and each
// one-hot row moves to another class with that probability. Numbers get Gaussian noise with a standard deviation of level times
// their root mean square. For a given seed, a higher level changes the same labels as a lower one and more, and scales the same
// Gaussians.
func noisy(clean []float64, n int, level float64, seed uint64) []float64 {
	rng, y, outputs := rand.New(rand.NewPCG(seed, 2)), slices.Clone(clean), len(clean)/n
	switch loss.LabelsOf(clean, n) {
	case loss.Signs:
		for i := range y {
			if rng.Float64() < level {
				y[i] = -y[i]
			}
		}
	case loss.OneHot:
		for i := range n {
			hit, by := rng.Float64() < level, 1+rng.IntN(outputs-1)
			if hit {
				from := i
				for y[from] != 1 {
					from += n
				}
				to := (from + by*n) % len(y)
				y[from], y[to] = y[to], y[from]
			}
		}
	default:
		size := rootMeanSquare(clean)
		for i, v := range clean {
			noise := rng.NormFloat64()
			if size > 0 {
				y[i] = rounded(v+level*size*noise, size)
			}
		}
	}
	return y
}

// rootMeanSquare returns the root mean square of the values.
func rootMeanSquare(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v * v / float64(len(values))
	}
	return math.Sqrt(sum)
}

// CountNoisyLabels returns the number of training points whose labels the noise has changed.
func (t *State) CountNoisyLabels() (count int) {
	for i := range t.Samples() {
		if t.clean != nil && !t.IsHeld(i) && !slices.Equal(t.RowOf(t.Y, i), t.RowOf(t.clean, i)) {
			count++
		}
	}
	return count
}

// Scorer scores networks on the training points and on the points held out.
type Scorer struct {
	Problem certify.Problem // with the training points
	Test    certify.Set     // the points held out
	Classes loss.Labels
}

// Scorer returns a scorer of the state.
func (t *State) Scorer() *Scorer {
	return &Scorer{Problem: t.TrainingProblem(), Test: t.split(true), Classes: t.Encoding()}
}

// Scores returns the scores of a network of the problem p, which may differ in beta or in the activation; test is nil if no
// points are held out.
func (s *Scorer) Scores(p *certify.Problem, neurons []neural.Neuron) (train, test *loss.Score) {
	return kind.Train(p, neurons, s.Classes), kind.Test(p, &s.Test, neurons, s.Classes)
}

// ScoreOf scores outputs against labels, both ordered output by output.
func (s *Scorer) ScoreOf(fit, y []float64) *loss.Score {
	return neural.Score(fit, y, len(y)/s.Problem.Outputs, s.Problem.Loss, s.Classes)
}
