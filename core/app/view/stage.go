package view

import (
	"slices"

	"conelab/core/app/messages"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/solve"
	"conelab/core/app/verify"
	"conelab/core/app/workspace"
	"conelab/core/network/neural"
)

// Parts are the parts of a session that the pictures show.
type Parts struct {
	Work    *workspace.Workspace
	Pointer *Pointer
	// Solution is the solution of a single layer, or of the first of several; Layers holds them all.
	Solution *solve.Solution
	Layers   *solve.Layers
	Check    *verify.Check
	Player   *Player
	Jobs     *solve.Jobs
	Argument *Argument
}

// Stage determines what the pictures show of the parts, and holds what is in focus.
type Stage struct {
	Parts
	focus    int    // position of the neuron in focus, or -1
	focused  int    // its number
	entry    [3]int // matrix entry: matrix (-1 none), row, column
	revision uint32 // increases with the solution shown
}

// New returns a stage with nothing in focus.
func NewStage(parts Parts) *Stage {
	return &Stage{Parts: parts, focus: intent.None, entry: [3]int{intent.None}}
}

// Apply handles intents that change the focus or turn the network shown. If it returns an error, which is one sentence for the user, nothing has
// changed.
func (s *Stage) Apply(in intent.Intent) (workspace.Effect, error) {
	switch in := in.(type) {
	case *intent.Focus:
		return 0, s.setFocus(in.Neuron)
	case *intent.Entry:
		return 0, s.setEntry(in)
	case *intent.Turn:
		if s.Check.Display() != nil || s.deep() {
			return 0, messages.NoNeuronToTurn(in.Neuron)
		}
		turned, err := s.Found().Turn(s.Now(), s.Work.Output(), in.Neuron, in.U)
		if turned {
			return workspace.ToEnd | workspace.Redraw, nil
		}
		return 0, err
	}
	return 0, nil
}

// Focus returns the neuron in focus, or -1.
func (s *Stage) Focus() int { return s.focus }

// StoredFocus returns the neuron in focus for a link, or -1: its position in the order in which the decomposition finds the neurons, which is that of
// their numbers when the link is opened.
func (s *Stage) StoredFocus() int {
	if s.Check.Display() != nil || s.focus < 0 {
		return s.focus
	}
	return slices.Index(s.Found().Ranks(s.Now(), s.Work.Output()), s.focus)
}

// Refocus highlights a neuron, if it exists.
func (s *Stage) Refocus(neuron int) { _ = s.setFocus(neuron) }

// Unfocus clears the neuron and the matrix entry in focus.
func (s *Stage) Unfocus() { s.focus, s.entry = intent.None, [3]int{intent.None} }

// Entry returns the matrix entry in focus: matrix (-1 none), row, column.
func (s *Stage) Entry() [3]int { return s.entry }

// Redraw records that another solution, or another part of it, is shown.
func (s *Stage) Redraw() { s.revision++ }

// Revision changes whenever the solution shown changes.
func (s *Stage) Revision() uint32 { return s.revision }

// setFocus highlights a neuron.
func (s *Stage) setFocus(neuron int) error {
	if neuron < intent.None || neuron >= len(s.neurons()) {
		return messages.NoNeuron(neuron)
	}
	if s.focus = neuron; neuron >= 0 {
		s.focused = s.number(neuron)
	}
	return nil
}

// setEntry highlights an entry of Z or Z'.
func (s *Stage) setEntry(in *intent.Entry) error {
	if max(in.Row, in.Column) > s.features() || s.Check.Display() == nil && !s.Now().Drawable() {
		return messages.NoEntry(in.Row, in.Column)
	}
	s.entry = [3]int{in.Matrix, in.Row, in.Column}
	return nil
}

// neurons returns the neurons shown.
func (s *Stage) neurons() []neural.Neuron {
	if e := s.Check.Display(); e != nil {
		return e.Neurons
	}
	return s.Found().Neurons(s.Now(), s.Work.Output())
}

// number returns the number, from 1, of the neuron at a position of the list shown.
func (s *Stage) number(place int) int {
	if s.Check.Display() == nil {
		if numbers := s.Found().Numbers(s.Now(), s.Work.Output()); place < len(numbers) {
			return numbers[place]
		}
	}
	return place + 1
}

// placeOf returns the position in the list shown of the neuron with a number, -1 if there is none.
func (s *Stage) placeOf(number int) int {
	for place := range s.neurons() {
		if s.number(place) == number {
			return place
		}
	}
	return intent.None
}

// features returns the number of features of what is shown.
func (s *Stage) features() int {
	if e := s.Check.Display(); e != nil {
		return e.Features
	}
	return s.Now().Features()
}

// canTurn tells for Z and Z' whether the neurons shown can be turned.
func (s *Stage) canTurn() (can [2]bool) {
	if s.Check.Display() != nil || s.deep() { // the layers above depend on these neurons
		return can
	}
	return s.Found().CanTurn(s.Now(), s.Work.Output())
}

// held reports whether the data are being changed.
func (s *Stage) held() bool { return s.Pointer.Open() || s.Work.Open() }

// Best returns the optimum that a race is compared with.
func (s *Stage) Best() solve.Optimum {
	r := s.Found().Result()
	if r == nil {
		return solve.Optimum{}
	}
	return solve.Optimum{Known: true, Cost: r.Objective}
}
