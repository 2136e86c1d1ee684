package export

import (
	"errors"
	"math"
	"strconv"

	"conelab/core/format/document"
	"conelab/core/numeric/lift"
)

// Network is the network of a solution together with the problem that it solves.
type Network struct {
	// neurons are those of the last layer, which may be the only one, and first those of the first layer. layers are the layers above the first.
	first        []document.Neuron
	layers       []document.Layer
	problem      *document.Problem
	solution     *document.Solution
	neurons      []document.Neuron
	sigma        document.Activation
	architecture lift.Architecture
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
	n := &Network{
		problem: p, solution: s, neurons: s.Network.Neurons, sigma: p.Activation, features: len(p.Data.X[0]), outputs: len(p.Data.Y[0]),
	}
	n.architecture, _ = p.Architecture.Lift(n.features) // no error: Validate has checked it
	n.shape = n.architecture.Shape(n.features)
	if n.architecture.Kind == lift.Quadratic {
		n.sigma = document.Activation{A: 1}
	}
	if n.first = n.neurons; p.Stack != nil {
		return n, n.stack()
	}
	for i := range n.neurons {
		if !n.fits(&n.neurons[i]) {
			return nil, errors.New("neuron " + strconv.Itoa(i+1) + " of the solution does not fit the problem")
		}
	}
	return n, nil
}

// fits reports whether the neuron has the right shape for the network.
func (n *Network) fits(neuron *document.Neuron) bool {
	for _, v := range neuron.U {
		if !isFinite(v) {
			return false
		}
	}
	return isFinite(neuron.Alpha) && len(neuron.U) == n.shape.Dimension && neuron.Block >= 0 && neuron.Block < n.shape.Blocks &&
		neuron.Output >= 0 && neuron.Output < n.outputs
}

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// convolutional reports whether neurons read patches, many whether there are several outputs, split whether there are several blocks.
func (n *Network) convolutional() bool { return n.architecture.Kind == lift.Convolutional }
func (n *Network) many() bool          { return n.outputs > 1 }
func (n *Network) split() bool         { return n.shape.Blocks > 1 }
