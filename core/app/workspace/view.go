package workspace

import (
	"math"
	"strconv"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
	"conelab/core/format/document"
)

// View chooses the part of a problem and of its solution that is shown. Neurons, matrices, entries, animation and certificate are
// those of one output, and intents count neurons within that output.
type View struct {
	Output int // if the state has this output; otherwise 0 is shown
	// Single: the data show the function of the chosen output. Otherwise they show which output is largest, if that can be shown.
	Single bool
	Axes   [2]int // for more than three features: the two features of the plane, counted from 1; 0 for the principal axes
	Layer  int    // for several layers: the layer whose program is shown, counted from 1; 0 for the last
}

// Stored returns the view in the form of documents, nil if nothing is chosen.
func (v View) Stored() *document.SharedOutputView {
	if v == (View{}) {
		return nil
	}
	to := &document.SharedOutputView{Output: v.Output, Single: v.Single, Layer: v.Layer}
	if v.Axes[0] > 0 {
		to.Axes = v.Axes[:]
	}
	return to
}

// ViewOf returns the view that a document describes. Features that do not define a plane give the principal axes.
func ViewOf(from *document.SharedOutputView) (v View) {
	if from == nil {
		return v
	}
	v.Output, v.Single, v.Layer = max(0, from.Output), from.Single, max(0, min(from.Layer, intent.MaxLayers))
	if a := from.Axes; len(a) == 2 && min(a[0], a[1]) > 0 && a[0] != a[1] {
		v.Axes = [2]int(a)
	}
	return v
}

// Output returns the chosen output.
func (w *Workspace) Output() int {
	if w.View.Output < w.Now().Outputs {
		return w.View.Output
	}
	return 0
}

// Comparable reports whether there is a picture that shows which output is largest.
func (t *State) Comparable() bool {
	return (t.D != DrawnFeatures || !t.Dense()) && t.Pictured() && t.Classed()
}

// Compares reports whether the picture of the data shows which output is largest.
func (w *Workspace) Compares() bool { return !w.View.Single && w.Now().Comparable() }

// SetView changes the view.
func (w *Workspace) SetView(in *intent.SetOutputView) error {
	next, t := w.View, w.Now()
	if in.Output != nil {
		next.Output = *in.Output
		if next.Output >= t.Outputs {
			return messages.Refuse("There is no output {+1}; the network has {output}.", next.Output, t.Outputs)
		}
	}
	if in.Compare != nil {
		next.Single = !*in.Compare
		if *in.Compare && !t.Comparable() {
			return messages.Refuse("The largest output is shown where there are up to six classes with an output each, and not three features.")
		}
	}
	if in.Layer != nil {
		next.Layer = *in.Layer + 1
		if next.Layer > t.Layers() {
			return messages.Refuse("There is no layer {+1}; the network has {layer}.", *in.Layer, t.Layers())
		}
	}
	if f := in.Features; f != nil {
		switch {
		case !t.Planar():
			return messages.Refuse("A plane is chosen where there are more than three features.")
		case len(f) == 0:
			next.Axes = [2]int{}
		case len(f) != 2 || f[0] == f[1] || max(f[0], f[1]) >= t.D:
			return messages.Refuse("A plane needs two different features of the {}.", t.D)
		default:
			next.Axes = [2]int{f[0] + 1, f[1] + 1}
		}
	}
	w.View = next
	return nil
}

// unitWindow is the window of presets and of an empty canvas.
var unitWindow = protocol.Window{Half: 1.15, Rise: 1.6}

// extent returns the smallest and the largest coordinate k of all places, infinite if there are no points.
func (p *points) extent(k int) (low, high float64) {
	values, step := p.X, p.D
	if k == p.D { // the labels of one feature
		values, step, k = p.Y, 1, 0
	}
	low, high = math.Inf(1), math.Inf(-1)
	for i := k; i < len(values); i += step {
		low, high = math.Min(low, values[i]), math.Max(high, values[i])
	}
	return low, high
}

// fitWindow sets the window to show all points with a margin; the range of labels includes 0.
func (t *State) fitWindow() {
	if t.Drawable() {
		t.Window = t.Fitted(t.D)
	}
}

// Fitted returns a window that shows the first d features of all points with a margin, and for one feature the labels.
func (p *points) Fitted(d int) protocol.Window {
	w, half, inside := unitWindow, 0.0, true
	for k := range d {
		low, high := p.extent(k)
		w.Center[k], half = (low+high)/2, math.Max(half, (high-low)/2)
		inside = inside && low >= -1 && high <= 1
	}
	if inside { // points within the unit window keep it
		w.Center = protocol.Vec{}
	} else {
		if !(half > 0) {
			half = math.Max(1, math.Abs(w.Center[0]))
		}
		w.Half = unitWindow.Half * half
	}
	if low, high := p.extent(1); d == 1 && math.Max(-low, high) > unitWindow.Rise/1.15 {
		low, high = math.Min(0, low), math.Max(0, high)
		w.Level, w.Rise = (low+high)/2, 1.2*(high-low)/2
	}
	return w
}

// growWindow sets the window to show all points, if some are outside it.
func (t *State) growWindow() {
	const slack = 1 + 1e-9 // for points on the edge
	for k := range t.Axes() {
		if !t.Drawable() {
			return
		}
		least, most := t.span(k, slack)
		if low, high := t.extent(k); low < least || high > most {
			t.fitWindow()
			return
		}
	}
}

// span returns the ends of coordinate k of places within a multiple of the window.
func (p *points) span(k int, reach float64) (low, high float64) {
	if k == p.D { // the labels of one feature
		return p.Window.Level - reach*p.Window.Rise, p.Window.Level + reach*p.Window.Rise
	}
	return p.Window.Center[k] - reach*p.Window.Half, p.Window.Center[k] + reach*p.Window.Half
}

// rounded returns v with four decimals relative to half the window. The rounding is invisible and keeps documents and links with
// drawn points short.
func rounded(v, half float64) float64 {
	decimals := 4 - int(math.Floor(math.Log10(half)))
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'f', max(0, decimals), 64), 64)
	return v
}
