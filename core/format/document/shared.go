package document

import (
	"encoding/base64"
	"math"
	"slices"
	"strconv"

	"conelab/core/data/fault"
	"conelab/core/numeric/loss"
)

const (
	// SharedFormat is the format of a shared state.
	SharedFormat = "conelab/share/1"
	// WorkFormat is the format of work: a shared state with its history.
	WorkFormat = "conelab/work/2"
)

// Shared is the stored form of work: what is on the stage, what the controls say, and the place in the film. Without a history and a long claim it
// is short enough for a link.
type Shared struct {
	Format string      `json:"format"`
	State  SharedState `json:"state"`
	// Undo has the states before, the oldest first, Redo those after, the newest last. A link has none of them.
	Undo  []SharedState `json:"undo,omitempty"`
	Redo  []SharedState `json:"redo,omitempty"`
	Tool  string        `json:"tool"`
	Label float64       `json:"label"`
	Brush float64       `json:"brush"`
	// Class is the class of new points where each has an output, 0 for the first.
	Class int `json:"class,omitempty"`
	// Lens is the part of the solution that the stage shows; none is the first output, compared with the others.
	Lens *SharedLens `json:"lens,omitempty"`
	Film SharedFilm  `json:"film"`
	// Focus is the neuron that is lit up, -1 for none.
	Focus int `json:"focus"`
	// Turned is the optimal network that the user went over to from the one that the solver finds, a row (alpha, u) for each neuron; none
	// without that.
	Turned [][]float64 `json:"turned,omitempty"`
	// Check is what is under check.
	Check *SharedCheck `json:"check,omitempty"`
}

// SharedCheck is what is under check, as it was given, a text or the bytes of a file; Shown says that it is shown in place of the data. The
// verdict is found anew.
type SharedCheck struct {
	Text  string `json:"text,omitempty"`
	Data  []byte `json:"data,omitempty"`
	Shown bool   `json:"shown,omitempty"`
}

// SharedState is what is on the stage: a problem; or, with beta and an activation, a preset or an empty stage for points of so many features.
type SharedState struct {
	Problem *Problem `json:"problem,omitempty"`
	// PointsOf is the name of the preset that the points of the problem are of, "" for none. Links do without it.
	PointsOf string        `json:"pointsOf,omitempty"`
	Preset   *SharedPreset `json:"preset,omitempty"`
	Features int           `json:"features,omitempty"`
	// Outputs is the number of classes of an empty stage where each has an output, or 0.
	Outputs    int         `json:"outputs,omitempty"`
	Beta       float64     `json:"beta,omitempty"`
	Activation *Activation `json:"activation,omitempty"`
	// Architecture is that of an empty stage, if it is not dense.
	Architecture *Architecture `json:"architecture,omitempty"`
	// Stack is that of a preset or of an empty stage, if there are several layers.
	Stack *Stack `json:"stack,omitempty"`
	// Shape is how samples are looked at, [length], [height, width] or [height, width, channels], if not as points; a convolutional
	// architecture says it too.
	Shape []int `json:"shape,omitempty"`
	// Window has the center, half the width, and for one feature the level and half the height; none is the usual one.
	Window []float64 `json:"window,omitempty"`
	// Split says which points are held out, and what noise the labels have; without it all points are trained on.
	Split *SharedSplit `json:"split,omitempty"`
}

// SharedSplit says which points of a state are held out for testing, and what noise its labels have.
type SharedSplit struct {
	// Hold and Noise are the share of the points and the level of the noise in per cent; Seed decides both, and is that of a preset.
	Hold  float64 `json:"hold"`
	Noise float64 `json:"noise"`
	Seed  int     `json:"seed"`
	// Held are the points that are held out, counted from zero; without it they are those that share and seed choose.
	Held []int `json:"held,omitzero"`
	// Clean has the labels of a problem before the noise, output by output.
	Clean []float64 `json:"clean,omitempty"`
}

// SharedLens is an output; Single says that the data show it alone, Axes which two features, from 1, are those of the plane, Layer which of several
// layers is shown, from 1, or 0 for the last.
type SharedLens struct {
	Output int   `json:"output,omitempty"`
	Single bool  `json:"single,omitempty"`
	Axes   []int `json:"axes,omitempty"`
	Layer  int   `json:"layer,omitempty"`
}

// SharedPreset names points that can be made again.
type SharedPreset struct {
	Name   string `json:"name"`
	Points int    `json:"points"`
	Seed   int    `json:"seed"`
}

// SharedFilm is a place in a film.
type SharedFilm struct {
	Name     string  `json:"name"`
	Position float64 `json:"position"`
	Speed    float64 `json:"speed"`
	Playing  bool    `json:"playing"`
}

// ParseShared reads a shared state. Which names, and which values of the controls, there are is the session's to say. Errors are
// InputErrors.
func ParseShared(data []byte) (*Shared, error) {
	s := &Shared{Format: SharedFormat}
	if err := read(data, SharedFormat, s.fields); err != nil {
		return nil, err
	}
	return s, s.State.validate("state")
}

// ParseWork reads work with its history, as ParseShared does.
func ParseWork(data []byte) (*Shared, error) {
	s := &Shared{Format: WorkFormat}
	if err := read(data, WorkFormat, s.workFields); err != nil {
		return nil, err
	}
	if err := s.State.validate("state"); err != nil {
		return nil, err
	}
	for name, states := range map[string][]SharedState{"undo": s.Undo, "redo": s.Redo} {
		for i := range states {
			if err := states[i].validate(name + "[" + strconv.Itoa(i) + "]"); err != nil {
				return nil, err
			}
		}
	}
	return s, nil
}

// workFields are those of a shared state, and the history, which a link does without.
func (s *Shared) workFields(r *reader) []field {
	states := func(to *[]SharedState) func() {
		return func() {
			r.array("an array of states", func() {
				var state SharedState
				r.object(state.fields(r))
				*to = append(*to, state)
			})
		}
	}
	return append(s.fields(r),
		field{"undo", "", states(&s.Undo)},
		field{"redo", "", states(&s.Redo)},
		field{"page", "", r.skip}, // how the page that saved it looked, which is the page's own
	)
}

func (c *SharedCheck) fields(r *reader) []field {
	return []field{
		{"text", "", func() { c.Text = r.text() }},
		{"data", "", func() {
			var err error
			if c.Data, err = base64.StdEncoding.DecodeString(r.text()); err != nil {
				r.fail("is not base64")
			}
		}},
		{"shown", "", func() { c.Shown = r.truth() }},
	}
}

func (s *Shared) fields(r *reader) []field {
	return []field{
		{"state", "an object", func() { r.object(s.State.fields(r)) }},
		{"tool", "a text", func() { s.Tool = r.text() }},
		{"label", "1 or -1", func() { s.Label = r.number() }},
		{"brush", "a number", func() { s.Brush = r.number() }},
		{"film", "an object", func() { r.object(s.Film.fields(r)) }},
		{"class", "", func() { s.Class = r.integer(0, largest) }},
		{"lens", "", func() {
			s.Lens = &SharedLens{}
			r.object(s.Lens.fields(r))
		}},
		{"focus", "the number of a neuron or -1", func() { s.Focus = r.integer(-1, largest) }},
		{"turned", "", func() { s.Turned = r.rows() }},
		{"check", "", func() {
			s.Check = &SharedCheck{}
			r.object(s.Check.fields(r))
		}},
	}
}

func (s *SharedState) fields(r *reader) []field {
	return []field{
		{"problem", "", func() {
			s.Problem = &Problem{Format: ProblemFormat}
			r.object(append(s.Problem.fields(r), field{"format", `"` + ProblemFormat + `"`, func() { r.word(ProblemFormat) }}))
		}},
		{"pointsOf", "", func() { s.PointsOf = r.text() }},
		{"preset", "", func() {
			s.Preset = &SharedPreset{}
			r.object(s.Preset.fields(r))
		}},
		{"features", "", func() { s.Features = r.integer(1, largest) }},
		{"outputs", "", func() { s.Outputs = r.integer(1, largest) }},
		{"beta", "", func() { s.Beta = r.number() }},
		{"activation", "", func() {
			s.Activation = &Activation{}
			r.object(s.Activation.fields(r))
		}},
		{"architecture", "", func() {
			s.Architecture = &Architecture{}
			r.object(s.Architecture.fields(r))
		}},
		{"stack", "", func() {
			s.Stack = &Stack{}
			r.object(s.Stack.fields(r))
		}},
		{"shape", "", func() {
			r.array("an array of whole numbers", func() { s.Shape = append(s.Shape, r.integer(1, largest)) })
		}},
		{"window", "", func() { s.Window = r.row() }},
		{"split", "", func() {
			s.Split = &SharedSplit{}
			r.object(s.Split.fields(r))
		}},
	}
}

func (s *SharedSplit) fields(r *reader) []field {
	return []field{
		{"hold", "a number", func() { s.Hold = r.number() }},
		{"noise", "a number", func() { s.Noise = r.number() }},
		{"seed", "a whole number", func() { s.Seed = r.integer(0, largest) }},
		{"held", "", func() {
			s.Held = []int{}
			r.array("an array of whole numbers", func() { s.Held = append(s.Held, r.integer(0, largest)) })
		}},
		{"clean", "", func() { s.Clean = r.row() }},
	}
}

func (l *SharedLens) fields(r *reader) []field {
	return []field{
		{"output", "", func() { l.Output = r.integer(0, largest) }},
		{"single", "", func() { l.Single = r.truth() }},
		{"layer", "", func() { l.Layer = r.integer(0, MostLayers) }},
		{"axes", "", func() {
			for _, v := range r.row() {
				l.Axes = append(l.Axes, int(math.Max(0, math.Min(v, largest))))
			}
		}},
	}
}

func (p *SharedPreset) fields(r *reader) []field {
	return []field{
		{"name", "a text", func() { p.Name = r.text() }},
		{"points", "a whole number", func() { p.Points = r.integer(1, largest) }},
		{"seed", "a whole number", func() { p.Seed = r.integer(0, largest) }},
	}
}

func (f *SharedFilm) fields(r *reader) []field {
	return []field{
		{"name", "a text", func() { f.Name = r.text() }},
		{"position", "a number", func() { f.Position = r.number() }},
		{"speed", "a number", func() { f.Speed = r.number() }},
		{"playing", "true or false", func() { f.Playing = r.truth() }},
	}
}

// validate checks that exactly one thing is on the stage, with all that belongs to it; at is its place in the document.
func (s *SharedState) validate(at string) error {
	if n := len(s.Window); n != 0 && n != 6 {
		return fault.New(at+".window", "has "+count(n, "number")+", expected 6")
	}
	if s.Split != nil && s.Problem == nil && s.Split.Clean != nil {
		return fault.New(at+".split.clean", "goes with a problem only")
	}
	if s.Split != nil && s.Preset != nil && s.Split.Seed != s.Preset.Seed {
		return fault.New(at+".split.seed", "is "+strconv.Itoa(s.Split.Seed)+", expected "+strconv.Itoa(s.Preset.Seed)+", the preset's")
	}
	if s.Problem != nil {
		if s.Preset != nil || s.Features != 0 || s.Outputs != 0 || s.Beta != 0 || s.Activation != nil || s.Architecture != nil || s.Stack != nil {
			return fault.New(at, "has a problem and more, expected a problem with at most a window and a shape")
		}
		return s.Problem.Validate()
	}
	if s.Architecture != nil && s.Features == 0 {
		return fault.New(at+".architecture", "is given, expected only of an empty stage")
	}
	if (s.Preset != nil) == (s.Features != 0) {
		return fault.New(at, "must have a problem, or a preset, or a number of features")
	}
	if !(s.Beta > 0) {
		return fault.New(at+".beta", "is "+fault.Number(s.Beta)+", expected a number above 0")
	}
	if s.Activation == nil {
		return fault.New(at+".activation", "is missing, expected an object with a, b and c")
	}
	if s.Stack != nil {
		return s.Stack.validate(at+".stack", loss.Squared) // the loss of points without a problem
	}
	return nil
}

// JSON returns the document on one line, without spaces, or nil if a number is not finite.
func (s *Shared) JSON() []byte {
	t := *s
	if t.Format == "" {
		t.Format = SharedFormat
	}
	t.State.mark()
	t.Undo, t.Redo = slices.Clone(t.Undo), slices.Clone(t.Redo)
	for _, states := range [][]SharedState{t.Undo, t.Redo} {
		for i := range states {
			states[i].mark()
		}
	}
	return encode(t)
}

// mark writes its format into the problem of the state, a copy of it.
func (s *SharedState) mark() {
	if s.Problem != nil {
		p := *s.Problem
		p.Format, s.Problem = ProblemFormat, &p
	}
}
