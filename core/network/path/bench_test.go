package path

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/network/certify"
	"conelab/core/numeric/lift"
)

// BenchmarkPath times a path of 50 values of beta, and as many separate solves with a new job for each.
func BenchmarkPath(b *testing.B) {
	rng := rand.New(rand.NewPCG(4, 4))
	for _, row := range []struct {
		n, d int
		set  *dataset.Set
	}{
		{200, 2, dataset.Ball(rng, 200, 2)}, {100, 20, dataset.Planted(rng, 100, 20, 5, lift.ReLU.At)}, {5000, 10, dataset.Ball(rng, 5000, 10)},
	} {
		p := certify.Problem{Y: row.set.Y, D: row.d, Sigma: lift.ReLU}
		for _, x := range row.set.X {
			p.X = append(p.X, x...)
		}
		betas, err := Grid(&p, 50, 1e-4)
		if err != nil {
			b.Fatal(err)
		}
		name := fmt.Sprintf("n=%d,d=%d", row.n, row.d)
		b.Run(name+"/path", func(b *testing.B) {
			var job Job
			iterations := 0
			for b.Loop() {
				path := job.Run(p, betas, nil)
				if path.Status != certify.Optimal {
					b.Fatal(path.Message)
				}
				iterations = 0
				for _, q := range path.Points {
					iterations += q.Iterations
				}
			}
			b.ReportMetric(float64(iterations), "iterations")
		})
		b.Run(name+"/separate", func(b *testing.B) {
			iterations := 0
			for b.Loop() {
				iterations = 0
				for _, p.Beta = range betas {
					iterations += new(certify.Job).Run(p).Iterations
				}
			}
			b.ReportMetric(float64(iterations), "iterations")
		})
	}
}
