package loss

import (
	"math"
	"strconv"
)

// LabelError is a label that does not suit a loss.
type LabelError struct {
	// Where is the path of the label in a problem document, such as data.y[3][0].
	Where string
	// What says, after the place, what the label is and what was expected.
	What string
}

// Error returns the sentence.
func (e *LabelError) Error() string { return e.Where + " " + e.What }

// CheckLabels reports, as a LabelError, the first label in the rows y that the loss cannot take: finite numbers are expected for
// squared, huber and l1, the numbers 1 and -1 for hinge and logistic, and rows of at least two numbers, one of them 1 and the others 0,
// for softmax.
func (l Loss) CheckLabels(y [][]float64) error {
	if l == Softmax && len(y) > 0 && len(y[0]) < 2 {
		return &LabelError{place(0), "has fewer than two numbers, expected one for each class for the softmax loss"}
	}
	for i, row := range y {
		if len(row) != len(y[0]) {
			return &LabelError{place(i), "has length " + strconv.Itoa(len(row)) + ", expected " + strconv.Itoa(len(y[0])) + " as in data.y[0]"}
		}
		ones := 0
		for j, v := range row {
			if expected := l.expected(v); expected != "" {
				return &LabelError{place(i, j), "is " + strconv.FormatFloat(v, 'g', -1, 64) + ", expected " + expected}
			}
			if v == 1 {
				ones++
			}
		}
		if l == Softmax && ones != 1 {
			return &LabelError{place(i), "has " + strconv.Itoa(ones) + " ones, expected a single 1 and otherwise 0 for the softmax loss"}
		}
	}
	return nil
}

// Takes reports whether the loss takes a label; softmax has a condition on all labels of a sample, too.
func (l Loss) Takes(v float64) bool { return l.expected(v) == "" }

// expected says what was expected in place of the label v, or nothing if it suits.
func (l Loss) expected(v float64) string {
	switch {
	case (l == Hinge || l == Logistic) && math.Abs(v) != 1:
		return "1 or -1 for the " + l.String() + " loss"
	case l == Softmax && v != 0 && v != 1:
		return "0 or 1 for the softmax loss"
	case math.IsNaN(v) || math.IsInf(v, 0):
		return "a finite number"
	}
	return ""
}

func place(indices ...int) string {
	path := "data.y"
	for _, i := range indices {
		path += "[" + strconv.Itoa(i) + "]"
	}
	return path
}
