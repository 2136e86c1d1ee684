package document

import (
	"bytes"
	"encoding/json"
	"strconv"

	"conelab/core/data/fault"
	"conelab/core/data/strictjson"
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
	Format string      `json:"format" words:"conelab/share/1|conelab/work/2"`
	State  SharedState `json:"state"`
	// Undo holds the states before, the oldest first; Redo holds those after, the newest last. A link has neither.
	Undo []SharedState `json:"undo,omitempty"`
	Redo []SharedState `json:"redo,omitempty"`
	// Page is the look of the page that saved a work; only the page reads it.
	Page  json.RawMessage `json:"page,omitempty"`
	Tool  string          `json:"tool"`
	Label float64         `json:"label"`
	Brush float64         `json:"brush"`
	// Class is the class of new points if each class has an output, 0 for the first.
	Class int `json:"class,omitempty"`
	// OutputView is the part of the solution on the stage; nil means the first output, compared with the others.
	OutputView *SharedOutputView `json:"outputView,omitempty" was:"lens"`
	Animation  SharedAnimation   `json:"animation" was:"film"`
	// Focus is the neuron that is highlighted, -1 for none.
	Focus int `json:"focus" range:"from -1 to 2147483647"`
	// Turned is the optimal network to which the user has turned the one from the solver, a row (alpha, u) for each neuron; empty if it was
	// not turned.
	Turned [][]float64 `json:"turned,omitempty"`
	// Check is what the user is checking.
	Check *SharedCheck `json:"check,omitempty"`
}

// SharedCheck is a text or the bytes of a file under check, as it was given. The verdict is not stored but computed again. Shown is only in
// earlier documents, and means nothing.
type SharedCheck struct {
	Text  string `json:"text,omitempty"`
	Data  []byte `json:"data,omitempty"`
	Shown bool   `json:"shown,omitempty"`
}

// SharedState is what is on the stage: a problem; or, together with beta and an activation, a preset or an empty stage for points with a
// number of features.
type SharedState struct {
	Problem *Problem `json:"problem,omitempty"`
	// Sums stands in place of the points of the problem, which has one row.
	Sums *Sums `json:"sums,omitempty"`
	// PointsOf is the name of the preset from which the points of the problem come, "" for none. Links leave it out.
	PointsOf string        `json:"pointsOf,omitempty"`
	Preset   *SharedPreset `json:"preset,omitempty"`
	Features int           `json:"features,omitempty" range:"above 0"`
	// Outputs is the number of classes of an empty stage if each has an output, else 0.
	Outputs    int         `json:"outputs,omitempty" range:"above 0"`
	Beta       float64     `json:"beta,omitempty" range:"above 0"`
	Activation *Activation `json:"activation,omitempty"`
	// Loss is that of a preset or of an empty stage, unless it is squared.
	Loss string `json:"loss,omitempty"`
	// Architecture is that of an empty stage, unless it is dense.
	Architecture *Architecture `json:"architecture,omitempty"`
	// Stack is that of a preset or of an empty stage, if it has several layers.
	Stack *Stack `json:"stack,omitempty"`
	// Bias says that neurons of a preset or of an empty stage read a feature of ones, which the points do not have.
	Bias bool `json:"bias,omitempty"`
	// Polynomial is what comes back with the polynomial in place of a piecewise-linear activation; nil means the default of a preset or of a
	// new stage, which is what documents of earlier versions have.
	Polynomial *SharedPolynomial `json:"polynomial,omitempty"`
	// Shape is the shape of samples that are not points, [length], [height, width] or [height, width, channels]; a convolutional
	// architecture has it too.
	Shape []int `json:"shape,omitempty" range:"above 0"`
	// Window holds the centre, half the width, and for one feature the level and half the height; empty means the default.
	Window []float64 `json:"window,omitempty" range:"from -1e300 to 1e300"`
	// Split says which points are held out and what noise the labels have; nil means that all points are trained on.
	Split *SharedSplit `json:"split,omitempty"`
}

// SharedPolynomial is the part of a model that a piecewise-linear activation replaces.
type SharedPolynomial struct {
	Activation Activation `json:"activation"`
	Loss       string     `json:"loss"`
	Bias       bool       `json:"bias,omitempty"`
	Stack      *Stack     `json:"stack,omitempty"`
}

// SharedSplit says which points of a state are held out for testing, and what noise its labels have.
type SharedSplit struct {
	// Hold and Noise are the share of held-out points and the level of the noise, in per cent. Seed determines both, and is the seed of a
	// preset.
	Hold  float64 `json:"hold" range:"from 0 to 50"`
	Noise float64 `json:"noise" range:"from 0 to 50"`
	Seed  int     `json:"seed" range:"from 0 to 2147483647"`
	// ByClass says that the points held out were drawn from each class in proportion; documents of earlier versions drew from all at once.
	ByClass bool `json:"byClass,omitempty"`
	// Held lists the held-out points, counted from zero; if it is missing, Hold and Seed determine them.
	Held []int `json:"held,omitzero"`
	// Clean holds the labels of a problem without the noise, output by output.
	Clean []float64 `json:"clean,omitempty" range:"from -1e30 to 1e30"`
}

// SharedOutputView is the selection of an output. Single means that the data picture shows it alone, Axes are the two features,
// from 1, that span the plane, and Layer is the layer shown, from 1, or 0 for the last.
type SharedOutputView struct {
	Output int   `json:"output,omitempty"`
	Single bool  `json:"single,omitempty"`
	Axes   []int `json:"axes,omitempty"`
	Layer  int   `json:"layer,omitempty" range:"from 0 to 12"`
}

// SharedPreset names points that can be generated again.
type SharedPreset struct {
	Name   string `json:"name"`
	Points int    `json:"points" range:"above 0"`
	Seed   int    `json:"seed"`
}

// SharedAnimation is a position in an animation.
type SharedAnimation struct {
	Name     string  `json:"name"`
	Position float64 `json:"position"`
	Speed    float64 `json:"speed"`
	Playing  bool    `json:"playing"`
}

// ParseShared reads a shared state. It does not check which names and which values of the controls exist; the session does. Errors are
// InputErrors.
func ParseShared(data []byte) (*Shared, error) {
	s, err := parseShared(data, SharedFormat)
	if err == nil && (s.Undo != nil || s.Redo != nil || s.Page != nil) {
		err = fault.New("the shared state", "has a history, expected one only of a work")
	}
	return s, err
}

// ParseWork reads a work with its history, in the same way as ParseShared.
func ParseWork(data []byte) (*Shared, error) {
	s, err := parseShared(data, WorkFormat)
	if err != nil {
		return nil, err
	}
	for name, states := range map[string][]SharedState{"undo": s.Undo, "redo": s.Redo} {
		for i := range states {
			if err := states[i].validate(item(name, i)); err != nil {
				return nil, err
			}
		}
	}
	return s, nil
}

func parseShared(data []byte, format string) (*Shared, error) {
	s := &Shared{}
	if err := strictjson.Read(data, s); err != nil {
		return nil, err
	}
	if s.Format != format {
		return nil, fault.New("format", `is the text "`+s.Format+`", expected "`+format+`"`)
	}
	return s, s.State.validate("state")
}

// validate checks that there is exactly one thing on the stage, with everything that belongs to it; at is its path in the document.
func (s *SharedState) validate(at string) error {
	if n := len(s.Window); n != 0 && n != 6 {
		return fault.New(at+".window", "has "+fault.Count(n, "number")+", expected 6")
	}
	if s.Polynomial != nil {
		if err := s.Polynomial.validate(at + ".polynomial"); err != nil {
			return err
		}
	}
	if s.Sums != nil {
		if s.Problem == nil || len(s.Problem.Data.X) != 1 || len(s.Problem.Data.X[0]) != len(s.Sums.Features) {
			return fault.New(at+".sums", "is given, expected only with a problem of one row of its features")
		}
		if err := s.Sums.validate(); err != nil {
			return err
		}
	}
	switch {
	case s.Split != nil && s.Problem == nil && s.Split.Clean != nil:
		return fault.New(at+".split.clean", "goes with a problem only")
	case s.Split != nil && s.Preset != nil && s.Split.Seed != s.Preset.Seed:
		return fault.New(at+".split.seed", "is "+strconv.Itoa(s.Split.Seed)+", expected "+strconv.Itoa(s.Preset.Seed)+", the preset's")
	case s.Problem != nil && (s.Preset != nil || s.Features != 0 || s.Outputs != 0 || s.Beta != 0 || s.Activation != nil || s.Loss != "" ||
		s.Architecture != nil || s.Stack != nil || s.Bias):
		return fault.New(at, "has a problem and more, expected a problem with at most a window and a shape")
	case s.Problem != nil:
		return s.Problem.Validate()
	case s.Architecture != nil && s.Features == 0:
		return fault.New(at+".architecture", "is given, expected only of an empty stage")
	case (s.Preset != nil) == (s.Features != 0):
		return fault.New(at, "must have a problem, or a preset, or a number of features")
	case s.Beta == 0:
		return fault.New(at+".beta", "is missing, expected a number above 0")
	case s.Activation == nil:
		return fault.New(at+".activation", "is missing, expected an object with a, b and c")
	case s.Stack != nil:
		return s.Stack.validate(at + ".stack")
	}
	return nil
}

func (p *SharedPolynomial) validate(at string) error {
	if p.Activation.IsPiecewise() {
		return fault.New(at+".activation", "has a name, expected a, b and c")
	}
	if p.Stack != nil {
		return p.Stack.validate(at + ".stack")
	}
	return nil
}

// JSON returns the document on one line, without spaces, or nil if a number is not finite.
func (s *Shared) JSON() []byte { return strictjson.Line(s) }

// JSON returns the state as JSON.
func (s *SharedState) JSON() []byte { return strictjson.Line(s) }

// WorkPieces returns a work as JSON, in pieces that follow each other: the settings of the controls, whose own states are ignored, and the
// texts of the states. These are pieces of their own, so that a long history is not copied.
func WorkPieces(controls *Shared, state []byte, undo, redo [][]byte) [][]byte {
	c := *controls
	c.Format, c.State, c.Undo, c.Redo = WorkFormat, SharedState{}, nil, nil
	head, tail, _ := bytes.Cut(strictjson.Line(c), []byte(`"state":{}`))
	pieces := [][]byte{head, []byte(`"state":`), state}
	add := func(before string, texts [][]byte) {
		for _, text := range texts {
			pieces = append(pieces, []byte(before), text)
			before = ","
		}
		if len(texts) > 0 {
			pieces = append(pieces, []byte("]"))
		}
	}
	add(`,"undo":[`, undo)
	add(`,"redo":[`, redo)
	return append(pieces, tail)
}
