package store

import (
	"math"

	"conelab/core/app/protocol/intent"
	"conelab/core/app/solve"
	"conelab/core/app/verify"
	"conelab/core/app/view"
	"conelab/core/app/workspace"
	"conelab/core/format/document"
)

// Parts are the parts of a session that are stored.
type Parts struct {
	Work     *workspace.Workspace
	Pointer  *view.Pointer
	Player   *view.Player
	Solution *solve.Solution
	Check    *verify.Check
}

// Pending holds what can be restored only after the present state is solved.
type Pending struct {
	Position float64
	Playing  bool
	Focus    int
	Shown    bool        // the claim under check is shown in place of the data
	Turned   [][]float64 // the network to which the user turned the solution
}

// linked is the size in bytes of the longest claim that a link contains: there must be room for the points too.
const linked = 16 << 10

// Link returns the present state in the shortest form, without the history, and with the claim under check unless that is long. The caller provides
// the neuron in focus, which belongs to the stage. What is still pending is stored as if it were restored.
func (p Parts) Link(focus int, pending *Pending) []byte {
	s := p.controls(focus, pending)
	if check := p.Check.Stored(); check != nil && len(check.Text)+len(check.Data) <= linked {
		s.Check = check
	}
	s.State = p.Work.Now().Stored()
	s.State.PointsOf = ""
	return s.JSON()
}

// Take returns the work with its history and the claim under check, for saving or setting aside. The neuron in focus is not saved.
func (p Parts) Take(pending *Pending) *Work { return p.TakeIn(nil, pending) }

// TakeIn is Take in the memory of the states of work that is not used any more.
func (p Parts) TakeIn(memory []workspace.State, pending *Pending) *Work {
	s := p.controls(intent.None, pending)
	s.Focus = intent.None
	s.Film.Playing, s.Check = p.Player.Film().Playing, p.Check.Stored()
	if pending != nil {
		s.Film.Playing = pending.Playing
	}
	all, at := p.Work.StatesIn(memory)
	return &Work{States: all, At: at, controls: s}
}

// controls returns the settings of the controls.
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
