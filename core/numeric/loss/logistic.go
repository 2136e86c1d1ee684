package loss

import "math"

// softplus returns log(1 + exp(z)).
func softplus(z float64) float64 {
	if z > 0 {
		return z + math.Log1p(math.Exp(-z))
	}
	return math.Log1p(math.Exp(z))
}

// sigmoid returns p = 1/(1 + exp(-z)) and 1 - p, each to full relative precision.
func sigmoid(z float64) (p, q float64) {
	e := math.Exp(-math.Abs(z))
	large, small := 1/(1+e), e/(1+e)
	if z < 0 {
		return small, large
	}
	return large, small
}

// entropy returns -t log t, 0 at 0.
func entropy(t float64) float64 {
	if t <= 0 {
		return 0
	}
	return -t * math.Log(t)
}

// bernoulliEntropy returns -t log t - (1-t) log(1-t) for 0 <= t <= 1.
func bernoulliEntropy(t float64) float64 {
	t = math.Min(t, 1-t)
	if t == 0 {
		return 0
	}
	return entropy(t) - (1-t)*math.Log1p(-t)
}

// bernoulliDivergence returns t log(t/p) + (1-t) log((1-t)/(1-p)) for p = 1/(1 + exp(z)).
func bernoulliDivergence(t, z float64) float64 {
	p, q := sigmoid(-z)
	// Both terms use the same difference. It is computed from the smaller of p and 1 - p, which has the smaller rounding error; 1 - t is
	// exact for t >= 1/2.
	delta := t - p
	if p > 0.5 {
		delta = q - (1 - t)
	}
	logP, logQ := 0.0, 0.0 // read only where p or q has underflowed
	if p < tiny {
		logP = -softplus(z)
	}
	if q < tiny {
		logQ = -softplus(-z)
	}
	return divergence(t, p, logP, delta) + divergence(1-t, q, logQ, -delta)
}

// divergence returns x log(x/p) + p - x >= 0, the term of one outcome in the Kullback-Leibler divergence of probabilities x from
// probabilities p (p - x cancels in the sum over outcomes). delta is x - p, a separate argument since the caller may know it more accurately.
//
// Near x = p the term is of second order in delta and is summed as a series, as by C. Loader, "Fast and accurate computation of binomial
// probabilities" (2000). logP replaces log p where p has underflowed.
func divergence(x, p, logP, delta float64) float64 {
	if x <= 0 {
		return p
	}
	if math.Abs(delta) > 0.1*(x+p) {
		if p < tiny {
			return x*(math.Log(x)-logP) + p - x
		}
		return x*math.Log(x/p) - delta
	}
	if delta == 0 {
		return 0
	}
	// With r = delta/(x + p): x log(x/p) = 2 x atanh(r), and p - x = -delta.
	r := delta / (x + p)
	total, power := delta*r, 2*x*r
	for k := 3.0; ; k += 2 {
		power *= r * r
		next := total + power/k
		if next == total {
			return total
		}
		total = next
	}
}

// tiny is the size below which numbers begin to lose digits to underflow.
const tiny = 0x1p-1000
