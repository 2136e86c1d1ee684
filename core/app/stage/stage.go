// Package stage says what the pictures show: in numbers for the view (Snapshot), in words and tables for the page. It is above all other parts of
// a session, reads them, and changes only what is in focus and which film is loaded.
package stage

import (
	"slices"

	"conelab/core/app/argument"
	"conelab/core/app/claim"
	"conelab/core/app/effect"
	"conelab/core/app/gesture"
	"conelab/core/app/jobs"
	"conelab/core/app/layers"
	"conelab/core/app/playback"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/say"
	"conelab/core/app/solution"
	"conelab/core/app/workspace"
	"conelab/core/network/certify"
	"conelab/core/network/neural"
)

// Parts are the parts of a session that the pictures show.
type Parts struct {
	Work    *workspace.Workspace
	Pointer *gesture.Pointer
	// Solution is that of one layer, or of the first of several; Layers has all.
	Solution *solution.Solution
	Layers   *layers.Layers
	Check    *claim.Check
	Player   *playback.Player
	Jobs     *jobs.Jobs
	Argument *argument.Argument
}

// Stage is what the pictures show of the parts, and what is in focus there.
type Stage struct {
	Parts
	focus    int    // place of a neuron, or -1
	focused  int    // its number
	entry    [3]int // matrix entry: matrix (-1 none), row, column
	revision uint32 // of the solution that is shown
	// told is the result for which it was worked out whether the sentence of the preset tells holds.
	told  *certify.Result
	tells string
	holds bool
}

// New returns a stage with nothing in focus.
func New(parts Parts) *Stage {
	return &Stage{Parts: parts, focus: intent.None, entry: [3]int{intent.None}}
}

// Apply carries out an intent on what is in focus, or turns the network that is shown. An error is one sentence for the user, and nothing has
// changed.
func (s *Stage) Apply(in intent.Intent) (effect.Effect, error) {
	switch in := in.(type) {
	case *intent.Focus:
		return 0, s.setFocus(in.Neuron)
	case *intent.Entry:
		return 0, s.setEntry(in)
	case *intent.Turn:
		if s.Check.Exhibit() != nil || s.deep() {
			return 0, say.NoNeuronToTurn(in.Neuron)
		}
		turned, err := s.Found().Turn(s.now(), s.Work.Output(), in.Neuron, in.U)
		if turned {
			return effect.ToEnd | effect.Redraw, nil
		}
		return 0, err
	}
	return effect.Foreign, nil
}

// Focus returns the neuron in focus, or -1.
func (s *Stage) Focus() int { return s.focus }

// StoredFocus returns the neuron in focus as a link stores it, or -1: by its place in the order in which the decomposition finds them, which is that of
// the numbers when the link is opened.
func (s *Stage) StoredFocus() int {
	if s.Check.Exhibit() != nil || s.focus < 0 {
		return s.focus
	}
	return slices.Index(s.Found().Ranks(s.now(), s.Work.Output()), s.focus)
}

// Refocus lights up a neuron, if there is such a one.
func (s *Stage) Refocus(neuron int) { _ = s.setFocus(neuron) }

// Unfocus lights up no neuron and no matrix entry.
func (s *Stage) Unfocus() { s.focus, s.entry = intent.None, [3]int{intent.None} }

// Entry returns the matrix entry in focus: matrix (-1 none), row, column.
func (s *Stage) Entry() [3]int { return s.entry }

// Redraw says that another solution is shown, or another part of it.
func (s *Stage) Redraw() { s.revision++ }

// Revision changes whenever the solution that is shown does.
func (s *Stage) Revision() uint32 { return s.revision }

// setFocus lights up a neuron.
func (s *Stage) setFocus(neuron int) error {
	if neuron < intent.None || neuron >= len(s.neurons()) {
		return say.NoNeuron(neuron)
	}
	if s.focus = neuron; neuron >= 0 {
		s.focused = s.number(neuron)
	}
	return nil
}

// setEntry lights up an entry of Z or Z'.
func (s *Stage) setEntry(in *intent.Entry) error {
	if max(in.Row, in.Column) > s.features() || s.Check.Exhibit() == nil && !s.now().Drawable() {
		return say.NoEntry(in.Row, in.Column)
	}
	s.entry = [3]int{in.Matrix, in.Row, in.Column}
	return nil
}

// neurons returns those that are shown.
func (s *Stage) neurons() []neural.Neuron {
	if e := s.Check.Exhibit(); e != nil {
		return e.Neurons()
	}
	return s.Found().Neurons(s.now(), s.Work.Output())
}

// number returns what the neuron that is shown at a place is called, from 1.
func (s *Stage) number(place int) int {
	if s.Check.Exhibit() == nil {
		if numbers := s.Found().Numbers(s.now(), s.Work.Output()); place < len(numbers) {
			return numbers[place]
		}
	}
	return place + 1
}

// placeOf returns the place of the neuron with a number among those that are shown, -1 without one.
func (s *Stage) placeOf(number int) int {
	for place := range s.neurons() {
		if s.number(place) == number {
			return place
		}
	}
	return intent.None
}

// features returns how many features what is shown has.
func (s *Stage) features() int {
	if e := s.Check.Exhibit(); e != nil {
		return e.Features()
	}
	return s.now().Features()
}

// canTurn says of Z and Z' whether a neuron that is shown can be turned.
func (s *Stage) canTurn() (can [2]bool) {
	if s.Check.Exhibit() != nil || s.deep() { // the layers above are made of these neurons
		return can
	}
	return s.Found().CanTurn(s.now(), s.Work.Output())
}

// held reports whether the data are being changed.
func (s *Stage) held() bool { return s.Pointer.Open() || s.Work.Open() }

// Best returns what a race is measured by.
func (s *Stage) Best() jobs.Optimum {
	r := s.Found().Result()
	if r == nil {
		return jobs.Optimum{}
	}
	return jobs.Optimum{Known: true, Cost: r.Objective}
}
