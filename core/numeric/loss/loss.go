// Package loss defines the losses with which a network can be trained: their values, their concave duals, and the derivatives and
// bounds that a Newton system and a certificate need. It also says what labels are, and how well outputs fit them: see Score.
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
	"strings"
)

// Loss is one of the losses of the package's table.
type Loss int

// The losses. Their order is that of Names.
const (
	Squared  Loss = iota // (f - y)^2
	Huber                // x^2 up to 1, then 2|x| - 1, with x = f - y
	L1                   // |f - y|
	Hinge                // max(0, 1 - y f)
	Logistic             // log(1 + exp(-y f))
	Softmax              // log sum_c exp(f_c) - y'f
	count
)

// Names returns the names of all losses.
func Names() []string {
	names := make([]string, count)
	for l := range table {
		names[l] = table[l].name
	}
	return names
}

// Parse returns the loss with that name.
func Parse(name string) (Loss, error) {
	for l := range table {
		if table[l].name == name {
			return Loss(l), nil
		}
	}
	// The error quotes at most forty characters of the name, so that it stays one short line.
	names, last := Names(), count-1
	return 0, fmt.Errorf("loss is %.40q, expected %s or %s", name, strings.Join(names[:last], ", "), names[last])
}

// Known reports whether l is one of the losses. The other methods panic if it is not.
func (l Loss) Known() bool { return l >= 0 && l < count }

// String returns the loss's name in documents.
func (l Loss) String() string { return table[l].name }

// Formula returns the loss of an output f and a label y as a reader knows it, "" if that is not short.
func (l Loss) Formula() string { return table[l].formula }

// Pull says what v is, minus the slope of the loss. At a kink any number between the slopes of the two sides will do: a certificate has
// those with which it holds.
func (l Loss) Pull() string { return table[l].pull }

// Separable reports whether the loss is a sum over outputs, so that vector outputs split into independent problems.
func (l Loss) Separable() bool { return !table[l].coupled }

// Entropic reports whether the dual is an entropy of probabilities (logistic, softmax), and not a concave quadratic over an interval.
func (l Loss) Entropic() bool { return table[l].dual.entropy }

// Quadratic reports whether the loss is a quadratic function of f with the same curvature everywhere: v is unbounded, and the
// optimality condition is linear.
func (l Loss) Quadratic() bool { return !l.Entropic() && l.Ends() == 0 }

// Nonsmooth reports whether the slope of the loss jumps somewhere, at a kink.
func (l Loss) Nonsmooth() bool { return table[l].nearKink != nil }

// Kappa returns minus the second derivative of the dual of a loss that is not Entropic, dual(v, y) = v y - Kappa v^2/2 on the
// Domain. It returns 0 for the entropic losses.
func (l Loss) Kappa() float64 { return table[l].dual.kappa }

// Value returns loss(f, y).
func (l Loss) Value(f, y float64) float64 { return table[l].value(f, y) }

// PreciseValue returns loss(f + low, y) as value + rest, for an output in twice the working precision whose low is a rounding of f:
// to the relative precision of f + low - y, or of 1 - y (f + low).
func (l Loss) PreciseValue(f, low, y float64) (value, rest float64) {
	return table[l].precise(f, low, y)
}

// Domain returns the interval of v in which the dual is finite.
func (l Loss) Domain(y float64) (low, high float64) { return table[l].domain(y) }

// Ends returns the number of ends of the domain in each v_i: those of the interval, or for softmax the one of y_c - v_c >= 0.
func (l Loss) Ends() int { return table[l].ends }

// Middle returns the middle of the domain of v for a label, for samples with the given number of outputs. It is zero for losses of numbers.
func (l Loss) Middle(y float64, outputs int) float64 { return table[l].middle(y, outputs) }

// Dual returns -loss*(-v) = inf_f loss(f, y) + v f, which is -Inf outside the domain.
func (l Loss) Dual(v, y float64) float64 {
	if low, high := l.Domain(y); !(v >= low && v <= high) {
		return math.Inf(-1)
	}
	return table[l].dual.value(v, y)
}

// DualCurvature returns minus the second derivative of the dual at a v given by its distances from the ends of the domain.
func (l Loss) DualCurvature(below, above float64) float64 {
	return table[l].dual.curvature(below, above)
}

// Residual returns f minus the derivative of the dual at v, which is also given by its distances from the ends of the domain. It is zero
// if v is optimal for f and inside the domain.
func (l Loss) Residual(f, v, y, below, above float64) float64 {
	return table[l].dual.residual(f, v, y, below, above)
}

// FenchelYoung returns loss(f, y) - dual(v, y) + v f >= 0, to the relative precision of f - y and v, and +Inf for v outside the domain.
// For the logistic loss it is the Kullback-Leibler divergence of v y from p = 1/(1 + exp(y f)).
func (l Loss) FenchelYoung(f, v, y float64) float64 {
	low, high := l.Domain(y)
	if !(v >= low && v <= high) {
		return math.Inf(1)
	}
	return table[l].dual.fenchelYoung(f, v, y, low, high)
}

// Slope returns d loss/d f, or at a kink the middle of the subdifferential. Minus the slope is the optimal v for f.
func (l Loss) Slope(f, y float64) float64 { return table[l].slope(f, y) }

// NearKink reports, for an f where the slope is zero, whether there is a kink within distance of f.
func (l Loss) NearKink(f, y, distance float64) bool {
	return l.Nonsmooth() && table[l].nearKink(f, y, distance)
}

// Curvature returns the second derivative in f where it exists, and elsewhere the larger of the one-sided second derivatives.
func (l Loss) Curvature(f, y float64) float64 { return table[l].curvature(f, y) }

// Smoothed returns the value, minus the slope, and the curvature at f of the loss whose dual is dual(v, y) - mu/2 (v - a)^2. With mu = 0 it
// is the loss itself; entropic losses allow no other.
func (l Loss) Smoothed(f, y, a, mu float64) (value, v, curvature float64) {
	if mu == 0 {
		return l.Value(f, y), -l.Slope(f, y), l.Curvature(f, y)
	}
	low, high := l.Domain(y)
	kappa, rho := l.Kappa(), y-f
	v, curvature = (rho+mu*a)/(kappa+mu), 1/(kappa+mu)
	if v < low || v > high {
		v, curvature = math.Max(low, math.Min(high, v)), 0
	}
	return v*(rho-kappa/2*v) - mu/2*(v-a)*(v-a), v, curvature
}

// record describes a loss to solvers, checks and exports. The functions are of one output; those of a loss that couples outputs panic, and
// its functions of rows are in softmax.go.
type record struct {
	name    string
	formula string // see Formula
	pull    string // see Pull
	labels  Labels
	coupled bool // the outputs of a sample
	ends    int  // see Ends
	// middle returns the middle of the domain of v: see Middle.
	middle                  func(y float64, outputs int) float64
	domain                  func(y float64) (low, high float64)
	value, slope, curvature func(f, y float64) float64
	precise                 func(f, low, y float64) (value, rest float64) // see PreciseValue
	nearKink                func(f, y, distance float64) bool             // see NearKink; nil exactly if there is no kink
	dual                    dual
}

// dual describes dual(v, y) within its domain (low, high).
type dual struct {
	entropy bool    // it is not quadratic: see Entropic
	kappa   float64 // see Kappa
	value   func(v, y float64) float64
	// fenchelYoung returns loss(f, y) - dual(v, y) + v f.
	fenchelYoung func(f, v, y, low, high float64) float64
	curvature    func(below, above float64) float64          // see DualCurvature
	residual     func(f, v, y, below, above float64) float64 // see Residual
}

var table = [count]record{
	Squared: {
		name: "squared", formula: "(f − y)²", pull: "v = 2(y − f)",
		labels: Numbers, ends: 0, middle: zero, dual: quadratic(0.5),
		domain:    func(float64) (low, high float64) { return math.Inf(-1), math.Inf(1) },
		value:     func(f, y float64) float64 { return (f - y) * (f - y) },
		slope:     func(f, y float64) float64 { return 2 * (f - y) },
		curvature: func(float64, float64) float64 { return 2 },
		precise: func(f, low, y float64) (value, rest float64) {
			x := (f - y) + low
			return x * x, 0
		},
	},
	Huber: {
		name: "huber", pull: "v = 2(y − f), within ±2",
		labels: Numbers, ends: 2, middle: zero, dual: quadratic(0.5),
		domain: func(float64) (low, high float64) { return -2, 2 },
		value:  func(f, y float64) float64 { return huber(f - y) },
		slope:  func(f, y float64) float64 { return math.Max(-2, math.Min(2, 2*(f-y))) },
		curvature: func(f, y float64) float64 {
			if math.Abs(f-y) <= 1 {
				return 2
			}
			return 0
		},
		precise: func(f, low, y float64) (value, rest float64) { return huber((f - y) + low), 0 },
	},
	L1: {
		name: "l1", formula: "|f − y|",
		pull: "v = 1 where f is below y, −1 where it is above; where f = y the loss has a kink and any v from −1 to 1 is a slope; the proof " +
			"uses one that works",
		labels: Numbers, ends: 2, middle: zero, dual: quadratic(0),
		domain:    func(float64) (low, high float64) { return -1, 1 },
		value:     func(f, y float64) float64 { return math.Abs(f - y) },
		slope:     func(f, y float64) float64 { return unitStep(f-y) - unitStep(y-f) },
		curvature: func(float64, float64) float64 { return 0 },
		precise:   func(f, low, y float64) (value, rest float64) { return math.Abs((f - y) + low), 0 },
		nearKink:  func(f, y, _ float64) bool { return f == y }, // the slope is zero only there
	},
	Hinge: {
		name: "hinge", formula: "max(0, 1 − y f)",
		pull: "v = y where y f is below 1, and 0 above; where y f = 1 the loss, though 0, has a kink and any v from 0 to y is a slope; " +
			"the proof uses one that works",
		labels: Signs, ends: 2, middle: halfLabel, dual: quadratic(0),
		domain:    towardLabel,
		value:     func(f, y float64) float64 { return math.Max(0, 1-y*f) },
		slope:     func(f, y float64) float64 { return -y * unitStep(1-y*f) },
		curvature: func(float64, float64) float64 { return 0 },
		precise:   func(f, low, y float64) (value, rest float64) { return math.Max(0, (1-y*f)-y*low), 0 },
		nearKink:  func(f, y, distance float64) bool { return y*f-1 <= distance },
	},
	Logistic: {
		name: "logistic", formula: "log(1 + exp(−y f))", pull: "v = y / (1 + exp(y f))",
		labels: Signs, ends: 2, middle: halfLabel,
		domain: towardLabel,
		value:  func(f, y float64) float64 { return softplus(-y * f) },
		slope:  logisticSlope,
		curvature: func(f, y float64) float64 {
			p, q := sigmoid(y * f)
			return p * q
		},
		precise: func(f, low, y float64) (value, rest float64) { return softplus(-y * f), logisticSlope(f, y) * low },
		dual: dual{
			entropy:      true,
			value:        func(v, y float64) float64 { return bernoulliEntropy(v * y) },
			fenchelYoung: func(f, v, y, _, _ float64) float64 { return bernoulliDivergence(v*y, y*f) },
			curvature:    func(below, above float64) float64 { return 1/below + 1/above },
			residual:     func(f, _, _, below, above float64) float64 { return f + math.Log(below/above) },
		},
	},
	Softmax: {
		name: "softmax", pull: "v is y less the probability of the class",
		labels: OneHot, coupled: true, ends: 1,
		middle:    func(y float64, outputs int) float64 { return y - 1/float64(outputs) },
		domain:    func(float64) (low, high float64) { panic(notSeparable) },
		value:     ofRows,
		slope:     ofRows,
		curvature: ofRows,
		precise:   func(float64, float64, float64) (value, rest float64) { panic(notSeparable) },
		dual: dual{
			entropy:      true,
			value:        ofRows,
			fenchelYoung: func(float64, float64, float64, float64, float64) float64 { panic(notSeparable) },
			curvature:    ofRows,
			residual:     func(float64, float64, float64, float64, float64) float64 { panic(notSeparable) },
		},
	},
}

const notSeparable = "loss: softmax takes rows"

func ofRows(float64, float64) float64 { panic(notSeparable) }

func zero(float64, int) float64 { return 0 }

func halfLabel(y float64, _ int) float64 { return y / 2 }

// towardLabel returns the interval from 0 to y = 1 or -1.
func towardLabel(y float64) (low, high float64) {
	if y < 0 {
		return -1, 0
	}
	return 0, 1
}

func huber(x float64) float64 {
	if a := math.Abs(x); a > 1 {
		return 2*a - 1
	}
	return x * x
}

func logisticSlope(f, y float64) float64 {
	p, _ := sigmoid(-y * f)
	return -y * p
}

// unitStep returns the slope of max(0, x): 1, 0, or 1/2 at zero.
func unitStep(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return 0
	}
	return 0.5
}

// quadratic returns the dual v y - kappa v^2/2. Its loss is max_w w rho - kappa w^2/2 with rho = y - f; at the maximiser w the
// Fenchel-Young term of v is (w - v)(rho - kappa w) + kappa (w - v)^2/2, both terms of which are nonnegative. For the hinge loss,
// max(0, 1 - y f) is the maximum of t (1 - y f) over 0 <= t <= 1, so that with v = t y and y = 1 or -1 the linear term is t = v y.
func quadratic(kappa float64) dual {
	return dual{
		kappa: kappa,
		value: func(v, y float64) float64 { return v * (y - kappa/2*v) },
		fenchelYoung: func(f, v, y, low, high float64) float64 {
			rho := y - f
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
		},
		curvature: func(float64, float64) float64 { return kappa },
		residual:  func(f, v, y, _, _ float64) float64 { return f - y + kappa*v },
	}
}
