package verify

import (
	"math"
	"strconv"

	"conelab/core/app/messages"
	"conelab/core/app/workspace"
	"conelab/core/numeric/lift"
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

// onlyZero reports whether f = 0 is the only function that networks of a state can be.
func onlyZero(t *workspace.State) bool {
	return t.Coefficients() == [3]float64{}
}

// limit states the limits of the networks of a state, whatever their neurons, which explain why it cannot fit better. With |u| = 1, the
// function sum alpha sigma(x'u) has the quadratic part a x'Mx, the linear part b m'x and the constant c tr M, with tr M = sum alpha. The
// activation itself is named, since not every view shows its coefficients.
func limit(t *workspace.State, classes loss.Labels) string {
	sigma := t.Coefficients()
	a, b, c, because := sigma[0], sigma[1], sigma[2], "As σ(s) = "+messages.Activation(sigma)+", "
	patches := t.Architecture.Kind == lift.Convolutional
	shape := func(degree int) string { return shapeOf(t.D, classes, degree) }
	switch {
	case t.Bias && a != 0:
		return shape(2)
	case t.Bias && b != 0:
		return shape(1) + " That is because σ(s) = " + messages.Activation(sigma) + "."
	case onlyZero(t):
		return "As σ(s) = 0, f can only be 0."
	case a == 0 && b == 0:
		return because + "f can only be constant."
	case patches && a != 0:
		return "f can only be a sum of quadratic functions of one patch each: numbers that share no patch are never multiplied."
	case patches:
		return because + "f can only be a linear function of the sample and a constant."
	case a == 0 && c == 0:
		return shape(1) + " " + because + "f(0) = 0."
	case a == 0:
		return shape(1) + " That is because σ(s) = " + messages.Activation(sigma) + "."
	case b == 0 && c == 0:
		return shape(2) + " " + because + "f(−x) = f(x) and f(0) = 0."
	case b == 0:
		return shape(2) + " " + because + "f(−x) = f(x)."
	case c == 0:
		return shape(2) + " " + because + "f(0) = 0."
	case a*c > 0 && classes != loss.Numbers && t.D > 1: // f(0) is c/a times the trace of the quadratic part
		return shape(2) + " " + because + "it cannot close around the origin."
	}
	return shape(2)
}

// shapeOf describes a polynomial of degree 1 or 2 by its number of features: where it tells classes apart, or as a function.
func shapeOf(features int, classes loss.Labels, degree int) string {
	what := [2][4]string{
		{"", "at one place at most", "a line", "a plane"},
		{"", "at two places at most", "a conic, such as an ellipse or a hyperbola", "a quadratic surface, such as an ellipsoid or a hyperboloid"},
	}[degree-1][min(features, 3)]
	if features > 3 {
		what = [2]string{"a hyperplane", "a quadratic surface"}[degree-1]
	}
	where := "f = 0 can only be "
	switch {
	case classes == loss.Numbers && features == 1:
		return "f can only be a " + [2]string{"straight line.", "parabola, or a straight line."}[degree-1]
	case classes == loss.Numbers:
		return "f can only be a " + [2]string{"linear", "quadratic"}[degree-1] + " function of the features."
	case classes == loss.OneHot && features == 1:
		where = "Two outputs can cross "
	case classes == loss.OneHot:
		where = "Where two outputs are equal can only be "
	case features == 1:
		where = "f can change its sign "
	}
	return where + what + "."
}
