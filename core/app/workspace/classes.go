package workspace

import (
	"slices"

	"conelab/core/app/messages"
	"conelab/core/app/protocol"
	"conelab/core/numeric/loss"
)

// ClassCount returns the number of classes that the labels encode. It is 0 if the labels are numbers, or if there are more
// classes than can be told apart.
func (t *State) ClassCount() int {
	numbers := len(t.y) == 0 && (t.d == 1 || t.sums != nil) && t.outputs == 1 && t.loss.Labels() != loss.Signs
	if numbers || t.outputs > protocol.MaxClasses || !t.AreClasses() {
		return 0
	}
	return max(2, t.outputs)
}

// AreClasses reports whether the labels encode classes, of any number.
func (t *State) AreClasses() bool {
	encoding := t.Encoding()
	return len(t.y) == 0 || encoding == loss.OneHot || encoding == loss.Signs && t.outputs == 1
}

// Encoding returns how the labels encode classes.
func (t *State) Encoding() loss.Labels {
	if len(t.y) == 0 {
		return loss.Numbers
	}
	return loss.LabelsOf(t.y, t.Samples())
}

// Classed reports whether each class has an output of its own.
func (t *State) Classed() bool { return t.outputs > 1 && t.ClassCount() > 0 }

// otherLabel returns the label for the outputs that do not stand for a point's class.
func (t *State) otherLabel() float64 {
	if slices.Contains(t.y, -1) || len(t.y) == 0 && t.loss.Labels() == loss.Signs {
		return -1
	}
	return 0
}

// Level returns the threshold of an output between its class and the others.
func (t *State) Level() float64 {
	if t.loss.Labels() != loss.OneHot && t.Classed() && t.otherLabel() == 0 {
		return 0.5
	}
	return 0
}

// Class returns the class of point i, counted from 1: that of its largest label. With one output it is the first for a positive label,
// otherwise the second.
func (t *State) Class(i int) int { return PredictedClass(t.RowOf(t.y, i)) }

// PredictedClass returns the class that the outputs of a point predict, counted from 1. With one output the first is that of the label 1.
func PredictedClass(outputs []float64) int {
	if len(outputs) == 1 {
		return 2 - loss.Predicted(outputs)
	}
	return loss.Predicted(outputs) + 1
}

// oneHot returns the labels of a point of a class.
func (t *State) oneHot(class int) []float64 {
	row, other := make([]float64, t.outputs), t.otherLabel()
	for o := range row {
		row[o] = other
	}
	row[class-1] = 1
	return row
}

// WithClasses recodes the labels as the given number of classes, or for 0 turns classes into numbers.
func (t *State) WithClasses(count int) (next State, err error) {
	switch {
	case count == 1:
		return next, messages.Refuse("The number of classes must be 2 to 6, or 0 for numbers.")
	case t.outputs > 1 && t.ClassCount() == 0:
		return next, messages.Refuse("Each label here is a row of {} numbers, which do not name a class; clear the stage to draw classes.",
			t.outputs)
	case count == t.ClassCount() || count == 0 && t.outputs == 1:
		return next, errSame
	}
	next, n := *t, t.Samples()
	next.outputs, next.preset, next.noise, next.clean = 1, "", 0, nil
	if next.columns != nil { // the columns of the labels no longer apply
		columns := *next.columns
		columns.Targets, columns.Classes = nil, nil
		next.columns = &columns
	}
	if count > 2 {
		next.outputs = count
	}
	next.y = make([]float64, n*next.outputs)
	if next.loss.Labels() == loss.OneHot && next.outputs == 1 {
		next.loss = loss.Logistic
	}
	for i := range n {
		class := t.Class(i)
		switch {
		case count == 0:
			next.y[i] = float64(class)
		case count == 2:
			next.y[i] = float64(3 - 2*min(class, 2))
		default:
			next.y[(min(class, count)-1)*n+i] = 1
		}
	}
	next.recode()
	if !next.Takes(next.loss) {
		next.loss = loss.Squared
	}
	if next.Piecewise() {
		next.setPiecewise(next.piecewise)
		if next.piecewiseFault() != nil {
			return next, next.piecewiseFault()
		}
	}
	next.growWindow()
	return next, nil
}

// recode writes the labels of classes, in a slice that the state must own, in the encoding that the loss takes.
func (t *State) recode() {
	if !t.Classed() {
		return
	}
	low := 0.0
	switch {
	case t.loss.Labels() == loss.Signs:
		low = -1
	case t.loss.Labels() != loss.OneHot:
		return // the loss takes both encodings
	}
	t.clean = slices.Clone(t.clean)
	for _, labels := range [][]float64{t.y, t.clean} {
		for i, y := range labels {
			if y != 1 {
				labels[i] = low
			}
		}
	}
}
