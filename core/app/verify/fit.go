package verify

import (
	"math"
	"strconv"

	"conelab/core/numeric/loss"
)

const (
	// good is the least accuracy or R2 of a fit that is not called poor.
	good = 0.9
	// plainR2 is the least R2 at which no improvement is suggested.
	plainR2 = 0.95
)

// goodness returns the accuracy or R2 of a score, 1 for constant labels, which have no R2.
func goodness(s *loss.Score) float64 {
	switch {
	case s.Accuracy != nil:
		return *s.Accuracy
	case s.R2 != nil:
		return *s.R2
	}
	return 1
}

// poor reports whether the fit is bad.
func poor(s *loss.Score) bool { return goodness(s) < good }

// sufficient reports whether no improvement is needed.
func sufficient(s *loss.Score) bool {
	if s.Accuracy != nil {
		return *s.Accuracy == 1
	}
	return goodness(s) >= plainR2
}

// better reports whether a fit is noticeably better than another.
func better(s, than *loss.Score) bool {
	if s.Accuracy != nil {
		return s.Right() > than.Right()
	}
	return goodness(s) > goodness(than)+0.01
}

// explains reports whether the network does something for the labels: it classifies points, or is nearer to the labels than their mean.
func explains(s *loss.Score) bool { return s.Accuracy != nil || s.R2 != nil && *s.R2 >= 0 }

// describe says how well a network fits, as a verb with its object; held says that points are held out.
func describe(s *loss.Score, held bool) string {
	var text string
	total := strconv.Itoa(s.Points)
	switch {
	case s.Accuracy == nil && s.R2 == nil:
		return "has labels that are all the same"
	case s.Accuracy == nil && *s.R2 < 0:
		return "is farther from the labels than their mean is"
	case s.Accuracy == nil && *s.R2 == 0:
		return "is as far from the labels as their mean is"
	case s.Accuracy == nil: // rounded down, so that it is never overstated
		text = "explains " + strconv.FormatFloat(math.Floor(1000**s.R2)/10, 'f', -1, 64) + " % of the labels’ variation"
	case s.Points == 1 && s.Right() == 1:
		text = "gets the one point right"
	case s.Right() == s.Points:
		text = "gets all " + total + " right"
	case s.Right() == 0:
		text = "gets none of " + total + " right"
	default:
		text = "gets " + strconv.Itoa(s.Right()) + " of " + total + " right"
	}
	if held {
		text += ", of those trained on"
	}
	return text
}
