package workspace

import (
	"conelab/core/app/messages"
	"conelab/core/app/protocol/intent"
	"conelab/core/format/document"
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

// Stored returns the view in the form of documents, nil if nothing is chosen.
func (v View) Stored() *document.SharedLens {
	if v == (View{}) {
		return nil
	}
	to := &document.SharedLens{Output: v.Output, Single: v.Single, Layer: v.Layer}
	if v.Axes[0] > 0 {
		to.Axes = v.Axes[:]
	}
	return to
}

// ViewOf returns the view that a document describes. Features that do not define a plane give the principal axes.
func ViewOf(from *document.SharedLens) (v View) {
	if from == nil {
		return v
	}
	v.Output, v.Single, v.Layer = max(0, from.Output), from.Single, max(0, min(from.Layer, intent.MostLayers))
	if a := from.Axes; len(a) == 2 && min(a[0], a[1]) > 0 && a[0] != a[1] {
		v.Axes = [2]int(a)
	}
	return v
}

// LayerOf returns the index of the chosen layer among the given number of layers.
func (v View) LayerOf(layers int) int {
	if v.Layer == 0 {
		return layers - 1
	}
	return min(v.Layer, layers) - 1
}

// Output returns the chosen output.
func (w *Workspace) Output() int {
	if w.View.Output < w.Now().outputs {
		return w.View.Output
	}
	return 0
}

// Comparable reports whether there is a picture that shows which output is largest.
func (t *State) Comparable() bool {
	return (t.d != DrawnFeatures || !t.Visible()) && t.Pictured() && t.Classed()
}

// Compares reports whether the picture of the data shows which output is largest.
func (w *Workspace) Compares() bool { return !w.View.Single && w.Now().Comparable() }

// Plane returns the plane of the points. It is recomputed when the points or the choice have changed.
func (w *Workspace) Plane() *Plane {
	w.plane = w.Now().Plane(w.View.Axes, w.plane)
	return w.plane
}

// Look changes the view.
func (w *Workspace) Look(in *intent.Lens) (Effect, error) {
	next, t := w.View, w.Now()
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
	if next == w.View {
		return 0, nil
	}
	e := Ended | Original | Redraw | Viewed
	if next.Output != w.View.Output || next.Layer != w.View.Layer {
		e |= OtherOutput
	}
	w.View = next
	return e, nil
}
