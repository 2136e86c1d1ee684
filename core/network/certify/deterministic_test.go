package certify

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
)

// TestDeterministic: a result is the same, to the last bit, for any number of threads, and whatever its job has solved before.
func TestDeterministic(t *testing.T) {
	defer parallel.SetThreads(0)
	for kind, name := range []string{"dense", "quadratic", "global pool", "pool of two"} {
		for l := loss.Squared; l <= loss.Softmax; l++ {
			for _, method := range []Method{InteriorPoint, Corrective} {
				t.Run(fmt.Sprintf("%s/%v/%v", name, l, method), func(t *testing.T) {
					rng := rand.New(rand.NewPCG(11, uint64(kind)))
					p := drawProblem(rng, kind, 2, l)
					p.Method = method
					before := p
					before.Beta *= 3
					before.X = append([]float64(nil), p.X...)
					for i := range before.X {
						before.X[i] *= 1 + 0.1*rng.NormFloat64()
					}
					parallel.SetThreads(1)
					var alone Job
					want := bits(alone.Run(p))
					for _, threads := range []int{1, 2, 5} {
						if parallel.SetThreads(threads); parallel.Threads() != threads {
							break // WebAssembly has one
						}
						var job Job
						job.Run(before)
						if got := bits(job.Run(p)); got != want {
							t.Errorf("%d threads, another problem before: %s, want %s", threads, got, want)
						}
					}
				})
			}
		}
	}
}

// bits writes what a result says without rounding.
func bits(r *Result) string {
	sum := func(x []float64) (code uint64) {
		for _, v := range x {
			code = code*1099511628211 + math.Float64bits(v)
		}
		return code
	}
	text := fmt.Sprintf("%d iterations, objective %x, bound %x, dual %x, %d neurons", r.Iterations, r.Objective, r.Lower, sum(r.Certificate.Dual), len(r.Neurons))
	for _, n := range r.Neurons {
		text += fmt.Sprintf(" %x %x", n.Alpha, sum(n.U))
	}
	return text
}
