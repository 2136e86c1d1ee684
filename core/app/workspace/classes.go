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
	numbers := len(t.Y) == 0 && (t.D == 1 || t.sums != nil) && t.Outputs == 1 && t.Loss.Labels() != loss.Signs
	if numbers || t.Outputs > protocol.MaxClasses || !t.AreClasses() {
		return 0
	}
	return max(2, t.Outputs)
}

// AreClasses reports whether the labels encode classes, of any number.
func (p *points) AreClasses() bool {
	encoding := p.Encoding()
	return len(p.Y) == 0 || encoding == loss.OneHot || encoding == loss.Signs && p.Outputs == 1
}

// Encoding returns how the labels encode classes.
func (p *points) Encoding() loss.Labels {
	if len(p.Y) == 0 {
		return loss.Numbers
	}
	return loss.LabelsOf(p.Y, p.Samples())
}

// Classed reports whether each class has an output of its own.
func (t *State) Classed() bool { return t.Outputs > 1 && t.ClassCount() > 0 }

// otherLabel returns the label for the outputs that do not stand for a point's class.
func (t *State) otherLabel() float64 {
	if slices.Contains(t.Y, -1) || len(t.Y) == 0 && t.Loss.Labels() == loss.Signs {
		return -1
	}
	return 0
}

// Level returns the threshold of an output between its class and the others.
func (t *State) Level() float64 {
	if t.Loss.Labels() != loss.OneHot && t.Classed() && t.otherLabel() == 0 {
		return 0.5
	}
	return 0
}

// Class returns the class of point i, counted from 1: that of its largest label. With one output it is the first for a positive label,
// otherwise the second.
func (p *points) Class(i int) int { return PredictedClass(p.RowOf(p.Y, i)) }

// PredictedClass returns the class that the outputs of a point predict, counted from 1. With one output the first is that of the label 1.
func PredictedClass(outputs []float64) int {
	if len(outputs) == 1 {
		return 2 - loss.Predicted(outputs)
	}
	return loss.Predicted(outputs) + 1
}

// oneHot returns the labels of a point of a class.
func (t *State) oneHot(class int) []float64 {
	row, other := make([]float64, t.Outputs), t.otherLabel()
	for o := range row {
		row[o] = other
	}
	row[class-1] = 1
	return row
}

// numbers returns the different labels of one output in ascending order if they are no classes, and otherwise nil.
func (t *State) numbers() []float64 {
	if t.Outputs > 1 || t.ClassCount() > 0 {
		return nil
	}
	return slices.Compact(slices.Sorted(slices.Values(t.Y)))
}

// ClassNote says that labels which are numbers may name classes, if they are few whole numbers from 0 or 1, or returns "".
func (t *State) ClassNote() string {
	found := t.numbers()
	for k, v := range found {
		if v != found[0]+float64(k) || found[0] != 0 && found[0] != 1 {
			return ""
		}
	}
	if len(found) < 3 || len(found) > protocol.MaxClasses {
		return ""
	}
	return messages.Fill("The labels are the whole numbers {} to {}: choose Classes to treat them as classes.", found[0], found[len(found)-1])
}

// SignNote says that two classes will be the signs of the labels, if these are other than two numbers, or returns "".
func (t *State) SignNote(count int) string {
	if found := t.numbers(); count == 2 && len(found) > 0 && len(found) != 2 {
		return "The points with a label above 0 are now class 1, all others class 2."
	}
	return ""
}

// WithClasses recodes the labels as the given number of classes, or for 0 turns classes into numbers. Exactly as many different numbers are
// the classes, in their order; two classes of other numbers are their signs.
func (t *State) WithClasses(count int) (next State, err error) {
	switch {
	case count == 1:
		return next, messages.Refuse("The number of classes must be 2 to 6, or 0 for numbers.")
	case t.Outputs > 1 && t.ClassCount() == 0:
		return next, messages.Refuse("Each label here is a row of {} numbers, which do not name a class; clear the stage to draw classes.",
			t.Outputs)
	case count == t.ClassCount() || count == 0 && t.Outputs == 1:
		return *t, nil
	}
	found := t.numbers()
	if len(found) != count {
		if count > 2 && len(found) > 0 {
			return next, messages.Refuse("The labels have {} different values, from {} to {}; {} classes need exactly {}.",
				len(found), found[0], found[len(found)-1], count, count)
		}
		found = nil
	}
	next, n := *t, t.Samples()
	next.Outputs, next.Preset, next.noise, next.clean = 1, "", 0, nil
	if next.Columns != nil { // the columns of the labels no longer apply
		columns := *next.Columns
		columns.Targets, columns.Classes = nil, nil
		next.Columns = &columns
	}
	if count > 2 {
		next.Outputs = count
	}
	next.Y = make([]float64, n*next.Outputs)
	if next.Loss.Labels() == loss.OneHot && next.Outputs == 1 {
		next.Loss = loss.Logistic
	}
	for i := range n {
		class := t.Class(i)
		if found != nil {
			at, _ := slices.BinarySearch(found, t.Y[i])
			class = at + 1
		}
		switch {
		case count == 0:
			next.Y[i] = float64(class)
		case count == 2:
			next.Y[i] = float64(3 - 2*min(class, 2))
		default:
			next.Y[(min(class, count)-1)*n+i] = 1
		}
	}
	next.recode()
	if !next.Takes(next.Loss) {
		next.Loss = loss.Squared
	}
	next.setPiecewise(next.piecewise)
	next.growWindow()
	err = next.piecewiseFault()
	return next, err
}

// recode writes the labels of classes, in a slice that the state must own, in the encoding that the loss takes.
func (t *State) recode() {
	if !t.Classed() {
		return
	}
	low := 0.0
	switch {
	case t.Loss.Labels() == loss.Signs:
		low = -1
	case t.Loss.Labels() != loss.OneHot:
		return // the loss takes both encodings
	}
	t.clean = slices.Clone(t.clean)
	for _, labels := range [][]float64{t.Y, t.clean} {
		for i, y := range labels {
			if y != 1 {
				labels[i] = low
			}
		}
	}
}
