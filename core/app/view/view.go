// Package view determines what the pictures show, as numbers for the view (Snapshot) and as text and tables for the page, and
// what a pointer does in them.
//
// Pictures reads the other parts of a session, and holds what only the pictures have: what is in focus, the animation, and the argument,
// which its intents change. Content is what the pictures show at the moment: a layer of the optimum; where its points and functions are
// drawn, which pictures it has, and what is said of them. Player plays an animation: the decomposition of a solution's matrices, neuron by
// neuron; the solver's path to the solution; or a picture of the argument. Time is measured in units, see protocol.Animation; an animation
// that does not play is at its end, which shows the solution.
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
	"conelab/core/app/workspace"
	"conelab/core/network/certify"
)

// Pictures determines what the pictures show of the parts of a session, and holds what is in focus, the animation, and the argument.
type Pictures struct {
	work     *workspace.Workspace // this and the next three are only read
	training *solve.Training
	jobs     *solve.Jobs
	pointer  *Pointer
	Player   *Player
	Argument Argument
	Revision uint32           // counts the keys: see protocol.Revision.Solution
	key      key              // what is shown of a solution
	frame    *workspace.Frame // of the data, shown last, or nil
	focused  int              // number of the neuron in focus, from 1, or 0
	entry    [3]int           // matrix entry: matrix (-1 none), row, column
	traced   bool             // the solver's path to the solution shown is loaded, if it has one
}

// key tells one solution shown, or part of it, from another.
type key struct {
	data    uint32 // Workspace.Revision
	field   uint32 // Training.FieldSerial
	part    workspace.View
	network *certify.Result // of the layer shown, another one after each training
	current bool
}

// NewPictures returns the pictures of parts of a session, with nothing in focus.
func NewPictures(work *workspace.Workspace, training *solve.Training, jobs *solve.Jobs, pointer *Pointer) *Pictures {
	return &Pictures{work: work, training: training, jobs: jobs, pointer: pointer, Player: NewPlayer(), entry: [3]int{intent.None}}
}

// Changing reports whether the data are being changed, by a pointer or a slider that is still down.
func (p *Pictures) Changing() bool { return p.pointer.open || p.work.StepOpen() }

// ShowPart follows a change of the view of the workspace: the neuron and the entry in focus may belong to another output or layer, and
// another animation is loaded.
func (p *Pictures) ShowPart(before workspace.View) {
	if p.work.View.Output != before.Output || p.work.View.Layer != before.Layer {
		p.Unfocus()
	}
	if p.Player.Playing {
		p.Player.Position = 0
	}
	p.Project()
}

// StoredFocus returns the neuron in focus for a link, or -1: its position in the order in which the decomposition finds the neurons. When
// the link is opened, they are numbered in that order.
func (p *Pictures) StoredFocus() int {
	content := p.content()
	if content.focus < 0 {
		return intent.None
	}
	return slices.Index(content.layer.Order(content.output), content.focus)
}

// Unfocus clears the neuron and the matrix entry in focus.
func (p *Pictures) Unfocus() { p.focused, p.entry = 0, [3]int{intent.None} }

// SetFocus highlights a neuron, if it exists.
func (p *Pictures) SetFocus(neuron int) error {
	content := p.content()
	if neuron < intent.None || neuron >= len(content.neurons) {
		return messages.NoNeuron(neuron)
	}
	p.focused = 0
	if neuron >= 0 {
		p.focused = content.numbers[neuron]
	}
	return nil
}

// SetEntry highlights an entry of Z or Z'.
func (p *Pictures) SetEntry(in *intent.SetEntry) error {
	if t := p.content().layer.State; max(in.Row, in.Column) > t.D || !t.Drawable() {
		return messages.Refuse("There is no entry ({+1}, {+1}).", in.Row, in.Column)
	}
	p.entry = [3]int{in.Matrix, in.Row, in.Column}
	return nil
}
