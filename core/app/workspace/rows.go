package workspace

import (
	"math"
	"slices"

	"conelab/core/app/messages"
	"conelab/core/app/protocol/intent"
)

// WithRows returns the state with rows of the table, features first, then labels, that overwrite the rows from the given one on. Rows beyond the last
// one are added.
func (t *State) WithRows(first int, rows [][]float64) (State, error) {
	next, n := *t, t.Samples()
	switch {
	case len(rows) == 0:
		return next, messages.NoRowToWrite()
	case first < 0 || first > n:
		return next, messages.NoRow(first)
	case first+len(rows) > MaxRows:
		return next, messages.TooManyRows(MaxRows)
	}
	for i, row := range rows {
		if err := t.checkRow(first+i, row); err != nil {
			return next, err
		}
	}
	total := max(n, first+len(rows))
	next.x = make([]float64, total*t.d)
	next.y = make([]float64, total*t.outputs)
	copy(next.x, t.x)
	for o := range t.outputs {
		copy(next.y[o*total:], t.y[o*n:(o+1)*n])
	}
	for i, row := range rows {
		copy(next.x[(first+i)*t.d:], row[:t.d])
		for o, y := range row[t.d:] {
			next.y[o*total+first+i] = y
		}
	}
	next.follow(t, func(i int) int {
		if i < n {
			return i
		}
		return -1
	})
	return next, next.edited()
}

// checkRow returns an error if the values are not a valid row of the table.
func (t *State) checkRow(i int, row []float64) error {
	if len(row) != t.d+t.outputs {
		return messages.RowWidth(i, t.d+t.outputs, len(row))
	}
	for _, v := range row {
		if !(math.Abs(v) <= intent.MostEntry) {
			return messages.RowEntry(i, v)
		}
	}
	return nil
}

// WithoutRows returns the state without the points of the given indices.
func (t *State) WithoutRows(indices []int) (State, error) {
	next, n := *t, t.Samples()
	gone, err := t.rowSet(indices)
	if err != nil {
		return next, err
	}
	next.x, next.y = nil, nil
	var kept []int
	for i := range n {
		if !gone[i] {
			kept = append(kept, i)
			next.x = append(next.x, t.Point(i)...)
		}
	}
	for k, y := range t.y {
		if !gone[k%n] {
			next.y = append(next.y, y)
		}
	}
	next.follow(t, func(i int) int { return kept[i] })
	return next, next.edited()
}

// WithFlipped returns the state with the sign of the label flipped for the points with the given indices.
func (t *State) WithFlipped(indices []int) (State, error) {
	return t.relabelled(indices, func(y float64) float64 { return -y })
}

// WithLabels returns the state with the given label for the points with the given indices.
func (t *State) WithLabels(indices []int, label float64) (State, error) {
	return t.relabelled(indices, func(float64) float64 { return label })
}

// relabelled returns the state with the labels of some points changed.
func (t *State) relabelled(indices []int, change func(float64) float64) (State, error) {
	next := *t
	if t.outputs != 1 {
		return next, messages.LabelsTogether()
	}
	chosen, err := t.rowSet(indices)
	if err != nil {
		return next, err
	}
	next.y = slices.Clone(t.y)
	for i := range next.y {
		if chosen[i] {
			next.y[i] = change(next.y[i]) + 0 // avoids minus zero
		}
	}
	next.follow(t, func(i int) int { return i })
	return next, next.edited()
}

// WithClassOf returns the state with the given class for some points, where each class has an output.
func (t *State) WithClassOf(indices []int, class int) (State, error) {
	next := *t
	if t.ClassCount() == 0 {
		return next, messages.RowsNameNoClass(t.outputs)
	}
	next.y = slices.Clone(t.y)
	for _, i := range indices {
		next.give(i, class)
	}
	next.follow(t, func(i int) int { return i })
	return next, next.edited()
}

// rowSet returns a mask of the points with the given indices.
func (t *State) rowSet(indices []int) ([]bool, error) {
	if len(indices) == 0 {
		return nil, messages.NoRowChosen()
	}
	chosen := make([]bool, t.Samples())
	for _, i := range indices {
		if i < 0 || i >= len(chosen) {
			return nil, messages.NoRow(i)
		}
		chosen[i] = true
	}
	return chosen, nil
}

// edited updates a state whose points have been edited, or returns an error if the loss cannot be trained on its labels. The window grows if a point
// is outside it.
func (t *State) edited() error {
	if len(t.y) == 0 {
		t.x, t.y = nil, nil
	} else if err := t.checkLabels(); err != nil {
		return err
	}
	t.preset = ""
	t.growWindow()
	return nil
}

// Rows returns points as rows of the table, features first.
func (t *State) Rows(indices []int) (rows [][]float64) {
	for _, i := range indices {
		rows = append(rows, append(slices.Clone(t.Point(i)), t.RowOf(t.y, i)...))
	}
	return rows
}

// covers reports whether some point has the features of the row.
func (t *State) covers(row []float64) bool {
	for i := range t.Samples() {
		if slices.Equal(t.Point(i), row[:t.d]) {
			return true
		}
	}
	return false
}

// shifted returns the rows moved along their features by the given distance, to the side with more room in the window.
func (t *State) shifted(rows [][]float64, by float64) [][]float64 {
	moved := make([][]float64, len(rows))
	for i := range rows {
		moved[i] = slices.Clone(rows[i])
	}
	for k := range min(t.d, DrawnFeatures) {
		low, high := math.Inf(1), math.Inf(-1)
		for _, row := range rows {
			low, high = math.Min(low, row[k]), math.Max(high, row[k])
		}
		step := by
		if low+high > 2*t.window.Center[k] {
			step = -by
		}
		for _, row := range moved {
			row[k] += step
		}
	}
	return moved
}
