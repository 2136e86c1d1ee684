package loss

import (
	"math"
	"strconv"
)

// LabelError says that a label is not valid for a loss.
type LabelError struct {
	// Where is the path of the label in a problem document, such as data.y[3][0].
	Where string
	// What says what the label is and what was expected; it follows Where in the sentence.
	What string
}

// Error returns the sentence.
func (e *LabelError) Error() string { return e.Where + " " + e.What }

// CheckLabels returns a LabelError for the first label in the rows y that is not valid for the loss. Valid are finite numbers for squared,
// huber and l1, the numbers 1 and -1 for hinge and logistic, and for softmax rows of at least two numbers, one of them 1 and the others 0.
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

// Takes reports whether the label v is valid for the loss; softmax also has a condition on all labels of a sample together.
func (l Loss) Takes(v float64) bool { return l.expected(v) == "" }

// expected says what was expected instead of the label v, or returns "" if v is valid.
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
