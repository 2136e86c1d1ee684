package session

import (
	"encoding/json"
	"errors"
	"math"
	"strconv"

	"conelab/core/document"
	"conelab/core/wire"
)

// KeptFormat is the format of kept work.
const KeptFormat = "conelab/work/1"

// keptBytes bounds kept work: of a longer history the oldest steps are left out.
const keptBytes = 3 << 20

// keptCheckBytes bounds what is kept of a check.
const keptCheckBytes = 512 << 10

// kept is all of a user's work: the states of the history from the oldest to undo to the newest to redo, the present one at At, and what
// the controls say.
type kept struct {
	Format   string      `json:"format"`
	States   []keptState `json:"states"`
	At       int         `json:"at"`
	Tool     string      `json:"tool"`
	Label    float64     `json:"label"`
	Class    int         `json:"class,omitempty"`
	Lens     *keptLens   `json:"lens,omitempty"`
	Brush    float64     `json:"brush"`
	Film     string      `json:"film"`
	Speed    float64     `json:"speed"`
	Position float64     `json:"position"`
	Playing  bool        `json:"playing"`
	Turned   [][]float64 `json:"turned,omitempty"`
	Check    *keptCheck  `json:"check,omitempty"`
}

// keptCheck is what is under check, as it was given; Shown says that the stage shows it. The verdict is found anew.
type keptCheck struct {
	Text  string `json:"text,omitempty"`
	Data  []byte `json:"data,omitempty"`
	Shown bool   `json:"shown,omitempty"`
}

// keptLens is the part of the solution that the stage shows; none is the first output, compared with the others.
type keptLens struct {
	Output int   `json:"output,omitempty"`
	Single bool  `json:"single,omitempty"`
	Axes   []int `json:"axes,omitempty"`
}

// keptState is one state: a problem document of all its points and what it does not say. Without points there is no document.
type keptState struct {
	Problem    json.RawMessage `json:"problem,omitempty"`
	Features   int             `json:"features"`
	Outputs    int             `json:"outputs,omitempty"` // of an empty stage, where there are several
	Beta       float64         `json:"beta"`
	Activation [3]float64      `json:"activation"`
	Preset     string          `json:"preset,omitempty"`
	// Shape is how samples are looked at, if not as points, and Architecture that of an empty stage, if it is not dense.
	Shape        []int                  `json:"shape,omitempty"`
	Architecture *document.Architecture `json:"architecture,omitempty"`
	// Window has the center, half the width, and for one feature the level and half the height.
	Window [6]float64 `json:"window"`
	// Split says which points are held out, and what noise the labels have; without it all points are trained on.
	Split *document.SharedSplit `json:"split,omitempty"`
}

// Keep returns the user's work, the undo history included, as a document that the intent resume takes back.
func (s *Session) Keep() []byte {
	k := kept{
		Format: KeptFormat, At: len(s.undo), Tool: s.tool, Label: s.label, Brush: s.brush, Film: filmNames[s.film.Act], Speed: s.speed,
		Position: s.film.Position, Playing: s.film.Playing,
	}
	k.Class = s.classLabel
	if s.lens != (lens{}) {
		k.Lens = &keptLens{s.lens.output, s.lens.single, s.lens.plane()}
	}
	all := append(append([]state(nil), s.undo...), s.state)
	for i := len(s.redo) - 1; i >= 0; i-- {
		all = append(all, s.redo[i])
	}
	k.Turned, k.Check = s.turnedRows(), s.keepCheck()
	size := 0
	for i := range all {
		k.States = append(k.States, all[i].keep())
		size += k.States[i].size()
	}
	for size > keptBytes && k.At > 0 {
		size -= k.States[0].size()
		k.States, k.At = k.States[1:], k.At-1
	}
	text, _ := json.Marshal(&k)
	return text
}

// size returns about how many bytes the state takes.
func (k *keptState) size() int {
	size := len(k.Problem) + 200
	if k.Split != nil {
		size += 8*len(k.Split.Held) + 20*len(k.Split.Clean)
	}
	return size
}

// keepCheck returns what is under check, nil for nothing or for what is too long to be kept.
func (s *Session) keepCheck() *keptCheck {
	if s.claim == nil || len(s.claim.text)+len(s.claim.data) > keptCheckBytes {
		return nil
	}
	return &keptCheck{s.claim.text, s.claim.data, s.exhibit != nil}
}

// resumeCheck takes it back, if it can be: a verdict on what needs a solution comes with that.
func (s *Session) resumeCheck(k *keptCheck) {
	if k == nil {
		return
	}
	if err := s.checkIntent(&intent{Text: k.Text, Data: k.Data}); err == nil {
		s.comeback.shown = k.Shown
	}
}

func (t *state) keep() keptState {
	k := keptState{Features: t.d, Beta: t.beta, Activation: [3]float64{t.sigma.A, t.sigma.B, t.sigma.C}, Preset: t.preset, Shape: t.shape}
	w := &t.window
	k.Window = [6]float64{w.Center[0], w.Center[1], w.Center[2], w.Half, w.Level, w.Rise}
	k.Split = t.shareSplit(false)
	if p := t.whole(); p != nil {
		k.Problem = p.JSON()
	} else {
		if t.architecture.Kind != document.KindDense {
			k.Architecture = &t.architecture
		}
		if t.outputs > 1 {
			k.Outputs = t.outputs
		}
	}
	return k
}

// resume takes back kept work in place of all there is.
func (s *Session) resume(work json.RawMessage) error {
	k, states, err := readWork(work)
	if err != nil {
		return err
	}
	s.takeBack(k, states)
	return nil
}

// openWork takes back kept work on top of what there is: undo leads through it back to the work before.
func (s *Session) openWork(work json.RawMessage) error {
	k, states, err := readWork(work)
	if err != nil {
		return err
	}
	before := append(s.undo[:len(s.undo):len(s.undo)], s.state)
	k.At += len(before)
	s.takeBack(k, append(before, states...))
	return nil
}

// readWork reads kept work and its states.
func readWork(work json.RawMessage) (*kept, []state, error) {
	var k kept
	if err := json.Unmarshal(work, &k); err != nil {
		return nil, nil, errors.New("This is not kept work: " + document.Clip(err.Error()) + ".")
	}
	if k.Format != KeptFormat {
		return nil, nil, errors.New("The format of this work is " + strconv.Quote(document.Clip(k.Format)) + ", expected " + strconv.Quote(KeptFormat) + ".")
	}
	if k.At < 0 || k.At >= len(k.States) {
		return nil, nil, errors.New("This work has " + strconv.Itoa(len(k.States)) + " states, and the present one is said to be number " +
			strconv.Itoa(k.At+1) + ".")
	}
	states := make([]state, len(k.States))
	for i := range k.States {
		if err := states[i].restore(&k.States[i]); err != nil {
			return nil, nil, errors.New("State " + strconv.Itoa(i+1) + " of this work cannot be used: " + document.Clip(err.Error()))
		}
	}
	return &k, states, nil
}

// takeBack makes the states, the present one at k.At, the history, and sets the controls as k says.
func (s *Session) takeBack(k *kept, states []state) {
	s.finishGesture()
	s.undo, s.state, s.redo = states[:k.At:k.At], states[k.At], nil
	for i := len(states) - 1; i > k.At; i-- {
		s.redo = append(s.redo, states[i])
	}
	// A control that has no such value keeps the one it has.
	_ = s.useTool(k.Tool)
	_ = s.useSign(k.Label)
	s.classLabel = k.Class
	if s.lens = (lens{}); k.Lens != nil && k.Lens.Output >= 0 {
		s.lens = lensOf(k.Lens.Output, k.Lens.Single, k.Lens.Axes)
	}
	_ = s.useBrush(k.Brush)
	_ = s.setSpeed(k.Speed)
	s.touch()
	s.restart()
	s.chooseFilm(k.Film)
	s.comeback = &comeback{position: k.Position, playing: k.Playing, focus: s.focus, turned: k.Turned}
	s.resumeCheck(k.Check)
}

// chooseFilm changes the act, but not where it stands.
func (s *Session) chooseFilm(name string) (known bool) {
	for act, each := range filmNames {
		if each == name {
			s.film.Act, known = wire.Act(act), true
		}
	}
	return known
}

// comeback is where the film and the focus go, and what the stage shows, once the resumed or opened work is solved.
type comeback struct {
	position float64
	playing  bool
	focus    int
	shown    bool        // what is under check
	turned   [][]float64 // the network that the user went over to
}

// restore sets the state to a kept one.
func (t *state) restore(k *keptState) error {
	if k.Features < 1 || !(k.Beta > 0) {
		return errors.New("it has " + strconv.Itoa(k.Features) + " features and beta " + number(k.Beta) + ".")
	}
	for _, v := range append(k.Window[:], k.Activation[:]...) {
		if v-v != 0 || math.Abs(v) > farthest {
			return errors.New("its window or its activation is not made of finite numbers.")
		}
	}
	if len(k.Problem) == 0 {
		if k.Outputs < 0 || k.Outputs > wire.MostClasses {
			return errors.New("it has " + strconv.Itoa(k.Outputs) + " classes.")
		}
		if len(k.Shape) == 0 {
			k.Features = min(k.Features, drawnFeatures)
		}
		t.blank(k.Features)
		t.outputs = max(1, k.Outputs)
		if k.Architecture != nil {
			t.architecture = *k.Architecture
			if _, err := t.architecture.Lift(t.d); err != nil {
				return err
			}
		}
		t.beta, t.sampling.seed = k.Beta, presetSeed
		t.sigma.A, t.sigma.B, t.sigma.C = k.Activation[0], k.Activation[1], k.Activation[2]
	} else {
		p, err := document.ParseProblem(k.Problem)
		if err != nil {
			return err
		}
		*t = fromDocument(p)
	}
	if err := t.useShape(k.Shape); err != nil {
		return err
	}
	if err := t.useSplit(k.Split); err != nil {
		return errors.New(err.Error() + ".")
	}
	t.preset = k.Preset
	if w := k.Window; w[3] > 0 && w[5] > 0 {
		t.window = wire.Window{Center: wire.Vec{w[0], w[1], w[2]}, Half: w[3], Level: w[4], Rise: w[5]}
	}
	return nil
}
