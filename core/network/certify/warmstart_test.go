package certify

import (
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
)

// TestRestart: other betas on the same points, in the samples and in the reduced form, are certified like fresh problems.
func TestRestart(t *testing.T) {
	for _, n := range []int{6, 80} {
		p := problemOf(dataset.Ball(rand.New(rand.NewPCG(3, 3)), n, 3), lift.ReLU, 0.1)
		var job Job
		certify(t, p, job.Run(p), 1e-8)
		for _, beta := range []float64{0.01, 5, 0.05, 0.02, 1e6, 0.02} {
			p.Beta = beta
			job.Restart(beta)
			if job.Progress().Share != 1 {
				t.Errorf("progress ends at %g", job.Progress().Share)
			}
			certify(t, p, job.Result(), 1e-8)
		}
	}
}

// TestFollow drags a sample through each kind of problem and proves each result from the raw data. Results that follow others cost the same
// as those from the start, whether Newton's method found them or the iterations.
func TestFollow(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 11))
	drawn := func(n, d, outputs int, beta float64, lossFn loss.Loss, arch lift.Architecture) Problem {
		p := labelled(rng, n, d, outputs, lossFn)
		p.Beta, p.Architecture = beta, arch
		return p
	}
	activated := func(p Problem, sigma lift.Polynomial) Problem {
		p.Sigma = sigma
		return p
	}
	for _, c := range []struct {
		name string
		p    Problem
		most int // of 40 frames, how many may need the iterations
	}{
		{"squared", drawn(200, 2, 1, 0.01, loss.Squared, lift.Architecture{}), 8},
		{"three outputs", drawn(120, 2, 3, 0.05, loss.Squared, lift.Architecture{}), 8},
		{"quadratic", drawn(60, 3, 1, 0.1, loss.Squared, lift.Architecture{Kind: lift.Quadratic}), 20},
		{"few samples", drawn(12, 2, 1, 0.05, loss.Squared, lift.Architecture{}), 40},
		{"huber", drawn(150, 2, 1, 0.05, loss.Huber, lift.Architecture{}), 12},
		{"logistic", drawn(150, 2, 1, 0.05, loss.Logistic, lift.Architecture{}), 12},
		{"softmax", drawn(80, 2, 3, 0.05, loss.Softmax, lift.Architecture{}), 16},
		{"hinge", drawn(60, 2, 1, 0.05, loss.Hinge, lift.Architecture{}), 40},
		{"signal", figure4Problem(rng, lift.Architecture{Kind: lift.Convolutional, Input: [3]int{1, 20, 1}, Signal: true, Filter: 3, Stride: 1,
			Pool: lift.GlobalPool}, 150, 1), 12},
		{"no constant", activated(drawn(200, 2, 1, 0.01, loss.Squared, lift.Architecture{}), lift.Polynomial{A: 1, B: 1}), 8},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, needed, frames := c.p, 0, 40
			if testing.Short() {
				frames = 12
			}
			var job, fresh Job
			job.Run(p)
			from := p.X[0]
			for frame := range frames {
				p.X[0] = from + 0.3*math.Sin(0.1*float64(frame))
				iterated := false
				p.Context = parallel.Watch(t.Context(), func() { iterated = iterated || job.current.method != nil })
				job.Follow(p)
				p.Context = nil
				if iterated {
					needed++
				}
				r := job.Result()
				certify(t, p, r, DefaultTolerance)
				if other := fresh.Run(p); math.Abs(r.Objective-other.Objective) > 2*DefaultTolerance*r.Objective {
					t.Fatalf("frame %d: objective %v, from the start %v", frame, r.Objective, other.Objective)
				}
			}
			if needed > c.most {
				t.Errorf("%d of %d frames needed iterations", needed, frames)
			}
			t.Logf("%d of %d frames needed iterations", needed, frames)
		})
	}
}

// TestFollowElsewhere follows to problems that are not near, have other shapes or are empty: the result is that of a solve from the start.
func TestFollowElsewhere(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 11))
	drawn := func(n, d int, beta float64) Problem {
		p := labelled(rng, n, d, 1, loss.Squared)
		p.Beta = beta
		return p
	}
	var job Job
	for _, p := range []Problem{drawn(60, 2, 0.01), drawn(60, 2, 0.01), drawn(60, 2, 1e3), drawn(60, 2, 1e-3), drawn(50, 3, 0.1),
		drawn(5, 3, 0.1), {}, drawn(30, 1, 0.1)} {
		job.Follow(p)
		if p.X == nil {
			if job.Result().Status != Failed {
				t.Error("no problem, but ", job.Result().Status)
			}
			continue
		}
		certify(t, p, job.Result(), DefaultTolerance)
	}
}

// relabel turns the planted outputs into valid labels for the loss: their signs, or the largest.
func relabel(p *Problem) {
	n := p.Samples()
	for i := range n {
		top := 0
		for o := range p.Outputs {
			if p.Y[o*n+i] > p.Y[top*n+i] {
				top = o
			}
		}
		for o := range p.Outputs {
			at := o*n + i
			switch {
			case p.Loss == loss.Softmax && o == top, (p.Loss == loss.Hinge || p.Loss == loss.Logistic) && p.Y[at] >= 0:
				p.Y[at] = 1
			case p.Loss == loss.Softmax:
				p.Y[at] = 0
			case p.Loss == loss.Hinge || p.Loss == loss.Logistic:
				p.Y[at] = -1
			}
		}
	}
}
