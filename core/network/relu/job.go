package relu

import (
	"math"
	"strconv"

	"conelab/core/numeric/parallel"
)

// Job solves one problem at a time and keeps its workspace: a problem of a size that it has solved before allocates nothing. The zero value is
// ready for Start. Each output is a problem of its own; they are solved one after the other.
type Job struct {
	problem Problem
	result  Result
	done    bool
}

// Start begins to solve p from the empty network. A problem that cannot be solved (see Validate) is done at once, and has failed.
func (j *Job) Start(p Problem) {}

// Follow begins to solve p from the neurons of the problem solved before, whose kinks follow the samples on which they hang: a sample was moved,
// a label or beta changed. What is proved is p alone. Where the sizes differ it is Start.
func (j *Job) Follow(p Problem) {}

// Step takes the network to the optimum on the directions known so far, and calls the oracle, which bounds the gap and finds new directions.
// Within a parallel.Task it may be suspended between Newton steps.
func (j *Job) Step() {}

// Done reports whether the job has its result.
func (j *Job) Done() bool { return j.done }

// Result returns the result, or nil before the job is done. The next Start or Follow overwrites it.
func (j *Job) Result() *Result {
	if !j.done {
		return nil
	}
	return &j.result
}

// Sketch returns the relative gap certified so far, +Inf before anything is, and the number of calls of the oracle.
func (j *Job) Sketch() (gap float64, iterations int) { return math.Inf(1), 0 }

// Stop ends the job with the best network that it has, and its proof.
func (j *Job) Stop() {}

// Run starts p and steps to the end, or until its context is canceled: then the result is the best so far, with its proof.
func (j *Job) Run(p Problem) *Result {
	j.Start(p)
	return j.finish()
}

// Refollow follows p and steps to the end, as Run does.
func (j *Job) Refollow(p Problem) *Result {
	j.Follow(p)
	return j.finish()
}

func (j *Job) finish() *Result {
	for !j.done && !parallel.Canceled(j.problem.context()) {
		j.Step()
	}
	j.Stop()
	return &j.result
}

// BetaMax returns the beta from which on the network without neurons is optimal: the largest |g| for the dual vector of that network. It is NaN
// for a problem without valid data. The Beta of p plays no part.
func BetaMax(p *Problem) float64 { return math.NaN() }


func short(v float64) string { return strconv.FormatFloat(v, 'g', 2, 64) }
