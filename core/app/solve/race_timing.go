package solve

import (
	"slices"

	"conelab/core/network/certify"
)

// Each time is the mean of the middle half of that many solves, or of as many as take enoughSeconds together. This discards disturbances by other
// work of the machine, and allows for a browser clock as coarse as a tenth of a millisecond.
const coldSolves, warmSolves, enoughSeconds = 8, 16, 0.05

// timing measures how long the convex program takes from the points to the network with its proof: cold, with nothing kept from earlier solves, and
// warm, with each solve starting from the one before.
type timing struct {
	job        certify.Job
	problem    certify.Problem
	started    bool
	neurons    int     // number of neurons of the optimum
	spent      float64 // seconds spent on the current solve
	cold, warm []float64
}

func newTiming(p certify.Problem) timing {
	p.Trace = false
	return timing{problem: p}
}

// enough reports whether there are enough solves of one kind.
func enough(seconds []float64, most int) bool {
	sum := 0.0
	for _, s := range seconds {
		sum += s
	}
	return len(seconds) == most || sum >= enoughSeconds
}

// done reports whether both times are known.
func (t *timing) done() bool { return enough(t.cold, coldSolves) && enough(t.warm, warmSolves) }

// middle returns the mean of the middle half of times, or 0 if there are none.
func middle(seconds []float64) float64 {
	if len(seconds) == 0 {
		return 0
	}
	half := slices.Sorted(slices.Values(seconds))
	half = half[len(half)/4 : len(half)-len(half)/4]
	sum := 0.0
	for _, s := range half {
		sum += s
	}
	return sum / float64(len(half))
}

// run continues until expired reports true. It returns whether expired did.
func (t *timing) run(clock func() float64, expired func() bool) (over bool) {
	begin, cold := clock(), !enough(t.cold, coldSolves)
	if !t.started {
		if t.spent = 0; cold {
			t.job = certify.Job{}
			t.job.Start(t.problem)
		} else {
			t.job.Restart(t.problem.Beta)
		}
		t.started = true
	}
	for !t.job.Done() && !over {
		t.job.Step()
		over = expired()
	}
	t.spent += clock() - begin
	if !t.job.Done() {
		return over
	}
	t.started = false
	if cold {
		t.cold = append(t.cold, t.spent)
		t.neurons = len(t.job.Result().Neurons) // of a cold solve, as in the pictures: a warm one may end at another network of the same cost
	} else {
		t.warm = append(t.warm, t.spent)
	}
	return over || expired()
}
