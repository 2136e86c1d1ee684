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
	for j, n := range Neurons(s.Network.Neurons) {
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
	if r.Quadratic() {
		twoThirds, _ := r.cost(r.neurons, equivalent.TwoThirdsCost)
		r.Document.TwoThirds = &twoThirds
		r.add(document.FormCubic, equivalent.ToCubic(r.neurons), r.Document.Objective)
		r.add(document.FormDecay, equivalent.ToDecay(r.neurons), twoThirds)
	}
	return r, nil
}

// Quadratic reports whether the activation is u^2.
func (r *Rewriting) Quadratic() bool { return r.problem.Architecture.Kind == lift.Quadratic }

// cost runs the network on the training points, and returns its training cost with the given regulariser, and its outputs.
func (r *Rewriting) cost(neurons []neural.Neuron, regulariser func([]neural.Neuron) float64) (cost float64, fit []float64) {
	fit = make([]float64, len(r.problem.Y))
	neural.PredictTo(fit, neurons, r.samples)
	return neural.Loss(fit, r.problem.Y, r.problem.Samples(), r.problem.Loss) + r.problem.Beta*regulariser(neurons), fit
}

// add adds a network, whose cost should be the expected one, and returns its entry.
func (r *Rewriting) add(form string, neurons []neural.Neuron, expected float64) *document.Equivalent {
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
	for _, n := range neurons {
		e.Neurons = append(e.Neurons, document.Neuron{U: n.U, Alpha: n.Alpha, Block: n.Block, Output: n.Output})
	}
	r.Document.Pass = r.Document.Pass && math.Abs(e.Difference) <= equivalentLimit && e.Outputs <= equivalentLimit
	r.Document.Networks = append(r.Document.Networks, e)
	return &r.Document.Networks[len(r.Document.Networks)-1]
}

// group holds the neurons of one matrix: those of one block, output and sign. In a quadratic network, which is widened with both signs
// together, it holds those of one output.
type group struct {
	block, output int
	sign          float64
	neurons       []neural.Neuron
}

// groups returns the groups that have neurons, in the order of their first neurons.
func (r *Rewriting) groups() (groups []*group) {
	for _, n := range r.neurons {
		sign := math.Copysign(1, n.Alpha)
		if r.Quadratic() {
			sign = 1
		}
		var found *group
		for _, g := range groups {
			if g.block == n.Block && g.output == n.Output && g.sign == sign {
				found = g
			}
		}
		if found == nil {
			found = &group{block: n.Block, output: n.Output, sign: sign}
			groups = append(groups, found)
		}
		found.neurons = append(found.neurons, n)
	}
	return groups
}

// matrix returns the Z or Z' of a group; the network must not be quadratic.
func (r *Rewriting) matrix(g *group) []float64 {
	order := r.samples.Order()
	z := make([]float64, order*order)
	neural.Assemble(z, g.neurons, g.sign, g.block, g.output, true)
	return z
}

// place gives neurons the block and the output of the group.
func (g *group) place(neurons []neural.Neuron) {
	for j := range neurons {
		neurons[j].Block, neurons[j].Output = g.block, g.output
	}
	g.neurons = neurons
}

// collect returns the neurons of all groups.
func collect(groups []*group) (neurons []neural.Neuron) {
	for _, g := range groups {
		neurons = append(neurons, g.neurons...)
	}
	return neurons
}

// Neurons returns the number of neurons, and Dimension the number of features that each reads.
func (r *Rewriting) Neurons() int   { return len(r.neurons) }
func (r *Rewriting) Dimension() int { return r.samples.Dimension() }

// Widen adds a network of m neurons, at least as many as the solution has. All new neurons go to the matrix with the most neurons, which
// leaves the most freedom.
func (r *Rewriting) Widen(m int, seed uint64) error {
	groups := r.groups()
	widest := groups[0]
	for _, g := range groups {
		if len(g.neurons) > len(widest.neurons) {
			widest = g
		}
	}
	count := len(widest.neurons) + m - len(r.neurons)
	rng := rand.New(rand.NewPCG(seed, 0))
	var wide []neural.Neuron
	var err error
	if d := r.samples.Dimension(); r.Quadratic() {
		wide, err = equivalent.Widen(equivalent.Quadratic(widest.neurons, d), d, count, rng)
	} else {
		wide, err = equivalent.WidenBalanced(r.matrix(widest), r.samples.Order(), count, widest.sign, rng)
	}
	if err != nil {
		return fmt.Errorf("the solution's network cannot be widened: %w", err)
	}
	widest.place(wide)
	r.add(document.FormWide, collect(groups), r.Document.Objective)
	return nil
}

// Choose adds the network whose first neuron has the direction u, or the nearest direction that any of the matrices admits.
func (r *Rewriting) Choose(u []float64) error {
	groups := r.groups()
	best, at := equivalent.Choice{Distance: math.Inf(1)}, 0
	for k, g := range groups {
		choice, err := equivalent.ChooseFirst(r.matrix(g), r.samples.Order(), u)
		if err != nil {
			return fmt.Errorf("the first neuron of the solution's network cannot be chosen: %w", err)
		}
		if len(choice.Neurons) > 0 && choice.Distance < best.Distance {
			best, at = choice, k
		}
	}
	if len(best.Neurons) == 0 {
		return fmt.Errorf("the first neuron of the solution's network cannot be chosen: %w", equivalent.ErrNotBalanced)
	}
	for j := range best.Neurons {
		best.Neurons[j].Alpha *= groups[at].sign
	}
	groups[at].place(best.Neurons)
	groups[0], groups[at] = groups[at], groups[0]
	r.add(document.FormFirst, collect(groups), r.Document.Objective).Asked = &best.Distance
	return nil
}
