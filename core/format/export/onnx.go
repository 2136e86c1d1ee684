package export

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"conelab/core/data/fault"
	"conelab/core/format/document"
	"conelab/core/network/stack"
	"conelab/core/numeric/lift"
	"conelab/core/numeric/loss"
)

// The names of the input and the outputs of an ONNX model.
const (
	onnxFeatures      = "features"
	onnxOutputs       = "outputs"
	onnxLabel         = "label"
	onnxProbabilities = "probabilities"
)

// ONNX returns the network as an ONNX model, which can be evaluated by runtimes in many languages. The model is plain protobuf
// and uses operators of the standard set (opset 13), in single precision if single is set and else in double.
//
// The input "features" has a row for each point, with the columns of the original table, and for a column of words one for each
// word: scaling and a feature of ones are part of the model. The output "outputs" holds the network's outputs; if there are
// classes, "label" holds the class of each point, and with the losses logistic and softmax "probabilities" the probability of
// each class. The metadata name the columns and the classes, and hold what is claimed. A number of the network that is beyond
// single precision is an error.
//
// Patches of a convolution are gathered first, so that every layer is
//
//	Z = (mean over the patches of a neuron's block of sigma(P U')),   outputs = Z W,
//
// with biases and Relu, Abs or Max for a piecewise sigma, where U has a row for each neuron, and each row of W has the neuron's weight in
// the column of its output. The result agrees with package neural up to the order of summation, about 1e-13 relative to the terms.
//
// Format: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
func (n *Network) ONNX(single bool) ([]byte, error) {
	p := n.problem
	g := &graph{real: doubleType, piecewise: n.piecewise(), patches: n.patches()}
	if single {
		g.real = floatType
	}
	width, x := n.net.D, onnxFeatures
	remarks := n.remarks()
	if c := p.Columns; c != nil {
		if c.Bias {
			ones := make([]float64, n.net.D)
			width--
			ones[width] = 1
			x = g.node("Add", nil, g.node("Pad", nil, x, g.integers([]int{0, 0, 0, 1}, 4)), g.numbers(ones, n.net.D))
		}
		if c.Categories != nil {
			remarks = append(remarks, "A column name=word is 1 where the column name of the table has the word, and 0 elsewhere.")
		}
	}
	y := g.layers(n.net, g.scale(x, p.Columns))
	g.nodeTo(onnxOutputs, "Identity", nil, y)
	out := []message{value(onnxOutputs, g.real, n.net.Outputs)}
	if c := p.Columns; c != nil && c.Classes != nil {
		g.nodeTo(onnxLabel, "Gather", nil, g.texts(c.Classes), g.chosen(y, n.net.Outputs))
		out = append(out, value(onnxLabel, stringType, 0))
	}
	if columns := g.probabilities(y, p.Loss, n.net.Outputs); columns > 0 {
		out = append(out, value(onnxProbabilities, g.real, columns))
	}
	if g.beyond != 0 {
		return nil, fmt.Errorf("the network has the number %g, which is beyond single precision, expected it to be written in double", g.beyond)
	}
	return g.model("conelab", strings.Join(remarks, "\n"), n.metadata(), []message{value(onnxFeatures, g.real, width)}, out), nil
}

// metadata returns pairs of names and values; lists are written as JSON.
func (n *Network) metadata() [][2]string {
	s := n.solution
	pairs := [][2]string{
		{"status", string(s.Status)}, {"objective", fault.Number(s.Objective)}, {"lower_bound", fault.Number(s.LowerBound)},
		{"gap", fault.Number(s.Gap)},
	}
	c := n.problem.Columns
	if c == nil {
		return pairs
	}
	features := c.Features
	if c.Bias && len(features) > 0 {
		features = features[:len(features)-1] // the graph appends the ones
	}
	for _, list := range []struct {
		name   string
		values []string
	}{{"features", features}, {"targets", c.Targets}, {"classes", c.Classes}} {
		if len(list.values) > 0 {
			text, _ := json.Marshal(list.values)
			pairs = append(pairs, [2]string{list.name, string(text)})
		}
	}
	return pairs
}

// probabilities adds the probabilities of the classes, given the outputs y, and returns how many there are: none if the loss has none.
func (g *graph) probabilities(y, name string, outputs int) int {
	switch lossFn, _ := loss.Parse(name); {
	case lossFn == loss.Softmax:
		g.nodeTo(onnxProbabilities, "Softmax", []attribute{{"axis", 1}}, y)
		return outputs
	case lossFn == loss.Logistic && outputs == 1:
		second := g.node("Sigmoid", nil, y)
		g.nodeTo(onnxProbabilities, "Concat", []attribute{{"axis", 1}}, g.node("Sub", nil, g.number(1), second), second)
		return 2
	}
	return 0
}

// scale returns the scaled features that the network expects: (v - mean) / deviation, or 0 if the deviation is 0.
func (g *graph) scale(x string, c *document.Columns) string {
	if c == nil || c.Scaling == nil {
		return x
	}
	d := len(c.Scaling.Mean)
	divisors, kept, all := make([]float64, d), make([]float64, d), true
	for k, v := range c.Scaling.Deviation {
		divisors[k], kept[k] = v, 1
		if v == 0 {
			divisors[k], kept[k], all = 1, 0, false
		}
	}
	x = g.node("Div", nil, g.node("Sub", nil, x, g.numbers(c.Scaling.Mean, d)), g.numbers(divisors, d))
	if !all {
		x = g.node("Mul", nil, x, g.numbers(kept, d))
	}
	return x
}

// layers returns the outputs of the network at x.
func (g *graph) layers(n *stack.Network, x string) (y string) {
	values := make([]string, len(n.Layers)) // of the neurons of each layer; "" for a layer without neurons
	for l := range n.Layers {
		h := x
		if l > 0 {
			h = g.input(n, l, values, x)
		}
		values[l], y = g.layer(n, l, h, x)
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
		layer = source.Layer
		if layer < 0 {
			parts = append(parts, x)
		} else {
			parts = append(parts, values[layer])
		}
	}
	h := parts[0]
	if len(parts) > 1 {
		h = g.node("Concat", []attribute{{"axis", 1}}, parts...)
	}
	in, width := &n.Layers[l].Input, n.Width(l)
	h = g.node("Max", nil, g.numbers(in.Low, width), g.node("Min", nil, h, g.numbers(in.High, width)))
	h = g.node("Sub", nil, h, g.numbers(in.Mean, width))
	return g.node("Div", nil, h, g.numbers(in.Scale, width))
}

// layer returns the values of a layer's neurons at its input h, and their weighted sums.
func (g *graph) layer(n *stack.Network, l int, h, x string) (values, sums string) {
	neurons := n.Layers[l].Neurons
	many := len(neurons)
	if many == 0 { // zeros, one row for each point
		return "", g.node("MatMul", nil, x, g.numbers(make([]float64, n.D*n.Outputs), n.D, n.Outputs))
	}
	convolution := l == 0 && n.Architecture.Kind == lift.Convolutional
	width := n.Width(l)
	if convolution {
		width = n.Architecture.Shape(n.D).Dimension
		h = g.gather(g.patches, n.D, h)
	}
	directions, biases, weights := make([]float64, width*many), make([]float64, many), make([]float64, many*n.Outputs)
	for j, neuron := range neurons {
		for k, v := range neuron.U {
			if k == width { // of a piecewise activation
				biases[j] = v
			} else {
				directions[k*many+j] = v
			}
		}
		weights[j*n.Outputs+neuron.Output] = neuron.Alpha
	}
	values = g.node("MatMul", nil, h, g.numbers(directions, width, many))
	if g.piecewise != nil {
		values = g.bend(g.node("Add", nil, values, g.numbers(biases, many)))
	} else {
		values = g.activate(n, values)
	}
	if convolution {
		values = g.means(n, values)
	}
	return values, g.node("MatMul", nil, values, g.numbers(weights, many, n.Outputs))
}

// bend returns a piecewise activation.
func (g *graph) bend(s string) string {
	switch g.piecewise.Name() {
	case lift.NameReLU:
		return g.node("Relu", nil, s)
	case lift.NameAbsolute:
		return g.node("Abs", nil, s)
	}
	return g.node("Max", nil, s, g.node("Mul", nil, s, g.number(g.piecewise.Slope))) // LeakyRelu has its slope in single precision
}

// activate returns (a s + b) s + c.
func (g *graph) activate(n *stack.Network, s string) string {
	t := g.node("Add", nil, g.node("Mul", nil, s, g.number(n.Sigma.A)), g.number(n.Sigma.B))
	return g.node("Add", nil, g.node("Mul", nil, t, s), g.number(n.Sigma.C))
}

// gather returns the patches of x: for each point, one row per patch. Its last place is a column of zeros after the d features.
func (g *graph) gather(patches [][]int, d int, x string) string {
	at := slices.Concat(patches...)
	if slices.Contains(at, d) {
		x = g.node("Pad", nil, x, g.integers([]int{0, 0, 0, 1}, 4))
	}
	return g.node("Gather", []attribute{{"axis", 1}}, x, g.integers(at, len(patches), len(patches[0])))
}

// means returns the mean of each neuron over the patches of its block.
func (g *graph) means(n *stack.Network, values string) string {
	shape, neurons := n.Architecture.Shape(n.D), n.Layers[0].Neurons
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
