package workspace

import (
	"slices"
	"strings"

	"conelab/core/app/plane"
)

// Workspace is the present state with its history, and what the user has picked out of it. It is not safe for concurrent use. The zero value
// is not ready: see New.
type Workspace struct {
	now        State
	undo, redo []State
	// sliding names the control whose step is still open, "" when none is.
	sliding string
	// drawing says that a pointer's step is open: its changes are made in place.
	drawing  bool
	sources  int // how many sources of points there have been
	revision uint32
	versions uint32 // how many states there have been
	picked
	view  View
	plane *plane.Plane // that was shown last, or nil
	// brought says what the preset that was just chosen has changed beside the points; the next change takes it away.
	brought string
	pen
}

// New returns a workspace with a state and no history.
func New(now State) *Workspace {
	w := &Workspace{now: now, picked: picked{point: -1}, pen: pen{label: 1}}
	w.touch()
	w.renew()
	return w
}

// Now returns the present state, which must not be modified.
func (w *Workspace) Now() *State { return &w.now }

// Revision changes whenever the present state does.
func (w *Workspace) Revision() uint32 { return w.revision }

// CanUndo reports whether there is a step to go back.
func (w *Workspace) CanUndo() bool { return len(w.undo) > 0 }

// CanRedo reports whether there is a step to go forward.
func (w *Workspace) CanRedo() bool { return len(w.redo) > 0 }

// Open reports whether a step is open: a slider or a pointer is still down.
func (w *Workspace) Open() bool { return w.sliding != "" || w.drawing }

// States returns all states from the oldest to the newest, and which one is the present.
func (w *Workspace) States() (all []State, at int) {
	all = append(append(all, w.undo...), w.now)
	for i := len(w.redo) - 1; i >= 0; i-- {
		all = append(all, w.redo[i])
	}
	return all, len(w.undo)
}

// Restore puts states in place of the history and of the present one, which is at the given index.
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

// historyBytes bounds the memory of the states before the present one: of more, the oldest are forgotten.
const historyBytes = 64 << 20

// trim forgets the oldest states where all take too much memory. States that differ in their model alone share their points.
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

// stamp gives a state a version of its own.
func (w *Workspace) stamp(t *State) {
	w.versions++
	t.version = w.versions
}

// Change makes next the state, as one step of the undo history.
func (w *Workspace) Change(next State) {
	w.Close()
	w.undo = append(w.undo, w.now)
	w.redo = nil
	w.trim()
	w.now = next
	w.touch()
}

// Renew is Change for points that were not made of those before: none of them is selected.
func (w *Workspace) Renew(next State) {
	w.Change(next)
	w.renew()
}

func (w *Workspace) renew() {
	w.sources++
	w.now.source, w.point = w.sources, -1
	w.pick(nil)
}

// Slide makes next the state within the step of a named control, which stays open until it is final.
func (w *Workspace) Slide(control string, next State, final bool) {
	if w.sliding == control {
		w.now = next
		w.touch()
	} else {
		w.Change(next)
	}
	w.sliding = control
	if final {
		w.sliding = ""
	}
}

// Undo goes one step back, if there is one.
func (w *Workspace) Undo() { w.travel(&w.undo, &w.redo) }

// Redo goes one step forward, if there is one.
func (w *Workspace) Redo() { w.travel(&w.redo, &w.undo) }

// travel moves one step from one end of the history to the other.
func (w *Workspace) travel(from, to *[]State) {
	w.Close()
	if len(*from) == 0 {
		return
	}
	*to = append(*to, w.now)
	source := w.now.source
	if w.pop(from); w.now.source != source { // other points
		w.pick(nil)
	}
}

// pop makes the last of some states the present one.
func (w *Workspace) pop(from *[]State) {
	last := len(*from) - 1
	w.now = (*from)[last]
	*from = (*from)[:last]
	version := w.now.version
	w.touch()
	w.now.version = version // it is the state that it was
}

// Lift ends the step of a pointer, if it is open.
func (w *Workspace) Lift() { w.drawing = false }

// Close ends whatever step is open.
func (w *Workspace) Close() { w.sliding, w.drawing = "", false }

// Cancel takes back the step of a pointer, or of a row of the table, that is open, and ends any other.
func (w *Workspace) Cancel() {
	if w.drawing || strings.HasPrefix(w.sliding, rowControl) {
		w.pop(&w.undo)
	}
	w.Close()
}

// touch says that the state has changed.
func (w *Workspace) touch() {
	if w.view.Output >= w.now.outputs {
		w.view.Output = 0
	}
	if len(w.selected) != w.now.Samples() { // they are not those that were picked among
		w.pick(nil)
	}
	if w.point >= w.now.Samples() {
		w.point = -1
	}
	w.brought = ""
	w.revision++
	w.stamp(&w.now)
}
