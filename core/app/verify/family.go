package verify

import (
	"conelab/core/app/messages"
	"conelab/core/app/workspace"
	"conelab/core/format/document"
	"conelab/core/network/path"
)

// family is what determines the polynomials that networks can be, whatever their neurons. With |u| = 1, the function sum alpha
// sigma(x'u) has the quadratic part a x'Mx, the linear part b m'x and the constant c tr M, with tr M = sum alpha.
type family struct {
	features int
	// signs: the sign of an output tells two classes apart. largest: the largest output determines the class. Otherwise outputs
	// are numbers.
	signs, largest bool
	// sigma holds a, b and c. square is set for quadratic networks, whose activation is the square. patches: f is a sum over patches.
	// biased: the last of the features is 1, and not one of those.
	sigma                   [3]float64
	square, patches, biased bool
}

// familyOf returns that of the networks of a state.
func familyOf(t *workspace.State, classes path.Classes) family {
	kind := t.Architecture().Kind
	return family{
		features: t.Features(), signs: classes == path.Signs, largest: classes == path.Largest, sigma: t.Coefficients(),
		square: kind == document.KindQuadratic, biased: t.Biased(), patches: kind == document.KindConvolutional,
	}
}

// isZero reports whether f = 0 is the only such function.
func (k family) isZero() bool { return !k.square && k.sigma == [3]float64{} }

// limit states the limits of a kind of network, which explain why it cannot fit better. It names the activation itself, since not
// every view shows its coefficients.
func (k family) limit() string {
	a, b, c, given := k.sigma[0], k.sigma[1], k.sigma[2], "As σ(u) = "+messages.Activation(k.sigma)+", "
	switch {
	case k.biased && (k.square || a != 0):
		return k.shape(2)
	case k.biased && b != 0:
		return k.shape(1) + " That is because σ(u) = " + messages.Activation(k.sigma) + "."
	case k.square:
		return k.shape(2) + " A quadratic network has f(−x) = f(x) and f(0) = 0."
	case k.isZero():
		return "As σ(u) = 0, f can only be 0."
	case a == 0 && b == 0:
		return given + "f can only be constant."
	case k.patches && a != 0:
		return "f can only be a sum of quadratic functions of one patch each: numbers that share no patch are never multiplied."
	case k.patches:
		return given + "f can only be a linear function of the sample and a constant."
	case a == 0 && c == 0:
		return k.shape(1) + " " + given + "f(0) = 0."
	case a == 0:
		return k.shape(1) + " That is because σ(u) = " + messages.Activation(k.sigma) + "."
	case b == 0 && c == 0:
		return k.shape(2) + " " + given + "f(−x) = f(x) and f(0) = 0."
	case b == 0:
		return k.shape(2) + " " + given + "f(−x) = f(x)."
	case c == 0:
		return k.shape(2) + " " + given + "f(0) = 0."
	case a*c > 0 && (k.signs || k.largest) && k.features > 1: // f(0) is c/a times the trace of the quadratic part
		return k.shape(2) + " " + given + "it cannot close around the origin."
	}
	return k.shape(2)
}

// shape describes a polynomial of degree 1 or 2.
func (k family) shape(degree int) string {
	what := [2][4]string{
		{"", "at one place at most", "a line", "a plane"},
		{"", "at two places at most", "a conic, such as an ellipse or a hyperbola", "a quadratic surface, such as an ellipsoid or a hyperboloid"},
	}[degree-1][min(k.features, 3)]
	if k.features > 3 {
		what = [2]string{"a hyperplane", "a quadratic surface"}[degree-1]
	}
	where := "f = 0 can only be "
	switch {
	case !k.signs && !k.largest && k.features == 1:
		return "f can only be a " + [2]string{"straight line.", "parabola, or a straight line."}[degree-1]
	case !k.signs && !k.largest:
		return "f can only be a " + [2]string{"linear", "quadratic"}[degree-1] + " function of the features."
	case k.largest && k.features == 1:
		where = "Two outputs can cross "
	case k.largest:
		where = "Where two outputs are equal can only be "
	case k.features == 1:
		where = "f can change its sign "
	}
	return where + what + "."
}
