package stack

import (
	"context"

	"conelab/core/network/neural"
	"conelab/core/numeric/lift"
)

// Network is a stack of layers as a function: see Pass.
type Network struct {
	// D is the number of features of x, Outputs that of outputs.
	D, Outputs int
	// Architecture and Sigma are those of the first layer.
	Architecture lift.Architecture
	Sigma        lift.Activation
	Residual     bool
	Skip         Skip
	Stages       []Stage
}

// Stage is one layer: how its input is made, and its neurons.
type Stage struct {
	Input   Input
	Neurons []neural.Neuron
}

// Fits reports whether the stage can be put on the network, whose layers give it so many features.
func (s *Stage) Fits(n *Network, width int) bool {
	l := len(n.Stages)
	in := &s.Input
	scaled := len(in.Mean) == width && (len(in.Scale) == width && in.Whiten == nil || in.Scale == nil && len(in.Whiten) == width*width) &&
		(in.Low == nil && in.High == nil || len(in.Low) == width && len(in.High) == width)
	if width == 0 || in.Identity() != (l == 0) || l > 0 && !scaled || !in.finite() {
		return false
	}
	architecture := n.architecture(l)
	shape := architecture.Shape(width)
	return fits(s.Neurons, shape, n.Outputs)
}

// fits reports whether the neurons belong to a layer of that shape.
func fits(neurons []neural.Neuron, shape lift.Shape, outputs int) bool {
	for _, neuron := range neurons {
		if len(neuron.U) != shape.Dimension || neuron.Output < 0 || neuron.Output >= outputs || neuron.Block < 0 || neuron.Block >= shape.Blocks {
			return false
		}
	}
	return true
}

// Convolved reports whether the first layer is a convolution.
func (n *Network) Convolved() bool { return n.Architecture.Kind == lift.Convolutional }

// Cut returns the network that ends after so many layers.
func (n *Network) Cut(layers int) *Network {
	other := *n
	other.Stages = n.Stages[:layers]
	return &other
}

// architecture returns the architecture of layer l: the first one's, above it dense, or quadratic over a quadratic one.
func (n *Network) architecture(l int) lift.Architecture {
	if l == 0 {
		return n.Architecture
	}
	if n.Architecture.Kind == lift.Quadratic {
		return lift.Architecture{Kind: lift.Quadratic}
	}
	return lift.Architecture{}
}

// below returns which layers' neurons are features of layer l, in their order: the last one first.
func (n *Network) below(l int) []int {
	if l == 0 {
		return nil
	}
	list := []int{l - 1}
	if n.Skip == SkipAll {
		for k := l - 2; k >= 0; k-- {
			list = append(list, k)
		}
	}
	return list
}

// Width returns the number of features of layer l, counted from 0: neurons of the layers below, from the last one down, and then those of x.
func (n *Network) Width(l int) int {
	if l == 0 {
		return n.D
	}
	width := 0
	for _, k := range n.below(l) {
		width += len(n.Stages[k].Neurons)
	}
	if n.Skip != SkipNone {
		width += n.D
	}
	return width
}

// Source says what a feature of a layer is: neuron Index of layer Layer, or, with Layer -1, feature Index of x.
type Source struct{ Layer, Index int }

// Sources returns what the features of layer l are.
func (n *Network) Sources(l int) []Source {
	var list []Source
	for _, k := range n.below(l) {
		for j := range n.Stages[k].Neurons {
			list = append(list, Source{k, j})
		}
	}
	if l == 0 || n.Skip != SkipNone {
		for k := range n.D {
			list = append(list, Source{-1, k})
		}
	}
	return list
}

// Pass is what a network computes at a number of points. It keeps its memory from one run to the next.
type Pass struct {
	// Points is the number of points.
	Points int
	// Neurons has, for each layer, the outputs sigma(h'u_j) of its neurons, neuron by neuron: that of neuron j at point i is at j Points + i.
	Neurons [][]float64
	// Outputs has, for each layer, those of the network cut after it, output by output.
	Outputs [][]float64
	// Inputs has h of each layer, a row for each point; of the first it is the x given.
	Inputs [][]float64

	features []float64
}

// Run evaluates the network at the points x, a row for each, which the pass keeps. About sum_l m_l (d_l + 2) multiplications for a point,
// with m_l neurons of d_l features.
func (p *Pass) Run(n *Network, x []float64) {
	p.begin(x, n.D)
	for l := range n.Stages {
		p.advance(n, l)
	}
}

// begin starts with points of d numbers.
func (p *Pass) begin(x []float64, d int) {
	p.Points = len(x) / d
	p.Neurons, p.Outputs, p.Inputs = p.Neurons[:0], p.Outputs[:0], append(p.Inputs[:0], x)
}

// advance runs layer l, all below which are there, and makes its input unless that is there.
func (p *Pass) advance(n *Network, l int) {
	stage := &n.Stages[l]
	if l == len(p.Inputs) {
		width := n.Width(l)
		p.features = resize(p.features, p.Points*width)
		p.gather(p.features, n, l)
		h := next(&p.Inputs, p.Points*width)
		stage.Input.applyTo(h, p.features)
	}
	arch := n.architecture(l)
	samples := arch.New(context.Background(), n.Sigma, p.Inputs[l], p.Points, n.Width(l))
	values, outputs := next(&p.Neurons, len(stage.Neurons)*p.Points), next(&p.Outputs, n.Outputs*p.Points)
	clear(values)
	clear(outputs)
	if n.Residual && l > 0 {
		copy(outputs, p.Outputs[l-1])
	}
	for j, neuron := range stage.Neurons {
		value := values[j*p.Points : (j+1)*p.Points]
		samples.AddNeuron(value, 1, neuron.Block, neuron.U)
		for i, v := range value {
			outputs[neuron.Output*p.Points+i] += neuron.Alpha * v
		}
	}
}

// gather writes the features of layer l, a row for each point.
func (p *Pass) gather(dst []float64, n *Network, l int) {
	width, at := n.Width(l), 0
	for _, k := range n.below(l) {
		for j := range n.Stages[k].Neurons {
			for i, v := range p.Neurons[k][j*p.Points : (j+1)*p.Points] {
				dst[i*width+at] = v
			}
			at++
		}
	}
	if at < width {
		for i := range p.Points {
			copy(dst[i*width+at:(i+1)*width], p.Inputs[0][i*n.D:(i+1)*n.D])
		}
	}
}

// next appends a slice of so many numbers to the list, with the memory of the one that was there before.
func next(list *[][]float64, size int) []float64 {
	at := len(*list)
	if at < cap(*list) {
		*list = (*list)[:at+1]
	} else {
		*list = append(*list, nil)
	}
	(*list)[at] = resize((*list)[at], size)
	return (*list)[at]
}

func resize(x []float64, n int) []float64 {
	if cap(x) < n {
		return make([]float64, n)
	}
	return x[:n]
}
