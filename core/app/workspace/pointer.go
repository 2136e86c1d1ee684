package workspace

import (
	"math"
	"slices"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/numeric/loss"
)

// Axes returns the number of coordinates of a place, where a pointer can be: the d features of a point or, for d = 1, the feature
// and the label.
func (p *points) Axes() int { return max(2, p.D) }

// scale returns the factor for differences along axis k that makes equal distances look equal: the axis of the label has its own scale.
func (p *points) scale(k int) float64 {
	if k == p.D {
		return p.Window.Half / p.Window.Rise
	}
	return 1
}

// Distance returns the distance of two places as it looks on the screen, in units of the features.
func (p *points) Distance(a, b protocol.Vec) float64 {
	sum := 0.0
	for k := range p.Axes() {
		difference := (a[k] - b[k]) * p.scale(k)
		sum += difference * difference
	}
	return math.Sqrt(sum)
}

// Widest is how far from the middle, in halves of the window, the picture of two features can show the plane, if it is wide or high; inside
// is how far every picture shows the whole of a mark. Points can be placed as far. Selected points move together, some of them far from the
// pointer: they stay inside. What is under the pointer is seen in any case.
const inside, Widest = 0.96, 4

// Clamp returns the place nearest to the given coordinates, as many as Axes, at which a pointer can be.
func (p *points) Clamp(numbers []float64) (at protocol.Vec) {
	reach := inside
	if p.D == 2 {
		reach = Widest
	}
	for k, v := range numbers {
		low, high := p.span(k, reach)
		at[k] = math.Max(low, math.Min(high, v))
	}
	return at
}

// PlaceOf returns the place of point i. With one feature, its second coordinate is the label for the chosen output, or for that of its own
// class if the outputs are compared.
func (w *Workspace) PlaceOf(i int) protocol.Vec { return w.placeIn(w.Now(), i) }

// placeIn is PlaceOf for an earlier state with points of the same kind.
func (w *Workspace) placeIn(t *State, i int) (at protocol.Vec) {
	at[1] = 1
	if t.D > 1 || !w.Compares() {
		at[1] = t.Label(i, w.Output())
	}
	copy(at[:], t.Point(i))
	return at
}

// HeightIsLabel reports whether the height of a point is its label, so that moving the point changes the label.
func (t *State) HeightIsLabel() bool { return t.D == 1 && !t.Classed() }

// Nearest returns the index of the point nearest to a place within the radius, or -1.
func (w *Workspace) Nearest(at protocol.Vec, radius float64) int {
	best, index := radius, -1
	for i := range w.Now().Samples() {
		if distance := w.Now().Distance(w.PlaceOf(i), at); distance <= best {
			best, index = distance, i
		}
	}
	return index
}

// Move moves point i, within a pointer's gesture.
func (w *Workspace) Move(i int, at protocol.Vec) {
	next := w.Now().extended(0)
	w.move(&next, i, at)
	w.record(Pointer, next)
}

// Add adds a point at a place, with the label of new points or of the other class, within a pointer's gesture.
func (w *Workspace) Add(at protocol.Vec, other bool) {
	next := w.Now().extended(1)
	i := next.Samples() - 1
	next.setLabels(i, w.NewLabels(other))
	w.move(&next, i, at)
	w.record(Pointer, next)
}

// move moves point i of a state with copies of its points. With one feature and a loss for classes, the sign of the second
// coordinate is the label.
func (w *Workspace) move(t *State, i int, at protocol.Vec) {
	for k := range t.D {
		t.X[i*t.D+k] = rounded(at[k], t.Window.Half)
	}
	if !t.HeightIsLabel() {
		return
	}
	row := t.RowOf(t.Y, i)
	row[w.Output()] = rounded(at[1], t.Window.Rise)
	if t.Loss.Labels() == loss.Signs {
		row[w.Output()] = math.Copysign(1, at[1]+0)
	}
	t.setLabels(i, row)
}

// Paint sets the labels of some points to the sign, or where each class has an output to the class of new points or the other
// class, within a pointer's gesture.
func (w *Workspace) Paint(indices []int, sign float64, other bool) {
	next, changed := w.Now().extended(0), false
	for _, i := range indices {
		row := w.NewLabels(other)
		before := w.Now().Label(i, 0)
		if next.Outputs == 1 {
			row[0] = sign
			if before != 0 {
				row[0] *= math.Abs(before)
			}
		}
		changed = changed || !slices.Equal(row, next.RowOf(next.Y, i))
		next.setLabels(i, row)
	}
	if changed {
		w.record(Pointer, next)
	}
}

// Erase removes the points for which gone returns true, within a pointer's gesture.
func (w *Workspace) Erase(gone func(i int) bool) { w.record(Pointer, w.Now().without(gone)) }

// MoveSelected moves the selected points, within a pointer's gesture, by delta from where they were before the gesture, but not so far
// that one of them leaves the window.
func (w *Workspace) MoveSelected(delta protocol.Vec) {
	before, indices := w.Now(), w.Selected()
	if w.PointerStepOpen() {
		before = w.states[w.at-1]
	}
	for k := range before.Axes() {
		for _, i := range indices {
			at := w.placeIn(before, i)[k]
			low, high := before.span(k, inside)
			// A point that is already outside the window may stay there.
			delta[k] = math.Max(math.Min(low-at, 0), math.Min(delta[k], math.Max(high-at, 0)))
		}
	}
	next := before.extended(0)
	for _, i := range indices {
		at := w.placeIn(before, i)
		for k := range at {
			at[k] += delta[k]
		}
		w.move(&next, i, at)
	}
	w.record(Pointer, next)
}

// LabelChoice is the chosen label of new points, whether or not it suits the data: 1 or -1 for one output, or the class if each class has
// an output; a class that does not exist means the nearest one.
type LabelChoice struct {
	Sign  float64
	Class int
}

// SetLabel sets the label of new points: a sign, or the number of a class if each has an output.
func (w *Workspace) SetLabel(label float64) error {
	count := w.Now().ClassCount()
	switch one := w.Now().Outputs == 1; {
	case one && label != 1 && label != -1:
		return messages.Refuse("The label to draw with must be 1 or -1, but it is {}.", label)
	case one:
		w.LabelChoice.Sign = label
	case !(label >= 1 && label <= float64(count)) || label != math.Trunc(label):
		return messages.Refuse("The class to draw with must be a whole number from 1 to {}, but it is {}.", count, label)
	default:
		w.LabelChoice.Class = int(label)
	}
	return nil
}

// Label returns the label of new points: a sign, or the number of a class if each has an output.
func (w *Workspace) Label() float64 {
	sign, class := w.LabelToDraw(false)
	if w.Now().Outputs > 1 {
		return float64(class)
	}
	return sign
}

// LabelToDraw returns the sign and the class of points that a pointer draws: those of new points, or with other the opposite sign and
// the next class.
func (w *Workspace) LabelToDraw(other bool) (sign float64, class int) {
	outputs := w.Now().Outputs
	sign, class = w.LabelChoice.Sign, max(1, min(w.LabelChoice.Class, outputs))
	if other {
		return -sign, class%outputs + 1
	}
	return sign, class
}

// NewLabels returns the labels of a new point, or with other set the labels of the other class: the sign, or one label for each output if
// classes have outputs.
func (w *Workspace) NewLabels(other bool) []float64 {
	sign, class := w.LabelToDraw(other)
	if w.Now().Outputs == 1 {
		return []float64{sign}
	}
	return w.Now().oneHot(class)
}
