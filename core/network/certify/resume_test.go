package certify

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
)

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
					job.Resume(p, Known{before.Neurons, before.Certificate.Dual})
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

// TestResumeElsewhere: a solution of other sizes is refused in a sentence, and one of another problem of the same sizes does no harm.
func TestResumeElsewhere(t *testing.T) {
	rng := rand.New(rand.NewPCG(22, 1))
	p, q := labelled(rng, 40, 3, 1, loss.Squared), labelled(rng, 40, 3, 1, loss.Squared)
	p.Beta, q.Beta = 0.1, 3
	r := new(Job).Run(q)
	var job Job
	job.Resume(p, Known{r.Neurons, r.Certificate.Dual})
	certify(t, p, job.Result(), DefaultTolerance)
	for _, known := range []Known{{r.Neurons, r.Certificate.Dual[1:]}, {r.Neurons, nil}} {
		job.Resume(p, known)
		if job.Result().Status != Failed || !strings.Contains(job.Result().Message, "another problem") {
			t.Errorf("%+v", job.Result())
		}
	}
	r.Neurons[0].U = r.Neurons[0].U[1:]
	job.Resume(p, Known{r.Neurons, r.Certificate.Dual})
	if job.Result() == nil || job.Result().Status != Failed {
		t.Error("a direction of two features is not refused")
	}
	p.Beta = -1
	job.Resume(p, Known{})
	if job.Result().Status != Failed || !strings.Contains(job.Result().Message, "Beta is -1") {
		t.Errorf("a problem without a penalty: %+v", job.Result())
	}
}
