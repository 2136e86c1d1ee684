package workspace

import (
	"math"
	"strconv"

	"conelab/core/app/say"
)

// aside is the distance, relative to the window, by which copies of points are moved so that they can be seen.
const aside = 0.04

// rowControl is the prefix of the names of controls that are rows of the table.
const rowControl = "row "

// picked holds the selection and the highlighted point.
type picked struct {
	// selected says for each point whether it is selected; nil if none is.
	selected []bool
	picks    uint32 // number of changes of selected
	point    int    // the highlighted point, or -1
}

// pick sets the selection.
func (p *picked) pick(selected []bool) {
	if selected != nil || p.selected != nil {
		p.selected = selected
		p.picks++
	}
}

// Picks returns a number that changes whenever the selection does.
func (w *Workspace) Picks() uint32 { return w.picks }

// Highlighted returns the point that is highlighted, or -1.
func (w *Workspace) Highlighted() int { return w.point }

// Highlight highlights a point, or none if i is -1.
func (w *Workspace) Highlight(i int) error {
	if i < -1 || i >= w.now.Samples() {
		return say.NoPoint(i)
	}
	w.point = i
	return nil
}

// SelectAll selects all points.
func (w *Workspace) SelectAll() { w.selectFrom(0) }

// SelectNone selects no point.
func (w *Workspace) SelectNone() { w.pick(nil) }

// selectFrom selects the points from the given index to the last.
func (w *Workspace) selectFrom(first int) {
	selected := make([]bool, w.now.Samples())
	for i := first; i < len(selected); i++ {
		selected[i] = true
	}
	w.pick(selected)
}

// Mode is a way to combine points with the selection.
type Mode string

// The modes: select only these points, add them, toggle each, or remove them.
const (
	Set    Mode = "set"
	Add    Mode = "add"
	Toggle Mode = "toggle"
	Remove Mode = "remove"
)

// Select selects points.
func (w *Workspace) Select(mode Mode, indices []int) error {
	n := w.now.Samples()
	for _, i := range indices {
		if i < 0 || i >= n {
			return say.NoPoint(i)
		}
	}
	selected := make([]bool, n)
	if mode != Set && len(w.selected) == n {
		copy(selected, w.selected)
	}
	for _, i := range indices {
		selected[i] = mode != Remove && !(mode == Toggle && selected[i])
	}
	w.pick(selected)
	return nil
}

// IsSelected reports whether point i is selected. No point counts as selected while a gesture adds or removes points.
func (w *Workspace) IsSelected(i int) bool {
	return len(w.selected) == w.now.Samples() && w.selected[i]
}

// Selected returns the indices of the selected points.
func (w *Workspace) Selected() (indices []int) {
	for i := range w.selected {
		if w.IsSelected(i) {
			indices = append(indices, i)
		}
	}
	return indices
}

// Ranges returns the selection as pairs of a first and a last index.
func (w *Workspace) Ranges() (ranges [][2]int) {
	for i := range w.selected {
		switch {
		case !w.IsSelected(i):
		case i > 0 && w.selected[i-1]:
			ranges[len(ranges)-1][1] = i
		default:
			ranges = append(ranges, [2]int{i, i})
		}
	}
	return ranges
}

// Paste adds rows as points and selects them. Copies that would hide their originals are moved aside.
func (w *Workspace) Paste(rows [][]float64) error {
	if len(rows) > 0 && len(rows[0]) == w.now.d+w.now.outputs && w.now.covers(rows[0]) {
		rows = w.now.shifted(rows, aside*w.now.window.Half)
	}
	n := w.now.Samples()
	if err := w.PutRows(n, rows, true); err != nil {
		return err
	}
	w.selectFrom(n)
	return nil
}

// PutRows overwrites rows as WithRows does. All calls up to the final one are one step of the history.
func (w *Workspace) PutRows(first int, rows [][]float64, final bool) error {
	next, err := w.now.WithRows(first, rows)
	if err == nil {
		w.countMayChange(&next)
		w.Slide(rowControl+strconv.Itoa(first), next, final)
	}
	return err
}

// countMayChange clears the highlighted point if the number of points changes.
func (w *Workspace) countMayChange(next *State) {
	if len(next.y) != len(w.now.y) {
		w.point = -1
	}
}

// fromPercent converts a difference given in per cent of half the picture's width, or height.
func (t *State) fromPercent(at []float64) []float64 {
	by := make([]float64, len(at))
	for k, v := range at {
		by[k] = v / 100 * t.window.Half
		if k < len(Place{}) {
			by[k] /= t.scale(k)
		}
	}
	return by
}

// MoveSelected moves the selected points by the same difference in each feature; with one feature, in the feature and the label.
func (w *Workspace) MoveSelected(by []float64) error {
	if !w.now.Drawable() {
		return say.CannotMoveTogether()
	}
	if len(by) != w.now.Axes() {
		return say.MoveNumbers(w.now.Axes(), len(by))
	}
	var delta Place
	copy(delta[:], by)
	w.Close()
	w.Carry(delta)
	w.Close()
	return nil
}

// Carry moves the selected points, within a pointer's gesture, by delta from where they were before the gesture, as far as all of them stay in the
// window.
func (w *Workspace) Carry(delta Place) {
	w.draw(0)
	before, indices := &w.undo[len(w.undo)-1], w.Selected()
	for k := range w.now.Axes() {
		for _, i := range indices {
			at := w.whereIn(before, i)[k]
			low, high := w.now.inside(k, math.Inf(-1)), w.now.inside(k, math.Inf(1))
			// A point that is already outside the window may stay there.
			delta[k] = math.Max(math.Min(low-at, 0), math.Min(delta[k], math.Max(high-at, 0)))
		}
	}
	for _, i := range indices {
		at := w.whereIn(before, i)
		for k := range at {
			at[k] += delta[k]
		}
		w.put(i, at)
	}
}
