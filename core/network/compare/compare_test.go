package compare

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"conelab/core/data/dataset"
	"conelab/core/network/certify"
	"conelab/core/network/descent"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/parallel"
)

// ticking is a clock that advances by one each time it is read, so that every measured piece of work takes one second.
func ticking() func() float64 {
	now := 0.0
	return func() float64 { now++; return now }
}

func ball(seed uint64, n, d int) certify.Problem {
	rng := rand.New(rand.NewPCG(seed, 1))
	p := certify.Problem{D: d, Sigma: lift.ReLU, Beta: 0.1}
	set := dataset.Ball(rng, n, d)
	for i, x := range set.X {
		p.X, p.Y = append(p.X, x...), append(p.Y, set.Y[i])
	}
	return p
}

// TestContest: the optimum is certified, no run is below it, and a run with enough hidden units reaches it, at the time that the
// clock shows.
func TestContest(t *testing.T) {
	p, other := ball(1, 40, 2), ball(2, 30, 2)
	w, test := &Stopwatch{ticking(), t.Context()}, &certify.Set{X: other.X, Y: other.Y}
	floor, err := Solve(w, &p, 3, test)
	if err != nil || floor.Status != certify.Optimal || floor.Gap > certify.DefaultTolerance || floor.TestAccuracy < 0.5 ||
		floor.Accuracy < 0.6 {
		t.Fatalf("%+v, %v", floor, err)
	}
	baseline := Baseline{Name: "GD", Options: descent.Options{Method: descent.Momentum, Width: 20, Seed: 5}, Epochs: 2000, Runs: 3}
	o, err := Train(w, &p, baseline, floor, test)
	if err != nil {
		t.Fatal(err)
	}
	count, fastest := o.Reached()
	if count == 0 || math.IsInf(fastest, 1) || o.SearchSeconds < 1 || o.SearchEpochs < 2000 || o.Best() == nil {
		t.Errorf("%d runs reached the optimum, the first after %v; the search took %v", count, fastest, o.SearchSeconds)
	}
	for _, run := range o.Runs {
		end := run.Curve[len(run.Curve)-1]
		if run.Least < floor.Lower || end.Epochs != 2000 || end.Seconds != run.Seconds || len(run.Curve) > 2*curvePoints || end.TestLoss == 0 {
			t.Errorf("floor %v: %+v", floor.Cost, run)
		}
		// A second for the start and one for each step from one evaluation to the next, none for the evaluations.
		if steps := math.Log(2000) / math.Log(spacing); run.Rate == o.Rate && run.Seconds > steps+2 {
			t.Errorf("%v seconds for about %v steps", run.Seconds, steps)
		}
		if run.Reached != nil && (*run.Reached > run.Seconds || !floor.reached(run.Least)) {
			t.Errorf("%+v", run)
		}
	}
}

// TestTooFast: a rate that makes runs diverge is lowered until they converge, and the time of that is counted.
func TestTooFast(t *testing.T) {
	p := ball(3, 20, 2)
	baseline := Baseline{Options: descent.Options{Width: 3, Rate: 1}, Epochs: 300, Runs: 1}
	o, err := Train(&Stopwatch{ticking(), t.Context()}, &p, baseline, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	run := o.Runs[0]
	if run.Diverged || run.Rate >= o.Rate || run.Curve[0].Seconds < 3 || run.Reached != nil || o.SearchEpochs != 0 {
		t.Errorf("%+v", o)
	}
}

// TestAtLeast: a run goes on after its epochs until it has taken the least time.
func TestAtLeast(t *testing.T) {
	p := ball(5, 20, 2)
	baseline := Baseline{Options: descent.Options{Width: 3, Rate: 1e-3}, Epochs: 5, Runs: 2, AtLeast: 50}
	o, err := Train(&Stopwatch{ticking(), t.Context()}, &p, baseline, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, run := range o.Runs {
		if run.Seconds < 50 {
			t.Errorf("a run of %g s, expected 50 at least", run.Seconds)
		}
	}
}

// TestStopped: the caller can stop the work during each part.
func TestStopped(t *testing.T) {
	p := ball(4, 20, 2)
	parallel.SetThreads(1)
	defer parallel.SetThreads(0)
	for left := 1; left < 20000; left = left*5/4 + 1 {
		w := &Stopwatch{ticking(), parallel.NewCountdown(left)}
		_, err := Solve(w, &p, 1, nil)
		if err == nil {
			_, err = Train(w, &p, Baseline{Options: descent.Options{Width: 2}, Epochs: 10000, Runs: 2}, nil, nil)
		}
		if !errors.Is(err, ErrStopped) {
			t.Errorf("after %d questions: %v", left, err)
		}
	}
}

func TestMedian(t *testing.T) {
	for want, times := range map[float64][]float64{3: {3}, 2.5: {4, 1}, 2: {7, 2, 1}, 1.5: {9, 1, 0.5, 2}} {
		if got := median(times); got != want {
			t.Errorf("the median of %v is %g, want %g", times, got, want)
		}
	}
}
