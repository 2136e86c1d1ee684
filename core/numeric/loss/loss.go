// Package loss defines the losses with which a network can be trained: their values, their concave duals, and the derivatives and
// bounds that a Newton system and a certificate need.
//
// The paper's training program (its section 2.1, and Table 1 for the architectures) is
//
//	minimise  sum_i loss(ŷ_i, y_i) + beta sum_j |alpha_j|
//
// and its dual, with one v_i for each label (for the softmax loss, one for each row of labels), is
//
//	maximise  sum_i dual(v_i, y_i)   subject to  |sum_i v_i sigma(x_i'u)| <= beta  for every unit u,
//
// where dual is minus the conjugate of the loss at -v,
//
//	dual(v, y) = -loss*(-v) = inf_f loss(f, y) + v f.
//
// At the optimum v = -d loss/d f. The gap between a network and a dual vector is the sum of the Fenchel-Young terms
//
//	loss(f, y) - dual(v, y) + v f >= 0
//
// (zero exactly when v = -d loss/d f), which are computed here without subtracting numbers of the size of the labels, and of the terms
// beta |alpha_j| - alpha_j sum_i v_i sigma(x_i'u_j) >= 0 of the neurons.
//
//	name      loss(f, y)                          dual(v, y)                  domain of v
//	squared   (f - y)^2                           v y - v^2/4                 all
//	huber     x^2 up to 1, 2|x| - 1, x = f - y    v y - v^2/4                 |v| <= 2
//	l1        |f - y|                             v y                         |v| <= 1
//	hinge     max(0, 1 - y f)                     v y                         0 <= v y <= 1
//	logistic  log(1 + exp(-y f))                  -t log t - (1-t) log(1-t)   0 <= t = v y <= 1
//	softmax   log sum_c exp(f_c) - y'f            -sum_c w_c log w_c          w = y - v >= 0, sum_c w_c = 1
//
// The first four have the common form loss(f, y) = max over w in the domain of w (y - f) - kappa w^2/2; Kappa and Domain describe them
// completely. Labels are arbitrary numbers for the first three, 1 or -1 for hinge and logistic, and one-hot rows for softmax.
//
// The squared error is the full sum of squares, as in the paper (the authors' notebook minimises half of it).
package loss

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Loss is one of the losses of the package's table.
type Loss int

// The losses.
const (
	Squared  Loss = iota // (f - y)^2
	Huber                // x^2 up to 1, then 2|x| - 1, with x = f - y
	L1                   // |f - y|
	Hinge                // max(0, 1 - y f)
	Logistic             // log(1 + exp(-y f))
	Softmax              // log sum_c exp(f_c) - y'f
)

var names = [...]string{"squared", "huber", "l1", "hinge", "logistic", "softmax"}

// Names returns the names of all losses.
func Names() []string { return append([]string(nil), names[:]...) }

// Parse returns the loss with that name.
func Parse(name string) (Loss, error) {
	for l, known := range names {
		if name == known {
			return Loss(l), nil
		}
	}
	// The error quotes at most forty characters of the name, so that it stays one short line.
	last := len(names) - 1
	return 0, fmt.Errorf("loss is %.40q, expected %s or %s", name, strings.Join(names[:last], ", "), names[last])
}

// String returns the loss's name in documents.
func (l Loss) String() string { return names[l] }

// Separable reports whether the loss is a sum over outputs, so that vector outputs split into independent problems.
func (l Loss) Separable() bool { return l != Softmax }

// Smooth reports whether the dual is an entropy (logistic, softmax) and not a concave quadratic over an interval.
func (l Loss) Smooth() bool { return l == Logistic || l == Softmax }

// Kinked reports whether the slope of the loss jumps somewhere.
func (l Loss) Kinked() bool { return l == L1 || l == Hinge }

// OfNumbers reports whether all numbers are labels and only f - y counts; OfSigns reports whether the labels are 1 and -1.
func (l Loss) OfNumbers() bool { return l <= L1 }
func (l Loss) OfSigns() bool   { return l == Hinge || l == Logistic }

// Known reports whether l is one of the losses.
func (l Loss) Known() bool { return l >= 0 && int(l) < len(names) }

// Kappa returns minus the second derivative of the dual of a loss that is not Smooth, dual(v, y) = v Linear(y) - Kappa v^2/2 on the Domain.
// It returns 0 for the smooth losses.
func (l Loss) Kappa() float64 {
	if l == Squared || l == Huber {
		return 0.5
	}
	return 0
}

// Linear returns the slope of the dual at v = 0 for a loss that is not Smooth; it is y. For the hinge loss, max(0, 1 - y f) is the
// maximum of t (1 - y f) over 0 <= t <= 1, so that with v = t y and y = 1 or -1 the linear term is t = v y.
func (l Loss) Linear(y float64) float64 { return y }

// Value returns loss(f, y).
func (l Loss) Value(f, y float64) float64 {
	x := f - y
	switch l {
	case Squared:
		return x * x
	case Huber:
		if a := math.Abs(x); a > 1 {
			return 2*a - 1
		}
		return x * x
	case L1:
		return math.Abs(x)
	case Hinge:
		return math.Max(0, 1-y*f)
	case Logistic:
		return softplus(-y * f)
	}
	panic(notSeparable)
}

const notSeparable = "loss: softmax takes rows"

// Domain returns the interval of v in which the dual is finite.
func (l Loss) Domain(y float64) (low, high float64) {
	switch l {
	case Squared:
		return math.Inf(-1), math.Inf(1)
	case Huber:
		return -2, 2
	case L1:
		return -1, 1
	case Hinge, Logistic:
		if y < 0 {
			return -1, 0
		}
		return 0, 1
	}
	panic(notSeparable)
}

// Dual returns -loss*(-v) = inf_f loss(f, y) + v f, which is -Inf outside the domain.
func (l Loss) Dual(v, y float64) float64 {
	if low, high := l.Domain(y); !(v >= low && v <= high) {
		return math.Inf(-1)
	}
	if l == Logistic {
		return bernoulliEntropy(v * y)
	}
	return v * (y - l.Kappa()/2*v)
}

// FenchelYoung returns loss(f, y) - dual(v, y) + v f >= 0, to the relative precision of f - y and v, and +Inf for v outside the domain.
//
// For a loss that is not Smooth, loss(f, y) = max_w w rho - kappa w^2/2 with rho = y - f; at the maximiser w the Fenchel-Young term of v is
// (w - v)(rho - kappa w) + kappa (w - v)^2/2, both terms of which are nonnegative. For the logistic loss it is the Kullback-Leibler
// divergence of v y from p = 1/(1 + exp(y f)).
func (l Loss) FenchelYoung(f, v, y float64) float64 {
	low, high := l.Domain(y)
	if !(v >= low && v <= high) {
		return math.Inf(1)
	}
	if l == Logistic {
		return bernoulliDivergence(v*y, y*f)
	}
	rho, kappa := l.Linear(y)-f, l.Kappa()
	w := v // any of the maximisers, where the maximum is flat
	switch {
	case kappa > 0:
		w = math.Max(low, math.Min(high, rho/kappa))
	case rho > 0:
		w = high
	case rho < 0:
		w = low
	}
	return (w-v)*(rho-kappa*w) + kappa/2*(w-v)*(w-v)
}

// Slope returns d loss/d f, or at a kink the middle of the subdifferential. Minus the slope is the optimal v for f.
func (l Loss) Slope(f, y float64) float64 {
	x := f - y
	switch l {
	case Squared:
		return 2 * x
	case Huber:
		return math.Max(-2, math.Min(2, 2*x))
	case L1:
		return half(x) - half(-x)
	case Hinge:
		return -y * half(1-y*f)
	case Logistic:
		p, _ := sigmoid(-y * f)
		return -y * p
	}
	panic(notSeparable)
}

// Curvature returns the second derivative in f where it exists, and elsewhere the larger of the one-sided second derivatives.
func (l Loss) Curvature(f, y float64) float64 {
	switch l {
	case Squared:
		return 2
	case Huber:
		if math.Abs(f-y) <= 1 {
			return 2
		}
		return 0
	case L1, Hinge:
		return 0
	case Logistic:
		p, q := sigmoid(y * f)
		return p * q
	}
	panic(notSeparable)
}

// half returns the slope of max(0, x): 1, 0, or 1/2 at zero.
func half(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return 0
	}
	return 0.5
}

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
