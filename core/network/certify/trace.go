package certify

import (
	"math"
	"slices"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/sdp"
)

// traceOrder is the largest order of matrices that have pictures, and so the largest of which iterates are kept.
const traceOrder = 4

// Iterate is a point of the path that the interior-point method takes to the optimum, with what it proves there.
type Iterate struct {
	// Plus and Minus are Z and Z', of order p, row-major: psd, and balanced where the architecture asks for it, up to rounding.
	Plus, Minus []float64
	// Quadratic is g(u) = sum_i v_i sigma(x_i'u) as a matrix of order p, like those of neural.Certificate, for the iterate's dual vector,
	// scaled to be feasible: |g| <= beta on the sphere.
	Quadratic []float64
	// Cost is the value of the convex program at (Z, Z'), the loss plus beta (Z_pp + Z'_pp), or beta (tr Z + tr Z') with the quadratic
	// activation. Bound is the bound that the scaled dual vector proves, Gap their relative difference.
	Cost, Bound, Gap float64
}

// trace keeps the points of a run as they come, and makes iterates of them when asked: to prove a bound costs as much as to find the
// point. It owns all that it refers to, so that it outlives the run. Nil, it keeps nothing.
type trace struct {
	problem Problem    // with X and Y of its own
	rows    *lift.Rows // of the reduced form, or nil
	rest    []float64  // y_perp of the reduced form
	order   int
	points  []tracePoint
	best    int // how many points there were when the best came
}

// tracePoint has Z, Z' and the solver's v.
type tracePoint struct{ plus, minus, dual []float64 }

// newTrace returns the trace of a run that begins, in the reduced form of the rows, with y_perp = rest, unless they are nil. It is nil where the
// problem does not ask for one or has no pictures.
func (a *subproblem) newTrace(rows *lift.Rows, rest []float64) *trace {
	p, order := a.problem, a.samples.Order()
	if !p.Trace || a.samples.Blocks() != 1 || p.Outputs != 1 || order > traceOrder {
		return nil
	}
	p.X, p.Y, p.Context = slices.Clone(p.X), slices.Clone(p.Y), nil
	t := &trace{problem: p, order: order}
	if rows != nil {
		t.rows, t.rest = rows, slices.Clone(rest)
	}
	return t
}

// add keeps the solver's point.
func (t *trace) add(s *sdp.Solver) {
	if t != nil {
		z := s.Primals()
		t.keep(z[0], z[1], s.Dual())
	}
}

func (t *trace) keep(plus, minus, dual []float64) {
	t.points = append(t.points, tracePoint{slices.Clone(plus), slices.Clone(minus), slices.Clone(dual)})
}

// mark says that the last point is the best so far.
func (t *trace) mark() {
	if t != nil {
		t.best = len(t.points)
	}
}

// empty makes the trace that of the network without neurons, which the dual vector v proves to be optimal.
func (t *trace) empty(v []float64) {
	if t != nil {
		zero := make([]float64, t.order*t.order)
		t.keep(zero, zero, v)
		t.mark()
	}
}

// iterates returns the points up to the best with their proofs. A network that was found without a run has one made for it.
func (t *trace) iterates() []Iterate {
	if t.points == nil {
		var job Job
		return job.Run(t.problem).Path(0)
	}
	samples := t.problem.operator()
	prover := neural.NewProver(samples)
	path := make([]Iterate, t.best)
	for k := range path {
		t.iterateTo(&path[k], &t.points[k], samples, prover)
	}
	return path
}

func (t *trace) iterateTo(it *Iterate, point *tracePoint, samples *lift.Operator, prover *neural.Prover) {
	p := &t.problem
	it.Plus, it.Minus = point.plus, point.minus
	if p.balanced() {
		balance(it.Plus, t.order)
		balance(it.Minus, t.order)
	}
	difference, fit := slices.Clone(it.Plus), make([]float64, len(p.Y))
	dense.Axpy(-1, it.Minus, difference)
	samples.AddApply(fit, difference, 0)
	weights := sdp.Regularisation(it.Plus, t.order, p.balanced()) + sdp.Regularisation(it.Minus, t.order, p.balanced())
	it.Cost = neural.Loss(fit, p.Y, samples.Len(), p.Loss) + p.Beta*weights
	var proof neural.Certificate
	prover.BoundTo(&proof, expand(t.rows, t.rest, point.dual), p.Y, p.Beta, p.Loss)
	it.Quadratic, it.Bound = proof.Quadratics[0], proof.Lower
	it.Gap = RelativeGap(it.Cost, it.Bound)
}

// balance overwrites z with D Z D, D = diag(s, ..., s, 1/s), for the s that makes tr Z_1 = Z_4. The solver holds that condition to what its
// Newton systems leave of it, 1e-10 and better, and a network is cut from Z exactly balanced, so that is what has a cost.
func balance(z []float64, order int) {
	last := len(z) - 1
	space, time := -z[last], z[last]
	for i := range order {
		space += z[i*order+i]
	}
	if !(space > 0 && time > 0) {
		return // the zero matrix is balanced
	}
	square := math.Sqrt(time / space)
	for i := range order - 1 {
		for k := range order - 1 {
			z[i*order+k] *= square
		}
	}
	z[last] /= square
}

// expand returns the dual vector of the samples for that of the solver: with y_perp = rest the reduced form's has Q v + 2 y_perp.
func expand(rows *lift.Rows, rest, v []float64) []float64 {
	if rows == nil {
		return v
	}
	dual := make([]float64, len(rest))
	rows.ExpandTo(dual, v)
	dense.Axpy(2, rest, dual)
	return dual
}

// Path returns the iterates of the run that gave the proof of an output, from its start to the best, from which network and proof
// were made; those after it, which rounding kept from being better, are left out. A network without neurons that needed no run is
// a path of one. It is nil unless the problem asked for it with Trace, and where the loss trains several outputs together.
//
// The first call proves a bound for each iterate from the samples, n p^2 multiplications and two trust-region problems; later calls
// return the same slice. Neither the job nor its problem's X and Y are looked at.
func (r *Result) Path(output int) []Iterate {
	if output >= len(r.traces) {
		return nil
	}
	if t := r.traces[output]; t != nil {
		r.paths[output], r.traces[output] = t.iterates(), nil
	}
	return r.paths[output]
}
