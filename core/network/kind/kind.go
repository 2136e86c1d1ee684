// Package kind has the two kinds of networks: those with a polynomial activation, which package certify trains, and those with a
// piecewise-linear one, which package relu trains. Code for both kinds asks for the Kind of a problem.
package kind

import (
	"slices"

	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/network/relu"
	"conelab/core/numeric/loss"
	"conelab/core/numeric/parallel"
)

// Kind is a kind of network.
type Kind struct {
	// NewTrainer returns a trainer without a problem.
	NewTrainer func() Trainer
	// BetaMax returns the least beta for which the network without neurons is optimal, NaN for a problem without valid data. The Beta of p
	// is not used.
	BetaMax func(p *certify.Problem) float64
	// Evaluator evaluates networks at the points of p, which must not change afterwards.
	Evaluator func(p *certify.Problem) PointEvaluator
	// judge returns the evaluator of p that checks claims: for piecewise-linear activations not that of training.
	judge func(p *certify.Problem) certify.Evaluator
	// CheckSize says in one sentence why problems of a size and with a loss cannot be trained.
	CheckSize func(samples, features int, of loss.Loss) error
	// losses are those that can be trained, nil for all.
	losses []loss.Loss

	// BiasInputs is 1 if neurons read [x; 1], so that directions have one more number than there are features, the bias, and otherwise 0.
	BiasInputs int
	// CertifiesProgress is set if the gap in Trainer.Progress is certified. Such training may take longer than a frame.
	CertifiesProgress bool
	// SmallestBeta is the least beta of a path for pictures: with smaller ones there are so many neurons that it takes too long.
	SmallestBeta float64
}

// Trainer solves one problem after the other, and keeps what makes the next run shorter: see certify.Job.
type Trainer interface {
	// Solve solves p, Follow solves it from the optimum of the problem solved last, and Restart solves that problem for another beta. They end
	// early when the context of the problem is canceled.
	Solve(p certify.Problem)
	Follow(p certify.Problem)
	Restart(beta float64)
	Progress() parallel.Progress
	// Result returns the result; after the context was canceled, the best network so far with its proof.
	Result() *certify.Result
}

// A PointEvaluator evaluates networks at the points of a problem. Without matrices Bound is for problems with one output.
type PointEvaluator interface {
	// PredictTo writes the outputs of a network into fit, output by output.
	PredictTo(fit []float64, neurons []neural.Neuron)
	certify.Evaluator
}

// Of returns the kind of the networks of p.
func Of(p *certify.Problem) *Kind {
	if p.HasMatrices() {
		return Polynomial
	}
	return Piecewise
}

// Polynomial is the kind with a polynomial activation.
var Polynomial = &Kind{
	NewTrainer: func() Trainer { return &certify.Job{} },
	BetaMax:    certify.BetaMax,
	Evaluator:  func(p *certify.Problem) PointEvaluator { return certify.NewPointEvaluator(p) },
	judge:      func(p *certify.Problem) certify.Evaluator { return certify.NewPointEvaluator(p) },
	CheckSize:  func(int, int, loss.Loss) error { return nil },
}

// Piecewise is the kind with a piecewise-linear activation.
var Piecewise = &Kind{
	NewTrainer:        func() Trainer { return &relu.Job{} },
	BetaMax:           relu.BetaMax,
	Evaluator:         func(p *certify.Problem) PointEvaluator { return relu.NewPointEvaluator(p) },
	judge:             func(p *certify.Problem) certify.Evaluator { return relu.NewBruteForce(p) },
	CheckSize:         relu.CheckSize,
	losses:            relu.Losses,
	BiasInputs:        1,
	CertifiesProgress: true,
	SmallestBeta:      1e-3,
}

// Takes reports whether networks can be trained with a loss.
func (k *Kind) Takes(of loss.Loss) bool { return k.losses == nil || slices.Contains(k.losses, of) }

// Check is certify.Check by the evaluator of the kind.
func (k *Kind) Check(p certify.Problem, claim *certify.Claim) *certify.Verdict {
	return certify.Check(p, claim, k.judge(&p))
}

// Compare is certify.Compare by the evaluator of the kind.
func (k *Kind) Compare(p certify.Problem, network []neural.Neuron, r *certify.Result) *certify.Comparison {
	return certify.Compare(p, network, r, k.judge(&p))
}

// Predict returns the outputs of a network of p at the rows x, output by output.
func (k *Kind) Predict(p *certify.Problem, neurons []neural.Neuron, x []float64) []float64 {
	q := *p
	q.X, q.Y, q.Sums = x, make([]float64, len(x)/p.D*max(1, p.Outputs)), nil
	fit := make([]float64, len(q.Y))
	k.Evaluator(&q).PredictTo(fit, neurons)
	return fit
}
