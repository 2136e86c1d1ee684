package workspace

import (
	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/app/protocol/intent"
)

// Highlight highlights a point, or none if i is -1.
func (w *Workspace) Highlight(i int) error {
	if i < -1 || i >= w.Now().Samples() {
		return messages.NoPoint(i)
	}
	w.Point = i
	return nil
}

// Select selects all points, none, or the given ones in one of several ways: see intent.Select.
func (w *Workspace) Select(how string, indices []int) error {
	n := w.Now().Samples()
	selected := make([]bool, n)
	switch how {
	case "all":
		w.selectFrom(0)
		return nil
	case "none":
		w.selectNone()
		return nil
	case "set":
	default:
		copy(selected, w.selected)
	}
	for _, i := range indices {
		if i < 0 || i >= n {
			return messages.NoPoint(i)
		}
		selected[i] = how != "remove" && !(how == "toggle" && selected[i])
	}
	w.selected = selected
	return nil
}

// selectFrom selects the points from the given index to the last.
func (w *Workspace) selectFrom(first int) {
	w.selected = make([]bool, w.Now().Samples())
	for i := first; i < len(w.selected); i++ {
		w.selected[i] = true
	}
}

// selectNone selects no point.
func (w *Workspace) selectNone() { w.selected = nil }

// IsSelected reports whether point i is selected.
func (w *Workspace) IsSelected(i int) bool { return w.selected != nil && w.selected[i] }

// Selected returns the indices of the selected points.
func (w *Workspace) Selected() (indices []int) {
	for i, selected := range w.selected {
		if selected {
			indices = append(indices, i)
		}
	}
	return indices
}

// selectedRanges returns the selection as pairs of a first and a last index.
func (w *Workspace) selectedRanges() (ranges [][2]int) {
	for _, i := range w.Selected() {
		if last := len(ranges) - 1; last >= 0 && ranges[last][1] == i-1 {
			ranges[last][1] = i
		} else {
			ranges = append(ranges, [2]int{i, i})
		}
	}
	return ranges
}

// EditRows edits the points that an intent names, the selected ones, or the one that it means if none is selected.
func (w *Workspace) EditRows(in *intent.EditRows) error {
	t, what, indices := w.Now(), in.Name, in.Indices
	if len(indices) == 0 {
		indices = w.Selected()
	}
	if len(indices) == 0 && in.Index >= 0 {
		indices = []int{in.Index}
	}
	chosen, err := t.rowSet(indices)
	switch {
	case err != nil:
		return err
	case what == "remove":
		return w.Commit(t.without(func(i int) bool { return chosen[i] }).checked())
	case (what == "flip" || what == "set") && t.Outputs != 1:
		return messages.Refuse("Labels can be changed together only where there is one output.")
	case what == "flip":
		return w.Commit(t.relabelled(indices, func(i int) []float64 { return []float64{-t.Y[i] + 0} })) // the sum avoids minus zero
	case what == "set":
		return w.Commit(t.relabelled(indices, func(int) []float64 { return []float64{in.Value + 0} }))
	case what == "hold":
		return w.Commit(t.withHeld(indices))
	case what == "duplicate":
		return w.Paste(t.Rows(indices))
	case t.Outputs > 1 && t.ClassCount() == 0:
		return messages.Refuse("Each label here is a row of {} numbers, which do not name a class.", t.Outputs)
	}
	return w.Commit(t.relabelled(indices, func(int) []float64 { return w.NewLabels(false) }))
}

// Paste adds rows as points and selects them. Copies that would hide their originals are moved aside.
func (w *Workspace) Paste(rows [][]float64) error {
	n := w.Now().Samples()
	err := w.PutRows(n, w.Now().shifted(rows), true)
	if err == nil {
		w.selectFrom(n)
	}
	return err
}

// PutRows overwrites rows as withRows does. All calls up to the final one are one step of the history.
func (w *Workspace) PutRows(first int, rows [][]float64, final bool) error {
	next, err := w.Now().withRows(first, rows)
	return w.CommitWhileHeld(Row+Control(first), next, final, err)
}

// Nudge moves the selected points by a difference in per cent of half the picture's width, or height: in each feature or,
// with one feature, in the feature and the label.
func (w *Workspace) Nudge(at []float64) error {
	switch {
	case len(w.Selected()) == 0:
		return messages.NoPointSelected()
	case !w.Now().Drawable():
		return messages.Refuse("Points can be moved together where there are pictures of them: up to three features.")
	case len(at) != w.Now().Axes():
		return messages.Refuse("A move needs {} numbers, but it has {}.", w.Now().Axes(), len(at))
	}
	var delta protocol.Vec
	for k, v := range at {
		delta[k] = v / 100 * w.Now().Window.Half / w.Now().scale(k)
	}
	w.Close()
	w.MoveSelected(delta)
	w.Close()
	return nil
}
