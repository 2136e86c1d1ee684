package certify

import (
	"math/rand/v2"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
)

// TestDropAnywhere: work that is dropped at any check of its context ends without a panic, and its job still returns a network with its
// proof.
func TestDropAnywhere(t *testing.T) {
	parallel.SetThreads(1)
	defer parallel.SetThreads(0)
	rng := rand.New(rand.NewPCG(5, 5))
	for lossFn := loss.Squared; lossFn <= loss.Softmax; lossFn++ {
		for _, method := range []Method{InteriorPoint, Corrective} {
			if testing.Short() && lossFn > loss.Squared && lossFn < loss.Softmax {
				continue // where it looks depends on the method and on the number of outputs
			}
			p := problemOf(dataset.Ball(rng, 90, 7), lift.ReLU, 0.01)
			p.Loss, p.Method = lossFn, method
			if lossFn == loss.Softmax {
				p.Outputs, p.Y = 3, make([]float64, 3*len(p.Y))
			}
			relabel(&p)
			dropEverywhere(t, p)
		}
	}
	for _, arch := range []lift.Architecture{{Kind: lift.Quadratic},
		{Kind: lift.Convolutional, Input: [3]int{1, 7, 1}, Signal: true, Filter: 3, Stride: 1, Pool: lift.GlobalPool}, pooledPairs} {
		for _, method := range []Method{InteriorPoint, Corrective} {
			p := problemOf(dataset.Ball(rng, 60, 7), lift.ReLU, 0.01)
			p.Architecture, p.Method = arch, method
			if err := p.Validate(); err != nil {
				t.Fatal(err)
			}
			dropEverywhere(t, p)
		}
	}
	large := problemOf(dataset.Ball(rng, 1100, 64), lift.ReLU, 0.5)
	apart := 3
	if testing.Short() {
		apart = 9
	}
	for polls := 1; polls < 1000; polls *= apart {
		dropAfter(t, new(Job), large, polls)
	}
}

// pooledPairs has enough patches for seven features to be pooled.
var pooledPairs = lift.Architecture{Kind: lift.Convolutional, Input: [3]int{1, 7, 1}, Signal: true, Filter: 2, Stride: 1,
	Pool: lift.GlobalPool}

// dropEverywhere drops the solution of p after any number of polls, at first each of them and then every few. The job then solves it as a
// new one does.
func dropEverywhere(t *testing.T, p Problem) {
	t.Helper()
	apart := 5
	if testing.Short() {
		apart = 10
	}
	var job Job
	for polls, more := 0, true; more; polls = polls*apart/4 + 1 {
		more = dropAfter(t, &job, p, polls)
	}
	if got, want := bits(job.Run(p)), bits(new(Job).Run(p)); got != want {
		t.Errorf("%v, %v: after it was dropped a job finds %s, want %s", p.Loss, p.Method, got, want)
	}
}

// dropAfter drops the solution of p after so many polls, and reports whether it was still under way.
func dropAfter(t *testing.T, job *Job, p Problem, polls int) bool {
	t.Helper()
	ctx := parallel.NewCountdown(polls + 1)
	q := p
	q.Context = ctx
	job.Solve(q)
	if !ctx.Canceled() {
		return false
	}
	r := job.Result()
	if len(r.Certificate.Dual) != len(p.Y) || !(r.Gap >= -1e-12) || r.Status == Stopped && r.Message == "" {
		t.Errorf("%v, %v: %s, gap %g", p.Loss, p.Method, r.Status, r.Gap)
		return true
	}
	truth(t, &p, r)
	return true
}
