package certify

import (
	"context"
	"math"

	"conelab/core/network/neural"
	"conelab/core/numeric/parallel"
	"conelab/core/numeric/sdp"
)

// Job solves one problem at a time and keeps its workspace between problems of one shape. The zero value is ready for use.
//
// A separable loss makes a subproblem of each output; they are solved one after the other.
type Job struct {
	problem Problem
	operators
	count      int         // of subproblems
	candidates []candidate // of those that are solved
	current    subproblem  // its number is len(candidates)
	result     *Result     // nil until it is asked for
	warm       []sdp.Point // of each subproblem, for Restart
	starts     []Start     // of each subproblem, for Follow and Resume; nil for Solve
	loaded     bool        // the samples have been read to the end
	// The workspaces of the methods.
	interior interior
	newton   newton
}

// Start is where solving a problem begins: a network near the optimum and perhaps a dual vector, output by output, that proves a bound.
type Start struct {
	Neurons []neural.Neuron
	Dual    []float64
}

// Run is Solve and Result.
func (j *Job) Run(p Problem) *Result {
	j.Solve(p)
	return j.Result()
}

// Solve solves p, unless its context is canceled first. A problem that Validate refuses fails.
func (j *Job) Solve(p Problem) { j.solve(p, nil) }

// Follow solves p like Solve, from the optimum of the problem solved last: where that has the same shape and is near, as while a sample is
// dragged, Newton's method on its neurons leads straight to the new optimum. The network is proved like any other, from the data alone.
// Where the proof misses the tolerance, or the number of neurons is in doubt, the interior-point method solves the problem from the start.
//
// So the result depends, within the tolerance, on the problem before. Its iterations are Newton steps.
func (j *Job) Follow(p Problem) {
	starts := j.starts[:0]
	if j.follows(&p) {
		for i := range j.candidates {
			starts = append(starts, Start{Neurons: j.candidates[i].neurons})
		}
	}
	j.solve(p, starts)
}

// Resume solves p like Solve, from a network and a dual vector for the same problem, such as those of a job that was stopped. The result
// is at least as good as these. A network or a vector of other sizes is refused.
func (j *Job) Resume(p Problem, from Start) {
	if p.Validate() != nil {
		j.solve(p, nil) // which says why
		return
	}
	if !p.fits(&from) {
		j.result = Refused("The solution to go on from belongs to another problem.")
		return
	}
	starts := j.starts[:0]
	outputs, count := p.coupled()
	n := p.Samples()
	for at := range count {
		part := Start{Dual: from.Dual[at*outputs*n : (at+1)*outputs*n]}
		for _, neuron := range from.Neurons {
			if neuron.Output/outputs == at {
				neuron.Output -= at * outputs
				part.Neurons = append(part.Neurons, neuron)
			}
		}
		starts = append(starts, part)
	}
	j.solve(p, starts)
}

// Restart solves the last problem for another beta, from an interior iterate of the run before. It keeps what depends on the points alone:
// the patches of a convolution, and the factorisation of the reduced form (the paper's constrained least squares form, appendix A).
func (j *Job) Restart(beta float64) {
	p := j.problem
	p.Beta = beta
	if j.accept(p, nil) {
		j.solveParts()
	}
}

// solve solves p from starts of its subproblems, or from none.
func (j *Job) solve(p Problem, starts []Start) {
	if !j.accept(p, starts) {
		return
	}
	j.load(&j.problem)
	j.loaded = !j.problem.Canceled()
	for k := range j.warm {
		j.warm[k].Clear()
	}
	for len(j.warm) < j.count {
		j.warm = append(j.warm, sdp.Point{})
	}
	j.solveParts()
}

// accept makes p the problem, or reports false if it cannot be solved.
func (j *Job) accept(p Problem, starts []Start) bool {
	j.problem, j.count, j.candidates, j.current, j.starts, j.result = Problem{}, 0, nil, subproblem{}, starts, nil
	if err := p.Validate(); err != nil {
		j.result = Refused("The problem cannot be solved: " + err.Error() + ".")
		return false
	}
	p.Tolerance, p.Outputs = p.tolerance(), p.outputs()
	_, j.count = p.coupled()
	j.problem = p
	return true
}

// solveParts solves the subproblems one after the other, until the context is canceled.
func (j *Job) solveParts() {
	for len(j.candidates) < j.count {
		j.next()
		if !j.current.solve() {
			return
		}
		j.candidates = append(j.candidates, j.current.result())
	}
	j.finish()
}

// next makes the next subproblem the current one.
func (j *Job) next() {
	at, n, p := len(j.candidates), j.operator.Len(), j.problem
	outputs, _ := p.coupled()
	p.Y, p.Outputs = p.Y[at*n:(at+outputs)*n], outputs
	j.current = subproblem{
		refiner: refiner{operators: &j.operators, problem: p, newton: &j.newton}, choice: j.problem.Choose(),
		interior: &j.interior, warm: &j.warm[at],
	}
	if len(j.starts) > 0 {
		j.current.from = j.starts[at]
	}
}

// finish sets the result from the candidates of the subproblems.
func (j *Job) finish() {
	j.current.method = nil
	if solver := j.interior.solver; solver != nil {
		solver.Release()
	}
	j.result = join(j.candidates, &j.problem, j.operator.Blocks())
	if j.result.Status == Inaccurate {
		j.result.AddAdvice(&j.problem, BetaMax(&j.problem))
	}
	j.result = j.problem.prove(j.result)
	if finer := j.problem; finer.Sums != nil && j.result.Status == Inaccurate && finer.Tolerance > leastTolerance && !finer.Canceled() {
		finer.Tolerance = leastTolerance
		again := new(Job).Run(finer)
		again.Iterations += j.result.Iterations
		if again.Gap < j.result.Gap {
			j.result = again
		}
	}
}

// leastTolerance makes a run go on until rounding ends it: the proof by sums may need a network so near to the optimum.
const leastTolerance = rounding / 2

// prove returns a result with the proof by the sums, if p has any.
func (p *Problem) prove(found *Result) *Result {
	if p.Sums == nil {
		return found
	}
	return p.Sums.Prove(p, found)
}

// Progress returns how much of the work is done, by the logarithm of the current method's gap, which iterations reduce by a factor each.
func (j *Job) Progress() parallel.Progress {
	if len(j.candidates) == j.count {
		return parallel.Progress{Share: 1}
	}
	progress := parallel.Progress{Gap: math.Inf(1)}
	if j.current.method != nil {
		progress = j.current.method.progress()
	}
	return progress.Part(len(j.candidates), j.count)
}

// Result returns the result, nil if nothing was solved. After the context was canceled it proves the best network so far; subproblems not
// yet begun get the network without neurons.
func (j *Job) Result() *Result {
	if j.result != nil || j.count == 0 {
		return j.result
	}
	j.problem.Context = nil
	j.setContext(context.Background())
	if !j.loaded && len(j.starts) > 0 { // what it went on from is proved again, which needs the samples
		j.load(&j.problem)
	}
	for {
		j.current.stop()
		j.candidates = append(j.candidates, j.current.result())
		if len(j.candidates) == j.count {
			break
		}
		j.next()
	}
	j.finish()
	return j.result
}
