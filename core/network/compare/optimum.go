// Package compare trains the same network by the convex program and by gradient descent, and measures both.
//
// An Optimum is the result of the convex program, with its certificate. A Baseline is a configuration of gradient descent: a form of the
// problem, a method, and a number of hidden units. Its Outcome consists of a learning rate, searched unless it is given, and runs from
// several starting points, each with its cost over time.
//
// The package has no clock: the caller provides one in a Stopwatch. It is read right before and right after epochs and solves, so that
// evaluations in between (costs, accuracies on other points) are not counted. The time of a run that diverged is added to that of the run
// that replaces it.
package compare

import (
	"context"
	"errors"
	"math"
	"slices"

	"conelab/core/network/certify"
	"conelab/core/network/kind"
	"conelab/core/network/neural"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
)

// Score says how well a network does on the training points, and on test points if there are any.
type Score struct {
	// Cost is the full objective on the training points, including the regulariser.
	Cost float64 `json:"cost"`
	// Loss is per point; Accuracy is zero if labels are not classes.
	Loss         float64 `json:"loss"`
	Accuracy     float64 `json:"accuracy,omitempty"`
	TestLoss     float64 `json:"test_loss,omitempty"`
	TestAccuracy float64 `json:"test_accuracy,omitempty"`
}

// scoreOf returns a cost with the scores on the training points and on test points, which are nil if there are none.
func scoreOf(cost float64, train, test *loss.Score) (s Score) {
	s.Cost, s.Loss = cost, train.Loss
	if train.Accuracy != nil {
		s.Accuracy = *train.Accuracy
	}
	if test != nil {
		s.TestLoss = test.Loss
		if test.Accuracy != nil {
			s.TestAccuracy = *test.Accuracy
		}
	}
	return s
}

// Optimum is the solution of the convex program.
type Optimum struct {
	Score
	Status certify.Status `json:"status"`
	Lower  float64        `json:"lower_bound"`
	Gap    float64        `json:"gap"`
	// Neurons is m*, the number of neurons whose weight is above a millionth of the largest. The l1 loss may leave further neurons with
	// weights of 1e-12, which are rounding errors of zero.
	Neurons int     `json:"neurons"`
	Beta    float64 `json:"beta"`
	// Seconds is the median, over the repetitions, of the time of one solve, from the data to the certificate.
	Seconds float64 `json:"seconds"`
}

// NearOptimal is the relative excess over the optimum up to which a cost counts as having reached it.
const NearOptimal = 0.01

// reached reports whether the cost is within 1 % of the optimum.
func (o *Optimum) reached(cost float64) bool { return cost <= o.Cost+NearOptimal*o.Cost }

// Solve solves p the given number of times, at least once, and tests the network on other points unless test is nil.
func Solve(w *Stopwatch, p *certify.Problem, repetitions int, test *certify.Set) (*Optimum, error) {
	var result *certify.Result
	var times []float64
	for range max(1, repetitions) {
		job, q := kind.Of(p).NewTrainer(), *p
		q.Context = w.Context
		times = append(times, w.measure(func() { job.Solve(q) }))
		if err := w.check(); err != nil {
			return nil, err
		}
		result = job.Result()
	}
	o := &Optimum{
		Status: result.Status, Lower: result.Lower, Gap: result.Gap, Neurons: countNeurons(result.Neurons), Beta: p.Beta,
		Seconds: median(times),
	}
	n := p.Samples()
	classes := loss.LabelsOf(p.Y, n)
	train := neural.Score(result.Fit, p.Y, n, p.Loss, classes)
	o.Score = scoreOf(result.Objective, train, kind.Test(p, test, result.Neurons, classes))
	return o, nil
}

// shortestTime replaces shorter times, for clocks with a coarse resolution.
const shortestTime = 1e-6

// median returns the median of the times, at least shortestTime, and sorts them.
func median(times []float64) float64 {
	slices.Sort(times)
	return math.Max(shortestTime, (times[(len(times)-1)/2]+times[len(times)/2])/2)
}

// countNeurons returns the number of neurons whose weight is above a millionth of the largest.
func countNeurons(neurons []neural.Neuron) (many int) {
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

// ErrStopped means that the context of the Stopwatch was canceled.
var ErrStopped = errors.New("stopped before the end")

// Stopwatch measures times, and lets the caller stop the work.
type Stopwatch struct {
	// Clock returns the time in seconds since an arbitrary origin.
	Clock func() float64
	// Context ends the work early when it is canceled.
	Context context.Context
}

// measure returns the time that the work takes.
func (w *Stopwatch) measure(work func()) float64 {
	start := w.Clock()
	work()
	return w.Clock() - start
}

// check returns ErrStopped if the work is to stop.
func (w *Stopwatch) check() error {
	if !parallel.Yield(w.Context) {
		return ErrStopped
	}
	return nil
}
