package workspace

import (
	"errors"

	"conelab/core/app/messages"
	"conelab/core/app/protocol/intent"
	"conelab/core/format/document"
)

// errSame is returned in place of the next state by changes that turn out to change nothing.
var errSame = errors.New("nothing changes")

// Step makes next the present state, as one step of the history, unless there is an error.
func (w *Workspace) Step(next State, err error) (Effect, error) {
	switch {
	case err == errSame:
		return 0, nil
	case err != nil:
		return 0, err
	}
	w.countMayChange(&next)
	w.change(next)
	return Ended, nil
}

// Renew is Step for points that do not derive from the present ones. It clears the selection.
func (w *Workspace) Renew(next State, err error) (Effect, error) {
	if err != nil {
		return 0, err
	}
	w.change(next)
	w.renew()
	return Ended | Fresh, nil
}

// Slide is Step for a named control, whose step of the history stays open until the value is final.
func (w *Workspace) Slide(control string, next State, final bool, err error) (Effect, error) {
	if err != nil {
		return 0, err
	}
	if w.sliding == control {
		w.now = next
		w.touch()
	} else {
		w.change(next)
	}
	if w.sliding = control; final {
		w.sliding = ""
	}
	return Ended, nil
}

// OpenPreset loads a preset, and notes what it changes besides the points.
func (w *Workspace) OpenPreset(in *intent.Preset) (Effect, error) {
	before := w.now
	next, err := before.WithPreset(in.Name, in.Keep)
	if in.Layers > 1 && err == nil {
		next, err = next.WithLayers(&intent.Layers{Value: in.Layers})
		next.beta = layersBeta
	}
	e, err := w.Renew(next, err)
	if err == nil {
		w.brought = next.brings(&before)
	}
	return e, err
}

// OpenProblem replaces the state by a problem document.
func (w *Workspace) OpenProblem(text []byte) (Effect, error) {
	p, err := document.ParseProblem(text)
	if err != nil {
		return 0, messages.ProblemUnreadable(err)
	}
	next := FromDocument(p)
	err = next.useStack(p.Stack)
	next.fitWindow()
	return w.Renew(next, err)
}

// OpenTable replaces the data by a table.
func (w *Workspace) OpenTable(table *Table) Effect {
	e, _ := w.Renew(w.now.WithTable(table), nil)
	return e
}

// SetLayers sets the number of layers and how they are trained, and shows the last one.
func (w *Workspace) SetLayers(in *intent.Layers) (Effect, error) {
	others := in.Value != w.now.Layers()
	e, err := w.Step(w.now.WithLayers(in))
	if others && err == nil {
		w.view.Layer = 0
	}
	return e, err
}

// Look changes the view.
func (w *Workspace) Look(in *intent.Lens) (Effect, error) {
	next, t := w.view, &w.now
	if in.Output != nil {
		if next.Output = *in.Output; next.Output >= t.outputs {
			return 0, messages.NoOutput(next.Output, t.outputs)
		}
	}
	if in.Compare != nil {
		if next.Single = !*in.Compare; *in.Compare && !t.Comparable() {
			return 0, messages.NothingToCompare()
		}
	}
	if in.Layer != nil {
		if next.Layer = *in.Layer + 1; next.Layer > t.Layers() {
			return 0, messages.NoLayer(*in.Layer, t.Layers())
		}
	}
	if f := in.Features; f != nil {
		switch {
		case !t.Planar():
			return 0, messages.NoPlane()
		case len(f) == 0:
			next.Axes = [2]int{}
		case len(f) != 2 || f[0] == f[1] || max(f[0], f[1]) >= t.d:
			return 0, messages.PlaneFeatures(t.d)
		default:
			next.Axes = [2]int{f[0] + 1, f[1] + 1}
		}
	}
	if next == w.view {
		return 0, nil
	}
	e := Ended | Original | Redraw | Viewed
	if next.Output != w.view.Output || next.Layer != w.view.Layer {
		e |= OtherOutput
	}
	w.view = next
	return e, nil
}
