package document

// SharedFormat is the format of a shared state.
const SharedFormat = "conelab/share/1"

// Shared is one state of the page, short enough for a link: what is on the stage, what the controls say, and the place in the film.
type Shared struct {
	Format string      `json:"format"`
	State  SharedState `json:"state"`
	Tool   string      `json:"tool"`
	Label  float64     `json:"label"`
	Brush  float64     `json:"brush"`
	Film   SharedFilm  `json:"film"`
	// Focus is the neuron that is lit up, -1 for none.
	Focus int `json:"focus"`
	// Turned is the optimal network that the user went over to from the one that the solver finds, a row (alpha, u) for each neuron; none
	// without that.
	Turned [][]float64 `json:"turned,omitempty"`
}

// SharedState is what is on the stage: a problem; or, with beta and an activation, a preset or an empty stage for points of so many features.
type SharedState struct {
	Problem    *Problem      `json:"problem,omitempty"`
	Preset     *SharedPreset `json:"preset,omitempty"`
	Features   int           `json:"features,omitempty"`
	Beta       float64       `json:"beta,omitempty"`
	Activation *Activation   `json:"activation,omitempty"`
	// Window has the center, half the width, and for one feature the level and half the height; none is the usual one.
	Window []float64 `json:"window,omitempty"`
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
	if err := s.State.validate(); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *Shared) fields(r *reader) []field {
	return []field{
		{"state", "an object", func() { r.object(s.State.fields(r)) }},
		{"tool", "a text", func() { s.Tool = r.text() }},
		{"label", "1 or -1", func() { s.Label = r.number() }},
		{"brush", "a number", func() { s.Brush = r.number() }},
		{"film", "an object", func() { r.object(s.Film.fields(r)) }},
		{"focus", "the number of a neuron or -1", func() { s.Focus = r.integer(-1, largest) }},
		{"turned", "", func() { s.Turned = r.rows() }},
	}
}

func (s *SharedState) fields(r *reader) []field {
	return []field{
		{"problem", "", func() {
			s.Problem = &Problem{Format: ProblemFormat}
			r.object(append(s.Problem.fields(r), field{"format", `"` + ProblemFormat + `"`, func() { r.word(ProblemFormat) }}))
		}},
		{"preset", "", func() {
			s.Preset = &SharedPreset{}
			r.object(s.Preset.fields(r))
		}},
		{"features", "", func() { s.Features = r.integer(1, largest) }},
		{"beta", "", func() { s.Beta = r.number() }},
		{"activation", "", func() {
			s.Activation = &Activation{}
			r.object(s.Activation.fields(r))
		}},
		{"window", "", func() { s.Window = r.row() }},
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

// validate checks that exactly one thing is on the stage, with all that belongs to it.
func (s *SharedState) validate() error {
	if n := len(s.Window); n != 0 && n != 6 {
		return fault("state.window", "has "+count(n, "number")+", expected 6")
	}
	if s.Problem != nil {
		if s.Preset != nil || s.Features != 0 || s.Beta != 0 || s.Activation != nil {
			return fault("state", "has a problem and more, expected a problem with at most a window")
		}
		return s.Problem.Validate()
	}
	if (s.Preset != nil) == (s.Features != 0) {
		return fault("state", "must have a problem, or a preset, or a number of features")
	}
	if !(s.Beta > 0) {
		return fault("state.beta", "is "+Number(s.Beta)+", expected a number above 0")
	}
	if s.Activation == nil {
		return fault("state.activation", "is missing, expected an object with a, b and c")
	}
	return nil
}

// JSON returns the document on one line, without spaces, or nil if a number is not finite.
func (s *Shared) JSON() []byte {
	t := *s
	t.Format = SharedFormat
	if t.State.Problem != nil {
		p := *t.State.Problem
		p.Format, t.State.Problem = ProblemFormat, &p
	}
	return encode(t)
}
