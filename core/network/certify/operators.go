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

// span is the problem of a job in fewer coordinates, where there are fewer samples than features: sigma(x'u) depends only on the part of u
// in the span of the samples, and |u| = 1 only on the length of the rest, for which one more direction stands. So the matrices have a
// smaller order.
type span struct {
	operator *lift.Operator
	basis    []float64 // orthonormal rows of length d, the samples' coordinates being those along them
	d        int
}

const (
	// spanShare is the largest share of the order that is worth it, spanLeast the least number of features.
	spanShare, spanLeast = 0.8, 6
	// dependent is the share of a sample's length, for each feature, below which its part outside the basis is rounding.
	dependent = 1e-14
)

// newSpan returns the problem in the span of its samples, or nil where that is not worth it.
func newSpan(p *Problem) *span {
	n, d := p.Samples(), p.D
	if p.Architecture.Kind == lift.Convolutional || p.Sums != nil || d < spanLeast || float64(n+1) > spanShare*float64(d) {
		return nil
	}
	s := &span{d: d}
	for i := range n {
		s.extend(p.X[i*d : (i+1)*d])
	}
	rank := len(s.basis) / d
	for k := 0; k < d && p.hasTrace() && len(s.basis)/d == rank; k++ {
		unit := make([]float64, d)
		unit[k] = 1
		s.extend(unit)
	}
	width := len(s.basis) / d
	x := make([]float64, n*width)
	for i := range n {
		for k := range rank {
			x[i*width+k] = dense.Dot(p.X[i*d:(i+1)*d], s.row(k))
		}
	}
	s.operator = p.lifted(x, width)
	return s
}

func (s *span) row(k int) []float64 { return s.basis[k*s.d : (k+1)*s.d] }

// extend adds the component of x orthogonal to the basis, normalised, unless it is zero. The second pass makes it orthogonal to rounding.
func (s *span) extend(x []float64) {
	rest := append([]float64(nil), x...)
	before := math.Sqrt(dense.Dot(x, x))
	for range 2 {
		for k := range len(s.basis) / s.d {
			dense.Axpy(-dense.Dot(rest, s.row(k)), s.row(k), rest)
		}
	}
	length := math.Sqrt(dense.Dot(rest, rest))
	if !(length > dependent*float64(s.d)*before) {
		return
	}
	dense.Scale(1/length, rest)
	s.basis = append(s.basis, rest...)
}

// expand returns a matrix of the span in all features.
func (s *span) expand(z []float64) []float64 {
	width, small := len(s.basis)/s.d, s.operator.Order()
	order := s.d + small - width
	half, full := make([]float64, small*order), make([]float64, order*order)
	for i := range small { // Z B, and then B'Z B, B the basis, with the last coordinate that matrices have as it is
		to := half[i*order : (i+1)*order]
		for k := range width {
			dense.Axpy(z[i*small+k], s.row(k), to[:s.d])
		}
		copy(to[s.d:], z[i*small+width:(i+1)*small])
	}
	for k := range small {
		from := half[k*order : (k+1)*order]
		if k >= width {
			copy(full[s.d*order:], from)
			continue
		}
		for i, v := range s.row(k) {
			dense.Axpy(v, from, full[i*order:(i+1)*order])
		}
	}
	return full
}
