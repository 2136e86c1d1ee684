// Package solve turns rows of features and rows of labels into a certified network in one call. It is the entry point for
// programs that need no more than that. The work is done by package certify, whose Job can be stepped, stopped, resumed and
// restarted, as the command line does to show its progress; package path chooses beta, and package stack trains several layers.
package solve

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/kind"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// Options choose what is trained. The zero value is a dense network with the paper's polynomial of degree two for ReLU, the
// squared loss, beta = 0.01 and a relative gap of 1e-8.
type Options struct {
	// Activation is s -> A s^2 + B s + C; the zero value means lift.ReLU. Quadratic networks always have s^2.
	Activation   lift.Polynomial
	Architecture lift.Architecture
	Loss         loss.Loss
	// Beta, above 0, is the penalty of a unit of weight; 0 means DefaultBeta. Tolerance is the relative gap to certify; 0 means
	// certify.DefaultTolerance.
	Beta, Tolerance float64
	// Memory is the largest memory of the training, in bytes: a problem predicted to need more is refused with a
	// *certify.MemoryError. 0 means no limit.
	Memory float64
	// Context ends the training early when it is canceled, with the best network so far and its certificate; nil never is.
	Context context.Context
}

// DefaultBeta is the value of Beta in Options that leave it 0.
const DefaultBeta = 0.01

// Network is a trained network with its certificate.
type Network struct {
	// Result holds the neurons, the cost of the network, the proven lower bound, the relative gap between these, and the dual
	// vector that proves it.
	*certify.Result
	// Problem is the training problem that was solved.
	Problem certify.Problem
}

// Run trains on n points: x has n rows of d features, y n rows of outputs labels, each row by row in one slice. The slices are not kept.
// Labels are any numbers for squared, huber and l1, -1 and 1 for hinge and logistic, and one 1 among zeros for softmax. An error describes
// what is wrong with the problem; in it x[i][k] is feature k and y[i][o] label o of point i. A gap above the tolerance is no error: see
// Certified.
func Run(x, y []float64, d, outputs int, o Options) (*Network, error) {
	n, err := rows(len(x), len(y), d, outputs)
	if err != nil {
		return nil, err
	}
	p := certify.Problem{
		X: append([]float64(nil), x...), Y: make([]float64, len(y)), D: d, Outputs: outputs, Architecture: o.Architecture, Sigma: o.Activation,
		Loss: o.Loss, Beta: o.Beta, Tolerance: o.Tolerance, Memory: o.Memory, Context: o.Context,
	}
	if o.Activation == (lift.Polynomial{}) {
		p.Sigma = lift.ReLU
	}
	if p.Beta == 0 {
		p.Beta = DefaultBeta
	}
	for i, v := range y {
		p.Y[i%outputs*n+i/outputs] = v
	}
	if err := p.Validate(); err != nil {
		return nil, errors.New("solve: " + inWords.Replace(err.Error()))
	}
	if err := p.CheckMemory(); err != nil {
		return nil, err
	}
	result := new(certify.Job).Run(p)
	p.Context = nil
	return &Network{result, p}, nil
}

// inWords puts the names of Run and Options in place of the documents'.
var inWords = strings.NewReplacer("data.", "", "architecture.input", "Architecture.Input", "architecture.kind", "Architecture.Kind",
	"architecture.stride", "Architecture.Stride", "architecture.padding", "Architecture.Padding", "architecture.filter",
	"Architecture.Filter", "architecture.pool", "Architecture.Pool", "Sigma.", "Activation.")

// rows returns the number of points in slices of lengths x and y.
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

// Certified reports whether it is proved that no network with the same activation, however wide, costs less, up to the tolerance.
func (n *Network) Certified() bool { return n.Status == certify.Optimal }

// Predict returns a row of outputs for each point of x, which holds the features row by row. It returns an error if x is not a
// whole number of rows, or if a number of x or an output is not finite.
func (n *Network) Predict(x []float64) ([]float64, error) {
	d, outputs := n.Problem.D, n.Problem.Outputs
	if len(x)%d != 0 {
		return nil, fmt.Errorf("solve: %d numbers for %d features, expected a multiple", len(x), d)
	}
	points := len(x) / d
	if points == 0 {
		return nil, nil
	}
	for i, v := range x {
		if v-v != 0 {
			return nil, fmt.Errorf("solve: x[%d][%d] is %g, expected a finite number", i/d, i%d, v)
		}
	}
	fit, y := kind.Polynomial.Predict(&n.Problem, n.Neurons, x), make([]float64, points*outputs)
	for i := range y {
		y[i] = fit[i%outputs*points+i/outputs]
		if y[i]-y[i] != 0 {
			return nil, fmt.Errorf("solve: output %d of x[%d] is %g: the numbers there are too large", i%outputs, i/outputs, y[i])
		}
	}
	return y, nil
}

// Documents returns the problem and the solution as documents, whose JSON method writes them for other programs: conelab check verifies the
// solution, conelab predict and export use it.
func (n *Network) Documents() (*document.Problem, *document.Solution) {
	p := &n.Problem
	problem := &document.Problem{Format: document.ProblemFormat, Data: document.DataOf(p), Settings: document.Settings{
		Architecture: document.ArchitectureOf(&p.Architecture), Activation: document.PolynomialOf(p.Polynomial()),
		Loss: p.Loss.String(), Beta: p.Beta, Tolerance: p.Tolerance,
	}}
	return problem, document.SolutionOf(problem, n.Result, 0)
}
