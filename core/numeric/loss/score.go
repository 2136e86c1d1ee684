package loss

import (
	"fmt"
	"math"
)

// Score is how well a network does on points, those of its problem or others.
type Score struct {
	Points int `json:"points"`
	// Loss is the mean over the points, or the largest number if it overflows.
	Loss float64 `json:"loss"`
	// Accuracy is the share of points whose classes are predicted, where labels are classes.
	Accuracy *float64 `json:"accuracy,omitempty"`
	// RMS is the root mean square of the errors, and R2 the share of the variance of the labels that the network explains, 1 - sum (f - y)^2 /
	// sum (y - mean of its output)^2, where labels are numbers. They are nil if they are not finite, as R2 is for constant labels.
	RMS *float64 `json:"rms,omitempty"`
	R2  *float64 `json:"r2,omitempty"`
}

// Right returns the number of points whose classes are predicted, where labels are classes.
func (s *Score) Right() int { return int(math.Round(*s.Accuracy * float64(s.Points))) }

// SetErrors sets RMS and R2 from the sum of the squared errors, that of the squared distances of the labels from their means, and their
// number.
func (s *Score) SetErrors(rest, whole, labels float64) {
	known := func(v float64) *float64 {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil
		}
		return &v
	}
	s.RMS, s.R2 = known(math.Sqrt(rest/labels)), known(1-rest/whole)
}

// Sentence says the score without a full stop.
func (s *Score) Sentence() string {
	text, points := "", "points"
	if s.Accuracy != nil {
		text = fmt.Sprintf("accuracy %.4g, ", *s.Accuracy)
	}
	if s.R2 != nil {
		text = fmt.Sprintf("R2 %.4g, ", *s.R2)
	}
	if s.Points == 1 {
		points = "point"
	}
	return text + fmt.Sprintf("loss %.4g per point, of %d %s", s.Loss, s.Points, points)
}

// LabelsOf infers what the labels y of n points are, output by output. In one-hot rows all zeros may also be -1.
func LabelsOf(y []float64, n int) Labels {
	outputs := len(y) / n
	ones, zeros, minus := 0, 0, 0
	for _, v := range y {
		switch v {
		case 1:
			ones++
		case 0:
			zeros++
		case -1:
			minus++
		default:
			return Numbers
		}
	}
	switch {
	case outputs > 1 && (zeros == 0 || minus == 0) && ones == n && oneEach(y, n):
		return OneHot
	case zeros == 0:
		return Signs
	}
	return Numbers
}

// Classes returns the class of each of n points, counted from 0, for labels y that encode classes, output by output; nil if they are numbers.
func Classes(y []float64, n int) []int {
	if LabelsOf(y, n) == Numbers {
		return nil
	}
	classes := make([]int, n)
	for i := range classes {
		classes[i] = predicted(y, i, n)
	}
	return classes
}

// oneEach reports whether each of the n points has at least one label 1.
func oneEach(y []float64, n int) bool {
	for i := range n {
		found := false
		for at := i; at < len(y); at += n {
			found = found || y[at] == 1
		}
		if !found {
			return false
		}
	}
	return true
}

// Predicted returns the class that the outputs of a point predict: by the sign of a single one, 0 for the label -1 and 1 for the label 1,
// or the index of the largest of several. A tie, as of a network without neurons, is the first class.
func Predicted(outputs []float64) int { return predicted(outputs, 0, 1) }

// predicted is Predicted for point i of n, whose outputs are given output by output.
func predicted(outputs []float64, i, n int) int {
	if len(outputs) == n && outputs[i] > 0 {
		return 1
	}
	best := i
	for at := i; at < len(outputs); at += n {
		if outputs[at] > outputs[best] {
			best = at
		}
	}
	return best / n
}

// Right reports whether the outputs fit predict the classes of point i of n, given the labels y: the class of the largest output, or with
// Signs that of each output by itself.
func (c Labels) Right(fit, y []float64, i, n int) bool {
	if c != Signs {
		return c == OneHot && predicted(fit, i, n) == predicted(y, i, n)
	}
	for at := 0; at < len(y); at += n {
		if predicted(fit[at:at+n], i, n) != predicted(y[at:at+n], i, n) {
			return false
		}
	}
	return true
}
