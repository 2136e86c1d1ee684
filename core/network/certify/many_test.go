package certify

import (
	"math/rand/v2"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
	"conelab/core/numeric/sdp"
)

// TestManySamples: with so many samples that the Newton system takes their moments, and threads share the loops over them, results are certified, and
// are the same, to the last bit, for any number of threads. Features of unequal sizes far from zero make the moments nearly dependent.
func TestManySamples(t *testing.T) {
	defer parallel.SetThreads(0)
	for _, c := range []struct {
		n, d, outputs int
		kind          lift.Kind
		loss          loss.Loss
		unscaled      bool
	}{
		{8500, 12, 1, lift.Dense, loss.Logistic, false},
		{8500, 12, 1, lift.Quadratic, loss.Huber, true},
		{8500, 4, 3, lift.Dense, loss.Softmax, false},
	} {
		if testing.Short() && c.loss != loss.Softmax {
			continue
		}
		rng := rand.New(rand.NewPCG(3, uint64(c.loss)))
		p := problemOf(dataset.Ball(rng, c.n, c.d), lift.ReLU, 0.01)
		p.Outputs, p.Loss, p.Architecture.Kind, p.Method = c.outputs, c.loss, c.kind, InteriorPoint
		p.Y = make([]float64, c.n*c.outputs)
		teachTwo(rng, &p)
		if c.unscaled {
			for i := range p.X {
				p.X[i] = 30 + float64(1+i%c.d)*p.X[i]
			}
		}
		if relabel(&p); !sdp.TakesMoments(c.n, c.outputs, 1, p.order()) {
			t.Fatalf("%v: %d samples are few", c.loss, c.n)
		}
		var want string
		for _, threads := range []int{1, 3} {
			if parallel.SetThreads(threads); parallel.Threads() != threads {
				break // WebAssembly has one
			}
			var job Job
			r := job.Run(p)
			if threads == 1 {
				if r.Status != Optimal {
					t.Errorf("%v: %s", c.loss, r.Message)
				} else if c.unscaled { // in exact numbers, which takes long
					certify(t, p, r, DefaultTolerance)
				}
				want = bits(r)
				t.Logf("%v: gap %.1e, %d iterations", c.loss, r.Gap, r.Iterations)
			}
			if got := bits(r); got != want {
				t.Errorf("%v, %d threads: %s, want %s", c.loss, threads, got, want)
			}
		}
	}
}

// teachTwo labels the samples with two neurons for each output, and noise.
func teachTwo(rng *rand.Rand, p *Problem) {
	op := p.operator()
	for o := range p.Outputs {
		y := p.Y[o*op.Len() : (o+1)*op.Len()]
		op.AddNeuron(y, 0, 2, 0, dataset.Direction(rng, p.D))
		op.AddNeuron(y, 0, -2, 0, dataset.Direction(rng, p.D))
		for i := range y {
			y[i] += 0.3 * rng.NormFloat64()
		}
	}
}
