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
		to.Preset = &document.SharedPreset{Name: t.preset, Points: presetPoints, Seed: presetSeed}
	case len(t.y) == 0:
		to.Features = t.d
	default:
		to.Problem = t.document()
		return to
	}
	sigma := document.Activation(t.sigma)
	to.Beta, to.Activation = t.beta, &sigma
	return to
}

// isJust reports whether the preset, beta and the activation are all there is to say about the state.
func (t *state) isJust(preset presets.Preset) bool {
	var same state
	same.use(preset)
	return slices.Equal(t.x, same.x) && slices.Equal(t.y, same.y) && t.architecture.Kind == same.architecture.Kind && t.loss == same.loss &&
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
	s.comeback = &comeback{position: film.Position, playing: film.Playing, focus: shared.Focus, turned: shared.Turned}
	for _, err := range []error{s.useTool(shared.Tool), s.useLabel(shared.Label), s.useBrush(shared.Brush), s.setSpeed(film.Speed)} {
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
	case from.Features > drawnFeatures:
		return t, errors.New("An empty stage can have up to three features, but this one has " + strconv.Itoa(from.Features) + ".")
	default:
		t.blank(from.Features)
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
	p := t.document()
	if p == nil {
		tried := *t
		tried.x, tried.y = make([]float64, t.d), []float64{1}
		p = tried.document()
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
