package certify

import (
	"context"
	"math"

	"conelab/core/network/neural"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/sdp"
)

// workspace is what the subproblems of a job share: the samples, in the forms that the methods take, and memory.
type workspace struct {
	samples  *lift.Operator
	prover   *neural.Prover
	choice   Method
	prepared bool       // rows and span are those of the samples
	rows     *lift.Rows // nil when the Newton system is in the samples
	span     *span      // nil when the solver has all features
	interior interior
	solver   *sdp.Solver
	squared  bool   // gram is that of the samples
	gram     *gram  // see unique
	polish   polish // of Follow
}

// load makes the samples of p those of the workspace.
func (w *workspace) load(p *Problem) {
	w.samples = p.operator()
	w.prover = neural.NewProver(w.samples)
	w.choice = p.Choose()
	w.rows, w.span, w.prepared, w.squared = nil, nil, false, false
}

// prepare makes the form of the samples that the interior-point method takes, if it is not there.
func (w *workspace) prepare(p *Problem) {
	if w.prepared {
		return
	}
	w.prepared = true
	if w.span = newSpan(p); w.span == nil && reducible(p, w.samples.Len(), w.samples.Blocks(), w.samples.Order()) {
		w.rows = lift.NewRows(w.samples)
	}
}

// reducible reports whether the reduced form is cheaper. It serves a quadratic loss only, whose curvature is the same for all samples.
func reducible(p *Problem, n, blocks, order int) bool {
	if !p.Loss.Quadratic() {
		return false
	}
	q := order * (order + 1) / 2
	direct, _ := sdp.Cost(n, 1, blocks, order)
	rank := float64(min(n, blocks*q))
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
