package loss

import (
	"fmt"
	"math"
)

// Score says how well a network does on points: on those of its problem, or on others.
type Score struct {
	Points int `json:"points"`
	// Loss is the mean over the points, the largest number if it is beyond.
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

// SetErrors sets RMS and R2 from the sum of the squares of the errors of so many labels, and that of the labels around their means.
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
