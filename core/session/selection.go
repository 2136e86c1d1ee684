package session

import (
	"errors"
	"math"
	"slices"
	"strconv"

	"conelab/core/document"
)

// aside is by how much of the window copies of points are moved, so that they are seen.
const aside = 0.04

// choose carries out the intent select: which points are chosen. It is no step of the history.
func (s *Session) choose(in *intent) error {
	n := s.samples()
	switch in.Name {
	case "none":
		s.selected = nil
	case "all":
		s.selected = make([]bool, n)
		for i := range s.selected {
			s.selected[i] = true
		}
	case "set", "add", "toggle", "remove":
		for _, i := range in.Indices {
			if i < 0 || i >= n {
				return errors.New("There is no point " + strconv.Itoa(i+1) + ".")
			}
		}
		if in.Name == "set" || len(s.selected) != n {
			s.selected = make([]bool, n)
		}
		for _, i := range in.Indices {
			s.selected[i] = in.Name != "remove" && !(in.Name == "toggle" && s.selected[i])
		}
	default:
		return errors.New("Points are selected by all, none, set, add, toggle or remove, but not by " + strconv.Quote(document.Clip(in.Name)) + ".")
	}
	s.revision++
	return nil
}

// selects reports whether point i is chosen; none is while a gesture adds or removes points.
func (s *Session) selects(i int) bool { return len(s.selected) == s.samples() && s.selected[i] }

// chosen returns the selected points.
func (s *Session) chosen() (indices []int) {
	for i := range s.selected {
		if s.selects(i) {
			indices = append(indices, i)
		}
	}
	return indices
}

// selectRange selects the points from the given one to the last.
func (s *Session) selectRange(from int) {
	s.selected = make([]bool, s.samples())
	for i := from; i < len(s.selected); i++ {
		s.selected[i] = true
	}
}

// keepSelection forgets the selection where the points are no longer those that it was made among.
func (s *Session) keepSelection() {
	if len(s.selected) != s.samples() {
		s.selected = nil
	}
}

// ranges returns the selection as pairs of a first and a last index.
func (s *Session) ranges() (ranges [][2]int) {
	for i := range s.selected {
		switch {
		case !s.selects(i):
		case i > 0 && s.selected[i-1]:
			ranges[len(ranges)-1][1] = i
		default:
			ranges = append(ranges, [2]int{i, i})
		}
	}
	return ranges
}

// editSelected carries out the intent selected: what is done with the chosen points, in one step of the history.
func (s *Session) editSelected(in *intent) error {
	if in.Name == "paste" {
		return s.pasteRows(in.Add)
	}
	indices := s.chosen()
	if len(indices) == 0 {
		return errors.New("No point is selected.")
	}
	label := func(y float64) float64 { return -y }
	switch in.Name {
	case "remove":
		return s.removeRows(indices)
	case "duplicate":
		return s.pasteRows(s.rows(indices))
	case "move":
		return s.moveSelected(in.At)
	case "nudge":
		return s.moveSelected(s.fromPercent(in.At))
	case "flip":
	case "relabel":
		if s.outputs > 1 {
			return s.classify(indices)
		}
		label = func(float64) float64 { return s.label }
	case "label":
		if !(math.Abs(in.Value) <= largestEntry) {
			return errors.New("A label must be a number between -1e30 and 1e30.")
		}
		label = func(float64) float64 { return in.Value }
	default:
		return errors.New("Selected points can be moved, flipped, labelled, duplicated and removed, but " + strconv.Quote(document.Clip(in.Name)) + " is unknown.")
	}
	return s.relabelRows(indices, label)
}

// classify gives points the class of new ones, where each class has an output.
func (s *Session) classify(indices []int) error {
	if s.classCount() == 0 {
		return errors.New("Each label here is a row of " + strconv.Itoa(s.outputs) + " numbers, which do not name a class.")
	}
	next := s.state
	next.y = slices.Clone(s.y)
	for _, i := range indices {
		next.give(i, s.newClass())
	}
	next.follow(&s.state, func(i int) int { return i })
	return s.edited(next)
}

// rows returns points as rows of the table, the features first.
func (s *Session) rows(indices []int) (rows [][]float64) {
	n := s.samples()
	for _, i := range indices {
		row := append([]float64(nil), s.x[i*s.d:(i+1)*s.d]...)
		for o := range s.outputs {
			row = append(row, s.y[o*n+i])
		}
		rows = append(rows, row)
	}
	return rows
}

// pasteRows adds points and selects them. Those that would hide the points that they are copies of are moved aside.
func (s *Session) pasteRows(rows [][]float64) error {
	if len(rows) > 0 && len(rows[0]) == s.d+s.outputs && s.covers(rows[0]) {
		rows = s.shifted(rows, aside*s.window.Half)
	}
	n := s.samples()
	if err := s.putRows(n, rows, true); err != nil {
		return err
	}
	s.selectRange(n)
	return nil
}

// covers reports whether there is a point with the features of the row.
func (s *Session) covers(row []float64) bool {
	for i := range s.samples() {
		same := true
		for k, v := range s.x[i*s.d : (i+1)*s.d] {
			same = same && v == row[k]
		}
		if same {
			return true
		}
	}
	return false
}

// shifted returns the rows moved along their features, towards the side on which there is more room in the window.
func (s *Session) shifted(rows [][]float64, by float64) [][]float64 {
	moved := make([][]float64, len(rows))
	for i := range rows {
		moved[i] = append([]float64(nil), rows[i]...)
	}
	for k := range min(s.d, drawnFeatures) {
		low, high := math.Inf(1), math.Inf(-1)
		for _, row := range rows {
			low, high = math.Min(low, row[k]), math.Max(high, row[k])
		}
		step := by
		if low+high > 2*s.window.Center[k] {
			step = -by
		}
		for _, row := range moved {
			row[k] += step
		}
	}
	return moved
}

// fromPercent returns a difference that is given in per cent of half the picture's width, or height.
func (s *Session) fromPercent(at []float64) []float64 {
	by := make([]float64, len(at))
	for k, v := range at {
		by[k] = v / 100 * s.window.Half
		if k < len(place{}) {
			by[k] /= s.scale(k)
		}
	}
	return by
}

// moveSelected moves the chosen points by one difference in each feature; for one feature and the label.
func (s *Session) moveSelected(by []float64) error {
	if !s.drawable() {
		return errors.New("Points can be moved together where there are pictures of them: up to three features and one output.")
	}
	if len(by) != s.axes() {
		return errors.New("A move needs " + strconv.Itoa(s.axes()) + " numbers, but it has " + strconv.Itoa(len(by)) + ".")
	}
	var delta place
	copy(delta[:], by)
	s.finishGesture()
	s.edit(0)
	s.shiftSelected(&s.undo[len(s.undo)-1], delta)
	s.finishGesture()
	return nil
}

// shiftSelected puts the chosen points where they were in the state before, moved by delta as far as all of them stay in the window.
func (s *Session) shiftSelected(before *state, delta place) {
	indices := s.chosen()
	for k := range s.axes() {
		for _, i := range indices {
			at := s.whereIn(before, i)[k]
			low, high := s.inside(k, math.Inf(-1)), s.inside(k, math.Inf(1))
			// A point that is outside already may stay there.
			delta[k] = math.Max(math.Min(low-at, 0), math.Min(delta[k], math.Max(high-at, 0)))
		}
	}
	for _, i := range indices {
		at := s.whereIn(before, i)
		for k := range at {
			at[k] += delta[k]
		}
		s.put(i, at)
	}
}

// grab begins a gesture on point i with the tool that selects: a point that is not selected is selected first, alone or with more.
func (s *Session) grab(i int, more bool) {
	s.gesture.grabbed, s.gesture.more = i, more
	s.gesture.fresh = !s.selects(i)
	s.gesture.start = s.where(i)
	if s.gesture.fresh {
		mode := "set"
		if more {
			mode = "add"
		}
		_ = s.choose(&intent{Name: mode, Indices: []int{i}})
	}
}

// carry moves the selection along with the point that was grabbed.
func (s *Session) carry(at place) {
	delta := at
	for k := range delta {
		delta[k] -= s.gesture.start[k]
	}
	s.edit(0)
	s.shiftSelected(&s.undo[len(s.undo)-1], delta)
}

// tapped ends a gesture of the tool that selects: a tap on one of several selected points selects it alone, or where taps add, no longer.
func (s *Session) tapped() {
	g := &s.gesture
	if s.tool != "select" || !g.open || g.grabbed < 0 || g.changed || g.fresh {
		return
	}
	mode := "set"
	if g.more {
		mode = "remove"
	}
	_ = s.choose(&intent{Name: mode, Indices: []int{g.grabbed}})
}

// copySelected returns the chosen points as lines of numbers with tabs between, which tables understand.
func (s *Session) copySelected() ([]byte, error) {
	indices := s.chosen()
	if len(indices) == 0 {
		return nil, errors.New("No point is selected.")
	}
	var text []byte
	for _, row := range s.rows(indices) {
		for k, v := range row {
			text = strconv.AppendFloat(text, v, 'g', -1, 64)
			if k < len(row)-1 {
				text = append(text, '\t')
			}
		}
		text = append(text, '\n')
	}
	return text, nil
}
