package certify

import (
	"context"
	"math"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/sdp"
)

// workspace is what the subproblems of a job share: the samples, in the forms that the methods take, and memory.
type workspace struct {
	samples  *lift.Operator
	prover   *neural.Prover
	choice   Method
	prepared bool       // rows and span are those of the samples
	rows     *lift.Rows // factors, or nil when the Newton system is in the samples
	span     *span      // nil when the solver has all features
	factors  *lift.Rows // the reduced form of the samples, if factored
	factored bool
	target   []float64 // the labels in the reduced form
	rest     []float64 // y_perp of the reduced form
	interior interior
	solver   *sdp.Solver
	polish   polish // of Follow
	// judged says that independent is known: whether the columns of the reduced form are.
	judged, independent bool
}

// load makes the samples of p those of the workspace.
func (w *workspace) load(p *Problem) {
	w.samples = p.operator()
	w.prover = neural.NewProver(w.samples)
	w.choice = p.Choose()
	w.rows, w.span, w.prepared, w.factored, w.judged = nil, nil, false, false, false
}

// prepare makes the form of the samples that the interior-point method takes, if it is not there.
func (w *workspace) prepare(p *Problem) {
	if w.prepared {
		return
	}
	w.prepared = true
	if w.span = newSpan(p); w.span == nil && reducible(p, w.samples.Len(), w.samples.Blocks(), w.samples.Order()) {
		w.rows = w.factorised()
	}
}

// factorised returns the reduced form of the samples.
func (w *workspace) factorised() *lift.Rows {
	if !w.factored {
		w.factored, w.factors = true, lift.NewRows(w.samples, w.factors)
	}
	return w.factors
}

// fewEntries is how many entries matrices may have for Newton's method on the neurons to be in the reduced form, whose rows are as long.
const fewEntries = 64

// entries returns how many entries the matrices of an output have.
func (w *workspace) entries() int {
	return w.samples.Blocks() * w.samples.Order() * (w.samples.Order() + 1) / 2
}

// reduced reports whether the subproblem is polished in the reduced form.
func (a *subproblem) reduced() bool {
	return a.factored && a.problem.Loss.Quadratic() && a.entries() <= fewEntries
}

// reduce returns the labels in the reduced form, and sets rest.
func (w *workspace) reduce(y []float64) []float64 {
	w.target, w.rest = dense.Resize(w.target, w.factors.Len()), dense.Resize(w.rest, len(y))
	w.factors.ReduceTo(w.target, w.rest, y)
	return w.target
}

// expand returns the dual vector of the samples for v of the reduced form: Q v + 2 y_perp.
func (w *workspace) expand(v []float64) []float64 {
	dual := make([]float64, len(w.rest))
	w.factors.ExpandTo(dual, v)
	dense.Axpy(2, w.rest, dual)
	return dual
}

// reducible reports whether the reduced form is cheaper. It serves a quadratic loss only, whose curvature is the same for all samples.
func reducible(p *Problem, n, blocks, order int) bool {
	if !p.Loss.Quadratic() {
		return false
	}
	q := order * (order + 1) / 2
	direct, _ := sdp.Cost(n, 1, blocks, order)
	rank := float64(blocks * q)
	p3 := math.Pow(float64(order), 3)
	reduced := float64(blocks)*rank*(4*p3+rank*float64(q)) + rank*rank*rank/6
	return reduced < direct
}

// canceled reports whether the context of the samples is canceled.
func (w *workspace) canceled() bool { return w.samples.Canceled() }

// setContext replaces the context of the samples.
func (w *workspace) setContext(ctx context.Context) {
	if w.samples != nil {
		w.samples.SetContext(ctx)
	}
	if w.span != nil {
		w.span.samples.SetContext(ctx)
	}
}
