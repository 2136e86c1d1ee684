package loss

import "math"

// SoftmaxValue returns log sum_c exp(f_c) - y'f, the cross-entropy of the one-hot y.
func SoftmaxValue(f, y []float64) float64 {
	top := largest(f)
	value := math.Log1p(others(f, top))
	for c, w := range y {
		if w != 0 { // f_c may be -Inf where y_c = 0
			value += w * (f[top] - f[c])
		}
	}
	return value
}

// SoftmaxDual returns the entropy of w = y - v, and -Inf if w is not a probability vector: if an entry is below zero, or the sum
// differs from 1, by more than rounding errors.
func SoftmaxDual(v, y []float64) float64 {
	if !onSimplex(v, y) {
		return math.Inf(-1)
	}
	value := 0.0
	for c := range v {
		if y[c] == 1 && v[c] < 0.5 {
			value -= (1 - v[c]) * math.Log1p(-v[c]) // does not round 1 - v_c
			continue
		}
		value += entropy(y[c] - v[c])
	}
	return value
}

// SoftmaxFenchelYoung returns loss(f, y) - dual(v, y) + v'f >= 0, the Kullback-Leibler divergence of y - v from the probabilities
// exp(f_c)/sum exp(f), and +Inf for v outside the domain.
func SoftmaxFenchelYoung(f, v, y []float64) float64 {
	if !onSimplex(v, y) {
		return math.Inf(1)
	}
	top := largest(f)
	rest := others(f, top)
	logSum, value := math.Log1p(rest), 0.0
	for c := range f {
		p := math.Exp(f[c]-f[top]) / (1 + rest)
		w := math.Max(0, y[c]-v[c])
		delta := w - p
		if c == top && y[c] == 1 {
			delta = rest/(1+rest) - v[c] // does not round both to 1
		}
		value += divergence(w, p, f[c]-f[top]-logSum, delta)
	}
	return value
}

// SoftmaxTo writes the probabilities exp(f_c)/sum exp(f) into dst, which may be f. The slope of the loss in f is SoftmaxTo(f) - y.
func SoftmaxTo(dst, f []float64) {
	top := largest(f)
	high, scale := f[top], 1/(1+others(f, top))
	for c, v := range f {
		dst[c] = math.Exp(v-high) * scale
	}
}

// largest returns the index of the largest entry.
func largest(f []float64) int {
	top := 0
	for c, v := range f {
		if v > f[top] {
			top = c
		}
	}
	return top
}

// others returns the sum of exp(f_c - f_top) over all c but top, so that log sum exp f = f_top + log(1 + others).
func others(f []float64, top int) float64 {
	total := 0.0
	for c, v := range f {
		if c != top {
			total += math.Exp(v - f[top])
		}
	}
	return total
}

// onSimplex reports whether y - v is a vector of probabilities up to rounding errors.
func onSimplex(v, y []float64) bool {
	// Each y_c - v_c is rounded to half an ulp of 1 and v itself is a result of a few operations on such numbers.
	const rounding = 1e-13
	total := -1.0
	for c := range v {
		w := y[c] - v[c]
		if !(w >= -rounding) {
			return false
		}
		total += w
	}
	return math.Abs(total) <= rounding
}

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
// probabilities p (p - x cancels in the sum over outcomes). delta is x - p, a separate argument since the caller may know it more
// accurately.
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

// SoftmaxFactorTo writes B = diag(s)(I - s s'), s = sqrt(p), row-major, into b, for probabilities p: B B' = diag(p) - p p', the Hessian
// of the softmax loss in f.
func SoftmaxFactorTo(b, p []float64) {
	n := len(p)
	for r, pr := range p {
		rest := 0.0 // 1 - p_r, computed so that it does not round to zero
		for c, pc := range p {
			b[r*n+c] = -pr * math.Sqrt(pc)
			if c != r {
				rest += pc
			}
		}
		b[r*n+r] = math.Sqrt(pr) * rest
	}
}

// RowTo copies the entries of sample i from x, which has n numbers for each output, output by output.
func RowTo(dst, x []float64, i, n int) {
	for o := range dst {
		dst[o] = x[o*n+i]
	}
}
