package sums

import (
	"math"

	"conelab/core/network/certify"
)

// Job trains on sums as a certify.Job on samples. The zero value is ready for Start.
type Job struct {
	certify.Job
	problem Problem
	reduced certify.Problem
	result  *certify.Result
}

// Start begins to solve p. Sums that no rows have end the job at once, with a failed result.
func (j *Job) Start(p Problem) {
	var err error
	j.problem, j.result = p, nil
	if j.reduced, err = p.Reduce(); err != nil {
		j.Refuse("The problem cannot be solved: " + err.Error() + ".")
		return
	}
	j.Job.Start(j.reduced)
}

// Result returns the network with the proof that the sums give of it, or nil before the job is done. Its outputs and dual vector are those on
// the matrices.
func (j *Job) Result() *certify.Result {
	if j.result == nil && j.Done() {
		j.result = j.problem.Judge(&j.reduced, j.Job.Result())
	}
	return j.result
}

// Judge replaces what the matrices of the reduced problem proved by what the sums do. Where a network is not near enough to the optimum for its residuals to prove
// it, although its own dual vector does, another run goes on until rounding ends it.
func (p *Problem) Judge(reduced *certify.Problem, found *certify.Result) *certify.Result {
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
	r.Judge(asked, proof.Empty, advice+"; features standardised as they are summed, or a larger beta, would help")
	if r.Status == certify.Failed {
		r.Message = "The sums exceed what double precision can carry; standardise the features as they are summed."
	}
	return &r
}

// Run starts p and steps to the end, or until its context is canceled.
func (j *Job) Run(p Problem) *certify.Result {
	j.Start(p)
	for !j.Done() && !(p.Context != nil && p.Context.Err() != nil) {
		j.Step()
	}
	j.Stop()
	return j.Result()
}
