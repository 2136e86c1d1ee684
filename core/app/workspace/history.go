package workspace

import (
	"slices"
	"strings"
)

// Workspace is the present state with its history, the selection and the view. It is not safe for concurrent use. The zero value is not ready for
// use: see New.
type Workspace struct {
	now        State
	undo, redo []State
	// sliding is the name of the control whose step is still open, or "" if none is.
	sliding string
	// drawing: the step of a pointer is open, and its changes are made in place.
	drawing  bool
	sources  int // number of sources of points so far
	revision uint32
	versions uint32 // number of states so far
	picked
	view  View
	plane *Plane // the one shown last, or nil
	// brought says what the last chosen preset has changed besides the points. The next change clears it.
	brought string
	pen
}

// New returns a workspace with the given state and no history.
func New(now State) *Workspace {
	w := &Workspace{now: now, picked: picked{point: -1}, pen: pen{label: 1}}
	w.touch()
	w.renew()
	return w
}

// Now returns the present state, which must not be modified.
func (w *Workspace) Now() *State { return &w.now }

// Revision returns a number that changes whenever the present state does.
func (w *Workspace) Revision() uint32 { return w.revision }

// CanUndo reports whether there is a step to undo.
func (w *Workspace) CanUndo() bool { return len(w.undo) > 0 }

// CanRedo reports whether there is a step to redo.
func (w *Workspace) CanRedo() bool { return len(w.redo) > 0 }

// Open reports whether a step is open, because a slider or a pointer is still down.
func (w *Workspace) Open() bool { return w.sliding != "" || w.drawing }

// States returns all states from the oldest to the newest, and the index of the present one.
func (w *Workspace) States() (all []State, at int) { return w.StatesIn(nil) }

// StatesIn is States in the memory of a slice that is not used any more.
func (w *Workspace) StatesIn(memory []State) (all []State, at int) {
	clear(memory)
	all = slices.Grow(memory[:0], len(w.undo)+1+len(w.redo))
	all = append(append(all, w.undo...), w.now)
	for i := len(w.redo) - 1; i >= 0; i-- {
		all = append(all, w.redo[i])
	}
	return all, len(w.undo)
}

// Restore replaces the history and the present state by states, of which the one at the given index becomes the present one.
func (w *Workspace) Restore(states []State, at int) {
	w.Close()
	w.undo, w.now, w.redo = slices.Clone(states[:at]), states[at], nil
	for i := len(states) - 1; i > at; i-- {
		w.redo = append(w.redo, states[i])
	}
	for i := range w.undo {
		w.stamp(&w.undo[i])
	}
	for i := range w.redo {
		w.stamp(&w.redo[i])
	}
	w.touch()
	w.renew()
}

// historyBytes is the largest memory of the states before the present one; beyond it, the oldest are dropped.
const historyBytes = 64 << 20

// trim drops the oldest states while all together take too much memory. States that differ only in their model share their points.
func (w *Workspace) trim() {
	size, seen := 0, map[*float64]bool{}
	for i := len(w.undo) - 1; i >= 0; i-- {
		t := &w.undo[i]
		for _, values := range [][]float64{t.x, t.y, t.clean} {
			if len(values) > 0 && !seen[&values[0]] {
				seen[&values[0]] = true
				size += 8 * len(values)
			}
		}
		if size > historyBytes && i < len(w.undo)-1 {
			w.undo = slices.Clone(w.undo[i+1:])
			return
		}
	}
}

// stamp gives a state a new version.
func (w *Workspace) stamp(t *State) {
	w.versions++
	t.version = w.versions
}

// change makes next the present state, as one step of the history.
func (w *Workspace) change(next State) {
	w.Close()
	w.undo = append(w.undo, w.left())
	w.redo = nil
	w.trim()
	w.now = next
	w.touch()
}

func (w *Workspace) renew() {
	w.sources++
	w.now.source, w.point = w.sources, -1
	w.pick(nil)
}

// Undo goes one step back, if possible.
func (w *Workspace) Undo() Effect { return w.travel(&w.undo, &w.redo) }

// Redo goes one step forward, if possible.
func (w *Workspace) Redo() Effect { return w.travel(&w.redo, &w.undo) }

// travel moves the present state to the end of one list and makes the last state of the other the present one.
func (w *Workspace) travel(from, to *[]State) Effect {
	w.Close()
	if len(*from) == 0 {
		return Ended
	}
	left := w.left()
	*to = append(*to, left)
	if w.pop(from); w.now.source != left.source { // the points are others
		w.pick(nil)
	}
	if w.now.Layers() != left.Layers() {
		w.view.Layer = w.now.layer
	}
	return Ended
}

// left returns the present state with the chosen layer, for when the state comes back.
func (w *Workspace) left() State {
	left := w.now
	left.layer = w.view.Layer
	return left
}

// pop makes the last of the given states the present one.
func (w *Workspace) pop(from *[]State) {
	last := len(*from) - 1
	w.now = (*from)[last]
	*from = (*from)[:last]
	version := w.now.version
	w.touch()
	w.now.version = version // it is the same state as before
}

// Lift ends the step of a pointer, if one is open.
func (w *Workspace) Lift() { w.drawing = false }

// Close ends any open step.
func (w *Workspace) Close() { w.sliding, w.drawing = "", false }

// Cancel undoes the open step of a pointer or of a row of the table, and ends any other open step.
func (w *Workspace) Cancel() {
	if w.drawing || strings.HasPrefix(w.sliding, rowControl) {
		w.pop(&w.undo)
	}
	w.Close()
}

// touch updates what depends on the state after a change.
func (w *Workspace) touch() {
	if w.view.Output >= w.now.outputs {
		w.view.Output = 0
	}
	if len(w.selected) != w.now.Samples() { // the selection was made among other points
		w.pick(nil)
	}
	if w.point >= w.now.Samples() {
		w.point = -1
	}
	w.brought = ""
	w.revision++
	w.stamp(&w.now)
}
