package equivalent

import (
	"math"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// rankTolerance, times the largest absolute eigenvalue, is the size below which an eigenvalue counts as zero. Matrices assembled from neurons have
// noise of 1e-16. Matrices taken directly from an interior-point iteration have more, and should be reassembled from neurons first.
const rankTolerance = 1e-13

// factor returns B with Z = B'B for a psd z, as a list of orthogonal rows of length p, the longest first.
func factor(z []float64, p int) (rows [][]float64) {
	if len(z) != p*p {
		panic("equivalent: the matrix must have p^2 entries")
	}
	vectors, values := append([]float64(nil), z...), make([]float64, p)
	dense.NewEigen(p).Decompose(vectors, values)
	threshold := rankTolerance * math.Max(math.Abs(values[0]), math.Abs(values[p-1]))
	for i := p - 1; i >= 0 && values[i] > threshold; i-- {
		row := make([]float64, p)
		dense.Axpy(math.Sqrt(values[i]), vectors[i*p:(i+1)*p], row)
		rows = append(rows, row)
	}
	return rows
}

// gram returns B'B.
func gram(rows [][]float64, p int) []float64 {
	z := make([]float64, p*p)
	for _, row := range rows {
		addOuter(z, 1, row)
	}
	return z
}

// assemble returns sum_j alpha_j [u_j;1][u_j;1]' of order d + 1. For unit u_j this is the network's Z - Z'.
func assemble(neurons []neural.Neuron, d int) []float64 {
	z := make([]float64, (d+1)*(d+1))
	for _, neuron := range neurons {
		addOuter(z, neuron.Alpha, lifted(neuron.U, 1))
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

func norm(x []float64) float64 { return math.Sqrt(dense.Dot(x, x)) }

func distance(x, y []float64) float64 {
	sum := 0.0
	for k := range x {
		sum += (x[k] - y[k]) * (x[k] - y[k])
	}
	return math.Sqrt(sum)
}
