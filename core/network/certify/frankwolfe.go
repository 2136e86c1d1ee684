package certify

import (
	"math"

	"conelab/core/network/frankwolfe"
	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// correctiveMargin times the tolerance is the gap that the corrective method is asked for by its own sums.
const correctiveMargin = 0.5

// startCorrective begins the run of the corrective method for the part.
func (a *subproblem) startCorrective(j *Job) {
	p := &j.problem
	a.corrective = frankwolfe.New(frankwolfe.Problem{
		Samples: j.samples, Y: a.y, Loss: p.Loss, Beta: p.Beta, Tolerance: correctiveMargin * p.Tolerance,
	})
}

// stepCorrective makes a round and reports whether it was the last: it is where the method has stalled for as long as the interior-point
// method is predicted to take.
func (a *subproblem) stepCorrective(j *Job) (last bool) {
	if !a.corrective.Done() {
		a.corrective.Step()
	}
	return a.corrective.Done() || float64(a.corrective.Stalled()) > j.problem.handOver()
}

// leastStall is how many rounds that do not halve the gap are no stall.
const leastStall = 10

// handOver returns after how many rounds without progress the corrective method gives way to the interior-point method, +Inf where that is
// not affordable.
func (p *Problem) handOver() float64 {
	interior, descent := p.Estimate(InteriorPoint), p.Estimate(Corrective)
	if interior.Flops > affordable || p.Memory > 0 && interior.Bytes > p.Memory {
		return math.Inf(1)
	}
	return math.Max(leastStall, interior.Flops*p.interiorWeight()/(descent.Flops/frankwolfe.TypicalRounds))
}

// correctiveProgress is the share of the way to the tolerance, by the logarithm of the gap.
func (a *subproblem) correctiveProgress(tolerance float64) float64 {
	return a.corrective.Progress(tolerance)
}

// concludeCorrective proves the network that the corrective method has found.
func (a *subproblem) concludeCorrective(j *Job) {
	p := &j.problem
	found := a.corrective.Network()
	a.proof = proof{neurons: found.Neurons, decompositions: found.Decompositions, iterations: a.corrective.Rounds(), fit: make([]float64, len(a.y))}
	a.proof.objective = neural.Cost(a.proof.fit, a.proof.neurons, j.samples, a.y, p.Beta, p.Loss)
	dual := a.empty.Dual
	if bound := a.corrective.Bound(); bound != nil {
		dual = bound.Dual
	}
	j.prover.BoundTo(&a.proof.certificate, dual, a.y, p.Beta, p.Loss)
	if a.complete(j); !j.canceled() {
		a.corrective = nil
	}
}

// stopCorrective takes the best network and the best bound of the corrective method. Of what proves them only the outputs of the network
// are computed anew.
func (a *subproblem) stopCorrective(j *Job) {
	p, now := &j.problem, &a.proof
	now.iterations = a.corrective.Rounds()
	if bound := a.corrective.Bound(); bound != nil {
		var c neural.Certificate
		if j.prover.GivenTo(&c, bound.Dual, bound.Quadratics, bound.Peak, a.y, p.Beta, p.Loss); c.Lower > now.certificate.Lower {
			now.certificate = c
		}
	}
	found, fit := a.corrective.Network(), make([]float64, len(a.y))
	if cost := neural.PlainCost(fit, found.Neurons, j.samples, a.y, p.Beta, p.Loss); cost < now.objective {
		now.neurons, now.decompositions, now.fit, now.objective = found.Neurons, found.Decompositions, fit, cost
		a.complete(j)
	}
	a.corrective = nil
}

// fallBack starts the interior-point method where the corrective method has missed the tolerance. It reports whether it did.
func (a *subproblem) fallBack(j *Job) bool {
	if p := &j.problem; RelativeGap(a.proof.objective, a.proof.certificate.Lower) <= p.Tolerance || math.IsInf(p.handOver(), 1) {
		return false
	}
	found := a.proof
	j.method = InteriorPoint
	a.start(j)
	a.proof = found
	return true
}

// complete measures the decompositions of matrices that are small enough to be formed.
func (a *subproblem) complete(j *Job) {
	const most = 100
	order := j.samples.Order()
	if order > most {
		return
	}
	for _, dec := range a.proof.decompositions {
		z := make([]float64, order*order)
		for _, y := range dec.Vectors {
			for i, v := range y {
				dense.Axpy(v, y, z[i*order:(i+1)*order])
			}
		}
		measured := neural.DecomposeTo(z, order, 0, j.samples.Balanced())
		dec.Eigenvalues, dec.MinEigenvalue = measured.Eigenvalues, measured.MinEigenvalue
		if dec.TraceViolation = measured.TraceViolation; math.IsNaN(dec.TraceViolation) {
			dec.TraceViolation = 0
		}
	}
}
