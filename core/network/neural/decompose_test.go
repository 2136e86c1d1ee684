package neural

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/numeric/dense"
)

// withTrace returns a random psd matrix of order p and the given rank with < G, Z > = 0, whose nonzero eigenvalues have about the
// given condition number.
func withTrace(rng *rand.Rand, p, rank int, condition float64) []float64 {
	vectors := make([][]float64, rank)
	for i := range vectors {
		vectors[i] = make([]float64, p)
		for k := range vectors[i] {
			vectors[i][k] = rng.NormFloat64()
		}
		orthogonalize(vectors[i], vectors[:i])
	}
	for i, v := range vectors {
		size := math.Pow(condition, -rng.Float64()/2)
		if i == 0 {
			size = 1
		}
		for k := range v {
			v[k] *= size
		}
	}
	RestoreTrace(slices.Values(vectors))
	z := make([]float64, p*p)
	for _, v := range vectors {
		for i := range p {
			dense.Axpy(v[i], v, z[i*p:(i+1)*p])
		}
	}
	return z
}

func orthogonalize(v []float64, others [][]float64) {
	for range 2 {
		for _, o := range others {
			dense.Axpy(-dense.Dot(v, o)/dense.Dot(o, o), o, v)
		}
	}
	norm := math.Sqrt(dense.Dot(v, v))
	for k := range v {
		v[k] /= norm
	}
}

// planted returns sum alpha [u;1][u;1]' for random neurons with weights over eight orders of magnitude.
func planted(rng *rand.Rand, p, neurons int) []float64 {
	z := make([]float64, p*p)
	for range neurons {
		Assemble(z, []Neuron{{U: dataset.Direction(rng, p-1), Alpha: math.Pow(10, -8*rng.Float64())}}, 1, 0, 0, true)
	}
	return z
}

func TestDecomposeRandomMatrices(t *testing.T) {
	const seed = 41
	rng := rand.New(rand.NewPCG(seed, seed))
	count := 10000
	for trial := range count {
		p := 2 + rng.IntN(40)
		rank := 1 + rng.IntN(p)
		var z []float64
		if trial%4 == 0 {
			z = planted(rng, p, rank)
		} else {
			rank = max(rank, 2) // a single vector is hasTrace only if it lies on the cone
			z = withTrace(rng, p, rank, math.Pow(10, 8*rng.Float64()))
		}
		dec := Decompose(z, p, p, true)
		neurons := dec.Neurons(1, true)
		if len(neurons) > rank {
			t.Fatalf("seed %d, trial %d, order %d: %d neurons for rank %d", seed, trial, p, len(neurons), rank)
		}
		checkReassembly(t, z, neurons, p, trial)
		checkSteps(t, dec, trial)
	}
}

func checkReassembly(t *testing.T, z []float64, neurons []Neuron, p, trial int) {
	t.Helper()
	left, size := append([]float64(nil), z...), dense.Largest(z)
	for _, neuron := range neurons {
		if norm := math.Sqrt(dense.Dot(neuron.U, neuron.U)); math.Abs(norm-1) > 1e-12 {
			t.Fatalf("trial %d: |u| = 1 %+.1e", trial, norm-1)
		}
		if !(neuron.Alpha > 0) {
			t.Fatalf("trial %d: weight %g of a neuron of Z", trial, neuron.Alpha)
		}
	}
	back := make([]float64, p*p)
	Assemble(back, neurons, 1, 0, 0, true)
	dense.Axpy(-1, back, left)
	if worst := dense.Largest(left); worst > 1e-9*size {
		t.Fatalf("trial %d, order %d: max|Z - sum y y'| = %.1e max|Z|", trial, p, worst/size)
	}
}

// checkSteps replays the trace. Each step must rotate its pair by its angle, preserve the pair's matrix, and leave the vectors
// from which the next step starts.
func checkSteps(t *testing.T, dec *Decomposition, trial int) {
	t.Helper()
	for i, step := range dec.Steps {
		if len(step.Before) != len(dec.Steps)-i {
			t.Fatalf("trial %d, step %d: %d vectors before, want %d", trial, i, len(step.Before), len(dec.Steps)-i)
		}
		if step.Partner < 0 {
			continue
		}
		if (step.FormFirst < 0) == (step.FormPartner < 0) {
			t.Fatalf("trial %d, step %d: forms %g and %g of one sign", trial, i, step.FormFirst, step.FormPartner)
		}
		p1, pj := step.Before[step.First], step.Before[step.Partner]
		y, w := turn(p1, pj, step.Angle)
		scale := dense.Dot(p1, p1) + dense.Dot(pj, pj)
		if g := math.Abs(Form(y, y)); g > 1e-14*scale {
			t.Fatalf("trial %d, step %d: y'Gy = %.1e of |p|^2", trial, i, g/scale)
		}
		for k := range y {
			for l := range y {
				before := p1[k]*p1[l] + pj[k]*pj[l]
				if after := y[k]*y[l] + w[k]*w[l]; math.Abs(after-before) > 1e-14*scale {
					t.Fatalf("trial %d, step %d: the turn changed entry (%d, %d) by %.1e", trial, i, k, l, after-before)
				}
			}
		}
	}
}

// TestDecomposeWorstCases has matrices on which the paper's procedure divides by nearly zero or loses digits to rounding.
func TestDecomposeWorstCases(t *testing.T) {
	rt := math.Sqrt(0.5)
	for name, z := range map[string][]float64{
		"one neuron":           {1, 0, 1, 0, 0, 0, 1, 0, 1},
		"eigenvectors on cone": {2, 0, 0, 0, 0, 0, 0, 0, 2},
		"opposite neurons":     {1, 0, 0, 0, 0, 0, 0, 0, 1},
		"isotropic":            {1, 0, 0, 0, 1, 0, 0, 0, 2},
		"nearly on the cone":   {1, 1e-13, 1, 1e-13, 1e-13, 0, 1, 0, 1 + 1e-13},
		"huge":                 {1e200, 0, 0, 0, 1e200, 0, 0, 0, 2e200},
		"tiny":                 {1e-200, 0, 0, 0, 1e-200, 0, 0, 0, 2e-200},
		"two close neurons":    {2, 1e-8, 2, 1e-8, 1e-16, 1e-8, 2, 1e-8, 2},
		"d = 1":                {1, rt, rt, 1},
	} {
		p := int(math.Sqrt(float64(len(z))))
		dec := Decompose(z, p, p, true)
		neurons := dec.Neurons(1, true)
		t.Run(name, func(t *testing.T) {
			checkReassembly(t, z, neurons, p, 0)
			if dec.Residual > 1e-9 || len(neurons) > p {
				t.Errorf("residual %.1e with %d neurons", dec.Residual, len(neurons))
			}
		})
	}
}

func TestDecomposeSaysWhatIsWrong(t *testing.T) {
	for _, row := range []struct {
		name                       string
		z                          []float64
		eigenvalue, trace, atLeast float64
	}{
		{"not psd", []float64{1, 0, 0, 0, -0.5, 0, 0, 0, 0.5}, -0.5, 0, 0.4},
		{"not hasTrace", []float64{1, 0, 0, 0, 1, 0, 0, 0, 1}, 1, 1, 0.1},
		{"no spatial part", []float64{0, 0, 0, 0, 0, 0, 0, 0, 1}, 0, 1, 0.5},
		{"zero", make([]float64, 9), 0, 0, 0},
	} {
		dec := Decompose(row.z, 3, 3, true)
		if math.Abs(dec.MinEigenvalue-row.eigenvalue) > 1e-12 || math.Abs(dec.TraceViolation-row.trace) > 1e-12 || dec.Residual < row.atLeast {
			t.Errorf("%s: least eigenvalue %g, trace violation %g, residual %g", row.name, dec.MinEigenvalue, dec.TraceViolation, dec.Residual)
		}
	}
}

func TestDecomposeLimitsTheRank(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	z := planted(rng, 6, 3)
	noise := withTrace(rng, 6, 6, 1)
	dense.Axpy(1e-12, noise, z)
	if dec := Decompose(z, 6, 3, true); len(dec.Vectors) != 3 || dec.Residual > 1e-11 {
		t.Errorf("%d vectors, residual %.1e", len(dec.Vectors), dec.Residual)
	}
}
