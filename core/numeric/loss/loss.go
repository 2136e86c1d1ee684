package loss

import "fmt"

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

// Parse returns the loss of that name.
func Parse(name string) (Loss, error) {
	for l, known := range names {
		if name == known {
			return Loss(l), nil
		}
	}
	// At most forty characters of the name, quoted, so that the error stays one short line.
	return 0, fmt.Errorf("loss is %.40q, expected squared, huber, l1, hinge, logistic or softmax", name)
}

// String returns the name of the loss in documents.
func (l Loss) String() string { return names[l] }

// Separable reports whether the loss is a sum over outputs, so that vector outputs split into independent problems.
func (l Loss) Separable() bool { return l != Softmax }

// Smooth reports whether the dual is an entropy (logistic, softmax) and not a concave quadratic over an interval.
func (l Loss) Smooth() bool { return l == Logistic || l == Softmax }

// Kappa returns minus the second derivative of the dual of a loss that is not Smooth, dual(v, y) = v Linear(y) - Kappa v^2/2 over the
// Domain; 0 for the others.
func (l Loss) Kappa() float64 {
	if l == Squared || l == Huber {
		return 0.5
	}
	return 0
}

// Linear returns the slope of the dual at v = 0 for a loss that is not Smooth; it is y. For the hinge loss, max(0, 1 - y f) is the
// maximum of t (1 - y f) over 0 <= t <= 1, so that with v = t y and y = 1 or -1 the linear term is t = v y.
func (l Loss) Linear(y float64) float64 { return y }
