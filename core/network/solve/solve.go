// Package solve takes rows of features and rows of labels to a certified network in one call: the way in for programs that need no more than
// that. What it does is that of package certify, whose Job can be stepped, stopped and started again; package path chooses beta, package stack
// puts layers on each other.
package solve

import (
	"errors"
	"fmt"

	"conelab/core/network/certify"
	"conelab/core/network/neural"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// Options say what is trained. The zero value is a dense network with the paper's fit of degree two to ReLU, the squared loss, beta = 0.01 and a
// relative gap of 1e-8.
type Options struct {
	// Activation is s -> A s^2 + B s + C; the zero value is lift.ReLU. Quadratic networks have s^2.
	Activation   lift.Activation
	Architecture lift.Architecture
	Loss         loss.Loss
	// Beta is the price of weight, above 0; 0 is DefaultBeta. Tolerance is the relative gap to certify; 0 is certify.DefaultTolerance.
	Beta, Tolerance float64
}

// DefaultBeta is the Beta of Options that do not say.
const DefaultBeta = 0.01

// Network is a trained network with its proof.
type Network struct {
	// Result has the neurons, the cost of the network, the lower bound that is proved, their relative gap, and the dual vector that proves it.
	*certify.Result
	// Problem is what was trained.
	Problem certify.Problem
}

// Run trains on n points: x has n rows of d features, y n rows of so many outputs, both row by row in one slice, which are not kept. Labels are those
// that the loss takes: any numbers for squared, huber and l1, -1 and 1 for hinge and logistic, one 1 among zeros for softmax. An error says what
// is wrong with the problem; a network whose gap was not reached is no error: see Certified.
func Run(x, y []float64, d, outputs int, o Options) (*Network, error) {
	n, err := rows(len(x), len(y), d, outputs)
	if err != nil {
		return nil, err
	}
	p := certify.Problem{X: append([]float64(nil), x...), Y: make([]float64, len(y)), D: d, Outputs: outputs, Architecture: o.Architecture, Sigma: o.Activation, Loss: o.Loss,
		Beta: o.Beta, Tolerance: o.Tolerance}
	if p.Sigma == (lift.Activation{}) {
		p.Sigma = lift.ReLU
	}
	if p.Beta == 0 {
		p.Beta = DefaultBeta
	}
	for i, v := range y {
		p.Y[i%outputs*n+i/outputs] = v
	}
	if err := p.Validate(); err != nil {
		return nil, err
	}
	return &Network{new(certify.Job).Run(p), p}, nil
}

// rows returns the number of points of slices of those lengths.
func rows(x, y, d, outputs int) (n int, err error) {
	switch {
	case d < 1 || outputs < 1:
		return 0, fmt.Errorf("solve: %d features and %d outputs, expected at least 1 of each", d, outputs)
	case x == 0:
		return 0, errors.New("solve: no points, expected at least 1")
	case x%d != 0:
		return 0, fmt.Errorf("solve: %d numbers for %d features, expected a multiple", x, d)
	case y != x/d*outputs:
		return 0, fmt.Errorf("solve: %d labels, expected %d, one for each of %d points and %d outputs", y, x/d*outputs, x/d, outputs)
	}
	return x / d, nil
}

// Certified reports whether no network with the same activation, however wide, costs less, up to the tolerance.
func (n *Network) Certified() bool { return n.Status == certify.Optimal }

// Predict returns the outputs at points whose features stand row by row in x: a row of outputs for each. It panics if x is no whole number of rows.
func (n *Network) Predict(x []float64) []float64 {
	d, outputs := n.Problem.D, n.Problem.Outputs
	if len(x)%d != 0 {
		panic(fmt.Sprintf("solve: %d numbers for %d features, expected a multiple", len(x), d))
	}
	points := len(x) / d
	if points == 0 {
		return nil
	}
	fit, y := make([]float64, points*outputs), make([]float64, points*outputs)
	neural.PredictTo(fit, n.Neurons, n.Problem.Architecture.New(n.Problem.Sigma, x, points, d))
	for i := range y {
		y[i] = fit[i%outputs*points+i/outputs]
	}
	return y
}
