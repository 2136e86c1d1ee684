package loss

import (
	"fmt"
	"math"
)

// Labels says what labels are: those that a loss takes, or those of data.
type Labels int

const (
	Numbers Labels = iota // any; the loss depends on f - y only
	Signs                 // 1 and -1, two classes for each output
	OneHot                // rows with a single 1 and otherwise 0, a class for each output
)

// Labels returns which labels the loss takes.
func (l Loss) Labels() Labels { return table[l].labels }

// LabelError says what is wrong with a label, or with all labels of a sample; then Output is -1.
type LabelError struct {
	Sample, Output int
	What           string
}

// Error names the place in a problem document, in a sentence without its full stop.
func (e *LabelError) Error() string {
	if e.Output < 0 {
		return fmt.Sprintf("data.y[%d] %s", e.Sample, e.What)
	}
	return fmt.Sprintf("data.y[%d][%d] %s", e.Sample, e.Output, e.What)
}

// CheckLabels returns a *LabelError for the first label of n samples that is not valid for the loss. Valid labels are finite numbers for
// squared, huber and l1, 1 and -1 for hinge and logistic, and for softmax at least two outputs, one of them 1 and the others 0.
func (l Loss) CheckLabels(n, outputs int, label func(i, o int) float64) error {
	if l.Labels() == OneHot && outputs < 2 {
		return &LabelError{0, -1, fmt.Sprintf("has one number, expected one for each class for the %v loss", l)}
	}
	for i := range n {
		ones := 0
		for o := range outputs {
			v := label(i, o)
			if expected := l.expected(v); expected != "" {
				return &LabelError{i, o, fmt.Sprintf("is %v, expected %s", v, expected)}
			}
			if v == 1 {
				ones++
			}
		}
		if l.Labels() == OneHot && ones != 1 {
			return &LabelError{i, -1, fmt.Sprintf("has %d ones, expected a single 1 and otherwise 0 for the %v loss", ones, l)}
		}
	}
	return nil
}

// expected says what was expected instead of the label v, or returns "" if v is valid.
func (l Loss) expected(v float64) string {
	switch {
	case l.Labels() == Signs && math.Abs(v) != 1:
		return "1 or -1 for the " + l.String() + " loss"
	case l.Labels() == OneHot && v != 0 && v != 1:
		return "0 or 1 for the " + l.String() + " loss"
	case math.IsNaN(v) || math.IsInf(v, 0):
		return "a finite number"
	}
	return ""
}
