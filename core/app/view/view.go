// Package view determines what the pictures show, as numbers for the view (Snapshot) and as text and tables for the page, and
// what a pointer does in them.
//
// Pictures reads the other parts of a session, and holds what only the pictures have: what is in focus, the animation, and the argument.
// Its intents change those and, as a picture is a control too, the view of the workspace and the rotation of a solution. Shown is what
// the pictures show at the moment: a layer of the optimum; where its points and functions are drawn, which pictures it has, and what is
// said of them. Player plays an animation: the decomposition of a solution's matrices, neuron by neuron; the solver's path to the solution;
// or a picture of the argument. Time is measured in units, see protocol.Animation; an animation that does not play is at its end, which
// shows the solution.
//
// Argument explains in five pictures why the network is optimal: what a neuron would gain and what it costs (price); the gains of
// all directions as one curve (curve); the cost as a bowl with the network at its lowest point (bowl); the tangents to the losses
// of the points, whose heights add up to the lower bound (tangents); and the cost of a perturbed network with the bound that it
// proves by itself, which meet at the optimum (bounds). All numbers are those of the present solution, computed by package
// landscape. A network that the user perturbs exists only in the argument.
//
// Pointer turns what a pointer does in the picture of the data into changes of a workspace. The tool decides what a press and the
// following drags do: draw points along the path, move a point, label or erase the points that are touched, or select. A whole
// gesture, from press to release, is one step of the history; cancelling it undoes that step. A gesture of the other class, such
// as one with the right button, draws the other one of two classes, or the class after that of new points; begun on a point, it
// gives that class to the points that it touches. With one feature and one output, the label is the height of the pointer. The
// index of an intent names the point under the pointer, with -1 for none; without an index, the nearest point within the radius
// counts.
package view

import (
	"slices"

	"conelab/core/app/messages"
	"conelab/core/app/protocol/intent"
	"conelab/core/app/solve"
	"conelab/core/app/verify"
	"conelab/core/app/workspace"
	"conelab/core/network/certify"
)

// Pictures determines what the pictures show of the parts of a session, and holds what is in focus, the animation, and the argument.
type Pictures struct {
	Work     *workspace.Workspace
	Training *solve.Training
	Check    verify.Check
	Jobs     solve.Jobs
	Pointer  *Pointer
	Player   *Player
	Argument Argument
	Revision uint32           // increases with drawn
	drawn    drawn            // what is shown of a solution
	frame    *workspace.Frame // of the data, shown last, or nil
	focus    int              // position of the neuron in focus, or -1
	focused  int              // its number
	entry    [3]int           // matrix entry: matrix (-1 none), row, column
	traced   bool             // the solver's path to the solution shown is loaded, if it has one
}

// drawn tells one solution shown, or part of it, from another.
type drawn struct {
	data, trained uint32 // revisions
	part          workspace.View
	network       *certify.Result
	current       bool
}

// NewPictures returns the pictures of a workspace of which nothing is solved, with nothing in focus.
func NewPictures(work *workspace.Workspace) *Pictures {
	return &Pictures{Work: work, Training: solve.NewTraining(work), Pointer: NewPointer(work), Player: NewPlayer(), focus: intent.None,
		entry: [3]int{intent.None}}
}

// ChosenLayer returns the present state with its solution, or the chosen layer of several.
func (p *Pictures) ChosenLayer() *solve.Layer { return p.Training.Layer(p.Training.Chosen()) }

// Changing reports whether the data are being changed, by a pointer or a slider that is still down.
func (p *Pictures) Changing() bool { return p.Pointer.open || p.Work.StepOpen() }

// Rotate rotates a neuron of the network shown, which is then shown at the end of the animation.
func (p *Pictures) Rotate(in *intent.Rotate) error {
	if p.Training.Layered() {
		return messages.NoNeuronToRotate(in.Neuron)
	}
	shown := p.current()
	turned, err := shown.layer.Rotate(shown.output, in.Neuron, in.U)
	if turned {
		p.Player.ToEnd()
	}
	return err
}

// SetView changes which part of the problem and of its solution is shown.
func (p *Pictures) SetView(in *intent.SetOutputView) error {
	before, state := p.Work.View, p.ChosenLayer().State
	if err := p.Work.SetView(in); err != nil || p.Work.View == before {
		return err
	}
	p.Pointer.End()
	if p.Work.View.Output != before.Output || p.Work.View.Layer != before.Layer {
		p.Unfocus() // the neuron and the entry in focus belong to another output or layer
	}
	p.Training.Present().RestoreOriginal()
	if p.Player.Playing { // another animation is about to be loaded
		p.Player.Position = 0
	}
	p.Project()
	if p.ChosenLayer().State != state {
		p.Jobs.Update(state, p.ChosenLayer().State)
	}
	return nil
}

// StoredFocus returns the neuron in focus for a link, or -1: its position in the order in which the decomposition finds the neurons. When
// the link is opened, they are numbered in that order.
func (p *Pictures) StoredFocus() int {
	if p.focus < 0 {
		return p.focus
	}
	shown := p.current()
	return slices.Index(shown.layer.Order(shown.output), p.focus)
}

// Unfocus clears the neuron and the matrix entry in focus.
func (p *Pictures) Unfocus() { p.focus, p.entry = intent.None, [3]int{intent.None} }

// SetFocus highlights a neuron, if it exists.
func (p *Pictures) SetFocus(neuron int) error {
	shown := p.current()
	if neuron < intent.None || neuron >= len(shown.neurons) {
		return messages.NoNeuron(neuron)
	}
	p.focus = neuron
	if neuron >= 0 {
		p.focused = shown.number(neuron)
	}
	return nil
}

// SetEntry highlights an entry of Z or Z'.
func (p *Pictures) SetEntry(in *intent.SetEntry) error {
	if t := p.current().layer.State; max(in.Row, in.Column) > t.D || !t.Drawable() {
		return messages.Refuse("There is no entry ({+1}, {+1}).", in.Row, in.Column)
	}
	p.entry = [3]int{in.Matrix, in.Row, in.Column}
	return nil
}
