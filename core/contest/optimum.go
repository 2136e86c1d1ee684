package contest

import (
	"math"
	"slices"

	"conelab/core/neural"
	"conelab/core/path"
	"conelab/core/solve"
)

// Score is how well a network does on the points it is trained on, and on others where there are any.
type Score struct {
	// Cost is the whole objective on the training points, with its regulariser.
	Cost float64 `json:"cost"`
	// Loss is per point; Accuracy is zero where labels are not classes.
	Loss         float64 `json:"loss"`
	Accuracy     float64 `json:"accuracy,omitempty"`
	TestLoss     float64 `json:"test_loss,omitempty"`
	TestAccuracy float64 `json:"test_accuracy,omitempty"`
}

// Optimum is the solution of the convex program.
type Optimum struct {
	Score
	Status string  `json:"status"`
	Lower  float64 `json:"lower_bound"`
	Gap    float64 `json:"gap"`
	// Neurons is m*: how many have a weight above a millionth of the largest. With the l1 loss others may be left over whose weights, of 1e-12,
	// are the rounding of a zero.
	Neurons int     `json:"neurons"`
	Beta    float64 `json:"beta"`
	// Seconds is the median over the repetitions of one solve, from the data to the certificate.
	Seconds float64 `json:"seconds"`
	// Iterating is the part of Seconds after the points are laid out and before the last step, which makes the network and its certificate; the
	// median, too.
	Iterating float64 `json:"iterating"`
}

// Reach is how far above the optimum a cost may be to count as having reached it.
const Reach = 0.01

// Reached reports whether the cost is within 1 % of the optimum.
func (o *Optimum) Reached(cost float64) bool { return cost <= o.Cost+Reach*o.Cost }

// Solve solves p as often as said, at least once, and tests the network on other points, nil for none.
func Solve(w *Watch, p *solve.Problem, repetitions int, test *path.Set) (*Optimum, error) {
	var result *solve.Result
	var times, within []float64
	for range max(1, repetitions) {
		var job solve.Job
		seconds, iterating, last := w.measure(func() { job.Start(*p) }), 0.0, 0.0
		for !job.Done() {
			iterating += last
			last = w.measure(job.Step)
			seconds += last
			if err := w.rest(); err != nil {
				return nil, err
			}
		}
		result = job.Result()
		times, within = append(times, seconds), append(within, iterating)
	}
	o := &Optimum{
		Status: string(result.Status), Lower: result.Lower, Gap: result.Gap, Neurons: count(result.Neurons), Beta: p.Beta,
		Seconds: middle(times), Iterating: middle(within),
	}
	n := p.Samples()
	classes := path.ClassesOf(p.Y, n)
	train := classes.Score(result.Fit, p.Y, n, p.Loss)
	o.Score = Score{Cost: result.Objective, Loss: train.Error, Accuracy: train.Accuracy}
	if test != nil {
		held := path.Evaluate(p, result.Neurons, test, classes)
		o.TestLoss, o.TestAccuracy = held.Error, held.Accuracy
	}
	return o, nil
}

// tick is the least time that is told, for clocks that are too coarse.
const tick = 1e-6

// middle returns the median.
func middle(times []float64) float64 {
	slices.Sort(times)
	return math.Max(tick, times[len(times)/2])
}

// count returns how many neurons matter.
func count(neurons []neural.Neuron) (many int) {
	const matters = 1e-6
	most := 0.0
	for _, n := range neurons {
		most = math.Max(most, math.Abs(n.Alpha))
	}
	for _, n := range neurons {
		if math.Abs(n.Alpha) > matters*most {
			many++
		}
	}
	return many
}
