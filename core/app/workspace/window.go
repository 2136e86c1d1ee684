package workspace

import (
	"math"

	"conelab/core/app/protocol"
)

// unitWindow is the window of presets and of an empty canvas.
var unitWindow = protocol.Window{Half: 1.15, Rise: 1.6}

// UnitWindow returns the window of presets and of an empty canvas.
func UnitWindow() protocol.Window { return unitWindow }

// fitWindow sets the window to show all points with a margin.
func (t *State) fitWindow() {
	if t.Drawable() {
		t.window = t.Fitted(t.d)
	}
}

// Fitted returns a window that shows the first d features of all points with a margin, and for one feature the labels.
func (t *State) Fitted(d int) protocol.Window {
	w, inside, half := unitWindow, true, 0.0
	for k := range d {
		low, high := math.Inf(1), math.Inf(-1)
		for i := k; i < len(t.x); i += t.d {
			low, high = math.Min(low, t.x[i]), math.Max(high, t.x[i])
		}
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
	if d == 1 {
		w.Level, w.Rise = t.labelWindow()
	}
	return w
}

// labelWindow returns the middle and half the height of the label axis for one feature, which shows all labels and zero with a margin.
func (t *State) labelWindow() (level, rise float64) {
	low, high := 0.0, 0.0
	for _, y := range t.y {
		low, high = math.Min(low, y), math.Max(high, y)
	}
	if math.Max(-low, high) <= unitWindow.Rise/1.15 {
		return 0, unitWindow.Rise
	}
	return (low + high) / 2, 1.2 * (high - low) / 2
}

// growWindow sets the window to show all points, if some are outside it.
func (t *State) growWindow() {
	if !t.ShowsAll() {
		t.fitWindow()
	}
}

// ShowsAll reports whether all points are within the window.
func (t *State) ShowsAll() bool {
	if !t.Drawable() {
		return true
	}
	const slack = 1 + 1e-9 // for points on the edge
	for i := range t.Samples() {
		for k, v := range t.Point(i) {
			if math.Abs(v-t.window.Center[k]) > slack*t.window.Half {
				return false
			}
		}
	}
	for _, y := range t.y {
		if t.d == 1 && math.Abs(y-t.window.Level) > slack*t.window.Rise {
			return false
		}
	}
	return true
}

// inside clamps coordinate k of a place to the window, so that no point gets lost outside it.
func (t *State) inside(k int, v float64) float64 {
	center, half := t.window.Center[k], t.window.Half
	if t.d == 1 && k == 1 {
		center, half = t.window.Level, t.window.Rise
	}
	return math.Max(center-half, math.Min(center+half, v))
}

// rounded returns v rounded to four decimals relative to half the window. The rounding is invisible and keeps documents and links with drawn points
// short.
func rounded(v, half float64) float64 {
	decimals := 4 - math.Floor(math.Log10(half))
	if !(math.Abs(decimals) < 300) {
		return v
	}
	if unit := math.Pow(10, math.Abs(decimals)); decimals < 0 {
		v = math.Round(v/unit) * unit
	} else if scaled := v * unit; math.Abs(scaled) < 1<<52 { // larger values have no decimals to round
		v = math.Round(scaled) / unit
	}
	return v
}
