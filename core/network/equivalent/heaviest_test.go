package equivalent

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/network/neural"
)

// randomNetwork returns r neurons of positive weight in d dimensions, with weights spread over the given number of powers of ten.
func randomNetwork(rng *rand.Rand, d, r int, spread float64) []neural.Neuron {
	neurons := make([]neural.Neuron, r)
	for j := range neurons {
		neurons[j] = neural.Neuron{U: dataset.Direction(rng, d), Alpha: math.Pow(10, -spread*rng.Float64())}
	}
	return neurons
}

// TestHeaviestKeepsTheMatrix checks that the matrix and the number of neurons stay, that the neurons have unit length, and that the first one is at
// least as heavy as each of a thousand admissible ones with their largest weights.
func TestHeaviestKeepsTheMatrix(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 7))
	for trial := range 300 {
		d := 1 + rng.IntN(9)
		r, spread := 1+rng.IntN(d+1), float64(trial%7)
		if d == 1 {
			r = 1
		}
		given := randomNetwork(rng, d, r, spread)
		found := Heaviest(given)
		z, again := assemble(given, d), assemble(found, d)
		if len(found) != r || distance(z, again) > 1e-13*norm(z) {
			t.Fatalf("trial %d: d = %d, rank %d: %d neurons, the matrix moved by %g", trial, d, r, len(found), distance(z, again)/norm(z))
		}
		for j, neuron := range found {
			if math.Abs(norm(neuron.U)-1) > 1e-14 || !(neuron.Alpha > 0) {
				t.Errorf("trial %d: neuron %d has length %g and weight %g", trial, j, norm(neuron.U), neuron.Alpha)
			}
		}
		heaviestOfAll(t, rng, given, found[0].Alpha)
	}
}

// heaviestOfAll compares the weight of the first neuron with those of other possible first neurons.
func heaviestOfAll(t *testing.T, rng *rand.Rand, neurons []neural.Neuron, most float64) {
	d := len(neurons[0].U)
	span := newSpan(vectors(neurons))
	if !span.independent() {
		return
	}
	rows := span.rows()
	for range 100 {
		u := nearestAdmissible(rows, dataset.Direction(rng, d))
		w := span.solve(u)
		if weight := 1 / (norm(w) * norm(w)); weight > most*(1+1e-7) {
			t.Fatalf("d = %d, rank %d: a neuron of weight %g, the first has %g", d, len(neurons), weight, most)
		}
	}
}

// TestHeaviestDependsOnTheMatrixAlone passes other networks of the same matrix, and the same network in another order. A direction that is nearly as
// heavy as others is determined less precisely than the matrix.
func TestHeaviestDependsOnTheMatrixAlone(t *testing.T) {
	const sameVector = 1e-5
	rng := rand.New(rand.NewPCG(32, 7))
	for trial := range 100 {
		d := 2 + rng.IntN(6)
		given := randomNetwork(rng, d, 3+rng.IntN(d-1), 2)
		want := vectors(Heaviest(given))
		turned, ok := Turn(given, 0, dataset.Direction(rng, d))
		if !ok {
			t.Fatalf("trial %d: the network is not turned", trial)
		}
		slices.Reverse(given)
		for _, other := range [][]neural.Neuron{given, turned} {
			for j, y := range vectors(Heaviest(other)) {
				if distance(y, want[j]) > sameVector {
					t.Errorf("trial %d, d = %d, rank %d: neuron %d is %v, and from the network given %v", trial, d, len(want), j, y, want[j])
				}
			}
		}
	}
}
