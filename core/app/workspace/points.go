package workspace

import (
	"cmp"
	"math"
	"slices"

	"conelab/core/app/messages"
	"conelab/core/app/protocol/intent"
	"conelab/core/numeric/loss"
)

// Samples returns the number n of all points.
func (p *points) Samples() int { return len(p.Y) / p.Outputs }

// Point returns the features of point i, which must not be modified.
func (p *points) Point(i int) []float64 { return p.X[i*p.D : (i+1)*p.D] }

// Label returns the label of point i for an output.
func (p *points) Label(i, output int) float64 { return p.Y[output*p.Samples()+i] }

// RowOf returns the entries for point i of values that are ordered output by output, such as Y.
func (p *points) RowOf(values []float64, i int) []float64 {
	row := make([]float64, p.Outputs)
	loss.RowTo(row, values, i, p.Samples())
	return row
}

// Rows returns points as rows of the table, features first.
func (p *points) Rows(indices []int) (rows [][]float64) {
	for _, i := range indices {
		rows = append(rows, append(slices.Clone(p.Point(i)), p.RowOf(p.Y, i)...))
	}
	return rows
}

// rearranged returns the state with copies of the points with the given indices, followed by new training points whose numbers are all
// 0. All may still be modified, and none belong to a preset any more.
func (t *State) rearranged(kept []int, added int) State {
	next, was, n := *t, t.Samples(), len(kept)+added
	next.Preset, next.X, next.Y, next.held, next.clean = "", nil, nil, nil, nil
	labels := func(y []float64) []float64 {
		if y == nil || n == 0 {
			return nil
		}
		to := make([]float64, n*t.Outputs)
		for o := range t.Outputs {
			for i, j := range kept {
				to[o*n+i] = y[o*was+j]
			}
		}
		return to
	}
	next.Y, next.clean = labels(t.Y), labels(t.clean)
	if n == 0 {
		return next
	}
	if next.Y == nil {
		next.Y = make([]float64, n*t.Outputs)
	}
	next.X = make([]float64, n*t.D)
	for i, j := range kept {
		copy(next.X[i*t.D:], t.Point(j))
	}
	if t.held != nil {
		next.held = make([]bool, n)
		for i, j := range kept {
			next.held[i] = t.held[j]
		}
		next.dropTrivialHoldout()
	}
	return next
}

// extended returns the state with copies of its points and some new ones at the end.
func (t *State) extended(added int) State {
	all := make([]int, t.Samples())
	for i := range all {
		all[i] = i
	}
	return t.rearranged(all, added)
}

// setLabels sets the labels of point i, in a state with a copy of the labels. Labels that change are free of noise.
func (t *State) setLabels(i int, row []float64) {
	if slices.Equal(t.RowOf(t.Y, i), row) {
		return
	}
	for o, y := range row {
		at := o*t.Samples() + i
		t.Y[at] = y
		if t.clean != nil {
			t.clean[at] = y
		}
	}
}

// checked returns a state whose points were edited, or an error if the loss or a piecewise-linear activation cannot be trained on them.
// The window grows if a point is outside.
func (t State) checked() (State, error) {
	t.growWindow()
	err := t.piecewiseFault()
	if len(t.Y) > 0 {
		err = cmp.Or(t.checkLabels(), err)
	}
	return t, err
}

// withRows returns the state with rows of the table, features first, then labels, that overwrite the rows from the given one on.
// Rows beyond the last one are added.
func (t *State) withRows(first int, rows [][]float64) (next State, err error) {
	switch {
	case len(rows) == 0:
		return next, messages.Refuse("There is no row to write.")
	case first < 0 || first > t.Samples():
		return next, messages.NoRow(first)
	case first+len(rows) > MaxRows:
		return next, messages.Refuse("The table can have at most {} rows.", MaxRows)
	}
	next = t.extended(max(0, first+len(rows)-t.Samples()))
	for k, row := range rows {
		i := first + k
		if len(row) != t.D+t.Outputs {
			return next, messages.Refuse("Row {+1} needs {} numbers, but it has {}.", i, t.D+t.Outputs, len(row))
		}
		for _, v := range row {
			if !(math.Abs(v) <= intent.MaxEntry) {
				return next, messages.Refuse("Row {+1} has the number {}, which is not between -1e30 and 1e30.", i, v)
			}
		}
		copy(next.X[i*t.D:], row[:t.D])
		next.setLabels(i, row[t.D:])
	}
	return next.checked()
}

// without returns the state without the points for which gone returns true.
func (t *State) without(gone func(i int) bool) State {
	kept := make([]int, 0, t.Samples())
	for i := range t.Samples() {
		if !gone(i) {
			kept = append(kept, i)
		}
	}
	return t.rearranged(kept, 0)
}

// relabelled returns the state with other labels for the points with the given indices.
func (t *State) relabelled(indices []int, row func(i int) []float64) (State, error) {
	next := t.extended(0)
	for _, i := range indices {
		next.setLabels(i, row(i))
	}
	return next.checked()
}

// rowSet returns a mask of the points with the given indices.
func (p *points) rowSet(indices []int) ([]bool, error) {
	if len(indices) == 0 {
		return nil, messages.NoPointSelected()
	}
	chosen := make([]bool, p.Samples())
	for _, i := range indices {
		if i < 0 || i >= len(chosen) {
			return nil, messages.NoRow(i)
		}
		chosen[i] = true
	}
	return chosen, nil
}

// shifted returns the rows to add. If the first one would hide a point, all are moved a little towards the middle of the window.
func (t *State) shifted(rows [][]float64) [][]float64 {
	if len(rows) == 0 || len(rows[0]) != t.D+t.Outputs {
		return rows
	}
	hides := false
	for i := range t.Samples() {
		hides = hides || slices.Equal(t.Point(i), rows[0][:t.D])
	}
	if !hides {
		return rows
	}
	aside := make([][]float64, len(rows))
	for i, row := range rows {
		aside[i] = slices.Clone(row)
		for k := range min(t.D, DrawnFeatures, len(row)) {
			aside[i][k] -= math.Copysign(0.04*t.Window.Half, rows[0][k]-t.Window.Center[k])
		}
	}
	return aside
}
