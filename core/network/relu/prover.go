package relu

import (
	"context"

	"conelab/core/network/certify"
	"conelab/core/network/neural"
)

// Prover finds what dual vectors of any origin prove for a problem with one output. It keeps the arrangement of the points.
type Prover struct {
	problem *certify.Problem
	places  places
	oracle  oracle
	v       []float64 // of the different points
}

// NewProver returns a Prover for a problem, which must not change afterwards.
func NewProver(p *certify.Problem) *Prover {
	q := &Prover{problem: p}
	q.places.take(p)
	q.oracle.arrangement, q.oracle.kappa = &q.places.arrangement, p.Piecewise.Slope
	q.v = make([]float64, len(q.places.z))
	return q
}

// Bound projects a dual vector onto the domain of the conjugate loss, in place. It returns the largest |g| on the sphere, rounding included,
// and the lower bound that it proves once it is scaled to |g| <= beta, in O(n^D log n) operations.
func (q *Prover) Bound(dual []float64) (peak, lower float64) {
	p := q.problem
	neural.ProjectOntoDomain(dual, p.Y, len(p.Y), p.Loss)
	clear(q.v)
	for i, k := range q.places.at {
		q.v[k] += dual[i]
	}
	peak, _ = q.oracle.run(context.Background(), q.v, 0)
	l := fitting{kind: p.Loss, dual: dual, y: p.Y}
	lower, _ = l.bound(peak, p.Beta)
	return peak, lower
}
