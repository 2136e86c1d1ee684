package equivalent

import (
	"context"
	"math"
	"math/rand/v2"

	"pgregory.net/rapid"

	"conelab/core/data/dataset"
	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// draw returns a dimension and a generator for a property test; rapid shrinks and prints both.
func draw(t *rapid.T, dims ...int) (d int, rng *rand.Rand) {
	seed := rapid.Uint64().Draw(t, "seed")
	return rapid.SampledFrom(dims).Draw(t, "d"), rand.New(rand.NewPCG(seed, 1))
}

func gaussian(rng *rand.Rand, d int) []float64 {
	x := make([]float64, d)
	for k := range x {
		x[k] = rng.NormFloat64()
	}
	return x
}

// network returns m neurons of unit norm and positive weights over six decades.
func network(rng *rand.Rand, d, m int) []neural.Neuron { return spread(rng, d, m, 6) }

// spread returns m neurons of unit norm and positive weights, from one downwards, over the given number of powers of ten.
func spread(rng *rand.Rand, d, m int, powers float64) []neural.Neuron {
	neurons := make([]neural.Neuron, m)
	for j := range neurons {
		neurons[j] = neural.Neuron{U: dataset.Direction(rng, d), Alpha: math.Pow(10, -powers*rng.Float64())}
	}
	return neurons
}

func within(t interface{ Fatalf(string, ...any) }, name string, got, want, tolerance float64) {
	if !(math.Abs(got-want) <= tolerance) {
		t.Fatalf("%s: %.17g, want %.17g within %g", name, got, want, tolerance)
	}
}

func same(t interface{ Fatalf(string, ...any) }, name string, got, want []float64, tolerance float64) {
	if off := distance(got, want); !(off <= tolerance*(norm(want)+1e-300)) {
		t.Fatalf("%s: off by %g of %g", name, off, norm(want))
	}
}

// cost returns sum |alpha| |u|^2.
func cost(neurons []neural.Neuron) (sum float64) {
	for _, neuron := range neurons {
		sum += math.Abs(neuron.Alpha) * dense.Dot(neuron.U, neuron.U)
	}
	return sum
}

// factor returns B with Z = B'B for a psd z, as a list of orthogonal rows of length p, the longest first.
func factor(z []float64, p int) (rows [][]float64) {
	vectors, values := append([]float64(nil), z...), make([]float64, p)
	dense.NewEigen(p).Decompose(context.Background(), vectors, values)
	threshold := 1e-13 * math.Max(math.Abs(values[0]), math.Abs(values[p-1]))
	for i := p - 1; i >= 0 && values[i] > threshold; i-- {
		row := make([]float64, p)
		dense.Axpy(math.Sqrt(values[i]), vectors[i*p:(i+1)*p], row)
		rows = append(rows, row)
	}
	return rows
}
