package stack

import (
	"context"
	"math"
	"slices"

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

// Input says how a layer's input h follows from its features g, which are neurons of the layers below and features passed on, in the order
// of Network.Sources. Each g_k is clamped to [Low_k, High_k], and then
//
//	h_k = (g_k - Mean_k) / Scale_k.
//
// The zero value is that of a first layer, h = g = x.
type Input struct {
	Mean  []float64 `json:"mean"`
	Scale []float64 `json:"scale"`
	// Low and High bound the g_k, a little beyond their range on the training points.
	Low  []float64 `json:"low"`
	High []float64 `json:"high"`
}

// Identity reports whether h = g.
func (in *Input) Identity() bool { return in.Mean == nil }

// constantFeature is the standard deviation, relative to the size of the mean, below which a feature counts as constant.
const constantFeature = 1e-12

// newInput returns the input for the n by width features g at the training points; weights are the relative sizes of the scaled features.
// The mean square length of h is one, so that beta means the same for any number of features.
func newInput(g []float64, width int, weights []float64) Input {
	in := Input{}
	in.Low, in.High = bounds(g, width)
	in.Mean, in.Scale = make([]float64, width), make([]float64, width)
	for k, deviation := range in.centre(g) {
		in.Scale[k] = 1
		if deviation > 0 {
			in.Scale[k] = deviation / weights[k]
		}
	}
	in.normalize(g)
	return in
}

// clipRoom is the room beyond a feature's range on the training points, in units of that range. Without it fresh points of the same kind
// are clipped, too, and up to 1.5 % of them misclassified (see the package's documentation).
const clipRoom = 0.1

// bounds returns Low and High for the features g.
func bounds(g []float64, width int) (low, high []float64) {
	low, high = append([]float64(nil), g[:width]...), append([]float64(nil), g[:width]...)
	for i, v := range g {
		k := i % width
		low[k], high[k] = math.Min(low[k], v), math.Max(high[k], v)
	}
	for k := range low {
		room := clipRoom * (high[k] - low[k])
		low[k], high[k] = low[k]-room, high[k]+room
	}
	return low, high
}

// centre sets the means and returns the standard deviations, zero for constant features.
func (in *Input) centre(g []float64) (deviations []float64) {
	width := len(in.Mean)
	n := float64(len(g) / width)
	for i, v := range g {
		in.Mean[i%width] += v / n
	}
	deviations = make([]float64, width)
	for i, v := range g {
		deviations[i%width] += (v - in.Mean[i%width]) * (v - in.Mean[i%width]) / n
	}
	for k, square := range deviations {
		deviations[k] = math.Sqrt(square)
		if deviations[k] <= constantFeature*math.Abs(in.Mean[k]) {
			deviations[k] = 0
		}
	}
	return deviations
}

// normalize makes the mean square length of h one.
func (in *Input) normalize(g []float64) {
	width := len(in.Mean)
	h := slices.Clone(g)
	in.apply(h)
	size := math.Sqrt(dense.Dot(h, h) / float64(len(g)/width))
	if !(size > 0) {
		return
	}
	for k := range in.Scale {
		in.Scale[k] *= size
	}
}

// apply overwrites the features g with h, a row for each point.
func (in *Input) apply(g []float64) {
	width := len(in.Mean)
	for i, v := range g {
		k := i % width
		g[i] = (math.Max(in.Low[k], math.Min(v, in.High[k])) - in.Mean[k]) / in.Scale[k]
	}
}

// A neuron with halfWeightShare of its layer's weight gets a feature of half the size of a heavy one's, so that the layers above do not
// jump when a light neuron comes or goes.
const halfWeightShare = 0.1

// sizes returns the relative sizes of the features of one layer's neurons: |alpha| / (|alpha| + halfWeightShare sum |alpha|).
func sizes(neurons []neural.Neuron) []float64 {
	total := 0.0
	for _, neuron := range neurons {
		total += math.Abs(neuron.Alpha)
	}
	list := make([]float64, len(neurons))
	for j, neuron := range neurons {
		weight := math.Abs(neuron.Alpha)
		list[j] = weight / (weight + halfWeightShare*total)
	}
	return list
}

// unscaled returns the direction whose product with the centred features is h'u. It is for layers above the first.
func (in *Input) unscaled(u []float64) []float64 {
	direction := make([]float64, len(u))
	for k, v := range u {
		direction[k] = v / in.Scale[k]
	}
	return direction
}
