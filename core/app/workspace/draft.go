package workspace

import (
	"math"
	"slices"
)

// Place is a position of the pointer: the d features of a point, or for d = 1 the feature and the label.
type Place [3]float64

// Axes returns the number of coordinates of a place.
func (t *State) Axes() int { return max(2, t.d) }

// scale returns the factor for differences along axis k that makes equal distances look equal: the axis of the label has its own scale.
func (t *State) scale(k int) float64 {
	if t.d == 1 && k == 1 {
		return t.window.Half / t.window.Rise
	}
	return 1
}

// Distance returns the distance of two places as it looks on the screen, in units of the features.
func (t *State) Distance(a, b Place) float64 {
	sum := 0.0
	for k := range t.Axes() {
		difference := (a[k] - b[k]) * t.scale(k)
		sum += difference * difference
	}
	return math.Sqrt(sum)
}

// Clamp returns the place in the window that is nearest to the given coordinates, of which there are Axes.
func (t *State) Clamp(numbers []float64) (at Place) {
	for k, v := range numbers {
		at[k] = t.inside(k, v)
	}
	return at
}

// Where returns the place of point i. With one feature, its second coordinate is the label for the chosen output.
func (w *Workspace) Where(i int) Place { return w.whereIn(&w.now, i) }

// whereIn is Where for an earlier state with points of the same kind.
func (w *Workspace) whereIn(t *State, i int) (at Place) {
	copy(at[:], t.Point(i))
	switch {
	case t.d != 1:
	case w.Compares():
		at[1] = 1
	default:
		at[1] = t.Label(i, w.Output())
	}
	return at
}

// Height returns the label of point i for the chosen output, or for the output of its own class if the outputs of one feature are compared.
func (w *Workspace) Height(i int) float64 {
	if w.now.d == 1 && w.Compares() {
		return 1
	}
	return w.now.Label(i, w.Output())
}

// Nearest returns the index of the point nearest to a place within the radius, or -1.
func (w *Workspace) Nearest(at Place, radius float64) int {
	best, index := radius, -1
	for i := range w.now.Samples() {
		if distance := w.now.Distance(w.Where(i), at); distance <= best {
			best, index = distance, i
		}
	}
	return index
}

// draw makes the points and all that belongs to them writable, with room for more points. The first call within a pointer's gesture makes a step of
// the history and copies the data; later calls continue with the copies.
func (w *Workspace) draw(more int) {
	if w.drawing {
		w.touch()
		return
	}
	next, t := w.now, &w.now
	next.preset = ""
	next.x = append(make([]float64, 0, len(t.x)+t.d*(more+32)), t.x...)
	next.y = append(make([]float64, 0, len(t.y)+t.outputs*(more+32)), t.y...)
	next.held, next.clean = slices.Clone(t.held), slices.Clone(t.clean)
	w.change(next)
	w.drawing = true
}

// Move moves point i, within a pointer's gesture.
func (w *Workspace) Move(i int, at Place) {
	w.draw(0)
	w.put(i, at)
}

// Add adds a point at a place, with the label of new points or of the other class, within a pointer's gesture.
func (w *Workspace) Add(at Place, other bool) {
	w.draw(1)
	w.now.x = append(w.now.x, at[:w.now.d]...)
	w.grow(w.labels(other))
	w.put(w.now.Samples()-1, at)
}

// put moves point i to a place. With one feature and a loss for classes, the sign of the second coordinate is the label.
func (w *Workspace) put(i int, at Place) {
	t := &w.now
	for k := range t.d {
		t.x[i*t.d+k] = rounded(at[k], t.window.Half)
	}
	if t.d > 1 {
		return
	}
	if t.outputs > 1 {
		if t.ClassCount() == 0 {
			t.y[w.Output()*t.Samples()+i] = rounded(at[1], t.window.Rise)
		}
		return
	}
	t.y[i] = rounded(at[1], t.window.Rise)
	if t.takesSigns() {
		t.y[i] = 1
		if at[1] < 0 {
			t.y[i] = -1
		}
	}
	t.cleaned(i)
}

// cleaned marks the labels of point i, which the user has just set, as free of noise.
func (t *State) cleaned(i int) {
	if t.clean == nil {
		return
	}
	for at := i; at < len(t.y); at += t.Samples() {
		t.clean[at] = t.y[at]
	}
}

// NewLabels returns the labels of a new point: the sign, or one label for each output if classes have outputs.
func (w *Workspace) NewLabels() []float64 { return w.labels(false) }

// labels is NewLabels, or the labels of the other class.
func (w *Workspace) labels(other bool) []float64 {
	t, row := &w.now, make([]float64, w.now.outputs)
	sign, class := w.Drawn(other)
	if t.outputs == 1 {
		row[0] = sign
		return row
	}
	low := t.low()
	for o := range row {
		row[o] = low
	}
	row[class-1] = 1
	return row
}

// grow adds the labels of a new point. It is a training point, and its labels are clean.
func (w *Workspace) grow(row []float64) {
	t := &w.now
	n := t.Samples()
	t.y = withRow(t.y, n, row)
	if t.held != nil {
		t.held = append(t.held, false)
	}
	if t.clean != nil {
		t.clean = withRow(t.clean, n, row)
	}
}

// withRow inserts a row of labels, one for each output, into labels that are ordered output by output.
func withRow(y []float64, n int, row []float64) []float64 {
	y = append(y, row...)
	for o := len(row) - 1; o >= 0; o-- {
		copy(y[o*(n+1):o*(n+1)+n], y[o*n:(o+1)*n])
		y[o*(n+1)+n] = row[o]
	}
	return y
}

// Paint sets the label of point i to the sign, or where each class has an output to the class of new points or the other class, within a pointer's
// gesture.
func (w *Workspace) Paint(i int, sign float64, other bool) {
	t := &w.now
	if t.outputs > 1 {
		if _, class := w.Drawn(other); t.Class(i) != class {
			w.draw(0)
			t.give(i, class)
			t.cleaned(i)
		}
		return
	}
	size := math.Abs(t.y[i])
	if size == 0 {
		size = 1
	}
	if label := sign * size; label != t.y[i] {
		w.draw(0)
		t.y[i] = label
		t.cleaned(i)
	}
}

// Erase removes the points for which gone returns true, within a pointer's gesture.
func (w *Workspace) Erase(gone func(i int) bool) {
	w.draw(0)
	w.point = -1
	kept := make([]int, 0, w.now.Samples())
	for i := range w.now.Samples() {
		if !gone(i) {
			kept = append(kept, i)
		}
	}
	w.now.keepOnly(kept)
	w.now.tidy()
}

// keepOnly removes all points but those of the given indices, in order, from slices that must be writable.
func (t *State) keepOnly(kept []int) {
	n := t.Samples()
	labels := func(y []float64) []float64 {
		for o := range t.outputs {
			for k, j := range kept {
				y[o*len(kept)+k] = y[o*n+j]
			}
		}
		return y[:t.outputs*len(kept)]
	}
	for k, j := range kept {
		copy(t.x[k*t.d:(k+1)*t.d], t.x[j*t.d:(j+1)*t.d])
		if t.held != nil {
			t.held[k] = t.held[j]
		}
	}
	if t.held != nil {
		t.held = t.held[:len(kept)]
	}
	if t.clean != nil {
		t.clean = labels(t.clean)
	}
	t.x, t.y = t.x[:t.d*len(kept)], labels(t.y)
}
