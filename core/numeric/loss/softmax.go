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

// SoftmaxDual returns the entropy of w = y - v, and -Inf if w is not a probability vector: if an entry is below zero, or the sum differs from
// 1, by more than rounding errors.
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
