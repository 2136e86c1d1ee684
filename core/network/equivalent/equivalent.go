// Package equivalent converts between networks that compute the same function at the same cost. It consists of pure functions on
// networks and matrices.
//
//   - Rotate rotates one neuron and moves the others with it (the paper's section 4).
//   - Heaviest returns the decomposition that depends on the matrix alone.
//
// A network here is a list of neurons of one sample block and one output. Matrices are symmetric, row-major and stored in full.
// For the quadratic activation they are of order d. Otherwise they are of order p = d + 1, and tr Z_1 = Z_4, that is <G, Z> = 0
// with G = diag(1,...,1,-1). Z holds the neurons of positive weight and Z' those of negative weight.
//
// No function here requires an optimal matrix. Each preserves function and cost, so an optimum stays an optimum.
package equivalent

import (
	"context"
	"math"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// assemble returns sum_j |alpha_j| [u_j;1][u_j;1]' of order d + 1, for neurons of one sign, block and output.
func assemble(neurons []neural.Neuron, d int) []float64 {
	z, first := make([]float64, (d+1)*(d+1)), &neurons[0]
	neural.Assemble(z, neurons, math.Copysign(1, first.Alpha), first.Block, first.Output, true)
	return z
}

func norm(x []float64) float64 { return math.Sqrt(dense.Dot(x, x)) }

func distance(x, y []float64) float64 {
	sum := 0.0
	for k := range x {
		sum += (x[k] - y[k]) * (x[k] - y[k])
	}
	return math.Sqrt(sum)
}

// Heaviest returns the same network in a decomposition that depends only on its matrix: the first neuron has the largest weight
// that any neuron of a network with this matrix can have, the second the largest weight in the remainder, and so on. The neurons
// must be of one sign, block and output, with |u_j| = 1 and with linearly independent [u_j;1], as those of a decomposition are.
// The arguments are not modified.
//
// If the rank is one or two, the network is unique, and Heaviest only sorts it. From rank three on, the neural decomposition
// involves a choice. This choice depends neither on the order of the neurons nor on how they were found. It varies continuously
// with the matrix, except where two directions are equally heavy. Where the rank falls, the neuron that disappears is one whose
// weight goes to zero.
//
// Let B B' = Z with orthogonal columns, let q_k be these columns divided by their lengths sqrt(lambda_k), v_k the last entry of
// q_k, and [u;1] = sum_k x_k q_k. The weight is 1 / ([u;1]'Z^+[u;1]) = 1 / sum_k x_k^2/lambda_k, over all x with v'x = 1 and
// |x|^2 = 2. With an orthonormal basis N of the complement of v,
//
//	x = v/|v|^2 + rho N s,   |s| = 1,   rho^2 = 2 - 1/|v|^2,
//
// so sum_k x_k^2/lambda_k is a quadratic function on a sphere, whose minimum neural.Sphere finds. Then Z - alpha [u;1][u;1]' has
// one rank less (see Rotate). O(r^3 p) for each of r neurons.
func Heaviest(neurons []neural.Neuron) []neural.Neuron {
	if len(neurons) == 0 {
		return nil
	}
	rows, out := vectors(neurons), make([]neural.Neuron, 0, len(neurons))
	for len(rows) > 0 {
		orthogonalize(rows)
		reflectRows(rows, heaviestDirection(rows))
		y := rows[0]
		rows = rows[1:]
		first := neurons[0]
		// Both parts of y have the length sqrt(alpha), up to rounding.
		d := len(y) - 1
		size := norm(y[:d])
		if !(size > 0) || y[d] == 0 {
			continue
		}
		first.U = make([]float64, d)
		dense.Axpy(math.Copysign(1/size, y[d]), y[:d], first.U)
		first.Alpha = math.Copysign(size*math.Abs(y[d]), first.Alpha)
		out = append(out, first)
	}
	return out
}

// heaviestDirection returns the w for which sum_k w_k row_k, a sum over the orthogonal rows, is the [u;1] of largest weight, 1/|w|^2.
func heaviestDirection(rows [][]float64) []float64 {
	r, last := len(rows), len(rows[0])-1
	sizes, v := make([]float64, r), make([]float64, r)
	least := math.Inf(1)
	for k, row := range rows {
		sizes[k] = norm(row)
		if sizes[k] > 0 {
			v[k] = row[last] / sizes[k]
		}
		least = math.Min(least, sizes[k])
	}
	square := dense.Dot(v, v)
	// In units of the least lambda, so that nothing overflows.
	inverse := make([]float64, r)
	for k := range inverse {
		inverse[k] = (least / sizes[k]) * (least / sizes[k])
	}
	x := make([]float64, r)
	dense.Axpy(1/square, v, x)
	if radius := math.Sqrt(math.Max(0, 2-1/square)); r > 1 && radius > 0 {
		along := lightest(complement(v), inverse, x, radius)
		dense.Axpy(radius, along, x)
	}
	for k := range x {
		x[k] /= sizes[k]
	}
	return x
}

// lightest returns the unit vector N s that minimises sum_k inverse_k (x_k + radius (N s)_k)^2. The columns of N are basis.
func lightest(basis [][]float64, inverse, x []float64, radius float64) []float64 {
	m := len(basis)
	q, h, scaled := make([]float64, m*m), make([]float64, m), make([]float64, len(x))
	for i, b := range basis {
		for k := range scaled {
			scaled[k] = inverse[k] * b[k]
		}
		for j, other := range basis {
			q[i*m+j] = -radius * radius * dense.Dot(scaled, other)
		}
		h[i] = -2 * radius * dense.Dot(scaled, x)
	}
	s := []float64{math.Copysign(1, h[0])}
	if m > 1 {
		_, s = neural.NewSphere(m).Max(q, h)
	}
	along := make([]float64, len(x))
	for i, b := range basis {
		dense.Axpy(s[i], b, along)
	}
	return along
}

// complement returns an orthonormal basis of the complement of v: the reflection that takes v to a multiple of e_1 takes the
// other unit vectors to it.
func complement(v []float64) [][]float64 {
	w, beta := reflector(v)
	basis := make([][]float64, len(v)-1)
	for i := range basis {
		basis[i] = make([]float64, len(v))
		basis[i][i+1] = 1
		dense.Axpy(-beta*w[i+1], w, basis[i])
	}
	return basis
}

// reflector returns the w and beta with (I - beta w w') v = -+|v| e_1.
func reflector(v []float64) (w []float64, beta float64) {
	w = append([]float64(nil), v...)
	w[0] += math.Copysign(norm(v), v[0])
	return w, 2 / dense.Dot(w, w)
}

// reflectRows applies a reflection to the rows of B', which keeps B B', so that the first row is along sum_k w_k row_k.
func reflectRows(rows [][]float64, w []float64) {
	h, beta := reflector(w)
	along := make([]float64, len(rows[0]))
	for k, row := range rows {
		dense.Axpy(h[k], row, along)
	}
	for k, row := range rows {
		dense.Axpy(-beta*h[k], along, row)
	}
}

// orthogonalize makes the rows of B' orthogonal and keeps B B': it turns them to the eigenvectors of B'B, twice, since the rounding of the
// first turn is relative to the longest row.
func orthogonalize(rows [][]float64) {
	r := len(rows)
	eigen, gram, values := dense.NewEigen(r), make([]float64, r*r), make([]float64, r)
	for range 2 {
		for i, x := range rows {
			for j, y := range rows {
				gram[i*r+j] = dense.Dot(x, y)
			}
		}
		eigen.Decompose(context.Background(), gram, values)
		rotated := make([][]float64, r)
		for k := range rotated {
			rotated[k] = make([]float64, len(rows[0]))
			for i, row := range rows {
				dense.Axpy(gram[k*r+i], row, rotated[k])
			}
		}
		copy(rows, rotated)
	}
}
