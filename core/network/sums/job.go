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

// Result returns the network with the proof that the sums give of it, or nil before the job is done. It has no dual vector: that is
// 2 (y - f).
func (j *Job) Result() *certify.Result {
	if j.result == nil && j.Done() {
		j.result = j.problem.judge(&j.reduced, j.Job.Result())
	}
	return j.result
}

// judge replaces what the matrices proved by what the sums do. Where a network is not near enough to the optimum for its residuals to prove
// it, although its own dual vector does, another run goes on until rounding ends it.
func (p *Problem) judge(reduced *certify.Problem, found *certify.Result) *certify.Result {
	r := p.proved(found)
	if r.Status != certify.Inaccurate || p.Context != nil && p.Context.Err() != nil {
		return r
	}
	more := *reduced
	more.Tolerance, more.Beta = rounding, p.Beta
	finer := p.proved(new(certify.Job).Run(more))
	if finer.Iterations += r.Iterations; finer.Gap < r.Gap {
		return finer
	}
	return r
}

// rounding is a relative gap that rounding keeps networks from.
const rounding = 0x1p-53

// proved returns the result with the proof by the sums.
func (p *Problem) proved(found *certify.Result) *certify.Result {
	r := *found
	if math.IsInf(r.Objective, 0) || math.IsNaN(r.Objective) {
		return &r
	}
	proof, asked := p.Prove(r.Neurons), p.tolerance()
	r.Objective, r.Lower, r.Gap = proof.Objective, proof.Lower, proof.Gap
	r.Certificate = certify.Proof{Peak: proof.Peak * p.Beta, Quadratics: proof.Quadratics}
	r.Samples, r.Fit = int(p.Sums.Rows()), nil
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
