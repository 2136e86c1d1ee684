// Package persistence writes a user's work as a document and reads it back.
//
// There is one stored form, document.Shared: the present state, what the controls say, where the film stands. Work that is kept has its
// history with it, and what is under check; a link has neither. Forms that were written before stay readable for ever, see legacy.go.
package persistence

import (
	"math"

	"conelab/core/app/claim"
	"conelab/core/app/gesture"
	"conelab/core/app/playback"
	"conelab/core/app/protocol/intent"

	"conelab/core/app/solution"
	"conelab/core/app/workspace"
	"conelab/core/format/document"
)

// Parts are the parts of a session whose work is stored.
type Parts struct {
	Work     *workspace.Workspace
	Pointer  *gesture.Pointer
	Player   *playback.Player
	Solution *solution.Solution
	Check    *claim.Check
}

// Pending is what can only be restored once the present state is solved.
type Pending struct {
	Position float64
	Playing  bool
	Focus    int
	Shown    bool        // what is under check, in place of the data
	Turned   [][]float64 // the network that the user went over to
}

// linked is the size in bytes of the longest text under check that a link brings: there must be room for the points, too.
const linked = 16 << 10

// Link returns the present state, without the history, as short as can be, and with what is under check unless that is long. The neuron in focus
// is the stage's to say; what is pending is stored as it is to be.
func (p Parts) Link(focus int, pending *Pending) []byte {
	s := p.controls(focus, pending)
	if check := p.Check.Stored(); check != nil && len(check.Text)+len(check.Data) <= linked {
		s.Check = check
	}
	s.State = p.Work.Now().Stored()
	s.State.PointsOf = ""
	return s.JSON()
}

// Take returns the work with its history, and with what is under check, to be kept or put aside; which neuron is in focus is not kept.
func (p Parts) Take(pending *Pending) *Work {
	s := p.controls(intent.None, pending)
	s.Focus = intent.None
	s.Film.Playing, s.Check = p.Player.Film().Playing, p.Check.Stored()
	if pending != nil {
		s.Film.Playing = pending.Playing
	}
	all, at := p.Work.States()
	return &Work{States: all, At: at, controls: s}
}

// controls returns what the controls say.
func (p Parts) controls(focus int, pending *Pending) *document.Shared {
	sign, class := p.Work.Pen()
	s := &document.Shared{
		Tool: p.Pointer.Tool(), Label: sign, Class: class, Brush: p.Pointer.Brush(), Focus: focus,
		Film:   document.SharedFilm{Name: p.Player.Name(), Position: p.Player.Film().Position, Speed: p.Player.Speed()},
		Turned: p.Solution.TurnedRows(),
	}
	if v := p.Work.View(); v != (workspace.View{}) {
		s.Lens = &document.SharedLens{Output: v.Output, Single: v.Single, Axes: v.PlaneAxes(), Layer: v.Layer}
	}
	if pending != nil { // not solved yet
		s.Film.Position, s.Focus, s.Turned = pending.Position, pending.Focus, pending.Turned
	}
	s.Film.Position = math.Round(1e4*s.Film.Position) / 1e4
	return s
}
