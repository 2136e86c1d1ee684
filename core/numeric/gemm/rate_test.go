//go:build unix && !js

package gemm

import (
	"math/rand/v2"
	"syscall"
	"testing"
)

// BenchmarkRates measures the kernel alone, on panels in the nearest cache: the peak with which products are compared.
func BenchmarkRates(b *testing.B) {
	const deep, times = 128, 1000
	rng := rand.New(rand.NewPCG(1, 1))
	x, y, c := draw(rng, mr*deep), draw(rng, nr*deep), make([]float64, mr*nr)
	b.Run("peak", func(b *testing.B) {
		start := cpuSeconds()
		for b.Loop() {
			clear(c)
			for range times {
				kernel(deep, x, y, c, nr)
			}
		}
		b.ReportMetric(2*float64(mr*nr*deep*times)*float64(b.N)/(cpuSeconds()-start)*1e-9, "GFlop/s")
	})
}

// cpuSeconds returns the processor time that this process has had.
func cpuSeconds() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return float64(u.Utime.Sec+u.Stime.Sec) + 1e-6*float64(u.Utime.Usec+u.Stime.Usec)
}
