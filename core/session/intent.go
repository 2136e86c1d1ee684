package session

import (
	"encoding/json"
	"errors"
	"math"
	"strconv"

	"conelab/core/document"
	"conelab/core/lift"
	"conelab/core/presets"
	"conelab/core/wire"
)

// intent is the JSON form of all intents.
type intent struct {
	Do       string          `json:"do"`
	Name     string          `json:"name"`
	At       []float64       `json:"at"`
	Radius   float64         `json:"radius"`
	Value    float64         `json:"value"`
	Final    *bool           `json:"final"`
	A        float64         `json:"a"`
	B        float64         `json:"b"`
	C        float64         `json:"c"`
	By       float64         `json:"by"`
	Animate  bool            `json:"animate"`
	Position float64         `json:"position"`
	Seconds  float64         `json:"seconds"`
	Neuron   int             `json:"neuron"`
	Output   *int            `json:"output"`
	Compare  *bool           `json:"compare"`
	Matrix   int             `json:"matrix"`
	Row      int             `json:"row"`
	Column   int             `json:"column"`
	Index    *int            `json:"index"`
	U        []float64       `json:"u"`
	Problem  json.RawMessage `json:"problem"`
	Work     json.RawMessage `json:"work"`
	Shared   json.RawMessage `json:"shared"`

	// Of the table, see edit.go.
	Values []float64   `json:"values"`
	Add    [][]float64 `json:"add"`
	Put    [][]float64 `json:"put"`
	Remove []int       `json:"remove"`
	Flip   []int       `json:"flip"`
	Set    []int       `json:"set"`
	Hold   []int       `json:"hold"`
	Train  []int       `json:"train"`

	// Of the selection, see selection.go.
	Indices []int `json:"indices"`
	More    bool  `json:"more"`

	// Of data that are read or made, see import.go and formula.go.
	Text        string  `json:"text"`
	Data        []byte  `json:"data"`
	Labels      []byte  `json:"labels"`
	Features    []int   `json:"features"`
	Target      *int    `json:"target"`
	Header      *bool   `json:"header"`
	Standardise bool    `json:"standardise"`
	Cancel      bool    `json:"cancel"`
	N           int     `json:"n"`
	Noise       float64 `json:"noise"`
	Seed        uint64  `json:"seed"`

	// Of a check, see check.go, and of the model.
	Show  bool   `json:"show"`
	Clear bool   `json:"clear"`
	Kind  string `json:"kind"`
	sizes
	Low  float64 `json:"low"`
	High float64 `json:"high"`

	// Of a race, see race.go.
	Method string  `json:"method"`
	Width  int     `json:"width"`
	Runs   int     `json:"runs"`
	Epochs int     `json:"epochs"`
	Rate   float64 `json:"rate"`
	Batch  int     `json:"batch"`

	// Keep: a preset comes with the shares, the noise and the seed that are set.
	Keep bool `json:"keep"`
}

// final reports whether the intent ends a gesture on a slider; one that does not say so does.
func (in *intent) final() bool { return in.Final == nil || *in.Final }

// Apply carries out one intent, given as JSON. An error is one sentence for the user, and nothing has changed.
func (s *Session) Apply(text []byte) error {
	in := intent{Neuron: -1, Matrix: -1}
	if err := json.Unmarshal(text, &in); err != nil {
		return errors.New("This is not an intent: " + document.Clip(err.Error()) + ".")
	}
	if in.Do != "tick" {
		s.notice = ""
	}
	switch in.Do {
	case "check":
		return s.checkIntent(&in)
	case "set":
		return s.set(in.Problem)
	case "resume":
		return s.resume(in.Work)
	case "open":
		return s.open(&in)
	case "preset":
		return s.usePreset(in.Name, in.Keep)
	case "clear":
		return s.clear()
	case "undo":
		s.travel(&s.undo, &s.redo)
	case "redo":
		s.travel(&s.redo, &s.undo)
	case "tool":
		return s.useTool(in.Name)
	case "label":
		return s.useLabel(in.Value)
	case "classes":
		return s.useClasses(in.Value)
	case "lens":
		return s.useLens(&in)
	case "brush":
		return s.useBrush(in.Value)
	case "dimension":
		return s.useDimension(in.Value)
	case "press", "drag":
		return s.pointer(&in)
	case "release":
		s.tapped()
		s.release()
	case "cancel":
		s.cancel()
	case "beta":
		return s.setBeta(&in)
	case "activation":
		return s.setActivation(&in)
	case "fit":
		return s.fitActivation(&in)
	case "hold", "noise":
		return s.setShare(&in)
	case "sample":
		return s.setSample(in.Value)
	case "path":
		return s.startPath()
	case "study":
		return s.startStudy(in.Name)
	case "race":
		return s.raceIntent(&in)
	case "loss":
		return s.setLoss(in.Name)
	case "tolerance":
		return s.setTolerance(in.Value)
	case "architecture":
		return s.setArchitecture(&in)
	case "blank":
		return s.blankSamples(&in)
	case "film":
		return s.useFilm(in.Name)
	case "speed":
		return s.setSpeed(in.Value)
	case "play", "pause", "step", "seek", "tick":
		s.direct(&in)
	case "focus":
		return s.setFocus(in.Neuron)
	case "point":
		return s.setPoint(&in)
	case "select":
		return s.choose(&in)
	case "selected":
		return s.editSelected(&in)
	case "entry":
		return s.setEntry(&in)
	case "turn":
		return s.turn(&in)
	case "row":
		return s.setRow(&in)
	case "rows":
		return s.editRows(&in)
	case "import":
		return s.importFile(&in)
	case "columns":
		return s.chooseColumns(&in)
	case "formula":
		return s.useFormula(&in)
	default:
		return errors.New("The intent " + strconv.Quote(document.Clip(in.Do)) + " is unknown.")
	}
	return nil
}

func (s *Session) set(problem json.RawMessage) error {
	p, err := document.ParseProblem(problem)
	if err != nil {
		return faultOf("The problem cannot be read", err)
	}
	s.finishGesture()
	s.change(fromDocument(p))
	s.fitWindow()
	s.restart()
	return nil
}

// usePreset takes over a preset: as everybody knows it, with all points to train on, or with keep the way the data are sampled now.
func (s *Session) usePreset(name string, keep bool) error {
	preset, ok := presets.Find(name)
	if !ok {
		return errors.New("There is no preset " + strconv.Quote(document.Clip(name)) + ".")
	}
	s.finishGesture()
	next := s.state
	next.use(preset)
	if next.sampling = (sampling{seed: presetSeed}); keep {
		next.hold, next.noise, next.sampling.seed = s.hold, s.noise, s.sampling.seed
		next.redraw(preset)
		next.disturb()
		next.divide()
	}
	s.change(next)
	s.restart()
	return nil
}

func (s *Session) clear() error {
	s.finishGesture()
	next := s.state
	if len(s.shape) > 0 && !s.drawable() { // the same samples are to be drawn anew
		next.blank(s.d)
		next.shape, next.architecture = s.shape, s.architecture
	} else {
		next.blank(min(s.d, drawnFeatures))
		if s.outputs > 1 && s.classCount() > 0 {
			next.outputs = s.outputs
		}
	}
	s.change(next)
	return nil
}

// useDimension empties the stage for points of another number of features.
func (s *Session) useDimension(value float64) error {
	if value != 1 && value != 2 && value != 3 {
		return errors.New("The number of features to draw must be 1, 2 or 3, but it is " + number(value) + ".")
	}
	if int(value) == s.d && s.drawable() {
		return nil
	}
	s.finishGesture()
	next := s.state
	next.blank(int(value))
	s.change(next)
	return nil
}

func (s *Session) setBeta(in *intent) error {
	if !(in.Value > 0) || math.IsInf(in.Value, 0) {
		return errors.New("beta must be a number above 0, but it is " + number(in.Value) + ".")
	}
	next := s.state
	next.beta = in.Value
	way, study := s.way, s.keepStudy(wire.Beta)
	s.slide("beta", next, in.final())
	s.way, s.study = way, study
	return nil
}

func (s *Session) setActivation(in *intent) error {
	for _, v := range []float64{in.A, in.B, in.C} {
		if math.IsNaN(v) || math.Abs(v) > 1e6 {
			return errors.New("The activation's a, b and c must be between -1e6 and 1e6.")
		}
	}
	next := s.state
	next.sigma, next.fit = lift.Activation{A: in.A, B: in.B, C: in.C}, nil
	var study *study
	if of, only := changed(s.sigma, next.sigma); only {
		study = s.keepStudy(of)
	}
	s.slide("activation", next, in.final())
	s.study = study
	return nil
}

// changed returns the coefficient in which two activations differ, and whether it is the only one.
func changed(from, to lift.Activation) (of wire.Variable, only bool) {
	switch {
	case from.B == to.B && from.C == to.C:
		return wire.CoefficientA, true
	case from.A == to.A && from.C == to.C:
		return wire.CoefficientB, true
	case from.A == to.A && from.B == to.B:
		return wire.CoefficientC, true
	}
	return 0, false
}

func (s *Session) setFocus(neuron int) error {
	if neuron < -1 || neuron >= s.focusable() {
		return errors.New("There is no neuron " + strconv.Itoa(neuron+1) + ".")
	}
	s.focus = neuron
	return nil
}

// focusable returns how many neurons the stage shows.
func (s *Session) focusable() int {
	switch {
	case s.exhibit != nil:
		return len(s.exhibit.neurons)
	case s.solved != nil:
		return len(s.neurons())
	}
	return 0
}

// features returns how many features what the stage shows has.
func (s *Session) features() int {
	if s.exhibit != nil {
		return s.exhibit.d
	}
	return s.d
}

// setPoint lights up a data point.
func (s *Session) setPoint(in *intent) error {
	index := -1
	if in.Index != nil {
		index = *in.Index
	}
	if index < -1 || index >= s.samples() {
		return errors.New("There is no point " + strconv.Itoa(index+1) + ".")
	}
	s.point = index
	return nil
}

// setEntry lights up an entry of Z or Z'.
func (s *Session) setEntry(in *intent) error {
	if in.Matrix < -1 || in.Matrix > 1 || in.Row < 0 || in.Row > s.features() || in.Column < 0 || in.Column > s.features() ||
		s.exhibit == nil && !s.drawable() {
		return errors.New("There is no entry (" + strconv.Itoa(in.Row+1) + ", " + strconv.Itoa(in.Column+1) + ").")
	}
	s.entry = [3]int{in.Matrix, in.Row, in.Column}
	return nil
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }
