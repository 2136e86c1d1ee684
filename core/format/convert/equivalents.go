package convert

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/equivalent"
	"conelab/core/network/neural"
	"conelab/core/numeric/lift"
)

// equivalentLimit is the largest relative difference of costs, and of outputs, that counts as equality.
const equivalentLimit = 1e-9

// Rewriting makes networks that are equivalent to that of a solution: each has the same outputs, and the cost that theory predicts.
type Rewriting struct {
	// Document lists the networks so far.
	Document document.Equivalents

	problem certify.Problem
	samples *lift.Samples
	neurons []neural.Neuron
	fit     []float64 // the outputs of the network
}

// Rewrite returns a Rewriting of the network of a solution, which must fit the problem, with its directions normalised to full precision.
// For quadratic networks it begins with the forms for the other regularisers.
func Rewrite(p *document.Problem, s *document.Solution) (*Rewriting, error) {
	r := &Rewriting{problem: Problem(p)}
	q := &r.problem
	shape := q.Architecture.Shape(q.D)
	for j, n := range s.Network.Neurons {
		length := 0.0
		for _, v := range n.U {
			length = math.Hypot(length, v)
		}
		if len(n.U) != shape.Dimension || !(math.Abs(length-1) <= equivalentLimit) || n.Block >= shape.Blocks || n.Output >= q.Outputs {
			return nil, fmt.Errorf("network.neurons[%d] does not fit the problem, expected a direction u of %d numbers and of length 1, "+
				"a block from 0 to %d and an output from 0 to %d", j, shape.Dimension, shape.Blocks-1, q.Outputs-1)
		}
		if n.Alpha == 0 {
			continue
		}
		n.U = slices.Clone(n.U)
		for k := range n.U {
			n.U[k] /= length
		}
		r.neurons = append(r.neurons, n)
	}
	r.samples = q.Architecture.New(context.Background(), q.Sigma, q.X, q.Samples(), q.D)
	r.Document.Pass = true
	r.Document.Objective, r.fit = r.cost(r.neurons, equivalent.L1Cost)
	if r.quadratic() {
		twoThirds, _ := r.cost(r.neurons, equivalent.TwoThirdsCost)
		r.Document.TwoThirds = &twoThirds
		r.add(document.FormCubic, equivalent.ToCubic(r.neurons), r.Document.Objective)
		r.add(document.FormDecay, equivalent.ToDecay(r.neurons), twoThirds)
	}
	return r, nil
}

// quadratic reports whether the activation is u^2.
func (r *Rewriting) quadratic() bool { return r.problem.Architecture.Kind == lift.Quadratic }

// cost runs the network on the training points, and returns its training cost with the given regulariser, and its outputs.
func (r *Rewriting) cost(neurons []neural.Neuron, regulariser func([]neural.Neuron) float64) (cost float64, fit []float64) {
	fit = make([]float64, len(r.problem.Y))
	neural.PredictTo(fit, neurons, r.samples)
	return neural.Loss(fit, r.problem.Y, r.problem.Samples(), r.problem.Loss) + r.problem.Beta*regulariser(neurons), fit
}

// add adds a network, whose cost should be the expected one.
func (r *Rewriting) add(form string, neurons []neural.Neuron, expected float64) {
	e := document.Equivalent{Form: form, Regulariser: document.RegulariserL1, Expected: expected}
	regulariser := equivalent.L1Cost
	switch form {
	case document.FormCubic:
		e.Regulariser, regulariser = document.RegulariserCubic, equivalent.CubicCost
	case document.FormDecay:
		e.Regulariser, regulariser = document.RegulariserDecay, equivalent.DecayCost
	}
	var fit []float64
	e.Objective, fit = r.cost(neurons, regulariser)
	e.Difference = certify.RelativeGap(e.Objective, expected)
	size := 0.0
	for i, v := range r.fit {
		size, e.Outputs = math.Max(size, math.Abs(v)), math.Max(e.Outputs, math.Abs(v-fit[i]))
	}
	if size > 0 {
		e.Outputs /= size
	}
	e.Neurons = neurons
	r.Document.Pass = r.Document.Pass && math.Abs(e.Difference) <= equivalentLimit && e.Outputs <= equivalentLimit
	r.Document.Networks = append(r.Document.Networks, e)
}

// matrix names the matrix that a neuron is part of, by block, output and sign. In a quadratic network, which is widened with both signs
// together, the sign is 1.
type matrix struct {
	block, output int
	sign          float64
}

func (r *Rewriting) matrixOf(n *neural.Neuron) matrix {
	if r.quadratic() {
		return matrix{n.Block, n.Output, 1}
	}
	return matrix{n.Block, n.Output, math.Copysign(1, n.Alpha)}
}

// Neurons returns the number of neurons.
func (r *Rewriting) Neurons() int { return len(r.neurons) }

// Widen adds a network of m neurons, at least as many as the solution has, of which there are some. All new neurons go to the matrix with
// the most neurons, which leaves the most freedom.
func (r *Rewriting) Widen(m int, seed uint64) error {
	parts := map[matrix][]neural.Neuron{}
	widest := r.matrixOf(&r.neurons[0])
	for i := range r.neurons {
		part := r.matrixOf(&r.neurons[i])
		if parts[part] = append(parts[part], r.neurons[i]); len(parts[part]) > len(parts[widest]) {
			widest = part
		}
	}
	own := parts[widest]
	count := len(own) + m - len(r.neurons)
	rng := rand.New(rand.NewPCG(seed, 0))
	var wide []neural.Neuron
	var err error
	if d := r.samples.Dimension(); r.quadratic() {
		wide, err = equivalent.Widen(equivalent.Quadratic(own, d), d, count, rng)
	} else {
		order := r.samples.Order()
		z := make([]float64, order*order) // the matrix
		neural.Assemble(z, own, widest.sign, widest.block, widest.output, true)
		wide, err = equivalent.WidenBalanced(z, order, count, widest.sign, rng)
	}
	if err != nil {
		return fmt.Errorf("the solution's network cannot be widened: %w", err)
	}
	for j := range wide {
		wide[j].Block, wide[j].Output = widest.block, widest.output
	}
	for i := range r.neurons {
		if r.matrixOf(&r.neurons[i]) != widest {
			wide = append(wide, r.neurons[i])
		}
	}
	r.add(document.FormWide, wide, r.Document.Objective)
	return nil
}
