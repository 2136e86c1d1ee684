package certify

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
)

// TestStopAtAnyTime: stopped after any number of steps, or in the middle of one, a job still returns a network with its proof.
func TestStopAtAnyTime(t *testing.T) {
	p := problemOf(dataset.Ball(rand.New(rand.NewPCG(3, 3)), 60, 8), lift.ReLU, 0.01)
	p.Outputs, p.Y = 2, append(p.Y, p.Y...)
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	q := p
	q.Context = canceled
	if r := new(Job).Run(q); r.Status != Stopped || !(r.Gap >= 0) {
		t.Errorf("canceled at the start it is %s, gap %g", r.Status, r.Gap)
	}
	last := math.Inf(1)
	for steps := range 12 {
		r := stoppedAfter(p, steps)
		if r.Status != Stopped && r.Status != Optimal || len(r.Certificate.Dual) != len(p.Y) || !(r.Gap >= 0) || r.Status == Stopped &&
			r.Message == "" {
			t.Fatalf("after %d steps: %s, gap %g", steps, r.Status, r.Gap)
		}
		if again := r.Replace(p, r.Neurons); math.Abs(again.Objective-r.Objective) > 1e-13*r.Objective {
			t.Errorf("after %d steps: objective %g, by a forward pass %g", steps, r.Objective, again.Objective)
		}
		if steps == 4 || steps == 11 {
			if !(r.Gap < last) {
				t.Errorf("the gap is %g after %d steps and was %g", r.Gap, steps, last)
			}
			last = r.Gap
		}
	}
}

// TestDropAnywhere: work that is dropped at any check of its context ends without a panic, and its job still returns a network with its
// proof.
func TestDropAnywhere(t *testing.T) {
	parallel.SetThreads(1)
	defer parallel.SetThreads(0)
	rng := rand.New(rand.NewPCG(5, 5))
	for kind := loss.Squared; kind <= loss.Softmax; kind++ {
		for _, method := range []Method{InteriorPoint, Corrective} {
			if testing.Short() && kind > loss.Squared && kind < loss.Softmax {
				continue // where it looks depends on the method and on the number of outputs
			}
			p := problemOf(dataset.Ball(rng, 90, 7), lift.ReLU, 0.01)
			p.Loss, p.Method = kind, method
			if kind == loss.Softmax {
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
	if len(r.Certificate.Dual) != len(p.Y) || !(r.Gap >= -1e-12) {
		t.Errorf("%v, %v: %s, gap %g", p.Loss, p.Method, r.Status, r.Gap)
		return true
	}
	truth(t, &p, r)
	return true
}
