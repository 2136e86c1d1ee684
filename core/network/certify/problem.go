// Package certify takes a training problem to its certified optimum:
//
//	split the problem into subproblems, one for each output that the loss does not couple to others    job.go
//	for each of them                                                                                   subproblem.go
//	    try Newton's method from the neurons of the problem solved before                              warmstart.go
//	    otherwise make a run                                                                           interior.go, corrective.go
//	        iterate until the network of an iterate is proved or rounding ends the progress
//	        decompose the best iterate into neurons, and prove their cost and a lower bound            candidate.go
//	        where their gap misses the tolerance, try to improve both
//	            by Newton's method on the neurons                                                      newton.go
//	            or, for a loss with kinks, by moving samples onto the kinks                            kinks.go
//	            and by choosing the last bits of the neurons
//	join the networks and the bounds                                                                   result.go
//
// All of this runs on the samples as operators.go prepares them, and ends when the context of the problem is canceled (see package
// parallel). What a Job reports is proved on the network itself: the objective is its cost by a forward pass, and the lower bound follows
// from a dual vector by the spherical trust-region problem, both from the raw data. None of the solver's own sums enters the gap.
//
// Path returns the iterates of an interior-point run, each with its own bound, for pictures of the central path.
package certify

import (
	"context"
	"fmt"
	"math"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
)

// Problem is the training of a network.
type Problem struct {
	// X is n by D, row-major. Y has the labels output by output: label o of sample i is Y[o n + i]. A Job keeps both until it is done.
	X, Y []float64
	D    int
	// Sums, if not nil, take the place of X, for dense and quadratic networks with the squared loss.
	Sums Sums
	// Outputs is the number C of outputs; zero means one.
	Outputs      int
	Architecture lift.Architecture
	// Sigma is the activation: a lift.Polynomial here, a lift.Piecewise in package relu. It may be nil for quadratic networks.
	Sigma lift.Activation
	Loss  loss.Loss
	Beta  float64
	// Tolerance is the relative gap to certify; DefaultTolerance if zero.
	Tolerance float64
	// ExtraDigits asks for Newton's method on the neurons even where the tolerance is met without it. Then each neuron is, as far as a picture
	// shows, where g touches beta, and Job.Follow finds the same digits as Job.Solve. It has no effect on losses with kinks.
	ExtraDigits bool
	// Method is how to solve, Memory the limit in bytes, zero for none: see CheckMemory.
	Method Method
	Memory float64
	// Context ends the work early when it is canceled; nil never is.
	Context context.Context
}

// Set is n labelled points, with X and Y as in a Problem.
type Set struct{ X, Y []float64 }

// Sums stand in for the rows of a table: see package sums. Y then has the labels of a few matrices with the same sums.
type Sums interface {
	// Operator returns these matrices. Work on them ends when the context is canceled.
	Operator(ctx context.Context) *lift.Operator
	// Prove returns a result for p proved by the sums: before, its proof holds for the matrices only.
	Prove(p *Problem, found *Result) *Result
	// Score returns the score of a network on the rows.
	Score(neurons []neural.Neuron) *loss.Score
}

// DefaultTolerance is the certified relative gap asked for by default.
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

// hasTrace reports whether matrices have a last row, and with it the trace condition.
func (p *Problem) hasTrace() bool { return p.Architecture.Kind != lift.Quadratic }

// Polynomial returns Sigma, or the zero polynomial if it is of another kind.
func (p *Problem) Polynomial() lift.Polynomial {
	sigma, _ := p.Sigma.(lift.Polynomial)
	return sigma
}

// HasMatrices reports whether networks come from matrices, and certificates are quadratic functions. Only then are there other optimal
// networks to show, methods to choose from, and solutions to go on from. Otherwise neurons read [x; 1].
func (p *Problem) HasMatrices() bool {
	_, piecewise := p.Sigma.(lift.Piecewise)
	return !piecewise
}

// shape returns the architecture's shape. Without matrices directions have one more number.
func (p *Problem) shape() lift.Shape {
	shape := p.Architecture.Shape(p.D)
	if !p.HasMatrices() {
		shape.Dimension++
	}
	return shape
}

// order returns the order of the matrices.
func (p *Problem) order() int {
	d := p.Architecture.Shape(p.D).Dimension
	if p.hasTrace() {
		return d + 1
	}
	return d
}

// Operator returns the lifted samples of a polynomial network. They are incomplete if the context is canceled.
func (p *Problem) Operator() *lift.Operator {
	if p.Sums != nil {
		return p.Sums.Operator(p.context())
	}
	return p.lifted(p.X, p.D)
}

// lifted returns the operator of samples x of d numbers.
func (p *Problem) lifted(x []float64, d int) *lift.Operator {
	return p.Architecture.New(p.context(), p.Polynomial(), x, p.Samples(), d)
}

// coupled returns the number of outputs that the loss couples, and the number of subproblems: a separable loss trains each output by
// itself.
func (p *Problem) coupled() (outputs, subproblems int) {
	if p.Loss.Separable() {
		return 1, p.outputs()
	}
	return p.outputs(), 1
}

// Validate says in one sentence what keeps the problem from being solved, as strictly as documents are read.
func (p *Problem) Validate() error {
	if !p.HasMatrices() {
		return fmt.Errorf("Sigma is piecewise linear, expected a polynomial: package relu trains such networks")
	}
	if err := p.ValidateData(); err != nil {
		return err
	}
	sigma := p.Polynomial()
	for i, v := range []float64{sigma.A, sigma.B, sigma.C} {
		if !dense.Finite(v) {
			return fmt.Errorf("Sigma.%c is %g, expected a finite number", "ABC"[i], v)
		}
	}
	return p.ValidateTarget()
}

// ValidateTarget checks beta and the tolerance.
func (p *Problem) ValidateTarget() error {
	if !dense.Finite(p.Beta) || p.Beta <= 0 {
		return fmt.Errorf("Beta is %g, expected a finite number above 0", p.Beta)
	}
	if p.Tolerance != 0 && !(p.Tolerance > 0 && p.Tolerance < 1) {
		return fmt.Errorf("Tolerance is %g, expected a number above 0 and below 1, or 0 for %g", p.Tolerance, DefaultTolerance)
	}
	return nil
}

// ValidateData checks all but the activation, beta and the tolerance.
func (p *Problem) ValidateData() error {
	switch n := p.Samples(); {
	case !p.Loss.Known():
		return fmt.Errorf("Loss is %d, expected one of package loss", int(p.Loss))
	case p.D < 1:
		return fmt.Errorf("D is %d, expected at least one feature", p.D)
	case p.Outputs < 0:
		return fmt.Errorf("Outputs is %d, expected at least one, or 0 for one", p.Outputs)
	case p.Sums != nil:
		return p.validateLabels()
	case len(p.X) == 0:
		return fmt.Errorf("X has no numbers, expected at least one sample of %d", p.D)
	case len(p.X)%p.D != 0:
		return fmt.Errorf("X has %d numbers, expected a multiple of D = %d", len(p.X), p.D)
	case len(p.Y)%p.outputs() != 0 || n != len(p.X)/p.D:
		return fmt.Errorf("Y has %d numbers, expected %d: one for each of %d samples and %d outputs", len(p.Y), len(p.X)/p.D*p.outputs(),
			len(p.X)/p.D, p.outputs())
	}
	for i, x := range p.X {
		if !dense.Finite(x) {
			return fmt.Errorf("data.x[%d][%d] is %g, expected a finite number", i/p.D, i%p.D, x)
		}
	}
	if err := p.Architecture.Validate(p.D); err != nil {
		return err
	}
	return p.validateLabels()
}

// validateLabels checks that the loss takes the labels.
func (p *Problem) validateLabels() error {
	n := p.Samples()
	return p.Loss.CheckLabels(n, p.outputs(), func(i, o int) float64 { return p.Y[o*n+i] })
}

// fits reports whether the network and the dual vector have the sizes of the problem.
func (p *Problem) fits(k *Start) bool {
	_, misfit := neural.Misfit(k.Neurons, p.shape(), p.outputs())
	return misfit == "" && len(k.Dual) == len(p.Y)
}

// Refused returns a failed result without a network, with the sentence as its message.
func Refused(sentence string) *Result {
	return &Result{Status: Failed, Message: sentence, Objective: math.Inf(1), Lower: math.Inf(-1), Gap: math.Inf(1)}
}

// BetaMax returns the least beta for which the network without neurons is optimal. The Beta of p is not used.
//
// The empty network is optimal exactly if a dual vector v in minus the subdifferential of the loss at zero is feasible (the paper's section
// 3): if |g(u)| = |sum_i v_i sigma(x_ik'u)| <= beta on the sphere for every block k and output. So the result is the peak of |g|, from one
// eigenvalue problem and one secular equation for each block. For l1 it may be too large: where a label is zero, v_i may be anything in
// [-1, 1], and is taken to be 0.
//
// The result is NaN for a problem without valid data.
func BetaMax(p *Problem) float64 {
	if p.ValidateData() != nil {
		return math.NaN()
	}
	operator := p.Operator()
	prover, n := neural.NewProver(operator), operator.Len()
	outputs, parts := p.coupled()
	empty := neural.Certificate{Dual: make([]float64, outputs*n)}
	peak := 0.0
	for at := range parts {
		neural.DualTo(empty.Dual, make([]float64, outputs*n), p.Y[at*outputs*n:(at+1)*outputs*n], n, p.Loss)
		prover.PeakTo(&empty)
		peak = math.Max(peak, empty.Peak)
	}
	return peak
}
