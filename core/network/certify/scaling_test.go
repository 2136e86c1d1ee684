package certify

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"conelab/core/data/dataset"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// series says which size of a problem grows, over which values.
var series = []struct {
	name   string
	values []int
	draw   func(rng *rand.Rand, v int) Problem
}{
	{"n,d=5", []int{100, 200, 400, 800, 1600, 3200, 6400}, func(rng *rand.Rand, n int) Problem {
		return noisy(rng, lift.Architecture{}, n, 5, 1)
	}},
	{"d,n=300", []int{2, 3, 5, 7, 10, 14, 20, 28, 40}, func(rng *rand.Rand, d int) Problem {
		return noisy(rng, lift.Architecture{}, 300, d, 1)
	}},
	{"C,n=200,d=5", []int{1, 2, 3, 5, 7, 10}, func(rng *rand.Rand, outputs int) Problem {
		return noisy(rng, lift.Architecture{}, 200, 5, outputs)
	}},
	{"C,softmax,n=50,d=5", []int{2, 3, 5, 7, 10}, func(rng *rand.Rand, outputs int) Problem {
		p := labelled(rng, 50, 5, outputs, loss.Softmax)
		p.Beta = 0.1
		return p
	}},
	{"K,filter=3,n=200", []int{2, 4, 8, 16, 32, 64}, func(rng *rand.Rand, blocks int) Problem {
		arch := lift.Architecture{Kind: lift.Convolutional, Input: [3]int{1, blocks + 2, 1}, Signal: true, Filter: 3, Stride: 1, Pool: 1}
		return noisy(rng, arch, 200, blocks+2, 1)
	}},
}

// noisy draws n Gaussian points, labelled by five neurons with noise of deviation 0.1.
func noisy(rng *rand.Rand, arch lift.Architecture, n, d, outputs int) Problem {
	p := Problem{D: d, Outputs: outputs, Architecture: arch, Sigma: lift.ReLU, Beta: 0.1, X: make([]float64, n*d), Y: make([]float64, n*outputs)}
	for i := range p.X {
		p.X[i] = rng.NormFloat64()
	}
	op := p.operator()
	for o := range outputs {
		y := p.Y[o*n : (o+1)*n]
		for range 5 {
			op.AddNeuron(y, 0, rng.NormFloat64(), rng.IntN(op.Blocks()), dataset.Direction(rng, op.Dimension()))
		}
		for i := range y {
			y[i] += 0.1 * rng.NormFloat64()
		}
	}
	return p
}

// BenchmarkScaling says how the time of a solve grows with n, d, C and K: as the size to the power of the exponent, fitted to all values
// and to the largest three. The best time of each value counts.
func BenchmarkScaling(b *testing.B) {
	for _, s := range series {
		b.Run(s.name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(6, 6))
			sizes, times, iterations := make([]float64, len(s.values)), make([]float64, len(s.values)), make([]int, len(s.values))
			problems := make([]Problem, len(s.values))
			for k, v := range s.values {
				problems[k], sizes[k], times[k] = s.draw(rng, v), float64(v), math.Inf(1)
			}
			var job Job
			for b.Loop() {
				for k, p := range problems {
					start := time.Now()
					r := job.Run(p)
					times[k] = math.Min(times[k], time.Since(start).Seconds()*1e3)
					if iterations[k] = r.Iterations; r.Status != Optimal {
						b.Fatal(s.name, p.D, r.Status, r.Gap)
					}
				}
			}
			for k, v := range s.values {
				b.Logf("%4d  %9.3f ms  %d iterations", v, times[k], iterations[k])
			}
			end := len(sizes) - 3
			b.ReportMetric(exponent(sizes, times), "exponent")
			b.ReportMetric(exponent(sizes[end:], times[end:]), "exponent/end")
		})
	}
}

// exponent returns the slope of the least-squares line through the logarithms.
func exponent(sizes, times []float64) float64 {
	var x, y, xx, xy float64
	for k := range sizes {
		lx, ly := math.Log(sizes[k]), math.Log(times[k])
		x, y, xx, xy = x+lx, y+ly, xx+lx*lx, xy+lx*ly
	}
	n := float64(len(sizes))
	return (n*xy - x*y) / (n*xx - x*x)
}

func TestExponent(t *testing.T) {
	if got := exponent([]float64{1, 2, 4, 8}, []float64{3, 24, 192, 1536}); math.Abs(got-3) > 1e-12 {
		t.Errorf("exponent of 3 x^3 is %v", got)
	}
}

// allocated returns the bytes that one solve allocates, which is at least what it holds at any time.
func allocated(t *testing.T, p Problem) float64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var job Job
	if r := job.Run(p); r.Status != Optimal {
		t.Fatal(r.Status, r.Gap)
	}
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc - before.TotalAlloc)
}

// TestMemory holds a solve to the memory that the package promises: besides the data, the reflectors of the reduced form (package lift)
// where there are more samples than entries, and where there are fewer, the stack of the careful least squares (package sdp) with its
// square system.
func TestMemory(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for _, c := range []struct{ n, d int }{{2000, 10}, {20000, 10}, {100, 30}, {200, 30}} {
		p := noisy(rng, lift.Architecture{}, c.n, c.d, 1)
		order := c.d + 1
		n, q := float64(c.n), float64(order*(order+1)/2)
		m := math.Min(n, q)
		numbers := m*(m+2*q) + 2*m*m + 40*float64(order*order) + n*float64(2*order+20)
		if n > q {
			numbers += n * q
		}
		got := allocated(t, p)
		t.Logf("n = %d, d = %d: %.2f MB, data %.2f MB, min(n, q)^2 %.2f MB, limit %.2f MB", c.n, c.d, got/1e6, 8*n*float64(c.d)/1e6, 8*m*m/1e6, 8*numbers/1e6)
		if got > 8*numbers {
			t.Errorf("n = %d, d = %d: allocated %.0f bytes, want at most %.0f", c.n, c.d, got, 8*numbers)
		}
	}
}
