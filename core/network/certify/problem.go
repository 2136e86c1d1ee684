package certify

import (
	"context"
	"math"

	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
)

// Problem is the training of a network.
type Problem struct {
	// X is n by D, row-major. Y has the labels output by output: label o of sample i is Y[o n + i]. A Job keeps both until it is done.
	X, Y []float64
	D    int
	// Outputs is the number C of outputs; zero means one.
	Outputs      int
	Architecture lift.Architecture
	// Sigma is ignored by quadratic networks, whose activation is the square.
	Sigma lift.Activation
	Loss  loss.Loss
	Beta  float64
	// Tolerance is the relative gap to certify; DefaultTolerance if zero.
	Tolerance float64
	// Trace keeps the iterates, for Result.Path: Z, Z' and the dual vector of each. Only of problems that have pictures, with one block,
	// matrices of order 4 at most, and a loss that does not couple the outputs; of others there is no path.
	Trace bool
	// Method is how to solve, Memory how many bytes that may take, zero for any number: see CheckMemory.
	Method Method
	Memory float64
	// Context ends the work early when it is canceled; nil never is.
	Context context.Context
	// lifted has the operator that Lift has made, or nil.
	lifted *lifted
}

// lifted is an operator and what it was made of.
type lifted struct {
	samples      *lift.Samples
	x            *float64
	n, d         int
	architecture lift.Architecture
	sigma        lift.Activation
}

// DefaultTolerance is the certified relative gap asked for where a problem does not say.
const DefaultTolerance = 1e-8

func (p *Problem) context() context.Context {
	if p.Context == nil {
		return context.Background()
	}
	return p.Context
}

// Canceled reports whether the context is canceled: what was computed since may be incomplete.
func (p *Problem) Canceled() bool { return parallel.Canceled(p.context()) }

// Samples returns n.
func (p *Problem) Samples() int { return len(p.Y) / p.outputs() }

func (p *Problem) outputs() int { return max(1, p.Outputs) }

func (p *Problem) tolerance() float64 {
	if p.Tolerance == 0 {
		return DefaultTolerance
	}
	return p.Tolerance
}

// balanced reports whether matrices have a last row and the trace condition; order is their order.
func (p *Problem) balanced() bool { return p.Architecture.Kind != lift.Quadratic }

func (p *Problem) order() int {
	d := p.Architecture.Shape(p.D).Dimension
	if p.balanced() {
		return d + 1
	}
	return d
}

// Lift sums up the patches of pools once for all uses of the problem and of its copies, where that is worth it. The numbers in X must not change
// afterwards; a problem with another X, architecture or activation is not affected. It is for valid data.
func (p *Problem) Lift() {
	if p.lifted.fits(p) || !p.Architecture.Shape(p.D).Pooled() {
		return
	}
	if samples := p.operator(); !p.Canceled() {
		p.lifted = &lifted{samples, &p.X[0], samples.Len(), p.D, p.Architecture, p.Sigma}
	}
}

// fits reports whether the operator is that of the problem.
func (l *lifted) fits(p *Problem) bool {
	return l != nil && l.x == &p.X[0] && l.n == p.Samples() && l.d == p.D && l.architecture == p.Architecture && l.sigma == p.Sigma
}

// operator returns the lifted operator. Canceled, it is of no use.
func (p *Problem) operator() *lift.Samples {
	if p.lifted.fits(p) {
		p.lifted.samples.SetContext(p.context())
		return p.lifted.samples
	}
	return p.Architecture.New(p.context(), p.Sigma, p.X, p.Samples(), p.D)
}

// coupled returns the number of outputs that the loss couples, and with it how many parts the problem falls into: a separable loss
// trains each output by itself.
func (p *Problem) coupled() (outputs, parts int) {
	if p.Loss.Separable() {
		return 1, p.outputs()
	}
	return p.outputs(), 1
}

// emptyDual writes the dual vector of the network without neurons, minus the gradient of the loss at zero, into dst. The empty network
// is optimal exactly if this vector is feasible, that is if beta is at least the peak of |sum v_i sigma(x_i'u)| (where the loss has a
// kink at zero: if some such vector is).
func emptyDual(dst, y []float64, n int, kind loss.Loss) {
	for i, label := range y {
		switch kind {
		case loss.Softmax:
			dst[i] = label - 1/float64(len(y)/n)
		case loss.Logistic:
			dst[i] = label / 2
		default:
			low, high := kind.Domain(label)
			v := kind.Linear(label)
			if kappa := kind.Kappa(); kappa > 0 {
				v /= kappa
			} else if v != 0 {
				v = math.Copysign(math.Inf(1), v)
			}
			dst[i] = math.Max(low, math.Min(high, v))
		}
	}
}
