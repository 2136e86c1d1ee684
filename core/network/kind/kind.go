// Package kind says what networks of each kind can. There are two kinds: networks with a polynomial activation, which package certify
// trains, and networks with a piecewise-linear one, which package relu trains. Whoever trains, evaluates or checks networks of either kind
// asks the problem's Kind.
package kind

import (
	"slices"

	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/network/relu"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
)

// Kind is a kind of network.
type Kind struct {
	// NewTrainer returns a trainer without a problem.
	NewTrainer func() Trainer
	// LargestBeta returns the beta from which on the network without neurons is optimal, NaN for a problem without valid data. The Beta of p
	// plays no part.
	LargestBeta func(p *certify.Problem) float64
	// Points returns the points of p, at which networks are evaluated. p must not change afterwards.
	Points func(p *certify.Problem) Points
	// Check recomputes, from the raw problem and the claim alone, everything that is claimed.
	Check func(p certify.Problem, claim *certify.Claim) *certify.Verdict
	// Compare measures a network of any origin for p against its solution r.
	Compare func(p certify.Problem, network []neural.Neuron, r *certify.Result) *certify.Comparison
	// CheckSize reports in one sentence whether problems of a size and with a loss are beyond what can be trained.
	CheckSize func(samples, features int, of loss.Loss) error
	// losses are those that can be trained, nil for all.
	losses []loss.Loss

	// Matrices is set if a network is a point of a set of matrices, and its certificate a quadratic function: then there are other optimal
	// networks to go to, methods to choose from, and solutions to go on from.
	Matrices bool
	// Constant is 1 if neurons read [x; 1], so that a direction has one more number than there are features, the bias, and otherwise 0.
	Constant int
	// Anytime is set if the gap of a trainer's progress is certified. Such training may take longer than a frame.
	Anytime bool
	// SmallestBeta is that of a path for pictures: with a smaller one there are so many neurons that it takes long.
	SmallestBeta float64
}

// Trainer solves one problem after the other, and keeps what makes the next run shorter: see certify.Job.
type Trainer interface {
	// Solve solves p, Follow does so from the optimum of the problem solved last, Restart for another beta of that. They end early when the
	// context of the problem is canceled.
	Solve(p certify.Problem)
	Follow(p certify.Problem)
	Restart(beta float64)
	Progress() parallel.Progress
	// Result returns the result; after the context was canceled, the best network that there is with its proof.
	Result() *certify.Result
}

// Points are those of a problem.
type Points interface {
	// PredictTo writes the outputs of a network into fit, output by output.
	PredictTo(fit []float64, neurons []neural.Neuron)
	// Cost returns the cost of a network whose directions have length one, and writes its outputs into fit.
	Cost(fit []float64, neurons []neural.Neuron) float64
	// Bound returns what a dual vector in the domain of the conjugate loss proves of a problem with one output: the largest |g| on the
	// sphere, the bound of the cost once the vector is scaled so that |g| <= beta, and g before that as neural.Certificate has it, if the
	// kind has matrices.
	Bound(dual []float64) (peak, lower float64, quadratics [][]float64)
}

// Of returns the kind of network that p asks for.
func Of(p *certify.Problem) *Kind {
	if _, ok := p.Sigma.(lift.Piecewise); ok {
		return Piecewise
	}
	return Polynomial
}

// Piecewise is that of networks with a piecewise-linear activation.
var Piecewise = &Kind{
	NewTrainer:   func() Trainer { return &relu.Job{} },
	LargestBeta:  relu.LargestBeta,
	Points:       func(p *certify.Problem) Points { return relu.NewPoints(p) },
	Check:        relu.Check,
	Compare:      relu.Compare,
	CheckSize:    relu.CheckSize,
	losses:       relu.Losses,
	Constant:     1,
	Anytime:      true,
	SmallestBeta: 1e-3,
}

// Takes reports whether networks can be trained with a loss.
func (k *Kind) Takes(of loss.Loss) bool { return k.losses == nil || slices.Contains(k.losses, of) }

// Predict returns the outputs of a network of p at the rows x, output by output.
func (k *Kind) Predict(p *certify.Problem, neurons []neural.Neuron, x []float64) []float64 {
	q := *p
	q.X, q.Y, q.Sums = x, make([]float64, len(x)/p.D*max(1, p.Outputs)), nil
	fit := make([]float64, len(q.Y))
	k.Points(&q).PredictTo(fit, neurons)
	return fit
}
