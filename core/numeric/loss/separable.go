package loss

import "math"

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
	w := v // of all the maximisers where the maximum is flat
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

// Slope returns d loss/d f, and at a kink the middle of the subdifferential. Minus the slope is the v that belongs to f.
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

// Curvature returns the second derivative in f where there is one, and from the side of the larger one elsewhere.
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
