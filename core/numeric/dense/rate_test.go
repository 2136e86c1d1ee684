//go:build unix && !js

package dense

import (
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
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

// rate reports GFlop/s of processor time for work with a known number of floating-point operations.
func rate(b *testing.B, name string, flops float64, work func()) {
	b.Run(name, func(b *testing.B) {
		start := cpuSeconds()
		for b.Loop() {
			work()
		}
		b.ReportMetric(flops*float64(b.N)/(cpuSeconds()-start)*1e-9, "GFlop/s")
	})
}

// peerScript measures the dgemm that cvxopt uses.
const peerScript = `
import sys, time
from cvxopt import blas, normal
n = int(sys.argv[1])
a, b, c, best = normal(n, n), normal(n, n), normal(n, n), 1e9
for _ in range(5):
    start = time.process_time()
    blas.gemm(a, b, c)
    best = min(best, time.process_time() - start)
print(2 * n ** 3 / best * 1e-9)
`

// peerRate returns its GFlop/s on one thread, for matrices of order n.
func peerRate(b *testing.B, python string, n int) float64 {
	command := exec.Command(python, "-c", peerScript, strconv.Itoa(n))
	command.Env = append(os.Environ(), "OPENBLAS_NUM_THREADS=1", "OMP_NUM_THREADS=1")
	text, err := command.Output()
	if err != nil {
		b.Fatal(err)
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(string(text)), 64)
	if err != nil {
		b.Fatal(err)
	}
	return v
}

// BenchmarkRates prints the share of the processor's peak that the kernels reach on one thread, next to gonum's dgemm and, if CONELAB_PEER
// names a Python with cvxopt, to that of its BLAS; package gemm measures the peak.
func BenchmarkRates(b *testing.B) {
	before := parallel.Threads()
	parallel.SetThreads(1)
	defer parallel.SetThreads(before)
	rng := rand.New(rand.NewPCG(1, 1))
	x := random(rng, 7*256)
	var out [12]float64
	if vectorized {
		rate(b, "kernel of MulNT", 24*256*1000, func() {
			for range 1000 {
				dot4x3(256, &x[0], 256, &x[4*256], 256, &out)
			}
		})
	}
	if python := os.Getenv("CONELAB_PEER"); python != "" {
		b.Run("cvxopt's dgemm/"+sizeName(1500), func(b *testing.B) { b.ReportMetric(peerRate(b, python, 1500), "GFlop/s") })
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
		rate(b, "Cholesky/"+sizeName(n), f*f*f/3, func() { copy(work, a); Cholesky(context.Background(), work, n) })
		if n <= 500 {
			rate(b, "QR/"+sizeName(n), 4*f*f*f, func() {
				qr := NewQR(n, n)
				copy(qr.b, a)
				qr.Factorize(context.Background())
			})
		}
	}
}
