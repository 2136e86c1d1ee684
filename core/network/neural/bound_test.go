package neural

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"conelab/core/data/dataset"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// TestSphereMaximum checks the value from both sides: no point of the sphere exceeds it, and the returned point attains it. The
// generator favours the hard case, in which h has no component in the top eigenspace, and cases near it.
func TestSphereMaximum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.SampledFrom([]int{1, 2, 3, 4, 5, 6, 7, 30}).Draw(t, "d")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		basis := make([][]float64, d)
		for i := range basis {
			basis[i] = make([]float64, d)
			for k := range basis[i] {
				basis[i][k] = rng.NormFloat64()
			}
			orthogonalize(basis[i], basis[:i])
		}
		q, h := make([]float64, d*d), make([]float64, d)
		scale := math.Pow(10, float64(rapid.IntRange(-6, 6).Draw(t, "scale")))
		for i, b := range basis {
			value := scale * float64(rapid.IntRange(-2, 2).Draw(t, "eigenvalue")) // often repeated
			part := rapid.SampledFrom([]float64{0, 0, 1e-300, 1e-16, 1e-8, 1e-3, 1, 100}).Draw(t, "part of h") * scale
			for k := range d {
				dense.Axpy(value*b[k], b, q[k*d:(k+1)*d])
			}
			if i > 0 || rapid.Bool().Draw(t, "easy") {
				dense.Axpy(part, b, h)
			}
		}
		sphere := NewSphere(d)
		value, u := sphere.Max(q, h)
		size := dense.Largest(q) + dense.Largest(h) + 1e-300
		if math.Abs(dense.Dot(u, u)-1) > 1e-12 {
			t.Fatalf("|u|^2 = %g", dense.Dot(u, u))
		}
		if at := quadraticAt(q, h, u); math.Abs(at-value) > 1e-11*size {
			t.Fatalf("value %.17g, but %.17g at u", value, at)
		}
		for range 200 {
			x := make([]float64, d)
			for k := range x {
				x[k] = rng.NormFloat64()
			}
			orthogonalize(x, nil)
			if at := quadraticAt(q, h, x); at > value+1e-12*size {
				t.Fatalf("value %.17g, but %.17g at a random point", value, at)
			}
		}
	})
}

func quadraticAt(q, h, u []float64) float64 {
	d, sum := len(u), dense.Dot(h, u)
	for i := range d {
		sum += u[i] * dense.Dot(q[i*d:(i+1)*d], u)
	}
	return sum
}

// TestBoundIsBelowEveryNetwork is weak duality: whatever the dual vector, no network costs less than the bound.
func TestBoundIsBelowEveryNetwork(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))
		n, d := rapid.IntRange(1, 12).Draw(t, "n"), rapid.IntRange(1, 4).Draw(t, "d")
		sigma := lift.Polynomial{A: rng.NormFloat64(), B: rng.NormFloat64(), C: rng.NormFloat64()}
		beta := math.Pow(10, 4*rng.Float64()-3)
		x, y, v := make([]float64, n*d), make([]float64, n), make([]float64, n)
		for i := range x {
			x[i] = rng.NormFloat64()
		}
		size := math.Pow(10, 6*rng.Float64()-3)
		for i := range v {
			y[i], v[i] = rng.NormFloat64(), size*rng.NormFloat64()
		}
		operator := new(lift.Architecture).New(context.Background(), sigma, x, n, d)
		var proof Certificate
		NewProver(operator).BoundTo(&proof, v, y, beta, loss.Squared)
		fit := make([]float64, n)
		for range 20 {
			neurons := randomNeurons(rng, d)
			if cost := Cost(fit, neurons, operator, y, beta, loss.Squared); cost < proof.Lower*(1-1e-12)-1e-12 {
				t.Fatalf("a network costs %.17g, below the bound %.17g", cost, proof.Lower)
			}
			for _, neuron := range neurons {
				g := 0.0
				for i, vi := range proof.Dual {
					g += vi * sigma.At(dense.Dot(operator.Patch(i, 0, 0), neuron.U))
				}
				lifted := append(append([]float64(nil), neuron.U...), 1)
				if math.Abs(g) > beta*(1+1e-10) || math.Abs(g-quadraticAt(proof.Quadratics[0], make([]float64, d+1), lifted)) > 1e-9*(1+beta) {
					t.Fatalf("g(u) = %.17g with beta %.17g", g, beta)
				}
			}
		}
	})
}

func randomNeurons(rng *rand.Rand, d int) []Neuron {
	neurons := make([]Neuron, rng.IntN(4))
	for j := range neurons {
		neurons[j] = Neuron{U: dataset.Direction(rng, d), Alpha: rng.NormFloat64()}
	}
	return neurons
}

// TestBoundOfTinyVectors: if a class hardly ever occurs, g is near the smallest doubles, and its peak is still found for matrices
// of any order. A vector with NaN proves nothing.
func TestBoundOfTinyVectors(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for _, d := range []int{2, 33} {
		const n = 9
		x, v, y := make([]float64, n*d), make([]float64, n), make([]float64, n)
		for i := range x {
			x[i] = rng.NormFloat64()
		}
		for i := range v {
			v[i], y[i] = rng.NormFloat64(), 1
		}
		prover := NewProver(new(lift.Architecture).New(context.Background(), lift.ReLU, x, n, d))
		var plain Certificate
		plain.Dual = v
		prover.PeakTo(&plain)
		for _, size := range []float64{0x1p-900, 0x1p-500, 0x1p200} {
			scaled := Certificate{Dual: make([]float64, n)}
			for i := range v {
				scaled.Dual[i] = size * v[i]
			}
			prover.PeakTo(&scaled)
			if math.Abs(scaled.Peak-size*plain.Peak) > 1e-12*size*plain.Peak {
				t.Errorf("d = %d: peak %g of a vector of size %g, want %g", d, scaled.Peak, size, size*plain.Peak)
			}
		}
		v[3] = math.NaN()
		var proof Certificate
		prover.BoundTo(&proof, v, y, 1, loss.Squared)
		if !math.IsInf(proof.Lower, -1) {
			t.Errorf("d = %d: a vector with NaN proves %g", d, proof.Lower)
		}
	}
}

// TestEigenvectors: those of the largest and of the least eigenvalues, also where many are equal.
func TestEigenvectors(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for _, n := range []int{1, 2, 3, 7, 40, 90} {
		for _, equal := range []bool{false, true} {
			q, values := make([]float64, n*n), make([]float64, n)
			for i := range n {
				for j := range i + 1 {
					v := rng.NormFloat64()
					if !equal {
						q[i*n+j], q[j*n+i] = v, v
					}
				}
				if equal {
					q[i*n+i] = float64(1 - 2*(i%2))
				}
			}
			s := NewSphere(n)
			s.Decompose(t.Context(), q)
			dense.NewEigen(n).Values(t.Context(), slices.Clone(q), values)
			for _, sign := range []float64{1, -1} {
				for k, v := range s.Vectors(sign, 5) {
					at := k
					if sign > 0 {
						at = n - 1 - k
					}
					for i := range n {
						if r := dense.Dot(q[i*n:(i+1)*n], v) - values[at]*v[i]; math.Abs(r) > 1e-10*float64(n) {
							t.Fatalf("n = %d: eigenvector %d misses by %g", n, at, r)
						}
					}
				}
			}
		}
	}
}
