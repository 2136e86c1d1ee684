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
	// WorkFormat is the format of a work: a shared state with its history.
	WorkFormat = "conelab/work/2"
)

// Shared is the stored form of a work: what is on the stage, the settings of the controls, and the position in the animation. Without a
// history and a long text under check it is short enough for a link.
type Shared struct {
	Format string      `json:"format"`
	State  SharedState `json:"state"`
	// Undo holds the states before, the oldest first; Redo holds those after, the newest last. A link has neither.
	Undo  []SharedState `json:"undo,omitempty"`
	Redo  []SharedState `json:"redo,omitempty"`
	Tool  string        `json:"tool"`
	Label float64       `json:"label"`
	Brush float64       `json:"brush"`
	// Class is the class of new points if each class has an output, 0 for the first.
	Class int `json:"class,omitempty"`
	// Lens is the part of the solution on the stage; nil means the first output, compared with the others.
	Lens *SharedLens `json:"lens,omitempty"`
	Film SharedFilm  `json:"film"`
	// Focus is the neuron that is highlighted, -1 for none.
	Focus int `json:"focus"`
	// Turned is the optimal network to which the user has turned the one from the solver, a row (alpha, u) for each neuron; empty if it was
	// not turned.
	Turned [][]float64 `json:"turned,omitempty"`
	// Check is what the user is checking.
	Check *SharedCheck `json:"check,omitempty"`
}

// SharedCheck is a text or the bytes of a file under check, as it was given. Shown says that it is shown instead of the data. The verdict is
// not stored but computed again.
type SharedCheck struct {
	Text  string `json:"text,omitempty"`
	Data  []byte `json:"data,omitempty"`
	Shown bool   `json:"shown,omitempty"`
}

// SharedState is what is on the stage: a problem; or, together with beta and an activation, a preset or an empty stage for points with a
// number of features.
type SharedState struct {
	Problem *Problem `json:"problem,omitempty"`
	// PointsOf is the name of the preset from which the points of the problem come, "" for none. Links leave it out.
	PointsOf string        `json:"pointsOf,omitempty"`
	Preset   *SharedPreset `json:"preset,omitempty"`
	Features int           `json:"features,omitempty"`
	// Outputs is the number of classes of an empty stage if each has an output, else 0.
	Outputs    int         `json:"outputs,omitempty"`
	Beta       float64     `json:"beta,omitempty"`
	Activation *Activation `json:"activation,omitempty"`
	// Architecture is that of an empty stage, unless it is dense.
	Architecture *Architecture `json:"architecture,omitempty"`
	// Stack is that of a preset or of an empty stage, if it has several layers.
	Stack *Stack `json:"stack,omitempty"`
	// Shape is the shape of samples that are not points, [length], [height, width] or [height, width, channels]; a convolutional architecture
	// has it too.
	Shape []int `json:"shape,omitempty"`
	// Window holds the centre, half the width, and for one feature the level and half the height; empty means the default.
	Window []float64 `json:"window,omitempty"`
	// Split says which points are held out and what noise the labels have; nil means that all points are trained on.
	Split *SharedSplit `json:"split,omitempty"`
}

// SharedSplit says which points of a state are held out for testing, and what noise its labels have.
type SharedSplit struct {
	// Hold and Noise are the share of held-out points and the level of the noise, in per cent. Seed determines both, and is the seed of a
	// preset.
	Hold  float64 `json:"hold"`
	Noise float64 `json:"noise"`
	Seed  int     `json:"seed"`
	// Held lists the held-out points, counted from zero; if it is missing, Hold and Seed determine them.
	Held []int `json:"held,omitzero"`
	// Clean holds the labels of a problem without the noise, output by output.
	Clean []float64 `json:"clean,omitempty"`
}

// SharedLens is the selection of an output. Single means that the data picture shows it alone, Axes are the two features, from 1, that span
// the plane, and Layer is the layer shown, from 1, or 0 for the last.
type SharedLens struct {
	Output int   `json:"output,omitempty"`
	Single bool  `json:"single,omitempty"`
	Axes   []int `json:"axes,omitempty"`
	Layer  int   `json:"layer,omitempty"`
}

// SharedPreset names points that can be generated again.
type SharedPreset struct {
	Name   string `json:"name"`
	Points int    `json:"points"`
	Seed   int    `json:"seed"`
}

// SharedFilm is a position in an animation.
type SharedFilm struct {
	Name     string  `json:"name"`
	Position float64 `json:"position"`
	Speed    float64 `json:"speed"`
	Playing  bool    `json:"playing"`
}

// ParseShared reads a shared state. It does not check which names and which values of the controls exist; the session does. Errors are
// InputErrors.
func ParseShared(data []byte) (*Shared, error) {
	s := &Shared{Format: SharedFormat}
	if err := read(data, SharedFormat, s.fields); err != nil {
		return nil, err
	}
	return s, s.State.validate("state")
}

// ParseWork reads a work with its history, in the same way as ParseShared.
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

// workFields are the fields of a shared state and the history, which a link does not have.
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
		field{"page", "", r.skip}, // the look of the page that saved it; only the page reads it
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

// validate checks that there is exactly one thing on the stage, with everything that belongs to it; at is its path in the document.
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

// mark writes the format into a copy of the state's problem.
func (s *SharedState) mark() {
	if s.Problem != nil {
		p := *s.Problem
		p.Format, s.Problem = ProblemFormat, &p
	}
}
