package certify

import (
	"math/rand/v2"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/numeric/lift"
)

// TestRestart: other betas and other labels on the same points, in the samples and in the reduced form, are certified like fresh problems.
func TestRestart(t *testing.T) {
	for _, n := range []int{6, 80} {
		set := dataset.Ball(rand.New(rand.NewPCG(3, 3)), n, 3)
		p := problemOf(set, lift.ReLU, 0.1)
		var job Job
		certify(t, p, job.Run(p), 1e-8)
		other := make([]float64, n)
		for i := range other {
			other[i] = float64(i%3) - 0.5
		}
		for _, step := range []struct {
			beta float64
			y    []float64
		}{{0.01, nil}, {5, nil}, {0.05, other}, {0.02, nil}, {1e6, nil}, {0.02, set.Y}} {
			p.Beta = step.beta
			if step.y != nil {
				p.Y = step.y
			}
			last := job.Progress()
			for job.Restart(step.beta, step.y); !job.Done(); job.Step() {
				last = job.Progress()
			}
			if job.Progress() != 1 || last < 0 {
				t.Errorf("progress ends at %g after %g", job.Progress(), last)
			}
			certify(t, p, job.Result(), 1e-8)
		}
	}
}
