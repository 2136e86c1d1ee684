package gemm

import (
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/numeric/parallel"
)

func TestCholesky(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for _, n := range []int{1, 2, 5, 63, 64, 65, 130, 301} {
		stride := n + 2
		g, a := draw(rng, n*n), make([]float64, n*stride)
		for i := range n {
			for j := range i + 1 {
				a[i*stride+j] = dot(g[i*n:(i+1)*n], g[j*n:(j+1)*n])
			}
			a[i*stride+i] += 0.1
		}
		before := append([]float64(nil), a...)
		workers := make([]Multiplier, parallel.Threads())
		if !Cholesky(a, stride, n, workers) {
			t.Fatalf("order %d: not positive definite", n)
		}
		for i := range n {
			for j := range i + 1 {
				if got := dot(a[i*stride:i*stride+j+1], a[j*stride:j*stride+j+1]); math.Abs(got-before[i*stride+j]) > 1e-12*float64(n) {
					t.Fatalf("order %d: entry %d,%d of L L' is %g, expected %g", n, i, j, got, before[i*stride+j])
				}
			}
		}
		const m = 7
		b := draw(rng, m*n)
		x := append([]float64(nil), b...)
		SolveLower(a, stride, n, x, n, m, workers)
		for i := range m {
			for j := range n {
				if got := dot(a[j*stride:j*stride+j+1], x[i*n:i*n+j+1]); math.Abs(got-b[i*n+j]) > 1e-9 {
					t.Fatalf("order %d: entry %d,%d of X L' is %g, expected %g", n, i, j, got, b[i*n+j])
				}
			}
		}
		y := append([]float64(nil), b[:n]...)
		SolveCholesky(a, stride, n, y)
		for i := range n {
			sum := 0.0
			for j := range n {
				if j <= i {
					sum += before[i*stride+j] * y[j]
				} else {
					sum += before[j*stride+i] * y[j]
				}
			}
			if math.Abs(sum-b[i]) > 1e-6 {
				t.Fatalf("order %d: entry %d of A x is %g, expected %g", n, i, sum, b[i])
			}
		}
	}
	if Cholesky([]float64{1, 0, 2, 1}, 2, 2, make([]Multiplier, 1)) {
		t.Error("an indefinite matrix has a factor")
	}
}
