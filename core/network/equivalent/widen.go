package equivalent

import (
	"math/rand/v2"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// Widen returns a network of m neurons with unit norm and quadratic activation, for any m from the rank up, whose matrix is z, symmetric of order d.
// Its cost sum |alpha| is the nuclear norm |Z|_*, the least possible. The result varies with rng.
//
// Let Z = Z_+ - Z_-, and Z_+ = B B' with one column for each positive eigenvalue. For any m_+ by r_+ matrix H with orthonormal columns,
//
//	Z_+ = B H'H B' = sum_j b_j b_j',   b_j the columns of B H',   sum_j |b_j|^2 = tr Z_+,
//
// so u_j = b_j/|b_j|, alpha_j = |b_j|^2 has the right function and the right cost. Z_- is treated in the same way. Section 5.4 of the paper prints
// another construction, which keeps the function but not the cost, as a test shows.
func Widen(z []float64, d, m int, rng *rand.Rand) ([]neural.Neuron, error) {
	plus, minus := factors(z, d)
	extra := m - len(plus) - len(minus)
	if extra < 0 {
		return nil, ErrTooFew
	}
	share := extra // of the extra neurons, for the positive part
	switch {
	case len(plus) == 0:
		share = 0
	case len(minus) > 0:
		share = extra * len(plus) / (len(plus) + len(minus))
	}
	neurons := spread(plus, len(plus)+share, d, 1, rng)
	return append(neurons, spread(minus, len(minus)+extra-share, d, -1, rng)...), nil
}

// spread returns the m neurons of B H', where rows are the rows of B'.
func spread(rows [][]float64, m, d int, sign float64, rng *rand.Rand) []neural.Neuron {
	r := len(rows)
	if r == 0 {
		return nil
	}
	h := orthonormal(rng, m, r)
	neurons := make([]neural.Neuron, m)
	for j := range neurons {
		b := make([]float64, d)
		for k, row := range rows {
			dense.Axpy(h[j*r+k], row, b)
		}
		neurons[j] = unitNorm(b, sign)
	}
	return neurons
}

// unitNorm returns the neuron whose matrix is sign b b': u = b/|b|, alpha = sign |b|^2.
func unitNorm(b []float64, sign float64) neural.Neuron {
	square := dense.Dot(b, b)
	return rescale(neural.Neuron{U: b, Alpha: sign}, 1/square)
}
