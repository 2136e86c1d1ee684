package loss

import "math"

// record describes a loss to solvers, checks and exports. The functions are of one output; those of a loss that couples outputs panic, and
// its functions of rows are in softmax.go.
type record struct {
	name    string
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

// Labels says what labels are: those that a loss takes, or those of data.
type Labels int

const (
	Numbers Labels = iota // any; the loss depends on f - y only
	Signs                 // 1 and -1, two classes for each output
	OneHot                // rows with a single 1 and otherwise 0, a class for each output
)

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
		name: "squared", labels: Numbers, ends: 0, middle: zero, dual: quadratic(0.5),
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
		name: "huber", labels: Numbers, ends: 2, middle: zero, dual: quadratic(0.5),
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
		name: "l1", labels: Numbers, ends: 2, middle: zero, dual: quadratic(0),
		domain:    func(float64) (low, high float64) { return -1, 1 },
		value:     func(f, y float64) float64 { return math.Abs(f - y) },
		slope:     func(f, y float64) float64 { return unitStep(f-y) - unitStep(y-f) },
		curvature: func(float64, float64) float64 { return 0 },
		precise:   func(f, low, y float64) (value, rest float64) { return math.Abs((f - y) + low), 0 },
		nearKink:  func(f, y, _ float64) bool { return f == y }, // the slope is zero only there
	},
	Hinge: {
		name: "hinge", labels: Signs, ends: 2, middle: halfLabel, dual: quadratic(0),
		domain:    towardLabel,
		value:     func(f, y float64) float64 { return math.Max(0, 1-y*f) },
		slope:     func(f, y float64) float64 { return -y * unitStep(1-y*f) },
		curvature: func(float64, float64) float64 { return 0 },
		precise:   func(f, low, y float64) (value, rest float64) { return math.Max(0, (1-y*f)-y*low), 0 },
		nearKink:  func(f, y, distance float64) bool { return y*f-1 <= distance },
	},
	Logistic: {
		name: "logistic", labels: Signs, ends: 2, middle: halfLabel,
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
		name: "softmax", labels: OneHot, coupled: true, ends: 1,
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
