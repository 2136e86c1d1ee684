package stack

import (
	"context"

	"conelab/core/network/neural"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
)

// Network is a stack of layers as a function: see Pass.
type Network struct {
	// D is the number of features of x, Outputs the number of outputs.
	D, Outputs int
	// Architecture and Sigma are those of the first layer.
	Architecture lift.Architecture
	Sigma        lift.Polynomial
	Skip         Skip
	Layers       []HiddenLayer
}

// HiddenLayer is one layer: its input and its neurons.
type HiddenLayer struct {
	Input   Input
	Neurons []neural.Neuron
}

// Fits reports whether the layer can be put on the network, which gives it width features.
func (s *HiddenLayer) Fits(n *Network, width int) bool {
	l := len(n.Layers)
	in := &s.Input
	scaled := len(in.Mean) == width && len(in.Scale) == width && len(in.Low) == width && len(in.High) == width
	if width == 0 || in.Identity() != (l == 0) || l > 0 && !scaled || !in.finite() {
		return false
	}
	architecture := n.architecture(l)
	_, misfit := neural.Misfit(s.Neurons, architecture.Shape(width), n.Outputs)
	return misfit == ""
}

// Convolved reports whether the first layer is a convolution.
func (n *Network) Convolved() bool { return n.Architecture.Kind == lift.Convolutional }

// Cut returns the network of the first layers.
func (n *Network) Cut(layers int) *Network {
	other := *n
	other.Layers = n.Layers[:layers]
	return &other
}

// architecture returns the architecture of layer l: above the first it is dense, or quadratic over a quadratic one.
func (n *Network) architecture(l int) lift.Architecture {
	if l == 0 {
		return n.Architecture
	}
	if n.Architecture.Kind == lift.Quadratic {
		return lift.Architecture{Kind: lift.Quadratic}
	}
	return lift.Architecture{}
}

// below returns the layers whose neurons are features of layer l, from the last one down.
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

// Width returns the number of features of layer l, counted from 0: neurons of the layers below, from the last one down, then those of x.
func (n *Network) Width(l int) int {
	if l == 0 {
		return n.D
	}
	width := 0
	for _, k := range n.below(l) {
		width += len(n.Layers[k].Neurons)
	}
	if n.Skip != SkipNone {
		width += n.D
	}
	return width
}

// Source is where a feature of a layer comes from: neuron Index of layer Layer or, with Layer -1, feature Index of x.
type Source struct{ Layer, Index int }

// Sources returns where the features of layer l come from.
func (n *Network) Sources(l int) []Source {
	var list []Source
	for _, k := range n.below(l) {
		for j := range n.Layers[k].Neurons {
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

// Pass is a forward pass of a network at a number of points. Features are columns, so that a layer is a sum of columns, and its scaling is
// part of the neurons' directions. It keeps its memory from one run to the next. The zero value is ready for Run.
type Pass struct {
	// Points is the number of points.
	Points int
	// Neurons has, for each layer, the outputs sigma(h'u_j) of its neurons: that of neuron j at point i is at j Points + i.
	Neurons [][]float64
	// Outputs has, for each layer, the outputs of the network cut after it, output by output.
	Outputs [][]float64

	x, columns []float64 // the points as given, a row for each, and as columns
	centred    []float64 // the columns of a layer, in their bounds and without their means
}

// Run evaluates the network at the points x, a row for each, which the pass keeps. It takes about sum_l m_l (d_l + 2) multiplications for a
// point, with m_l neurons of d_l features.
func (p *Pass) Run(n *Network, x []float64) {
	p.begin(x, n.D)
	for l := range n.Layers {
		p.advance(n, l)
	}
}

// begin starts with points of d numbers.
func (p *Pass) begin(x []float64, d int) {
	p.Points = len(x) / d
	p.Neurons, p.Outputs, p.x, p.columns = p.Neurons[:0], p.Outputs[:0], x, dense.Resize(p.columns, len(x))
	for k := range d {
		column := p.columns[k*p.Points : (k+1)*p.Points]
		for i := range column {
			column[i] = x[i*d+k]
		}
	}
}

// advance evaluates layer l, after those below it.
func (p *Pass) advance(n *Network, l int) {
	layer := &n.Layers[l]
	values, outputs := next(&p.Neurons, len(layer.Neurons)*p.Points), next(&p.Outputs, n.Outputs*p.Points)
	clear(values)
	clear(outputs)
	if l == 0 {
		architecture := n.architecture(l)
		operator := architecture.New(context.Background(), n.Sigma, p.x, p.Points, n.D)
		for j, neuron := range layer.Neurons {
			operator.AddNeuron(values[j*p.Points:(j+1)*p.Points], 0, 1, neuron.Block, neuron.U)
		}
	} else {
		p.addColumns(values, n, l)
	}
	for j, neuron := range layer.Neurons {
		dense.Axpy(neuron.Alpha, values[j*p.Points:(j+1)*p.Points], outputs[neuron.Output*p.Points:(neuron.Output+1)*p.Points])
	}
}

// addColumns adds the outputs of the neurons of a layer above the first.
func (p *Pass) addColumns(values []float64, n *Network, l int) {
	layer, columns, sigma := &n.Layers[l], p.centredColumns(n, l), n.Sigma
	if n.Architecture.Kind == lift.Quadratic {
		sigma = lift.Polynomial{A: 1}
	}
	for j, neuron := range layer.Neurons {
		value, u := values[j*p.Points:(j+1)*p.Points], layer.Input.unscaled(neuron.U)
		for k, column := range columns {
			dense.Axpy(u[k], column, value)
		}
		for i, t := range value {
			value[i] = sigma.At(t)
		}
	}
}

// features returns the columns of layer l, not yet scaled.
func (p *Pass) features(n *Network, l int) (columns [][]float64) {
	for _, source := range n.Sources(l) {
		from := p.columns
		if source.Layer >= 0 {
			from = p.Neurons[source.Layer]
		}
		columns = append(columns, from[source.Index*p.Points:(source.Index+1)*p.Points])
	}
	return columns
}

// centredColumns returns the columns of layer l, clipped to their bounds. It subtracts their means first, since the rest may be much
// smaller.
func (p *Pass) centredColumns(n *Network, l int) [][]float64 {
	columns, in := p.features(n, l), &n.Layers[l].Input
	p.centred = dense.Resize(p.centred, len(columns)*p.Points)
	for k, column := range columns {
		columns[k] = p.centred[k*p.Points : (k+1)*p.Points]
		centre(columns[k], column, in.Low[k], in.High[k], in.Mean[k])
	}
	return columns
}

// centre writes the values, clipped to the bounds, minus the mean into dst. NaN stays NaN.
func centre(dst, values []float64, low, high, mean float64) {
	dst = dst[:len(values)]
	for i, v := range values {
		if v < low {
			v = low
		} else if v > high {
			v = high
		}
		dst[i] = v - mean
	}
}

// rows returns the features of layer l, not yet scaled, a row for each point.
func (p *Pass) rows(n *Network, l int) []float64 {
	columns := p.features(n, l)
	g := make([]float64, p.Points*len(columns))
	for k, column := range columns {
		for i, v := range column {
			g[i*len(columns)+k] = v
		}
	}
	return g
}

// Input returns the input h of layer l, a row for each point. For the first layer it is the given x.
func (p *Pass) Input(n *Network, l int) []float64 {
	if l == 0 {
		return p.x
	}
	h := p.rows(n, l)
	n.Layers[l].Input.apply(h)
	return h
}

// next appends a slice of the given size to the list. It reuses the memory of the slice that was there before.
func next(list *[][]float64, size int) []float64 {
	at := len(*list)
	if at < cap(*list) {
		*list = (*list)[:at+1]
	} else {
		*list = append(*list, nil)
	}
	(*list)[at] = dense.Resize((*list)[at], size)
	return (*list)[at]
}
