package workspace

import (
	"conelab/core/app/messages"
	"conelab/core/app/protocol/intent"
)

// View chooses the part of a problem and of its solution that is shown. Neurons, matrices, entries, film and certificate are those of one output, and
// intents count neurons within that output.
type View struct {
	Output int // if the state has this output; otherwise 0 is shown
	// Single: the data show the function of the chosen output. Otherwise they show which output is largest, if that can be shown.
	Single bool
	Axes   [2]int // for more than three features: the two features of the plane, counted from 1; 0 for the principal axes
	Layer  int    // for several layers: the layer whose program is shown, counted from 1; 0 for the last
}

// PlaneAxes returns the two features in the form of documents, with none for the principal axes.
func (v View) PlaneAxes() []int {
	if v.Axes[0] == 0 {
		return nil
	}
	return v.Axes[:]
}

// ViewOf returns the view that a document describes. Features that do not define a plane give the principal axes.
func ViewOf(output int, single bool, axes []int, layer int) View {
	v := View{Output: max(0, output), Single: single, Layer: max(0, min(layer, intent.MostLayers))}
	if len(axes) == 2 && min(axes[0], axes[1]) > 0 && axes[0] != axes[1] {
		v.Axes = [2]int(axes)
	}
	return v
}

// View returns the chosen view, whether or not it suits the data.
func (w *Workspace) View() View { return w.view }

// SetView sets the chosen view.
func (w *Workspace) SetView(v View) { w.view = v }

// LayerOf returns the index of the chosen layer among the given number of layers.
func (v View) LayerOf(layers int) int {
	if v.Layer == 0 {
		return layers - 1
	}
	return min(v.Layer, layers) - 1
}

// Output returns the chosen output.
func (w *Workspace) Output() int {
	if w.view.Output < w.Now().outputs {
		return w.view.Output
	}
	return 0
}

// Comparable reports whether there is a picture that shows which output is largest.
func (t *State) Comparable() bool {
	return (t.d != DrawnFeatures || !t.Visible()) && t.Pictured() && t.Classed()
}

// Compares reports whether the picture of the data shows which output is largest.
func (w *Workspace) Compares() bool { return !w.view.Single && w.Now().Comparable() }

// Plane returns the plane of the points. It is recomputed when the points or the choice have changed.
func (w *Workspace) Plane() *Plane {
	w.plane = w.Now().Plane(w.view.Axes, w.plane)
	return w.plane
}

// Look changes the view.
func (w *Workspace) Look(in *intent.Lens) (Effect, error) {
	next, t := w.view, w.Now()
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
