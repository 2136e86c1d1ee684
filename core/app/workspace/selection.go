package workspace

import (
	"math"
	"strconv"

	"conelab/core/app/messages"
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
		return messages.NoPoint(i)
	}
	w.point = i
	return nil
}

// selectFrom selects the points from the given index to the last.
func (w *Workspace) selectFrom(first int) {
	selected := make([]bool, w.now.Samples())
	for i := first; i < len(selected); i++ {
		selected[i] = true
	}
	w.pick(selected)
}

// Select selects all points, none, or the given ones in one of several ways: see intent.Select.
func (w *Workspace) Select(how string, indices []int) error {
	n := w.now.Samples()
	for _, i := range indices {
		if i < 0 || i >= n {
			return messages.NoPoint(i)
		}
	}
	switch how {
	case "all":
		w.selectFrom(0)
		return nil
	case "none":
		w.SelectNone()
		return nil
	}
	selected := make([]bool, n)
	if how != "set" && len(w.selected) == n {
		copy(selected, w.selected)
	}
	for _, i := range indices {
		selected[i] = how != "remove" && !(how == "toggle" && selected[i])
	}
	w.pick(selected)
	return nil
}

// SelectNone selects no point.
func (w *Workspace) SelectNone() { w.pick(nil) }

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

// EditSelected does with the selected points what an intent.Selected names.
func (w *Workspace) EditSelected(what string) (Effect, error) {
	t, indices := &w.now, w.Selected()
	switch {
	case len(indices) == 0:
		return 0, messages.NoPointSelected()
	case what == "remove":
		return w.Step(t.WithoutRows(indices))
	case what == "flip":
		return w.Step(t.WithFlipped(indices))
	case what == "duplicate":
		return w.Paste(t.Rows(indices))
	case t.outputs > 1:
		return w.Step(t.WithClassOf(indices, w.Class()))
	}
	return w.Step(t.WithLabels(indices, w.label))
}

// LabelSelected sets the label of the selected points.
func (w *Workspace) LabelSelected(label float64) (Effect, error) {
	indices := w.Selected()
	if len(indices) == 0 {
		return 0, messages.NoPointSelected()
	}
	return w.Step(w.now.WithLabels(indices, label))
}

// Paste adds rows as points and selects them. Copies that would hide their originals are moved aside.
func (w *Workspace) Paste(rows [][]float64) (Effect, error) {
	if len(rows) > 0 && len(rows[0]) == w.now.d+w.now.outputs && w.now.covers(rows[0]) {
		rows = w.now.shifted(rows, aside*w.now.window.Half)
	}
	n := w.now.Samples()
	e, err := w.PutRows(n, rows, true)
	if err == nil {
		w.selectFrom(n)
	}
	return e, err
}

// PutRows overwrites rows as WithRows does. All calls up to the final one are one step of the history.
func (w *Workspace) PutRows(first int, rows [][]float64, final bool) (Effect, error) {
	next, err := w.now.WithRows(first, rows)
	if err == nil {
		w.countMayChange(&next)
	}
	return w.Slide(rowControl+strconv.Itoa(first), next, final, err)
}

// countMayChange clears the highlighted point if the number of points changes.
func (w *Workspace) countMayChange(next *State) {
	if len(next.y) != len(w.now.y) {
		w.point = -1
	}
}

// NudgeSelected is MoveSelected by a difference in per cent of half the picture's width, or height.
func (w *Workspace) NudgeSelected(at []float64) (Effect, error) {
	by := make([]float64, len(at))
	for k, v := range at {
		by[k] = v / 100 * w.now.window.Half
		if k < len(Place{}) {
			by[k] /= w.now.scale(k)
		}
	}
	return w.MoveSelected(by)
}

// MoveSelected moves the selected points by the same difference in each feature; with one feature, in the feature and the label.
func (w *Workspace) MoveSelected(by []float64) (Effect, error) {
	switch {
	case len(w.Selected()) == 0:
		return 0, messages.NoPointSelected()
	case !w.now.Drawable():
		return 0, messages.CannotMoveTogether()
	case len(by) != w.now.Axes():
		return 0, messages.MoveNumbers(w.now.Axes(), len(by))
	}
	var delta Place
	copy(delta[:], by)
	w.Close()
	w.Carry(delta)
	w.Close()
	return Ended, nil
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
