package export

import (
	"errors"
	"math"
	"slices"

	"conelab/core/format/convert"
	"conelab/core/format/document"
	"conelab/core/numeric/lift"
)

// Network is the network of a solution together with the problem that it solves.
type Network struct {
	problem      *document.Problem
	solution     *document.Solution
	layers       []document.Layer // lowest first; of a network without a stack the only one
	sigma        document.Activation
	architecture lift.Architecture // of the first layer
	shape        lift.Shape
	features     int
	outputs      int
}

// Of returns the network of a solution of p. It returns an error, a sentence without its full stop, if they do not fit each other.
func Of(p *document.Problem, s *document.Solution) (*Network, error) {
	if p == nil || s == nil {
		return nil, errors.New("there is no solution")
	}
	if err := p.Validate(); err != nil {
		return nil, err
	}
	n := &Network{problem: p, solution: s, layers: s.Layers, sigma: p.Activation, features: len(p.Data.X[0]), outputs: len(p.Data.Y[0])}
	n.architecture, _ = p.Architecture.Lift(n.features) // no error: Validate has checked it
	n.shape = n.architecture.Shape(n.features)
	if n.architecture.Kind == lift.Quadratic {
		n.sigma = document.Activation{A: 1}
	}
	if p.Stack == nil {
		n.layers = []document.Layer{{Network: s.Network, Beta: p.Beta, Objective: s.Objective, LowerBound: s.LowerBound, Gap: s.Gap}}
	}
	return n, n.check()
}

// check returns an error if the layers do not fit each other, or are not scaled in the same way.
func (n *Network) check() error {
	if len(n.layers) == 0 {
		return errors.New("the problem has a stack, and the solution no layers")
	}
	if fault := convert.Misfit(n.problem, n.solution); fault != "" {
		return errors.New(fault)
	}
	for _, layer := range n.layers {
		for _, neuron := range layer.Network.Neurons {
			if !isFinite(neuron.Alpha) || slices.ContainsFunc(neuron.U, func(v float64) bool { return !isFinite(v) }) {
				return errors.New("the solution has a number that is not finite")
			}
		}
		if in, like := layer.Input, n.above(); in != nil && ((in.Low == nil) != (like.Low == nil) || (in.Whiten == nil) != (like.Whiten == nil)) {
			return errors.New("layers of the solution are scaled in different ways")
		}
	}
	return nil
}

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// above returns how the inputs of layers above the first are made; in a network of one layer it is empty.
func (n *Network) above() *document.LayerInput {
	if len(n.layers) == 1 {
		return &document.LayerInput{}
	}
	return n.layers[1].Input
}

// neurons returns the neurons of the last layer.
func (n *Network) neurons() []document.Neuron { return n.layers[len(n.layers)-1].Network.Neurons }

// convolutional reports whether the first layer reads patches, many whether there are several outputs.
func (n *Network) convolutional() bool { return n.architecture.Kind == lift.Convolutional }
func (n *Network) many() bool          { return n.outputs > 1 }
