package session

import (
	"errors"
	"math"
	"slices"
	"strconv"

	"conelab/core/loss"
)

const (
	// maxRows bounds the points of a table, drawn or read.
	maxRows = 20000
	// largestEntry bounds the numbers of a table: squares of these stay far from overflow, and the pictures can place them.
	largestEntry = 1e30
)

// setRow gives point i other features and labels: the values are those of a row of the table, the features first.
func (s *Session) setRow(in *intent) error {
	if in.Index == nil {
		return errors.New("A row to change needs its index.")
	}
	return s.putRows(*in.Index, [][]float64{in.Values}, in.final())
}

// editRows adds, removes, overwrites, relabels or holds out rows of the table: one of these at a time.
func (s *Session) editRows(in *intent) error {
	kinds := 0
	for _, given := range []bool{in.Add != nil, in.Put != nil, in.Remove != nil, in.Flip != nil, in.Set != nil, in.Hold != nil, in.Train != nil} {
		if given {
			kinds++
		}
	}
	if kinds != 1 {
		return errors.New("A change of rows needs exactly one of add, put, remove, flip, set, hold and train.")
	}
	switch {
	case in.Add != nil:
		return s.putRows(s.samples(), in.Add, true)
	case in.Put != nil:
		if in.Index == nil {
			return errors.New("Rows to put need the index of the first.")
		}
		return s.putRows(*in.Index, in.Put, in.final())
	case in.Remove != nil:
		return s.removeRows(in.Remove)
	case in.Flip != nil:
		return s.relabelRows(in.Flip, func(y float64) float64 { return -y })
	case in.Hold != nil:
		return s.holdRows(in.Hold, true)
	case in.Train != nil:
		return s.holdRows(in.Train, false)
	}
	if math.Abs(in.Value) > largestEntry {
		return errors.New("A label must be a number between -1e30 and 1e30.")
	}
	return s.relabelRows(in.Set, func(float64) float64 { return in.Value })
}

// putRows writes rows over those from the given one on; what goes beyond the last is added. Where the row's numbers are still being
// drawn, that is if not final, all of it is one step of the history.
func (s *Session) putRows(first int, rows [][]float64, final bool) error {
	n := s.samples()
	switch {
	case len(rows) == 0:
		return errors.New("There is no row to write.")
	case first < 0 || first > n:
		return errors.New("There is no row " + strconv.Itoa(first+1) + ".")
	case first+len(rows) > maxRows:
		return errors.New("The table can have at most " + strconv.Itoa(maxRows) + " rows.")
	}
	for i, row := range rows {
		if err := s.checkRow(first+i, row); err != nil {
			return err
		}
	}
	next, total := s.state, max(n, first+len(rows))
	next.x = make([]float64, total*s.d)
	next.y = make([]float64, total*s.outputs)
	copy(next.x, s.x)
	for o := range s.outputs {
		copy(next.y[o*total:], s.y[o*n:(o+1)*n])
	}
	for i, row := range rows {
		copy(next.x[(first+i)*s.d:], row[:s.d])
		for o, y := range row[s.d:] {
			next.y[o*total+first+i] = y
		}
	}
	next.follow(&s.state, func(i int) int {
		if i < n {
			return i
		}
		return -1
	})
	next, err := s.prepared(next)
	if err == nil {
		s.slide("row "+strconv.Itoa(first), next, final)
	}
	return err
}

// checkRow refuses values that are not a row of the table.
func (s *Session) checkRow(i int, row []float64) error {
	if len(row) != s.d+s.outputs {
		return errors.New("Row " + strconv.Itoa(i+1) + " needs " + strconv.Itoa(s.d+s.outputs) +
			" numbers, but it has " + strconv.Itoa(len(row)) + ".")
	}
	for _, v := range row {
		if !(math.Abs(v) <= largestEntry) {
			return errors.New("Row " + strconv.Itoa(i+1) + " has the number " + number(v) + ", which is not between -1e30 and 1e30.")
		}
	}
	return nil
}

// removeRows removes the points of the given indices.
func (s *Session) removeRows(indices []int) error {
	gone, err := s.rowSet(indices)
	if err != nil {
		return err
	}
	next, n := s.state, s.samples()
	next.x, next.y = nil, nil
	var kept []int
	for i := range n {
		if !gone[i] {
			kept = append(kept, i)
			next.x = append(next.x, s.x[i*s.d:(i+1)*s.d]...)
		}
	}
	for k, y := range s.y {
		if !gone[k%n] {
			next.y = append(next.y, y)
		}
	}
	next.follow(&s.state, func(i int) int { return kept[i] })
	return s.edited(next)
}

// relabelRows changes the labels of the points of the given indices.
func (s *Session) relabelRows(indices []int, change func(float64) float64) error {
	if s.outputs != 1 {
		return errors.New("Labels can be changed together only where there is one output.")
	}
	chosen, err := s.rowSet(indices)
	if err != nil {
		return err
	}
	next := s.state
	next.y = slices.Clone(s.y)
	for i := range next.y {
		if chosen[i] {
			next.y[i] = change(next.y[i]) + 0 // no minus zero
		}
	}
	next.follow(&s.state, func(i int) int { return i })
	return s.edited(next)
}

// rowSet returns which points the indices name.
func (s *Session) rowSet(indices []int) ([]bool, error) {
	if len(indices) == 0 {
		return nil, errors.New("No row is chosen.")
	}
	chosen := make([]bool, s.samples())
	for _, i := range indices {
		if i < 0 || i >= len(chosen) {
			return nil, errors.New("There is no row " + strconv.Itoa(i+1) + ".")
		}
		chosen[i] = true
	}
	return chosen, nil
}

// edited makes next the state if its loss can be trained on its labels; the window grows if a point is outside of it.
func (s *Session) edited(next state) error {
	next, err := s.prepared(next)
	if err == nil {
		s.finishGesture()
		s.change(next)
	}
	return err
}

// prepared returns next as a state that is about to follow, or why it cannot.
func (s *Session) prepared(next state) (state, error) {
	if len(next.y) == 0 {
		next.x, next.y = nil, nil
	} else if err := next.checkLabels(); err != nil {
		return next, err
	}
	if len(next.y) != len(s.y) {
		s.point = -1
	}
	next.preset = ""
	if !next.showsAll() {
		next.fitWindow()
	}
	return next, nil
}

// checkLabels refuses labels that the loss cannot take.
func (t *state) checkLabels() error {
	kind, err := loss.Parse(t.loss)
	if err != nil {
		return sentence(err)
	}
	n := t.samples()
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = make([]float64, t.outputs)
		for o := range rows[i] {
			rows[i][o] = t.y[o*n+i]
		}
	}
	if err := kind.CheckLabels(rows); err != nil {
		return sentence(err)
	}
	return nil
}

// showsAll reports whether all points are within the window.
func (t *state) showsAll() bool {
	if !t.drawable() {
		return true
	}
	const slack = 1 + 1e-9 // of points on the edge
	for i := range t.samples() {
		for k, v := range t.x[i*t.d : (i+1)*t.d] {
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
