package certify

import (
	"conelab/core/network/neural"
	"conelab/core/numeric/lift"
)

// Evaluator computes costs and bounds for one problem.
type Evaluator interface {
	// Cost returns the cost of a network whose directions have length one, and writes its outputs into fit.
	Cost(fit []float64, neurons []neural.Neuron) float64
	// Bound returns the largest |g| on the sphere for a dual vector in the domain of the conjugate loss, which it may change; the lower bound
	// that the vector proves once it is scaled to |g| <= beta; and, if networks come from matrices, g before scaling as in neural.Certificate.
	Bound(dual []float64) (peak, lower float64, quadratics [][]float64)
}

// Points is the Evaluator of a problem with a polynomial activation.
type Points struct {
	problem  Problem
	operator *lift.Operator
	prover   *neural.Prover // nil until there is something to prove
	raw      neural.Certificate
	proof    neural.Certificate
}

// NewPoints returns the points of p, whose data must not change afterwards. The context of p is not used.
func NewPoints(p *Problem) *Points {
	l := &Points{problem: *p}
	l.problem.Outputs, l.problem.Context = p.outputs(), nil
	l.operator = l.problem.Operator()
	return l
}

// PredictTo writes the outputs of a network into fit, output by output.
func (l *Points) PredictTo(fit []float64, neurons []neural.Neuron) {
	neural.PredictTo(fit, neurons, l.operator)
}

func (l *Points) Cost(fit []float64, neurons []neural.Neuron) float64 {
	return neural.Cost(fit, neurons, l.operator, l.problem.Y, l.problem.Beta, l.problem.Loss)
}

func (l *Points) Bound(dual []float64) (peak, lower float64, quadratics [][]float64) {
	if l.prover == nil {
		l.prover = neural.NewProver(l.operator)
	}
	p := &l.problem
	outputs, _ := p.coupled() // each part of the vector has its own scale
	l.raw.Dual = dual
	l.prover.PeakTo(&l.raw)
	part := outputs * l.operator.Len()
	for from := 0; from < len(dual); from += part {
		l.prover.BoundTo(&l.proof, dual[from:from+part], p.Y[from:from+part], p.Beta, p.Loss)
		lower += l.proof.Lower
	}
	return l.raw.Peak, lower, l.raw.Quadratics
}
