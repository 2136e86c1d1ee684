package certify

import (
	"context"
	"math"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/sdp"
)

// operators has the samples of a problem in the forms that its subproblems use.
type operators struct {
	operator *lift.Operator
	prover   *neural.Prover
	reduced  reduced
	// For the interior-point method, once prepared: the samples in fewer coordinates, or nil, and whether it uses the reduced form.
	prepared    bool
	span        *span
	usesReduced bool
}

// load takes over the samples of p.
func (o *operators) load(p *Problem) {
	o.operator = p.Operator()
	o.prover = neural.NewProver(o.operator)
	o.prepared, o.span, o.usesReduced = false, nil, false
	o.reduced.factored, o.reduced.rankKnown = false, false
}

// prepare makes the form of the samples for the interior-point method, once.
func (o *operators) prepare(p *Problem) {
	if o.prepared {
		return
	}
	o.prepared = true
	o.span = newSpan(p)
	if o.span == nil && reducible(p, o.operator.Len(), o.operator.Blocks(), o.operator.Order()) {
		o.usesReduced = true
		o.reduced.factorize(o.operator)
	}
}

// reducible reports whether the reduced form is cheaper. It needs a quadratic loss, whose curvature is the same for all samples.
func reducible(p *Problem, n, blocks, order int) bool {
	if !p.Loss.Quadratic() {
		return false
	}
	q := order * (order + 1) / 2
	direct, _ := sdp.Cost(n, 1, blocks, order)
	rows := float64(blocks * q)
	p3 := math.Pow(float64(order), 3)
	return float64(blocks)*rows*(4*p3+rows*float64(q))+rows*rows*rows/6 < direct
}

// entries returns the number of entries of the matrices Z of an output.
func (o *operators) entries() int {
	return o.operator.Blocks() * o.operator.Order() * (o.operator.Order() + 1) / 2
}

// canceled reports whether the context of the samples is canceled.
func (o *operators) canceled() bool { return o.operator.Canceled() }

// setContext replaces the context of the samples.
func (o *operators) setContext(ctx context.Context) {
	if o.operator != nil {
		o.operator.SetContext(ctx)
	}
	if o.span != nil {
		o.span.operator.SetContext(ctx)
	}
	if o.reduced.rows != nil {
		o.reduced.rows.SetContext(ctx)
	}
}

// reduced is the reduced form of the samples (see lift.Rows): the labels are y = Q target + rest.
type reduced struct {
	rows         *lift.Rows // of these samples if factored; otherwise of earlier ones, kept for their memory
	factored     bool
	target, rest []float64
	// rankKnown says that independent is set: whether the columns of the rows are independent.
	rankKnown, independent bool
}

// factorize makes the rows.
func (r *reduced) factorize(operator *lift.Operator) {
	if !r.factored {
		r.factored, r.rows = true, lift.NewRows(operator, r.rows)
	}
}

// determined reports whether the rows determine Z - Z'.
func (r *reduced) determined() bool {
	if !r.rankKnown {
		r.rankKnown, r.independent = true, r.rows.Independent(dependentColumns)
	}
	return r.independent
}

// dependentColumns is the share of a column's length, after projecting out the columns before it, below which it depends on them.
const dependentColumns = 1e-4

// labels sets target and rest for the labels y, and returns the target.
func (r *reduced) labels(y []float64) []float64 {
	r.target, r.rest = dense.Resize(r.target, r.rows.Len()), dense.Resize(r.rest, len(y))
	r.rows.ReduceTo(r.target, r.rest, y)
	return r.target
}

// constant returns the loss of the rest.
func (r *reduced) constant() float64 { return dense.Dot(r.rest, r.rest) }

// expand returns the dual vector of the samples for v of the reduced form: Q v + 2 rest.
func (r *reduced) expand(v []float64) []float64 {
	dual := make([]float64, len(r.rest))
	r.rows.ExpandTo(dual, v)
	dense.Axpy(2, r.rest, dual)
	return dual
}
