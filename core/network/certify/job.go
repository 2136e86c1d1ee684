package certify

import (
	"context"
	"math"

	"conelab/core/network/neural"
	"conelab/core/numeric/sdp"
)

// Job solves one problem at a time and keeps its workspace between problems of one shape. The zero value is ready for Start.
//
// A separable loss makes a subproblem of each output; they are solved one after the other.
type Job struct {
	problem Problem
	operators
	count   int        // of subproblems
	proofs  []proof    // of those that are solved
	current subproblem // number len(proofs) of count
	result  *Result
	warm    []sdp.Point // of each subproblem, for Restart
	known   []Known     // of each subproblem, for Follow and Resume, or nothing
	memory  memory
}

// Known is what is known of a problem before it is solved: a network near the optimum and perhaps a dual vector, output by output,
// that proves a bound.
type Known struct {
	Neurons []neural.Neuron
	Dual    []float64
}

// Start begins to solve p. A problem that cannot be solved (see Validate) is done at once, and has failed.
func (j *Job) Start(p Problem) {
	j.known = j.known[:0]
	j.begin(p)
}

// Follow begins to solve p like Start, from the optimum of the problem solved last: where that is of the same shape and near, as
// it is while a sample is dragged, Newton's method on its neurons goes to the new optimum at once. The network is proved like any
// other, from the data alone; where the proof misses the tolerance, or the number of neurons is in doubt, the interior-point
// method solves the problem from the start.
//
// So the result may differ, within the tolerance, with what was solved before. Its iterations are Newton steps.
func (j *Job) Follow(p Problem) {
	j.known = j.known[:0]
	if j.follows(&p) {
		for i := range j.proofs {
			j.known = append(j.known, Known{Neurons: j.proofs[i].neurons})
		}
	}
	j.begin(p)
}

// Resume begins to solve p like Start, from a network and a dual vector for the same problem, as a job that was stopped leaves
// them. The result is at least as good as these. What does not have the problem's sizes is refused like a problem that cannot be
// solved.
func (j *Job) Resume(p Problem, from Known) {
	j.known = j.known[:0]
	if err := p.Validate(); err == nil && !p.sized(&from) {
		j.Refuse("The solution to go on from belongs to another problem.")
		return
	}
	outputs, count := p.coupled()
	n := p.Samples()
	for at := range count {
		known := Known{Dual: from.Dual[at*outputs*n : (at+1)*outputs*n]}
		for _, neuron := range from.Neurons {
			if neuron.Output/outputs == at {
				neuron.Output -= at * outputs
				known.Neurons = append(known.Neurons, neuron)
			}
		}
		j.known = append(j.known, known)
	}
	j.begin(p)
}

// Restart begins to solve the problem last started for another beta. What depends on the points alone is kept: the patches of a
// convolution, and the factorisation of the reduced form (the paper's constrained least squares form, appendix A). An interior
// iterate of the run before is where the new one starts.
func (j *Job) Restart(beta float64) {
	p := j.problem
	p.Beta = beta
	if err := p.Validate(); err != nil {
		j.refuse(err)
		return
	}
	j.problem, j.known = p, j.known[:0]
	j.result, j.proofs = nil, nil
	j.advance()
}

// begin begins to solve p, from what is known.
func (j *Job) begin(p Problem) {
	if err := p.Validate(); err != nil {
		j.problem = Problem{}
		j.refuse(err)
		return
	}
	p.Tolerance, p.Outputs = p.tolerance(), p.outputs()
	_, j.count = p.coupled()
	j.problem = p
	j.load(&p)
	for k := range j.warm {
		j.warm[k].Clear()
	}
	for len(j.warm) < j.count {
		j.warm = append(j.warm, sdp.Point{})
	}
	j.result, j.proofs = nil, nil
	j.advance()
}

// advance starts the next subproblem, and those after it that are solved at once. After the last one there is the result.
func (j *Job) advance() {
	for len(j.proofs) < j.count {
		if j.next(); j.canceled() || !j.current.start() || j.canceled() {
			return
		}
		j.proofs = append(j.proofs, j.current.best)
	}
	j.finish()
}

// next makes the next subproblem the current one, without starting it.
func (j *Job) next() {
	at, n, p := len(j.proofs), j.samples.Len(), j.problem
	outputs, _ := p.coupled()
	p.Y, p.Outputs = p.Y[at*n:(at+outputs)*n], outputs
	j.current = subproblem{
		evaluator: evaluator{operators: &j.operators, problem: p}, choice: j.problem.Choose(), memory: &j.memory, warm: &j.warm[at],
	}
	if len(j.known) > 0 {
		j.current.known = j.known[at]
	}
}

// finish puts the proofs of the subproblems together.
func (j *Job) finish() {
	j.current.method = nil
	if solver := j.memory.interior.solver; solver != nil {
		solver.Release()
	}
	j.result = join(j.proofs, &j.problem, j.samples.Blocks())
	if j.result.Status == Inaccurate {
		j.result.advise(&j.problem, BetaMax(&j.problem))
	}
}

// Done reports whether the job has its result.
func (j *Job) Done() bool { return j.result != nil }

// Result returns the result, or nil before the job is done.
func (j *Job) Result() *Result { return j.result }

// Progress returns about which share of the way is behind, from 0 to 1: an iteration makes the gap smaller by a factor, so its logarithm
// tells.
func (j *Job) Progress() float64 {
	if j.Done() {
		return 1
	}
	share := float64(len(j.proofs))
	if j.current.method != nil {
		share += j.current.method.progress()
	}
	return share / float64(j.count)
}

// Run starts p and steps to the end, or until its context is canceled: then the result is the best so far, with its proof.
func (j *Job) Run(p Problem) *Result {
	j.Start(p)
	for !j.Done() && !j.canceled() {
		j.Step()
	}
	j.Stop()
	return j.result
}

// Step makes one iteration of the method, and with the last one the network and its proof. Once the problem's context is
// canceled it ends early, as Start does; its owner then calls Stop.
func (j *Job) Step() {
	if !j.Done() && j.current.step() {
		j.proofs = append(j.proofs, j.current.best)
		j.advance()
	}
}

// Stop ends the job with the best that it has. Subproblems that have not begun keep the network without neurons. It may also
// follow a Start that was canceled.
func (j *Job) Stop() {
	j.problem.Context = nil
	j.setContext(context.Background())
	for !j.Done() {
		j.current.stop()
		if j.proofs = append(j.proofs, j.current.best); len(j.proofs) == j.count {
			j.finish()
		} else {
			j.next()
		}
	}
}

// Sketch certifies the iterate that there is, and returns the relative gap that is proved so far for the current outputs, +Inf before
// anything is, and the number of iterations. It takes about as long as an iteration at most, and changes nothing but what Stop may return.
func (j *Job) Sketch() (gap float64, iterations int) {
	if j.Done() {
		return j.result.Gap, j.result.Iterations
	}
	a := &j.current
	if a.sketch(); a.best.fit == nil {
		return math.Inf(1), a.iterations()
	}
	return a.best.gap(), a.iterations()
}
