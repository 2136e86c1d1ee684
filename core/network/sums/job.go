package sums

import (
	"math"

	"conelab/core/network/certify"
)

// Job trains as a certify.Job on the matrices of Problem.Reduce, and proves its networks by the sums.
type Job struct {
	certify.Job
	// Problem is the problem on sums, whose context is that of the reduced problem.
	Problem       Problem
	reduced       certify.Problem
	found, proved *certify.Result // that of the matrices, and with the proof
}

// Solve solves the reduced problem.
func (j *Job) Solve(reduced certify.Problem) { j.solve(reduced, j.Job.Solve) }

// Follow is Solve from the optimum of the run before.
func (j *Job) Follow(reduced certify.Problem) { j.solve(reduced, j.Job.Follow) }

func (j *Job) solve(reduced certify.Problem, solve func(p certify.Problem)) {
	j.reduced = reduced
	if solve(reduced); !reduced.Canceled() {
		j.Result() // whose proof is part of the work
	}
}

// Result returns the network with the proof that the sums give of it, or nil if nothing was solved. Its outputs and dual vector are those
// on the matrices.
func (j *Job) Result() *certify.Result {
	if r := j.Job.Result(); r != j.found {
		if j.found, j.proved = r, nil; r != nil {
			j.Problem.Context = j.reduced.Context
			j.proved = j.Problem.Certify(&j.reduced, r)
		}
	}
	return j.proved
}

// Certify replaces what the matrices of the reduced problem proved by what the sums do. Where a network is not near enough to the optimum
// for its residuals to prove it, although its own dual vector does, another run goes on until rounding ends it.
func (p *Problem) Certify(reduced *certify.Problem, found *certify.Result) *certify.Result {
	r := p.Proved(found)
	if r.Status != certify.Inaccurate || p.Context != nil && p.Context.Err() != nil {
		return r
	}
	more := *reduced
	more.Tolerance, more.Beta = rounding, p.Beta
	finer := p.Proved(new(certify.Job).Run(more))
	if finer.Iterations += r.Iterations; finer.Gap < r.Gap {
		return finer
	}
	return r
}

// rounding is a relative gap that rounding keeps networks from.
const rounding = 0x1p-53

// Proved returns the result on the matrices with the proof by the sums, of which its outputs and dual vector are none.
func (p *Problem) Proved(found *certify.Result) *certify.Result {
	r := *found
	if math.IsInf(r.Objective, 0) || math.IsNaN(r.Objective) {
		return &r
	}
	proof, asked := p.Prove(r.Neurons), p.tolerance()
	r.Objective, r.Lower, r.Gap = proof.Objective, proof.Lower, proof.Gap
	r.Certificate.Peak, r.Certificate.Quadratics = proof.Peak*p.Beta, proof.Quadratics
	r.Samples = int(p.Sums.Rows())
	advice := ""
	if proof.Uncertainty > r.Gap*math.Abs(r.Objective)/4 {
		advice = ", since the sums are known to " + short(p.Error) + " only"
	}
	r.SetStatus(asked, proof.Empty, advice+"; features standardised as they are summed, or a larger beta, would help")
	if r.Status == certify.Failed {
		r.Message = "The sums exceed what double precision can carry; standardise the features as they are summed."
	}
	return &r
}
