package session

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"conelab/core/data"
	"conelab/core/document"
	"conelab/core/path"
	"conelab/core/presets"
)

// maxShare bounds the share of the points held out and the noise of the labels, in per cent.
const maxShare = 50

// sampling says which points are held out for testing and what noise the labels have. Like all of a state it is a value: held and clean
// are never written in place once it is in the history.
type sampling struct {
	hold, noise float64 // per cent
	seed        int     // decides both, and the points of a preset
	// held says of each point whether it is held out; nil where all are trained on. At least one point is always trained on.
	held []bool
	// clean has the labels before the noise, as y; nil without noise.
	clean []float64
}

// setShare holds another share of the points out, or gives the labels other noise.
func (s *Session) setShare(in *intent) error {
	if !(in.Value >= 0 && in.Value <= maxShare) {
		return errors.New("The " + in.Do + " must be between 0 and " + strconv.Itoa(maxShare) + " per cent, but it is " + number(in.Value) + ".")
	}
	next := s.state
	if in.Do == "hold" {
		next.hold = in.Value
		next.divide()
	} else {
		next.noise = in.Value
		next.disturb()
	}
	if err := next.checkLabels(); err != nil {
		return err
	}
	s.slide(in.Do, next, in.final())
	return nil
}

// setSample draws the sample of a seed: the points of a preset, the noise, and which points are held out.
func (s *Session) setSample(value float64) error {
	if value != math.Trunc(value) || !(value >= 0 && value <= math.MaxInt32) {
		return errors.New("The seed must be a whole number from 0 to " + strconv.Itoa(math.MaxInt32) + ", but it is " + number(value) + ".")
	}
	next := s.state
	next.sampling.seed = int(value)
	if preset, ok := presets.Find(next.preset); ok {
		next.redraw(preset)
	}
	next.disturb()
	next.divide()
	if err := next.checkLabels(); err != nil {
		return err
	}
	s.finishGesture()
	s.change(next)
	return nil
}

// redraw makes the points of the preset anew, as many as there are, with the seed of the sample; everything else stays.
func (t *state) redraw(preset presets.Preset) {
	same := *t
	same.take(preset, t.samples(), uint64(t.sampling.seed))
	t.x, t.y, t.clean, t.held = same.x, same.y, nil, nil
}

// divide holds points out as share and seed say: data.Split of the number of points, and none where this would leave nothing on a side.
func (t *state) divide() {
	t.held = nil
	if t.hold == 0 || len(t.y) == 0 {
		return
	}
	fold, err := data.Split(t.samples(), 1-t.hold/100, uint64(t.sampling.seed))
	if err != nil {
		return
	}
	t.held = make([]bool, t.samples())
	for _, i := range fold.Test {
		t.held[i] = true
	}
}

// disturb gives the clean labels the noise that level and seed say. The window grows where labels have left it; that of a preset comes
// back with them.
func (t *state) disturb() {
	if t.clean == nil {
		t.clean = t.y
	}
	if t.noise == 0 || len(t.y) == 0 {
		t.y, t.clean = t.clean, nil
	} else {
		t.y = noisy(t.clean, t.samples(), t.noise/100, uint64(t.sampling.seed))
	}
	if t.preset != "" {
		t.window = unitWindow
	}
	if !t.showsAll() {
		t.fitWindow()
	}
}

// noisy returns the n labels of each output with noise: of classes, each label 1 or -1 is flipped with the probability level, and each
// one-hot row says another class; numbers get Gaussian noise, whose deviation is level times their root mean square. The same seed meets
// the same labels with any level: those of a lower one are among those of a higher one, and the Gaussians only grow.
func noisy(clean []float64, n int, level float64, seed uint64) []float64 {
	rng, y, outputs := rand.New(rand.NewPCG(seed, 2)), slices.Clone(clean), len(clean)/n
	switch path.ClassesOf(clean, n) {
	case path.Signs:
		for i := range y {
			if rng.Float64() < level {
				y[i] = -y[i]
			}
		}
	case path.Largest:
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
			if noise := rng.NormFloat64(); size > 0 {
				y[i] = rounded(v+level*size*noise, size)
			}
		}
	}
	return y
}

// rootMeanSquare returns the size of the values, whatever their scale.
func rootMeanSquare(values []float64) float64 {
	largest, sum := 0.0, 0.0
	for _, v := range values {
		largest = math.Max(largest, math.Abs(v))
	}
	if largest == 0 {
		return 0
	}
	for _, v := range values {
		sum += v / largest * (v / largest)
	}
	return largest * math.Sqrt(sum/float64(len(values)))
}

// isHeld reports whether point i is held out; holdouts counts those that are.
func (t *state) isHeld(i int) bool { return t.held != nil && t.held[i] }

func (t *state) holdouts() (count int) {
	for _, held := range t.held {
		if held {
			count++
		}
	}
	return count
}

// tidy drops the parts where all points are in one: where none is left to train on, none is held out.
func (t *state) tidy() {
	if count := t.holdouts(); count == 0 || count == t.samples() {
		t.held = nil
	}
}

// follow gives the points the parts and the clean labels that they had before, where from(i) was the index of point i, or -1 for a new
// one, which is trained on. A label that is another now is clean as it is.
func (t *state) follow(before *state, from func(i int) int) {
	n, was := t.samples(), before.samples()
	if before.held != nil {
		t.held = make([]bool, n)
		for i := range t.held {
			t.held[i] = from(i) >= 0 && before.held[from(i)]
		}
		t.tidy()
	}
	if before.clean == nil {
		return
	}
	t.clean = slices.Clone(t.y)
	for k, y := range t.y {
		if j := from(k % n); j >= 0 {
			if at := k/n*was + j; before.y[at] == y {
				t.clean[k] = before.clean[at]
			}
		}
	}
}

// part returns the points that are held out, or the others.
func (t *state) part(held bool) (s path.Set) {
	n := t.samples()
	if t.held == nil {
		if held {
			return s
		}
		return path.Set{X: t.x, Y: t.y}
	}
	for i := range n {
		if t.held[i] == held {
			s.X = append(s.X, t.x[i*t.d:(i+1)*t.d]...)
		}
	}
	for k, y := range t.y {
		if t.held[k%n] == held {
			s.Y = append(s.Y, y)
		}
	}
	return s
}

// holdRows holds rows of the table out, or trains on them again.
func (s *Session) holdRows(indices []int, held bool) error {
	chosen, err := s.rowSet(indices)
	if err != nil {
		return err
	}
	next := s.state
	next.held = make([]bool, s.samples())
	for i := range next.held {
		next.held[i] = s.isHeld(i)
		if chosen[i] {
			next.held[i] = held
		}
	}
	if next.holdouts() == s.samples() {
		return errors.New("At least one point must be left to train on.")
	}
	next.tidy()
	s.finishGesture()
	s.change(next)
	return nil
}

// heldOut returns the indices of the points that are held out.
func (t *state) heldOut() []int {
	indices := []int{}
	for i, held := range t.held {
		if held {
			indices = append(indices, i)
		}
	}
	return indices
}

// shareSplit returns what a document has to say of the sampling; nil where it says nothing. A preset has its seed and its clean labels
// anyway.
func (t *state) shareSplit(ofPreset bool) *document.SharedSplit {
	to, drawn := &document.SharedSplit{Hold: t.hold, Noise: t.noise, Seed: t.sampling.seed}, *t
	if drawn.divide(); !slices.Equal(t.held, drawn.held) {
		to.Held = t.heldOut()
	}
	if !ofPreset {
		to.Clean = t.clean
	}
	if t.hold == 0 && t.noise == 0 && to.Held == nil && to.Clean == nil && (ofPreset || t.sampling.seed == presetSeed) {
		return nil
	}
	return to
}

// useSplit samples the points as a document says.
func (t *state) useSplit(from *document.SharedSplit) error {
	if from == nil {
		return nil
	}
	n := t.samples()
	fault := ""
	switch {
	case !(from.Hold >= 0 && from.Hold <= maxShare && from.Noise >= 0 && from.Noise <= maxShare):
		fault = "the share held out and the noise must be between 0 and 50 per cent"
	case from.Seed < 0 || from.Seed > math.MaxInt32:
		fault = "the seed must be a whole number from 0 to 2147483647"
	case from.Clean != nil && len(from.Clean) != len(t.y):
		fault = "there must be as many clean labels as labels"
	}
	for _, v := range from.Clean {
		if !(math.Abs(v) <= largestEntry) {
			fault = "the clean labels must be numbers between -1e30 and 1e30"
		}
	}
	for _, i := range from.Held {
		if i < 0 || i >= n {
			fault = "only points that there are can be held out"
		}
	}
	if fault != "" {
		return errors.New(fault)
	}
	if tried := *t; from.Clean != nil {
		tried.y = from.Clean
		if err := tried.checkLabels(); err != nil {
			return errors.New("of the clean labels, " + strings.TrimSuffix(err.Error(), "."))
		}
	}
	t.hold, t.noise, t.sampling.seed = from.Hold, from.Noise, from.Seed
	if t.clean = from.Clean; t.clean == nil && t.preset != "" {
		t.disturb()
	}
	if t.divide(); from.Held == nil {
		return nil
	}
	t.held = make([]bool, n)
	for _, i := range from.Held {
		t.held[i] = true
	}
	t.tidy()
	return nil
}
