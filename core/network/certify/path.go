package certify

import (
	"math"
	"slices"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/sdp"
)

// pathOrder is the largest order of matrices with pictures.
const pathOrder = 4

// Iterate is a point on the path of the interior-point method to the optimum, with its own bound.
type Iterate struct {
	// Plus and Minus are Z and Z', of order p, row-major: psd, with the trace condition where there is one, up to rounding.
	Plus, Minus []float64
	// Quadratic is g(u) = sum_i v_i sigma(x_i'u) as a matrix of order p, like those of neural.Certificate, for the iterate's dual vector,
	// scaled to be feasible: |g| <= beta on the sphere.
	Quadratic []float64
	// Cost is the value of the convex program at (Z, Z'), the loss plus beta (Z_pp + Z'_pp), or beta (tr Z + tr Z') with the quadratic
	// activation. Bound is the bound that the scaled dual vector proves, Gap their relative difference.
	Cost, Bound, Gap float64
}

// Path returns the iterates of an interior-point run for one output of p, for pictures: from the start to the first whose gap is within the
// tolerance, or to the best. It is nil for problems without such pictures: those with several blocks, matrices of an order above 4, a loss
// that couples the outputs or a piecewise-linear activation, and those that Validate rejects.
//
// It proves a bound for each point from the samples, n p^2 multiplications and two trust-region problems.
func Path(p Problem, output int) []Iterate {
	if p.Validate() != nil || !p.Loss.Separable() || p.Architecture.Kind == lift.Convolutional || p.order() > pathOrder {
		return nil
	}
	n := p.Samples()
	p.Y, p.Outputs, p.Context = p.Y[output*n:(output+1)*n], 1, nil
	operator := p.Operator()
	program := sdp.Problem{Op: operator, Outputs: 1, Y: p.Y, Loss: p.Loss, Beta: p.Beta}
	solver, prover := sdp.New(&program), neural.NewProver(operator)
	solver.Reset(&program)
	var path []Iterate
	best := 0
	for {
		path = append(path, p.iterate(solver, operator, prover))
		if last := len(path) - 1; path[last].Gap < path[best].Gap {
			best = last
		}
		if path[best].Gap <= p.tolerance() || len(path)-best > patience || !solver.Step() {
			return path[:best+1]
		}
	}
}

// iterate returns the solver's point with its certificate.
func (p *Problem) iterate(s *sdp.Solver, operator *lift.Operator, prover *neural.Prover) (it Iterate) {
	z := s.Primals()
	it.Plus, it.Minus = slices.Clone(z[0]), slices.Clone(z[1])
	if p.hasTrace() {
		restoreTrace(it.Plus, p.order())
		restoreTrace(it.Minus, p.order())
	}
	difference, fit := slices.Clone(it.Plus), make([]float64, len(p.Y))
	dense.Axpy(-1, it.Minus, difference)
	operator.AddApply(fit, difference, 0)
	weight := sdp.Weight(it.Plus, p.order(), p.hasTrace()) + sdp.Weight(it.Minus, p.order(), p.hasTrace())
	it.Cost = neural.Loss(fit, p.Y, operator.Len(), p.Loss) + p.Beta*weight
	var certificate neural.Certificate
	prover.BoundTo(&certificate, s.Dual(), p.Y, p.Beta, p.Loss)
	it.Quadratic, it.Bound = certificate.Quadratics[0], certificate.Lower
	it.Gap = RelativeGap(it.Cost, it.Bound)
	return it
}

// restoreTrace overwrites z with D Z D, D = diag(s, ..., s, 1/s), for the s that makes tr Z_1 = Z_4. The solver meets that condition to
// 1e-10 or better; networks are decomposed from a Z that meets it exactly.
func restoreTrace(z []float64, order int) {
	last := len(z) - 1
	space, time := -z[last], z[last]
	for i := range order {
		space += z[i*order+i]
	}
	if !(space > 0 && time > 0) {
		return // the zero matrix already meets the trace condition
	}
	square := math.Sqrt(time / space)
	for i := range order - 1 {
		for k := range order - 1 {
			z[i*order+k] *= square
		}
	}
	z[last] /= square
}
