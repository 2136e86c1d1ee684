package certify

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"conelab/core/numeric/dense"
)

// planted returns V V' for vectors on the cone, which is a matrix with an exact decomposition.
func planted(rng *rand.Rand, order, rank int, size float64) [][]float64 {
	z := make([]float64, order*order)
	for range rank {
		y, norm := make([]float64, order), 0.0
		for k := range order - 1 {
			y[k] = rng.NormFloat64()
			norm = math.Hypot(norm, y[k])
		}
		y[order-1] = norm
		for i := range z {
			z[i] += size * y[i/order] * y[i%order]
		}
	}
	return slices.Collect(slices.Chunk(z, order))
}

func TestDecomposePlanted(t *testing.T) {
	const seed = 7
	rng := rand.New(rand.NewPCG(seed, seed))
	for order := 2; order <= 12; order++ {
		for _, size := range []float64{1, 1e-300, 1e140, 3e-5} {
			rank := 1 + rng.IntN(order)
			z := planted(rng, order, rank, size)
			dec := Decompose(z, 0)
			if !dec.Pass() || dec.Message != "" || dec.Rank != min(rank, order) || len(dec.Neurons) != dec.Rank || len(dec.Steps) != dec.Rank {
				t.Fatalf("order %d, rank %d, size %g: %s", order, rank, size, dec.Message)
			}
			sum := make([]float64, order*order)
			for _, n := range dec.Neurons {
				for i := range sum {
					sum[i] += n.Alpha * at(n.U, i/order) * at(n.U, i%order)
				}
			}
			for i, v := range slices.Concat(z...) {
				if math.Abs(v-sum[i]) > 1e-12*dense.Largest(sum) {
					t.Fatalf("order %d, size %g: the neurons give %g, not %g", order, size, sum[i], v)
				}
			}
		}
	}
}

// at returns entry k of [u;1].
func at(u []float64, k int) float64 {
	if k == len(u) {
		return 1
	}
	return u[k]
}

// TestDecomposeSteps recomputes each step from its own numbers.
func TestDecomposeSteps(t *testing.T) {
	dec := Decompose(planted(rand.New(rand.NewPCG(3, 3)), 4, 3, 100), 0)
	for _, step := range dec.Steps {
		for k, v := range step.Y {
			want := math.Cos(step.Angle) * step.First[k]
			if step.Partner != nil {
				want += math.Sin(step.Angle) * step.Partner[k]
			}
			// A vector on the cone is given with t >= 0.
			if math.Abs(math.Abs(want)-math.Abs(v)) > 1e-12*dense.Largest(step.Y) {
				t.Errorf("y[%d] is %g, want %g", k, v, want)
			}
		}
	}
}

// TestRoundedMatrices: a sum of neurons rounded to some decimals is reported as right to them, or still passes. Moved by more than rounding
// it is not, nor is a matrix of whole numbers or with all digits.
func TestRoundedMatrices(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 7))
	for trial := range 200 {
		order, digits := 2+trial%4, 1+trial%6
		z := planted(rng, order, 1+trial%order, 3)
		unit := math.Pow10(digits)
		for i := range z {
			for j := range z {
				z[i][j] = math.Round(z[i][j]*unit) / unit
			}
		}
		if dec := Decompose(z, 0); !dec.Pass() && (dec.Decimals == 0 || dec.Decimals > digits) {
			t.Fatalf("%v: %d decimals of %d: %s", z, dec.Decimals, digits, dec.Message)
		}
		z[order-1][order-1] += float64(order+1) / unit
		z[0][0] -= float64(order+1) / unit
		if dec := Decompose(z, 0); dec.Pass() || dec.Decimals > 0 {
			t.Fatalf("%v passes as rounded, with the traces %g apart", z, dec.TraceViolation)
		}
	}
	for _, z := range [][][]float64{{{1, 2}, {2, 1}}, {{1 + 1.234567890123e-5, 1}, {1, 1}}} {
		if dec := Decompose(z, 0); dec.Pass() || dec.Decimals > 0 {
			t.Errorf("%v is taken for a rounded matrix", z)
		}
	}
}

func TestDecomposeFaults(t *testing.T) {
	for name, c := range map[string]struct {
		z       [][]float64
		message string
	}{
		"not psd": {[][]float64{{1, 2}, {2, 1}},
			"The matrix has no exact decomposition: its least eigenvalue is below zero by 1, where rounding allows 2e-09."},
		"unbalanced": {[][]float64{{2, 0}, {0, 1}},
			"The matrix has no exact decomposition: the trace of its leading block and its last entry differ by 1, where rounding allows 2e-09."},
		"not psd to two decimals": {[][]float64{{0.12, 1}, {1, 0.12}},
			"The matrix has no exact decomposition: its least eigenvalue is below zero by 0.88, where rounding allows 0.01."},
		"negative": {[][]float64{{-1, 0}, {0, -1}},
			"The matrix has no exact decomposition: its least eigenvalue is below zero by 1, where rounding allows 1e-09."},
		"no time": {[][]float64{{1, 0}, {0, 0}},
			"The matrix has no exact decomposition: the trace of its leading block and its last entry differ by 1, where rounding allows 1e-09."},
		"both": {[][]float64{{4, 0}, {0, -2}},
			"The matrix has no exact decomposition: its least eigenvalue is below zero by 2, where rounding allows " +
				"4e-09; the trace of its leading block and its last entry differ by 6, where rounding allows 4e-09."},
	} {
		t.Run(name, func(t *testing.T) {
			dec := Decompose(c.z, 0)
			if dec.Pass() || dec.Message != c.message {
				t.Errorf("pass %v: %s", dec.Pass(), dec.Message)
			}
			// All but one have a determinant, the product of two eigenvalues, that is not zero: those are of full rank, whatever
			// their signs.
			rank := 2
			if c.z[0][0]*c.z[1][1] == c.z[0][1]*c.z[1][0] {
				rank = 1
			}
			if dec.Rank != rank {
				t.Errorf("rank %d, want %d", dec.Rank, rank)
			}
		})
	}
	if dec := Decompose([][]float64{{1e290, 0}, {0, 1e290}}, 0); dec.Pass() || !strings.Contains(dec.Message, "too large") {
		t.Errorf("numbers that are too large: %s", dec.Message)
	}
	if dec := Decompose([][]float64{{1 + 1e-7, 1}, {1, 1}}, 1e-6); !dec.Pass() {
		t.Errorf("refused within a wide tolerance: %s", dec.Message)
	}
	if dec := Decompose([][]float64{{0, 0}, {0, 0}}, 0); !dec.Pass() || dec.Rank != 0 {
		t.Errorf("zero is the sum of no neurons: %s", dec.Message)
	}
}
