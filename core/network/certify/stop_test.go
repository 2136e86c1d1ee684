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

// TestStopAtAnyTime: after any number of steps, and also in the middle of one, the answer is a network with its proof.
func TestStopAtAnyTime(t *testing.T) {
	p := problemOf(dataset.Ball(rand.New(rand.NewPCG(3, 3)), 60, 8), lift.ReLU, 0.01)
	p.Outputs, p.Y = 2, append(p.Y, p.Y...)
	last := 0.0
	for steps := range 12 {
		var job Job
		job.Start(p)
		for range steps {
			job.Step()
		}
		gap, _ := job.Sketch()
		parallel.Interrupt()
		job.Step()
		job.Stop()
		r := job.Result()
		if parallel.Interrupted() || r.Status != Stopped && r.Status != Optimal || len(r.Certificate.Dual) != len(p.Y) || !(r.Gap >= 0) || r.Status == Stopped && r.Message == "" {
			t.Fatalf("after %d steps: %s, gap %g", steps, r.Status, r.Gap)
		}
		if again := r.Replace(p, r.Neurons); math.Abs(again.Objective-r.Objective) > 1e-13*r.Objective {
			t.Errorf("after %d steps: objective %g, by a forward pass %g", steps, r.Objective, again.Objective)
		}
		if steps == 11 && !(gap < last) {
			t.Errorf("the gap is %g after %d steps and was %g", gap, steps, last)
		}
		if steps == 4 {
			last = gap
		}
	}
}

// TestStopCorrective: so does the corrective method, whichever round it is in, and before the first.
func TestStopCorrective(t *testing.T) {
	for _, kind := range []loss.Loss{loss.Squared, loss.Hinge, loss.Logistic} {
		p := problemOf(dataset.Ball(rand.New(rand.NewPCG(3, 3)), 120, 9), lift.ReLU, 0.01)
		p.Loss, p.Method = kind, Corrective
		relabel(&p)
		for steps := range 8 {
			var job Job
			if steps == 0 {
				parallel.Interrupt()
			}
			job.Start(p)
			for range steps {
				job.Step()
			}
			parallel.Interrupt()
			job.Step()
			job.Stop()
			r := job.Result()
			if parallel.Interrupted() || len(r.Certificate.Dual) != len(p.Y) || !(r.Gap >= 0 && r.Gap <= 1) {
				t.Fatalf("%v after %d steps: %s, gap %g", kind, steps, r.Status, r.Gap)
			}
			if again := r.Replace(p, r.Neurons); math.Abs(again.Objective-r.Objective) > 1e-12*r.Objective {
				t.Errorf("%v after %d steps: objective %g, by a forward pass %g", kind, steps, r.Objective, again.Objective)
			}
		}
	}
}
