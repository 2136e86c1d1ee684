package onnx

import (
	"context"
	"fmt"

	"conelab/core/format/convert"
	"conelab/core/format/document"
	"conelab/core/format/export"
	"conelab/core/network/stack"
	"conelab/core/numeric/lift"
)

// The names of the input and the outputs.
const (
	features = "features"
	outputs  = "outputs"
	label    = "label"
)

// Model returns the network of a solution of p as an ONNX model. If the two do not fit each other, the error is a sentence without a full
// stop.
func Model(p *document.Problem, s *document.Solution) ([]byte, error) {
	if _, err := export.Of(p, s); err != nil { // its error says what does not fit
		return nil, err
	}
	n := convert.StackNetwork(p, s)
	g := &graph{}
	x := g.scale(features, p.Columns)
	y := g.stages(n, x)
	g.nodeTo(outputs, "Identity", nil, y)
	out := []message{value(outputs, doubleType, n.Outputs)}
	if c := p.Columns; c != nil && c.Classes != nil {
		g.nodeTo(label, "Gather", nil, g.texts(c.Classes), g.chosen(y, n.Outputs))
		out = append(out, value(label, stringType, 0))
	}
	remark := fmt.Sprintf("A network with %d layers, written by Conelab: certified optimum with the loss %s and beta = %g, relative gap %.1e.", len(n.Stages), p.Loss, p.Beta, s.Gap)
	return g.model("conelab", remark, []message{value(features, doubleType, n.D)}, out), nil
}

// scale returns the scaled features that the network expects: (v - mean) / deviation, or 0 if the deviation is 0.
func (g *graph) scale(x string, c *document.Columns) string {
	if c == nil || c.Scaling == nil {
		return x
	}
	d := len(c.Scaling.Mean)
	divisors, kept, all := make([]float64, d), make([]float64, d), true
	for k, v := range c.Scaling.Deviation {
		if divisors[k], kept[k] = v, 1; v == 0 {
			divisors[k], kept[k], all = 1, 0, false
		}
	}
	x = g.node("Div", nil, g.node("Sub", nil, x, g.numbers(c.Scaling.Mean, d)), g.numbers(divisors, d))
	if !all {
		x = g.node("Mul", nil, x, g.numbers(kept, d))
	}
	return x
}

// stages returns the outputs of the network at x.
func (g *graph) stages(n *stack.Network, x string) (y string) {
	values := make([]string, len(n.Stages)) // of the neurons of each layer; "" for a layer without neurons
	for l := range n.Stages {
		h := x
		if l > 0 {
			h = g.input(n, l, values, x)
		}
		fit := ""
		values[l], fit = g.stage(n, l, h, x)
		if y != "" && n.Residual {
			fit = g.node("Add", nil, y, fit)
		}
		y = fit
	}
	return y
}

// input returns the input of layer l, computed from the values of the layers below and from x.
func (g *graph) input(n *stack.Network, l int, values []string, x string) string {
	var parts []string
	layer := -2
	for _, source := range n.Sources(l) {
		if source.Layer == layer {
			continue
		}
		if layer = source.Layer; layer < 0 {
			parts = append(parts, x)
		} else {
			parts = append(parts, values[layer])
		}
	}
	h := parts[0]
	if len(parts) > 1 {
		h = g.node("Concat", []attribute{{"axis", 1}}, parts...)
	}
	in, width := &n.Stages[l].Input, n.Width(l)
	if in.Low != nil {
		h = g.node("Max", nil, g.numbers(in.Low, width), g.node("Min", nil, h, g.numbers(in.High, width)))
	}
	h = g.node("Sub", nil, h, g.numbers(in.Mean, width))
	if in.Whiten == nil {
		return g.node("Div", nil, h, g.numbers(in.Scale, width))
	}
	return g.node("MatMul", nil, h, g.numbers(transposed(in.Whiten, width, width), width, width))
}

// stage returns the values of a layer's neurons at its input h, and their weighted sums.
func (g *graph) stage(n *stack.Network, l int, h, x string) (values, sums string) {
	neurons := n.Stages[l].Neurons
	many := len(neurons)
	if many == 0 { // zeros, one row for each point
		return "", g.node("MatMul", nil, x, g.numbers(make([]float64, n.D*n.Outputs), n.D, n.Outputs))
	}
	convolution := l == 0 && n.Architecture.Kind == lift.Convolutional
	width := n.Width(l)
	if convolution {
		width = n.Architecture.Shape(n.D).Dimension
		h = g.patches(&n.Architecture, n.D, h)
	}
	directions, weights := make([]float64, width*many), make([]float64, many*n.Outputs)
	for j, neuron := range neurons {
		for k, v := range neuron.U {
			directions[k*many+j] = v
		}
		weights[j*n.Outputs+neuron.Output] = neuron.Alpha
	}
	sigma := n.Sigma
	if n.Architecture.Kind == lift.Quadratic {
		sigma = lift.Activation{A: 1}
	}
	values = g.activate(sigma, g.node("MatMul", nil, h, g.numbers(directions, width, many)))
	if convolution {
		values = g.means(n, values)
	}
	return values, g.node("MatMul", nil, values, g.numbers(weights, many, n.Outputs))
}

// activate returns (a s + b) s + c.
func (g *graph) activate(sigma lift.Activation, s string) string {
	t := g.node("Add", nil, g.node("Mul", nil, s, g.number(sigma.A)), g.number(sigma.B))
	return g.node("Add", nil, g.node("Mul", nil, t, s), g.number(sigma.C))
}

// patches gathers the patches of x: for each point, one row per patch. Indices in the padding refer to a column of zeros after the d
// features.
func (g *graph) patches(a *lift.Architecture, d int, x string) string {
	places := make([]float64, d)
	for k := range places {
		places[k] = float64(k + 1)
	}
	shape := a.Shape(d)
	samples := a.New(context.Background(), lift.Activation{}, places, 1, d)
	var at []int
	padded := false
	for block := range shape.Blocks {
		for patch := range shape.Patches {
			for _, place := range samples.Patch(0, block, patch) {
				k := int(place) - 1
				if k < 0 {
					k, padded = d, true
				}
				at = append(at, k)
			}
		}
	}
	if padded {
		x = g.node("Pad", nil, x, g.integers([]int{0, 0, 0, 1}, 4))
	}
	return g.node("Gather", []attribute{{"axis", 1}}, x, g.integers(at, shape.Blocks*shape.Patches, shape.Dimension))
}

// means returns the mean of each neuron over the patches of its block.
func (g *graph) means(n *stack.Network, values string) string {
	shape, neurons := n.Architecture.Shape(n.D), n.Stages[0].Neurons
	shares := make([]float64, shape.Blocks*shape.Patches*len(neurons))
	for j, neuron := range neurons {
		for patch := range shape.Patches {
			shares[(neuron.Block*shape.Patches+patch)*len(neurons)+j] = 1 / float64(shape.Patches)
		}
	}
	values = g.node("Mul", nil, values, g.numbers(shares, shape.Blocks*shape.Patches, len(neurons)))
	return g.node("ReduceSum", []attribute{{"keepdims", 0}}, values, g.integers([]int{1}, 1))
}

// chosen returns the class index of each point: by the sign of the output if there is one, else the index of the largest output.
func (g *graph) chosen(y string, outputs int) string {
	if outputs > 1 {
		return g.node("ArgMax", []attribute{{"axis", 1}, {"keepdims", 0}}, y)
	}
	above := g.node("Cast", []attribute{{"to", int64Type}}, g.node("Greater", nil, y, g.number(0)))
	return g.node("Reshape", nil, above, g.integers([]int{-1}, 1))
}

// transposed returns the transpose of a matrix.
func transposed(a []float64, rows, columns int) []float64 {
	b := make([]float64, len(a))
	for i := range rows {
		for k := range columns {
			b[k*rows+i] = a[i*columns+k]
		}
	}
	return b
}
