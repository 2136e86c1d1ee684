package certify

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/network/neural"
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
		ctx, cancel := context.WithCancel(t.Context())
		p.Context = ctx
		job.Start(p)
		for range steps {
			job.Step()
		}
		gap, _ := job.Sketch()
		cancel()
		job.Step()
		job.Stop()
		p.Context = nil
		r := job.Result()
		if r.Status != Stopped && r.Status != Optimal || len(r.Certificate.Dual) != len(p.Y) || !(r.Gap >= 0) || r.Status == Stopped && r.Message == "" {
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
			ctx, cancel := context.WithCancel(t.Context())
			if p.Context = ctx; steps == 0 {
				cancel()
			}
			job.Start(p)
			for range steps {
				job.Step()
			}
			cancel()
			job.Step()
			job.Stop()
			p.Context = nil
			r := job.Result()
			if len(r.Certificate.Dual) != len(p.Y) || !(r.Gap >= 0 && r.Gap <= 1) {
				t.Fatalf("%v after %d steps: %s, gap %g", kind, steps, r.Status, r.Gap)
			}
			if again := r.Replace(p, r.Neurons); math.Abs(again.Objective-r.Objective) > 1e-12*r.Objective {
				t.Errorf("%v after %d steps: objective %g, by a forward pass %g", kind, steps, r.Objective, again.Objective)
			}
		}
	}
}

// TestDropAnywhere: work that is dropped wherever it looks whether it is to end goes to its end without a panic, and stopped then has a network
// with its proof.
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
			if p.Loss, p.Method = kind, method; kind == loss.Softmax {
				p.Outputs, p.Y = 3, make([]float64, 3*len(p.Y))
			}
			relabel(&p)
			dropEverywhere(t, p)
		}
	}
	for _, arch := range []lift.Architecture{{Kind: lift.Quadratic}, {Kind: lift.Convolutional, Input: [3]int{1, 7, 1}, Signal: true, Filter: 3, Stride: 1, Pool: lift.GlobalPool}, pooledPairs} {
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
		dropAfter(t, large, polls)
	}
}

// pooledPairs has enough patches for seven features to be pooled.
var pooledPairs = lift.Architecture{Kind: lift.Convolutional, Input: [3]int{1, 7, 1}, Signal: true, Filter: 2, Stride: 1, Pool: lift.GlobalPool}

// dropEverywhere drops the solution of p after any number of polls, at first each of them and then every few.
func dropEverywhere(t *testing.T, p Problem) {
	t.Helper()
	apart := 5
	if testing.Short() {
		apart = 10
	}
	for polls, more := 0, true; more; polls = polls*apart/4 + 1 {
		more = dropAfter(t, p, polls)
	}
}

// dropAfter drops the solution of p after so many polls, and reports whether it was still under way.
func dropAfter(t *testing.T, p Problem, polls int) bool {
	t.Helper()
	var job Job
	ctx := parallel.NewCountdown(polls + 1)
	q := p
	q.Context = ctx
	for job.Start(q); !job.Done() && !ctx.Canceled(); {
		job.Step()
	}
	if !ctx.Canceled() {
		return false
	}
	job.Stop()
	r := job.Result()
	if len(r.Certificate.Dual) != len(p.Y) || !(r.Gap >= -1e-12) {
		t.Errorf("%v, %v: %s, gap %g", p.Loss, p.Method, r.Status, r.Gap)
		return true
	}
	holds(t, &p, r)
	return true
}

// holds recomputes from the data what a result claims.
func holds(t *testing.T, p *Problem, r *Result) {
	t.Helper()
	samples, n, lower := p.operator(), p.Samples(), 0.0
	outputs, parts := p.coupled()
	prover := neural.NewProver(samples)
	for at := range parts {
		from, to := at*outputs*n, (at+1)*outputs*n
		var c neural.Certificate
		prover.BoundTo(&c, r.Certificate.Dual[from:to], p.Y[from:to], p.Beta, p.Loss)
		lower += c.Lower
	}
	cost := neural.Cost(make([]float64, len(p.Y)), r.Neurons, samples, p.Y, p.Beta, p.Loss)
	if off := 1e-10 * cost; !(r.Lower <= lower+off) || !(math.Abs(r.Objective-cost) <= off) {
		t.Errorf("%v, %v: %s with bound %.12g and cost %.12g, in truth %.12g and %.12g", p.Loss, p.Method, r.Status, r.Lower, r.Objective, lower, cost)
	}
}

// TestCanceledWorkAsksLittle: after it is canceled, wherever it comes, a start or a step ends after few more polls, and what is stopped then has a
// network with its proof.
func TestCanceledWorkAsksLittle(t *testing.T) {
	parallel.SetThreads(1)
	defer parallel.SetThreads(0)
	apart := 3
	if testing.Short() {
		apart = 12
	}
	rng := rand.New(rand.NewPCG(6, 6))
	for k, c := range []struct {
		n, d   int
		kind   loss.Loss
		method Method
	}{
		{3200, 7, loss.Squared, InteriorPoint}, {800, 7, loss.Hinge, InteriorPoint}, {800, 7, loss.Softmax, InteriorPoint}, {150, 12, loss.Squared, InteriorPoint}, {150, 12, loss.Softmax, InteriorPoint}, {400, 12, loss.Logistic, Corrective}, {150, 12, loss.Softmax, Corrective},
		{3200, 6, loss.Logistic, Corrective}, {3200, 6, loss.Hinge, Corrective},
	} {
		if testing.Short() && k%2 == 0 {
			continue // of each kind there is another
		}
		p := problemOf(dataset.Ball(rng, c.n, c.d), lift.ReLU, 0.01)
		if c.d == pooledPairs.Input[1] {
			p.Architecture = pooledPairs
		}
		if p.Loss, p.Method = c.kind, c.method; c.kind == loss.Softmax {
			p.Outputs, p.Y = 3, make([]float64, 3*len(p.Y))
		}
		relabel(&p)
		for polls, more := 1, true; more && polls < 30_000; polls = polls*apart/2 + 1 {
			var job Job
			ctx, q := parallel.NewCountdown(polls), p
			q.Context = ctx
			for job.Start(q); !job.Done() && !ctx.Canceled(); {
				job.Step()
			}
			more = ctx.Canceled()
			const most = 40
			if after := ctx.Asked - polls; more && after > most {
				t.Errorf("%+v: canceled at poll %d, the work went on for %d polls", c, polls, after)
			}
			job.Stop()
			holds(t, &p, job.Result())
		}
	}
}

// TestStopReadsNoSample: to stop the corrective method reads the samples for the outputs of its network alone. Where they are gone by then, the network
// is the empty one, and the bound is the one that was proved before.
func TestStopReadsNoSample(t *testing.T) {
	p := problemOf(dataset.Ball(rand.New(rand.NewPCG(3, 4)), 300, 9), lift.ReLU, 0.01)
	p.Method, p.Outputs, p.Y = Corrective, 2, append(p.Y, p.Y...)
	for steps := range 12 {
		stop := func(gone bool) *Result {
			q, job := p, Job{}
			q.X = append([]float64(nil), p.X...)
			job.Start(q)
			for range steps {
				job.Step()
			}
			if gone {
				for i := range q.X {
					q.X[i] = math.NaN()
				}
			}
			job.Stop()
			return job.Result()
		}
		whole, gone := stop(false), stop(true)
		if gone.Lower != whole.Lower || !(gone.Objective >= whole.Objective) || !(whole.Gap >= 0) {
			t.Errorf("after %d steps: bound %g and cost %g, with the samples %g and %g", steps, gone.Lower, gone.Objective, whole.Lower, whole.Objective)
		}
		holds(t, &p, whole)
	}
}
