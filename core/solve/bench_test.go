package solve

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"conelab/core/data"
	"conelab/core/lift"
)

// Peers on one core for the shapes below, natively, at a relative accuracy of 1e-6: SCS 3.2 takes this many milliseconds.
var scsMilliseconds = map[string]float64{"drawn n=200,d=2": 1.9, "figure4 n=10,d=20": 68, "figure4 n=100,d=20": 818, "figure4 n=500,d=20": 620}

// BenchmarkSolve times solve, decompose and certify to the default gap.
func BenchmarkSolve(b *testing.B) {
	rng := rand.New(rand.NewPCG(4, 4))
	problems := []Problem{problemOf(data.Ball(rng, 200, 2), lift.ReLU, 0.01)}
	names := []string{"drawn n=200,d=2"}
	for _, n := range []int{10, 100, 500} {
		problems = append(problems, problemOf(data.Planted(rng, n, 20, 5, lift.ReLU.At), lift.ReLU, 0.1))
		names = append(names, fmt.Sprintf("figure4 n=%d,d=20", n))
	}
	for i, p := range problems {
		b.Run(names[i], func(b *testing.B) {
			var job Job
			b.ReportAllocs()
			for b.Loop() {
				if r := job.Run(p); r.Status != Optimal {
					b.Fatal(r.Status, r.Gap)
				}
			}
			milliseconds := float64(b.Elapsed().Microseconds()) / 1000 / float64(b.N)
			b.ReportMetric(milliseconds, "ms/solve")
			b.ReportMetric(scsMilliseconds[names[i]]/milliseconds, "xSCS")
		})
	}
}
