package equivalent

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// rankTolerance, times the largest absolute eigenvalue, is the size below which an eigenvalue counts as zero. Matrices assembled from neurons have
// noise of 1e-16. Matrices taken directly from an interior-point iteration have more, and should be reassembled from neurons first.
const rankTolerance = 1e-13

// factors returns B_+ and B_- with Z = B_+'B_+ - B_-'B_-. Each is a list of orthogonal rows of length p, the longest first.
func factors(z []float64, p int) (plus, minus [][]float64) {
	if len(z) != p*p {
		panic("equivalent: the matrix must have p^2 entries")
	}
	vectors, values := append([]float64(nil), z...), make([]float64, p)
	dense.NewEigen(p).Decompose(vectors, values)
	threshold := rankTolerance * math.Max(math.Abs(values[0]), math.Abs(values[p-1]))
	root := func(i int) []float64 {
		row := make([]float64, p)
		dense.Axpy(math.Sqrt(math.Abs(values[i])), vectors[i*p:(i+1)*p], row)
		return row
	}
	for i := p - 1; i >= 0 && values[i] > threshold; i-- {
		plus = append(plus, root(i))
	}
	for i := 0; i < p && -values[i] > threshold; i++ {
		minus = append(minus, root(i))
	}
	return plus, minus
}

// Errors for matrices that cannot be turned into networks.
var (
	ErrNotBalanced = errors.New("Z must be positive semidefinite with tr Z_1 = Z_4")
	ErrTooFew      = errors.New("the number of neurons must be at least the rank of the matrix")
)

// balancedFactor returns a B with B'B = Z for a psd and balanced Z.
func balancedFactor(z []float64, p int) ([][]float64, error) {
	plus, minus := factors(z, p)
	trace := -z[p*p-1]
	for i := range p - 1 {
		trace += z[i*p+i]
	}
	if len(minus) > 0 || math.Abs(trace) > 1e-9*math.Abs(z[p*p-1]) {
		return nil, ErrNotBalanced
	}
	return plus, nil
}

// gram returns B'B.
func gram(rows [][]float64, p int) []float64 {
	z := make([]float64, p*p)
	for _, row := range rows {
		for i := range p {
			for j := range p {
				z[i*p+j] += row[i] * row[j]
			}
		}
	}
	return z
}

// assemble returns sum_j alpha_j [u_j;1][u_j;1]' of order d + 1. For unit u_j this is the network's Z - Z'.
func assemble(neurons []neural.Neuron, d int) []float64 {
	p := d + 1
	z := make([]float64, p*p)
	y := make([]float64, p)
	y[d] = 1
	for _, neuron := range neurons {
		copy(y, neuron.U)
		addOuter(z, neuron.Alpha, y)
	}
	return z
}

// Quadratic returns Z = sum_j alpha_j u_j u_j' of order d. The network with quadratic activation is x'Zx (Theorem 5.1). The u_j need not have unit
// norm.
func Quadratic(neurons []neural.Neuron, d int) []float64 {
	z := make([]float64, d*d)
	for _, neuron := range neurons {
		addOuter(z, neuron.Alpha, neuron.U)
	}
	return z
}

func addOuter(z []float64, alpha float64, y []float64) {
	p := len(y)
	for i, v := range y {
		for j, w := range y {
			z[i*p+j] += alpha * (v * w)
		}
	}
}

// orthonormal returns a random m by r matrix with orthonormal columns, row-major, m >= r: the Q of a Gaussian matrix, which is Haar-distributed up to
// signs.
func orthonormal(rng *rand.Rand, m, r int) []float64 {
	qr := dense.NewQR(m, r)
	for j := range r {
		column := qr.Column(j)
		for i := range column {
			column[i] = rng.NormFloat64()
		}
	}
	qr.Factorize(context.Background())
	h, e := make([]float64, m*r), make([]float64, m)
	for j := range r {
		clear(e)
		e[j] = 1
		qr.RotateFrom(e)
		for i, v := range e {
			h[i*r+j] = v
		}
	}
	return h
}
