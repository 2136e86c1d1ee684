package kind

import (
	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// Polynomial is that of networks with a polynomial activation.
var Polynomial = &Kind{
	NewTrainer:  func() Trainer { return &certify.Job{} },
	LargestBeta: certify.BetaMax,
	Points:      polynomialPoints,
	Check:       certify.Check,
	Compare:     certify.Compare,
	CheckSize:   func(int, int, loss.Loss) error { return nil },
	Matrices:    true,
}

// lifted are points as polynomial networks read them.
type lifted struct {
	problem certify.Problem
	samples *lift.Operator
	prover  *neural.Prover // nil until there is something to prove
	raw     neural.Certificate
	proof   neural.Certificate
}

func polynomialPoints(p *certify.Problem) Points {
	l := &lifted{problem: *p}
	l.problem.Outputs, l.problem.Context = max(1, p.Outputs), nil
	l.samples = l.problem.Operator()
	return l
}

func (l *lifted) PredictTo(fit []float64, neurons []neural.Neuron) {
	neural.PredictTo(fit, neurons, l.samples)
}

func (l *lifted) Cost(fit []float64, neurons []neural.Neuron) float64 {
	return neural.Cost(fit, neurons, l.samples, l.problem.Y, l.problem.Beta, l.problem.Loss)
}

func (l *lifted) Bound(dual []float64) (peak, lower float64, quadratics [][]float64) {
	if l.prover == nil {
		l.prover = neural.NewProver(l.samples)
	}
	p, part := &l.problem, len(dual) // a separable loss is bounded separately for each output, each with its own scale
	if p.Loss.Separable() {
		part /= p.Outputs
	}
	l.raw.Dual = dual
	l.prover.PeakTo(&l.raw)
	for from := 0; from < len(dual); from += part {
		l.prover.BoundTo(&l.proof, dual[from:from+part], p.Y[from:from+part], p.Beta, p.Loss)
		lower += l.proof.Lower
	}
	return l.raw.Peak, lower, l.raw.Quadratics
}
