package verify

import (
	"conelab/core/app/messages"
	"conelab/core/app/workspace"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

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
