package certify

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
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

// stoppedAfter returns the result of stopping after so many iterations.
func stoppedAfter(p Problem, iterations int) *Result {
	var job Job
	ctx, cancel := context.WithCancel(context.Background())
	p.Context = parallel.Watch(ctx, func() {
		if job.Progress().Iterations >= iterations {
			cancel()
		}
	})
	return job.Run(p)
}

// TestResume: runs resumed from stopped ones end certified and are no worse than the solutions that they began with. By the corrective method
// they take fewer iterations in all than from the start.
func TestResume(t *testing.T) {
	var again, first int
	for kind, name := range []string{"dense", "quadratic", "global pool", "pool of two"} {
		for l := loss.Squared; l <= loss.Softmax; l++ {
			for _, method := range []Method{InteriorPoint, Corrective} {
				t.Run(fmt.Sprintf("%s/%v/%v", name, l, method), func(t *testing.T) {
					rng := rand.New(rand.NewPCG(21, uint64(kind)))
					p := drawProblem(rng, kind, 2, l)
					p.Method = method
					whole := new(Job).Run(p).Iterations
					before := stoppedAfter(p, whole*2/3)
					var job Job
					job.Resume(p, Start{before.Neurons, before.Certificate.Dual})
					r := job.Result()
					t.Logf("%d iterations from gap %.1e, %d from the start", r.Iterations, before.Gap, whole)
					certify(t, p, r, DefaultTolerance)
					if r.Objective > before.Objective*(1+1e-8) || r.Lower < before.Lower-1e-8*r.Objective {
						t.Errorf("cost %g and bound %g, before %g and %g", r.Objective, r.Lower, before.Objective, before.Lower)
					}
					if method == Corrective {
						again, first = again+r.Iterations, first+whole
					}
				})
			}
		}
	}
	if again > first*2/3 {
		t.Errorf("%d iterations, from the start %d", again, first)
	}
}

// TestResumeIsStopped stops runs that are resumed wherever they can be: the result is no worse than what they began with.
func TestResumeIsStopped(t *testing.T) {
	for _, l := range []loss.Loss{loss.Squared, loss.Hinge, loss.Softmax} {
		rng := rand.New(rand.NewPCG(23, uint64(l)))
		p := drawProblem(rng, 0, 2, l)
		before := stoppedAfter(p, new(Job).Run(p).Iterations*2/3)
		for polls := range 60 {
			ctx, cancel := context.WithCancel(context.Background())
			left := polls
			p.Context = parallel.Watch(ctx, func() {
				if left--; left <= 0 {
					cancel()
				}
			})
			var job Job
			job.Resume(p, Start{before.Neurons, before.Certificate.Dual})
			r := job.Result()
			cancel()
			if r.Objective > before.Objective*(1+1e-8) || r.Lower < before.Lower-1e-8*r.Objective {
				t.Fatalf("%v, stopped after %d polls: cost %g and bound %g, before %g and %g", l, polls, r.Objective, r.Lower, before.Objective, before.Lower)
			}
		}
	}
}

// TestResumeElsewhere: a solution of other sizes is refused in a sentence, and one of another problem of the same sizes does no harm.
func TestResumeElsewhere(t *testing.T) {
	rng := rand.New(rand.NewPCG(22, 1))
	p, q := labelled(rng, 40, 3, 1, loss.Squared), labelled(rng, 40, 3, 1, loss.Squared)
	p.Beta, q.Beta = 0.1, 3
	r := new(Job).Run(q)
	var job Job
	job.Resume(p, Start{r.Neurons, r.Certificate.Dual})
	certify(t, p, job.Result(), DefaultTolerance)
	for _, known := range []Start{{r.Neurons, r.Certificate.Dual[1:]}, {r.Neurons, nil}} {
		job.Resume(p, known)
		if job.Result().Status != Failed || !strings.Contains(job.Result().Message, "another problem") {
			t.Errorf("%+v", job.Result())
		}
	}
	r.Neurons[0].U = r.Neurons[0].U[1:]
	job.Resume(p, Start{r.Neurons, r.Certificate.Dual})
	if job.Result() == nil || job.Result().Status != Failed {
		t.Error("a direction of two features is not refused")
	}
	p.Beta = -1
	job.Resume(p, Start{})
	if job.Result().Status != Failed || !strings.Contains(job.Result().Message, "Beta is -1") {
		t.Errorf("a problem without a penalty: %+v", job.Result())
	}
}
