package certify

import (
	"math"

	"conelab/core/network/frankwolfe"
	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
)

// correctiveMargin times the tolerance is the gap that the corrective method is asked for by its own sums.
const correctiveMargin = 0.5

// startCorrective begins the run of the corrective method for the subproblem.
func (a *subproblem) startCorrective() {
	p := &a.problem
	a.corrective = frankwolfe.New(frankwolfe.Problem{
		Samples: a.samples, Y: p.Y, Loss: p.Loss, Beta: p.Beta, Tolerance: correctiveMargin * p.Tolerance,
	})
	a.begun = a.corrective != nil
}

// concludeCorrective proves the network that the corrective method has found.
func (a *subproblem) concludeCorrective() {
	p := &a.problem
	neurons, decompositions := a.corrective.Network()
	a.proof = proof{neurons: neurons, decompositions: decompositions, iterations: a.corrective.Rounds(), fit: make([]float64, len(p.Y))}
	a.proof.objective = neural.Cost(a.proof.fit, a.proof.neurons, a.samples, p.Y, p.Beta, p.Loss)
	dual := a.empty.Dual
	if bound := a.corrective.Bound(); bound != nil {
		dual = bound.Dual
	}
	a.prover.BoundTo(&a.proof.certificate, dual, p.Y, p.Beta, p.Loss)
	a.complete()
}

// stopCorrective takes the best network and the best bound of the corrective method. Of what proves them only the outputs of the network
// are computed anew.
func (a *subproblem) stopCorrective() {
	p, now := &a.problem, &a.proof
	now.iterations = a.corrective.Rounds()
	if bound := a.corrective.Bound(); bound != nil {
		var c neural.Certificate
		if a.prover.GivenTo(&c, bound.Dual, bound.Quadratics, bound.Peak, p.Y, p.Beta, p.Loss); c.Lower > now.certificate.Lower {
			now.certificate = c
		}
	}
	fit := make([]float64, len(p.Y))
	neurons, decompositions := a.corrective.Network()
	if cost := neural.PlainCost(fit, neurons, a.samples, p.Y, p.Beta, p.Loss); cost < now.objective {
		now.neurons, now.decompositions, now.fit, now.objective = neurons, decompositions, fit, cost
		a.complete()
	}
}

// complete measures the decompositions of matrices that are small enough to be formed.
func (a *subproblem) complete() {
	const most = 100
	order := a.samples.Order()
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
		measured := neural.DecomposeTo(z, order, 0, a.samples.Balanced())
		dec.Eigenvalues, dec.MinEigenvalue = measured.Eigenvalues, measured.MinEigenvalue
		if dec.TraceViolation = measured.TraceViolation; math.IsNaN(dec.TraceViolation) {
			dec.TraceViolation = 0
		}
	}
}
