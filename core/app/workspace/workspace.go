// Package workspace holds what a user works on: the data, how they are sampled, the model that is trained on them, and the
// selection, with the undo history.
//
// A State is a value: a problem together with the way it is shown. Its methods answer questions about it, return the next state,
// or explain in one sentence why there is none; exported ones never modify it. A Workspace holds the history, with one present
// state. Every change is a step of the history, or replaces the present state while the step of a slider or of a pointer that
// is still down is open. The selection, the highlighted point and the chosen output are not part of the history; they belong to
// the Workspace.
//
// Points are rows of d features with a label for each output. x is n by d, row by row; y has n labels for each output, output by
// output. Two classes are the labels 1 and -1 of one output. More classes have an output each: a point has the label 1 for the
// output of its class, and 0 for the others, or -1 for losses that take signs.
//
// A bias is a feature of ones behind the d features of a point, which neurons read. Points, their table and their pictures do not have it;
// problem documents do, and say so in their columns.
//
// Sums may replace the points: those of a sums document with one output, for networks of one layer with the squared loss. A state
// of sums has no points, and what would give it some, or another loss or network, is refused.
//
// Points held out are drawn, moved and edited like all others, but are not part of the problem. The problem and solution
// documents, the certificate and all other proofs are about the training points. Only there do indices count the training points;
// everywhere else they count all points. The percentage, the noise level and the seed determine which points are held out and
// what noise the labels have, by dataset.Split and a random generator with the seed. Until one of the three is set again, a point
// stays on its side of the split, and a new point is a training point. The labels before the noise are kept, so that a new level
// replaces the old one; a label that the user sets is clean. A preset appears in its standard form unless it is asked to keep the
// current noise and percentage; then its points come from the seed too.
package workspace

import (
	"bytes"
	"reflect"
	"slices"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/format/document"
)

// Workspace is the history with its present state, the selection and the view. It is not safe for concurrent use. The zero value
// is not ready for use: see New.
type Workspace struct {
	states   []*State // from the oldest to the newest
	at       int      // index of the present state
	open     Control  // whose step is still open
	undone   []*State // what could be redone before the open step
	Revision uint32   // changes whenever the present state does: protocol.Revision.Data
	Origin   uint32   // changes whenever the present points do not derive from those before
	// selected marks the points that are selected; nil if none is.
	selected []bool
	// The following are the user's choices for the present state. They are not part of the history.
	View        View // the chosen view, whether or not it suits the data
	LabelChoice LabelChoice
	Point       int // the highlighted point, or -1
	// presetChanges is a sentence on what the last chosen preset has changed besides the points. The next change clears it.
	presetChanges string
	// Admit, unless nil, returns an error for a state that is too large to be trained.
	Admit func(*State) error
}

// Control keeps a step of the history open as long as the user holds it: a slider, the pointer, or a row of the table that is being
// edited, which is Row plus its index.
type Control int

// The controls.
const (
	NoControl Control = iota
	HoldSlider
	NoiseSlider
	BetaSlider
	ActivationSlider
	Pointer
	Row
)

// historyBytes is about the largest memory of the states before the present one, if they have as many points.
const historyBytes = 64 << 20

// New returns a workspace with the given state and no history.
func New(now State) *Workspace {
	return &Workspace{states: []*State{&now}, Revision: 1, Point: -1, LabelChoice: LabelChoice{Sign: 1}}
}

// Now returns the present state, which is never modified.
func (w *Workspace) Now() *State { return w.states[w.at] }

// CanUndo and CanRedo report whether there is a step to undo, or to redo.
func (w *Workspace) CanUndo() bool { return w.at > 0 }
func (w *Workspace) CanRedo() bool { return w.at < len(w.states)-1 }

// StepOpen reports whether a step is open, because a slider or a pointer is still down.
func (w *Workspace) StepOpen() bool { return w.open != NoControl }

// PointerStepOpen reports whether the present state is a step that the pointer keeps open.
func (w *Workspace) PointerStepOpen() bool { return w.open == Pointer }

// States returns all states from the oldest to the newest, and the index of the present one.
func (w *Workspace) States() (all []*State, at int) { return slices.Clone(w.states), w.at }

// Restore replaces the history by states; the one at the given index becomes the present one.
func (w *Workspace) Restore(states []*State, at int) {
	w.Close()
	before := w.Now()
	w.states = slices.Clone(states)
	w.setPresent(at, before)
	w.forget()
	w.Origin++
}

// setPresent makes the state at an index the present one, in place of the state before.
func (w *Workspace) setPresent(at int, before *State) {
	w.at = at
	w.presetChanges = ""
	w.Revision++
	now := w.Now()
	if w.View.Output >= now.Outputs {
		w.View.Output = 0
	}
	if now.Layers() != before.Layers() {
		w.View.Layer = 0
	}
	if now.Samples() != before.Samples() {
		w.forget()
	}
}

// forget clears the selection and the highlighted point.
func (w *Workspace) forget() {
	w.Point = -1
	w.selectNone()
}

// record makes next the present state: as a step of the history, or in place of the present state if the step of the same control is open.
func (w *Workspace) record(control Control, next State) {
	before, at, step := w.Now(), w.at, control == NoControl || control != w.open
	if step {
		at++
		w.undone = slices.Clone(w.states[at:])
	}
	w.open = control
	clear(w.states[at:])
	w.states = append(w.states[:at], &next)
	w.setPresent(at, before)
	if most := max(2, historyBytes/(8*(len(next.X)+2*len(next.Y))+1)); step && w.at > most { // the oldest states are dropped
		w.states, w.at = slices.Clone(w.states[w.at-most:]), most
	}
}

// Commit makes next the present state, as one step of the history, unless there is an error, its parts do not go together, or nothing
// changes.
func (w *Workspace) Commit(next State, err error) error {
	return w.CommitWhileHeld(NoControl, next, true, err)
}

// Replace is Commit for points that do not derive from the present ones, unless they are too many. It clears the selection.
func (w *Workspace) Replace(next State, err error) error {
	if err == nil {
		err = messages.Sentence(next.modelFault())
	}
	if err == nil && w.Admit != nil {
		err = w.Admit(&next)
	}
	if err != nil {
		return err
	}
	w.record(NoControl, next)
	w.forget()
	w.Origin++
	return nil
}

// CommitWhileHeld is Commit for a control, whose step of the history stays open until the value is final.
func (w *Workspace) CommitWhileHeld(control Control, next State, final bool, err error) error {
	if err == nil {
		err = messages.Sentence(next.modelFault())
	}
	changes := err == nil && !reflect.DeepEqual(&next, w.Now())
	if changes {
		w.record(control, next)
	}
	if final && (changes || control == w.open) { // the step of another control stays open where nothing changes
		w.Close()
	}
	return err
}

// Undo goes one step back, and Redo one step forward, if possible.
func (w *Workspace) Undo() { w.jump(-1) }
func (w *Workspace) Redo() { w.jump(1) }

func (w *Workspace) jump(by int) {
	if at := w.at + by; at >= 0 && at < len(w.states) {
		w.Close()
		w.setPresent(at, w.Now())
	}
}

// Close ends any open step.
func (w *Workspace) Close() { w.open, w.undone = NoControl, nil }

// Cancel takes back the open step of a pointer or of a row of the table, so that what could be redone before it can be redone again. It
// ends any other open step.
func (w *Workspace) Cancel() {
	if w.open >= Pointer {
		w.setPresent(w.at-1, w.Now())
		w.states = append(w.states[:w.at+1], w.undone...)
	}
	w.Close()
}

// OpenPreset loads a preset, and notes what it changes besides the points.
func (w *Workspace) OpenPreset(in *intent.LoadPreset) error {
	before := w.Now()
	next, err := before.withPreset(in.Name, in.Keep)
	if in.Activation != "" && err == nil {
		next.setPiecewise(piecewiseOf(in.Activation, 0))
		if next.Piecewise() && !before.Piecewise() {
			next.Beta = reluBeta
		}
	}
	if in.Layers > 1 && err == nil {
		next.setPiecewise(document.Activation{})
		next = next.WithLayers(&intent.SetLayers{Value: in.Layers})
		next.Beta = layersBeta
	}
	err = w.Replace(next, err)
	if err == nil {
		w.presetChanges = next.presetChanges(before)
	}
	return err
}

// OpenProblem replaces the state by a problem document, or by a sums document.
func (w *Workspace) OpenProblem(text []byte) error {
	if document.FormatOf(bytes.NewReader(text)) == document.SumsFormat {
		return w.openSums(text)
	}
	p, err := document.ParseProblem(text)
	if err != nil {
		return messages.ProblemUnreadable(err)
	}
	next := fromDocument(p)
	next.useStack(p.Stack)
	next.fitWindow()
	return w.Replace(next, next.piecewiseFault())
}

// SetLayerCount sets the number of layers of the present state to the number found to help. It is not a step of the history.
func (w *Workspace) SetLayerCount(layers int) {
	before := w.Now()
	next, stack := *before, *before.stack
	stack.Layers, stack.Most = document.Depth(layers), 0
	if layers < 2 {
		next.stack = nil
	} else {
		next.stack = &stack
	}
	w.states[w.at] = &next
	w.setPresent(w.at, before)
}

// PageData describes the points, the selection and the history for the page.
func (w *Workspace) PageData() protocol.PageData {
	t := w.Now()
	p := protocol.PageData{
		Samples: t.Samples(), Rows: t.SummedRows(), Dimension: t.D, Columns: t.ColumnNames(), Classes: t.ClassCount(), ClassNames: t.ClassNames(),
		Split:  protocol.PageSplit{Hold: t.hold, Noise: t.noise, Seed: t.seed, Held: t.Holdouts()},
		Preset: t.Preset, Lesson: t.Lesson(), PresetChanges: w.presetChanges, Label: w.Label(), Point: w.Point, Selected: w.selectedRanges(),
	}
	if t.Sampled() {
		p.Signals = t.shape
	}
	return p
}

// PageModel describes the model of the present state for the page.
func (w *Workspace) PageModel() protocol.PageModel {
	t := w.Now()
	p := protocol.PageModel{
		Beta: t.Beta, Tolerance: t.Tolerance(), Loss: t.Loss.String(), Losses: t.Losses(),
		Architecture: document.ArchitectureOf(&t.Architecture).Kind, Convolution: t.Convolution(), Layers: t.pageLayers(),
		Coefficients: [3]float64{t.Sigma.A, t.Sigma.B, t.Sigma.C}, Activation: t.pageActivation(), Fit: t.fit,
	}
	if t.Biasable() {
		p.Bias = &t.Bias
	}
	return p
}
