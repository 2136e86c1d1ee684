//go:build unix && !js

package dense

import (
	"math/rand/v2"
	"syscall"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"

	"conelab/core/numeric/gemm"
	"conelab/core/numeric/parallel"
)

// cpuSeconds returns the processor time that this process has had.
func cpuSeconds() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return float64(u.Utime.Sec+u.Stime.Sec) + 1e-6*float64(u.Utime.Usec+u.Stime.Usec)
}

// rate reports GFlop/s of processor time, of work that makes so many floating-point operations.
func rate(b *testing.B, name string, flops float64, work func()) {
	b.Run(name, func(b *testing.B) {
		start := cpuSeconds()
		for b.Loop() {
			work()
		}
		b.ReportMetric(flops*float64(b.N)/(cpuSeconds()-start)*1e-9, "GFlop/s")
	})
}

// BenchmarkRates prints what share of the processor the kernels use, on one thread: peak is the kernel alone on rows in the nearest cache, and
// gonum's dgemm stands beside it.
func BenchmarkRates(b *testing.B) {
	before := parallel.Threads()
	parallel.SetThreads(1)
	defer parallel.SetThreads(before)
	rng := rand.New(rand.NewPCG(1, 1))
	x := random(rng, 7*256)
	var out [12]float64
	if vectorized {
		rate(b, "peak", 24*256*1000, func() {
			for range 1000 {
				dot4x3(256, &x[0], 256, &x[4*256], 256, &out)
			}
		})
	}
	for _, n := range []int{21, 100, 500, 1500} {
		f := float64(n)
		a, c, work := positive(rng, n), make([]float64, n*n), make([]float64, n*n)
		rate(b, "MulNT/"+sizeName(n), 2*f*f*f, func() { MulNT(c, a, a, n, n, n) })
		g := blas64.General{Rows: n, Cols: n, Stride: n, Data: a}
		rate(b, "gonum dgemm/"+sizeName(n), 2*f*f*f, func() {
			blas64.Gemm(blas.NoTrans, blas.Trans, 1, g, g, 0, blas64.General{Rows: n, Cols: n, Stride: n, Data: c})
		})
		var product gemm.Multiplier
		rate(b, "gemm/"+sizeName(n), 2*f*f*f, func() {
			clear(c)
			product.AddTo(c, n, gemm.Rows(a, n), gemm.Columns(a, n), nil, n, n, n)
		})
		rate(b, "gemm Cholesky/"+sizeName(n), f*f*f/3, func() { copy(work, a); gemm.Cholesky(work, n, n, []gemm.Multiplier{product}) })
		rate(b, "Cholesky/"+sizeName(n), f*f*f/3, func() { copy(work, a); Cholesky(work, n) })
		if n <= 500 {
			rate(b, "StackedQR/"+sizeName(n), 4*f*f*f, func() {
				qr := NewStackedQR(n, n)
				copy(qr.b, a)
				qr.Factorize()
			})
		}
	}
}
