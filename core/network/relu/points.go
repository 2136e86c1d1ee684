package relu

import (
	"context"
	"math"

	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/numeric/exact"
)

// Points evaluates networks at the points of a problem, and bounds dual vectors.
type Points struct {
	problem certify.Problem
	oracle  oracle    // its arrangement is nil until there is a vector to bound
	v       []float64 // for each distinct point
}

// NewPoints returns the points of a problem, which must not change afterwards.
func NewPoints(p *certify.Problem) *Points { return &Points{problem: *p} }

// PredictTo writes f of a network into fit, output by output, in O(n D) operations for each neuron.
func (q *Points) PredictTo(fit []float64, neurons []neural.Neuron) {
	p := &q.problem
	n := p.Samples()
	clear(fit)
	for j := range neurons {
		neuron := &neurons[j]
		to := fit[neuron.Output*n : (neuron.Output+1)*n]
		for i := range to {
			t := neuron.U[p.D]
			for k, x := range p.X[i*p.D : (i+1)*p.D] {
				t += x * neuron.U[k]
			}
			to[i] += neuron.Alpha * p.Sigma.At(t)
		}
	}
}

// Cost writes f of a network, whose directions have length one, into fit, and returns its cost.
func (q *Points) Cost(fit []float64, neurons []neural.Neuron) float64 {
	p, weight := &q.problem, 0.0
	q.PredictTo(fit, neurons)
	for j := range neurons {
		weight += math.Abs(neurons[j].Alpha)
	}
	return neural.Loss(fit, p.Y, p.Samples(), p.Loss) + p.Beta*weight
}

// Bound bounds a dual vector of a problem with one output by the oracle, rounding included, in O(n^D log n) operations. It projects the
// vector onto the domain of the conjugate loss, in place.
func (q *Points) Bound(dual []float64) (peak, lower float64, _ [][]float64) {
	p := &q.problem
	if q.oracle.arrangement == nil {
		q.oracle.arrangement, q.oracle.kappa = &arrangement{}, kappa(p)
		q.oracle.load(p)
		q.v = make([]float64, len(q.oracle.z))
	}
	neural.ProjectOntoDomain(dual, p.Y, len(p.Y), p.Loss)
	sumAt(q.v, make([]exact.Double, len(q.v)), dual, q.oracle.at)
	peak, _ = q.oracle.run(context.Background(), q.v, 0)
	return peak, neural.ScaledBound(dual, p.Y, len(p.Y), peak, p.Beta, p.Loss), nil
}
