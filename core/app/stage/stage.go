// Package stage says what the pictures show: in numbers for the view (Snapshot), in words and tables for the page. It is above all other parts of
// a session, reads them, and changes only what is in focus and which film is loaded.
package stage

import (
	"conelab/core/app/claim"
	"conelab/core/app/effect"
	"conelab/core/app/gesture"
	"conelab/core/app/jobs"
	"conelab/core/app/playback"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/say"
	"conelab/core/app/solution"
	"conelab/core/app/workspace"
	"conelab/core/network/neural"
)

// Parts are the parts of a session that the pictures show.
type Parts struct {
	Work     *workspace.Workspace
	Pointer  *gesture.Pointer
	Solution *solution.Solution
	Check    *claim.Check
	Player   *playback.Player
	Jobs     *jobs.Jobs
}

// Stage is what the pictures show of the parts, and what is in focus there.
type Stage struct {
	Parts
	focus    int    // neuron, or -1
	entry    [3]int // matrix entry: matrix (-1 none), row, column
	revision uint32 // of the solution that is shown
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
		if s.Check.Exhibit() != nil {
			return 0, say.NoNeuronToTurn(in.Neuron)
		}
		turned, err := s.Solution.Turn(s.Work.Now(), s.Work.Output(), in.Neuron, in.U)
		if turned {
			return effect.ToEnd | effect.Redraw, nil
		}
		return 0, err
	}
	return effect.Foreign, nil
}

// Focus returns the neuron in focus, or -1.
func (s *Stage) Focus() int { return s.focus }

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
	s.focus = neuron
	return nil
}

// setEntry lights up an entry of Z or Z'.
func (s *Stage) setEntry(in *intent.Entry) error {
	if max(in.Row, in.Column) > s.features() || s.Check.Exhibit() == nil && !s.Work.Now().Drawable() {
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
	return s.Solution.Neurons(s.Work.Now(), s.Work.Output())
}

// features returns how many features what is shown has.
func (s *Stage) features() int {
	if e := s.Check.Exhibit(); e != nil {
		return e.Features()
	}
	return s.Work.Now().Features()
}

// canTurn says of Z and Z' whether a neuron that is shown can be turned.
func (s *Stage) canTurn() (can [2]bool) {
	if s.Check.Exhibit() != nil {
		return can
	}
	return s.Solution.CanTurn(s.Work.Now(), s.Work.Output())
}

// held reports whether the data are being changed.
func (s *Stage) held() bool { return s.Pointer.Open() || s.Work.Open() }

// Best returns what a race is measured by.
func (s *Stage) Best() jobs.Optimum {
	r := s.Solution.Result()
	if r == nil {
		return jobs.Optimum{}
	}
	return jobs.Optimum{Known: true, Cost: r.Objective, Seconds: s.Solution.Seconds()}
}
