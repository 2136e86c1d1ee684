package session

import (
	"errors"
	"math"
	"slices"
	"strconv"

	"conelab/core/document"
	"conelab/core/lift"
	"conelab/core/presets"
	"conelab/core/wire"
)

const (
	// maxShared bounds the points of a preset that a link may ask for.
	maxShared = maxDrawn
	// farthest bounds the window.
	farthest = 1e300
)

// Share returns the present state, without the history, as a document that the intent open takes in. It is as short as can be, since it
// goes into links.
func (s *Session) Share() []byte {
	shared := document.Shared{
		State: s.state.share(), Tool: s.tool, Label: s.label, Brush: s.brush, Focus: s.focus,
		Film:   document.SharedFilm{Name: filmNames[s.film.Act], Position: math.Round(1e4*s.film.Position) / 1e4, Speed: s.speed},
		Turned: s.turnedRows(),
	}
	shared.Class = s.classLabel
	if s.lens != (lens{}) {
		shared.Lens = &document.SharedLens{Output: s.lens.output, Single: s.lens.single, Axes: s.lens.plane()}
	}
	if s.comeback != nil { // not solved yet
		shared.Film.Position, shared.Focus = math.Round(1e4*s.comeback.position)/1e4, s.comeback.focus
	}
	return shared.JSON()
}

func (t *state) share() (to document.SharedState) {
	if w := t.window; w != unitWindow {
		to.Window = []float64{w.Center[0], w.Center[1], w.Center[2], w.Half, w.Level, w.Rise}
	}
	preset, isPreset := presets.Find(t.preset)
	switch {
	case isPreset && t.isJust(preset):
		to.Preset = &document.SharedPreset{Name: t.preset, Points: t.samples(), Seed: t.sampling.seed}
		to.Split = t.shareSplit(true)
	case len(t.y) == 0:
		if to.Features, to.Shape = t.d, t.shape; t.outputs > 1 {
			to.Outputs = t.outputs
		}
		if t.architecture.Kind != document.KindDense {
			to.Architecture = &t.architecture
		}
		to.Split = t.shareSplit(false)
	default:
		to.Problem, to.Split = t.whole(), t.shareSplit(false)
		if t.architecture.Kind != document.KindConvolutional { // whose input it is
			to.Shape = t.shape
		}
		return to
	}
	sigma := document.Activation(t.sigma)
	to.Beta, to.Activation = t.beta, &sigma
	return to
}

// isJust reports whether the preset, the split, beta and the activation are all there is to say about the state.
func (t *state) isJust(preset presets.Preset) bool {
	var same state
	same.take(preset, t.samples(), uint64(t.sampling.seed))
	same.noise, same.sampling.seed = t.noise, t.sampling.seed
	same.disturb()
	return slices.Equal(t.x, same.x) && slices.Equal(t.y, same.y) && slices.Equal(t.clean, same.clean) && sameArchitecture(&t.architecture, &same.architecture) && t.loss == same.loss &&
		t.tolerance == 0 && t.seed == 0 && t.title == ""
}

// open takes in a shared state or kept work, on top of what there is. With both, the work comes to lie below the shared state, unless it
// cannot be used.
func (s *Session) open(in *intent) error {
	if len(in.Shared) == 0 {
		return s.openWork(in.Work)
	}
	shared, err := document.ParseShared(in.Shared)
	if err != nil {
		return errors.New("This cannot be opened: " + err.Error() + ".")
	}
	next, err := fromShared(&shared.State)
	if err != nil {
		return err
	}
	// All that can be wrong is tried on a session that does not matter.
	if err := new(Session).control(shared); err != nil {
		return err
	}
	if len(in.Work) > 0 {
		_ = s.openWork(in.Work)
	}
	s.finishGesture()
	s.change(next)
	s.restart()
	return s.control(shared)
}

// control sets the controls and the film as the document says; the first that cannot be set is an error.
func (s *Session) control(shared *document.Shared) error {
	film := shared.Film
	if film.Position < 0 {
		return errors.New("The film cannot stand at " + number(film.Position) + ".")
	}
	if !s.chooseFilm(film.Name) {
		return errors.New("There is no film " + strconv.Quote(document.Clip(film.Name)) + ".")
	}
	if s.lens = (lens{}); shared.Lens != nil {
		s.lens = lensOf(shared.Lens.Output, shared.Lens.Single, shared.Lens.Axes)
	}
	s.classLabel = shared.Class
	s.comeback = &comeback{position: film.Position, playing: film.Playing, focus: shared.Focus, turned: shared.Turned}
	for _, err := range []error{s.useTool(shared.Tool), s.useSign(shared.Label), s.useBrush(shared.Brush), s.setSpeed(film.Speed)} {
		if err != nil {
			return err
		}
	}
	return nil
}

// fromShared returns a shared state.
func fromShared(from *document.SharedState) (t state, err error) {
	switch {
	case from.Problem != nil:
		t = fromDocument(from.Problem)
	case from.Preset != nil:
		preset, ok := presets.Find(from.Preset.Name)
		if !ok {
			return t, errors.New("There is no preset " + strconv.Quote(document.Clip(from.Preset.Name)) + ".")
		}
		if from.Preset.Points > maxShared {
			return t, errors.New("A preset can have " + strconv.Itoa(maxShared) + " points, not " + strconv.Itoa(from.Preset.Points) + ".")
		}
		t.take(preset, from.Preset.Points, uint64(from.Preset.Seed))
		t.sampling.seed = from.Preset.Seed
	case from.Features > drawnFeatures && len(from.Shape) == 0:
		return t, errors.New("An empty stage can have up to three features, but this one has " + strconv.Itoa(from.Features) + ".")
	default:
		if from.Outputs > wire.MostClasses {
			return t, errors.New("An empty stage can have up to " + strconv.Itoa(wire.MostClasses) + " classes, but this one has " + strconv.Itoa(from.Outputs) + ".")
		}
		t.blank(from.Features)
		t.outputs = max(1, from.Outputs)
		if from.Architecture != nil {
			t.architecture = *from.Architecture
		}
		t.sampling.seed = presetSeed
	}
	if err := t.useShape(from.Shape); err != nil {
		return t, err
	}
	if err := t.useSplit(from.Split); err != nil {
		return t, errors.New("This cannot be opened: " + err.Error() + ".")
	}
	if from.Problem == nil {
		t.beta, t.sigma = from.Beta, lift.Activation(*from.Activation)
		if err := t.check(); err != nil {
			return t, err
		}
	}
	return t, t.useWindow(from.Window)
}

// check returns why the state cannot be trained; an empty one is tried with a point.
func (t *state) check() error {
	p := t.whole()
	if p == nil {
		tried := *t
		tried.x, tried.y = make([]float64, t.d), make([]float64, t.outputs)
		tried.y[0] = 1
		p = tried.whole()
	}
	if err := p.Validate(); err != nil {
		return errors.New("This cannot be opened: " + err.Error() + ".")
	}
	return nil
}

// useWindow sets the window to the six numbers of a document, if there are any.
func (t *state) useWindow(w []float64) error {
	if len(w) == 0 {
		return nil
	}
	for _, v := range w {
		if math.Abs(v) > farthest {
			return errors.New("The window reaches " + number(v) + ", which is too far to draw.")
		}
	}
	if !(w[3] > 0 && w[5] > 0) {
		return errors.New("The window must have a width and a height above 0.")
	}
	t.window = wire.Window{Center: wire.Vec{w[0], w[1], w[2]}, Half: w[3], Level: w[4], Rise: w[5]}
	return nil
}
