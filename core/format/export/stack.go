package export

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"conelab/core/format/convert"
	"conelab/core/format/document"
)

// stacked holds the parts of a program for several layers. The placeholders between @ include LAYERS, a row for each layer above the first, and
// BELOW, the features of such a layer: the values of the layers below, the last one first, and x.
type stacked struct {
	// open and end enclose the text of a layer. Between them are the lists and the neurons, each as a row in the language.
	open, end string
	// list writes a list with its name, followed by padding in languages that align lists; rows writes a neuron.
	list func(name, values, pad string) string
	rows func(places, u string) string
	// first computes the values of the first layer in a dense network, firstConvolutional in a convolutional one.
	first, firstConvolutional string
	// clip keeps features within their bounds.
	body, clip string
	// scale and whiten compute h from g.
	scale, whiten string
	// below holds the features for each skip: input, all, none. keep computes what a residual network keeps of the layers below; forget replaces it
	// in other networks.
	below        [3]string
	keep, forget string
}

// stack sets the layers from the solution. They must fit each other.
func (n *Network) stack() error {
	s := n.solution
	if len(s.Layers) == 0 {
		return errors.New("the problem has a stack, and the solution no layers")
	}
	if fault := convert.StackFits(n.problem, s); fault != "" {
		return errors.New(fault)
	}
	for i := range s.Layers {
		for _, neuron := range s.Layers[i].Network.Neurons {
			if !isFinite(neuron.Alpha) || !allFinite(neuron.U) {
				return errors.New("layer " + strconv.Itoa(i+1) + " of the solution has a number that is not finite")
			}
		}
		if in := s.Layers[i].Input; i > 1 && ((in.Low == nil) != (s.Layers[1].Input.Low == nil) || (in.Whiten == nil) != (s.Layers[1].Input.Whiten == nil)) {
			return errors.New("layers of the solution are scaled in different ways")
		}
	}
	n.first, n.layers = s.Layers[0].Network.Neurons, s.Layers[1:]
	n.neurons = s.Layers[len(s.Layers)-1].Network.Neurons
	return nil
}

func allFinite(list []float64) bool {
	for _, v := range list {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}

// stackedText assembles a program for several layers.
func (n *Network) stackedText(l *stacked) string {
	text := l.first
	if n.convolutional() {
		text = l.firstConvolutional
	}
	clip, scale, keep := "", l.scale, l.forget
	if n.layers[0].Input.Low != nil {
		clip = l.clip
	}
	if n.layers[0].Input.Whiten != nil {
		scale = l.whiten
	}
	if n.problem.Stack.Residual() {
		keep = l.keep
	}
	return text + strings.NewReplacer("@CLIP@", clip, "@SCALE@", scale, "@KEEP@", keep, "@BELOW@", l.below[n.problem.Stack.SkipIndex()]).Replace(l.body)
}

// stackedValues returns the rows of the layers above the first.
func (n *Network) stackedValues(l *language) value {
	var b strings.Builder
	for i := range n.layers {
		layer := &n.layers[i]
		b.WriteString(l.stack.open)
		lists := scalingOf(layer.Input, l.number)
		for _, list := range lists {
			b.WriteString(l.stack.list(list.name, list.text, strings.Repeat(" ", len(lists[len(lists)-1].name)-len(list.name))))
		}
		var neurons strings.Builder
		for j := range layer.Network.Neurons {
			neuron := &layer.Network.Neurons[j]
			neurons.WriteString(l.stack.rows(l.number(neuron.Alpha)+", "+strconv.Itoa(neuron.Output), "["+join(neuron.U, l.number)+"]"))
		}
		b.WriteString(l.stack.list("neurons", neurons.String(), "") + l.stack.end)
	}
	return value{"LAYERS", b.String()}
}

// scalingOf returns the lists of numbers that scale a layer's input, with the longest name last.
func scalingOf(in *document.LayerInput, number func(float64) string) (lists []value) {
	add := func(name string, values []float64) {
		if values != nil {
			lists = append(lists, value{name, "[" + join(values, number) + "]"})
		}
	}
	add("low", in.Low)
	add("high", in.High)
	add("mean", in.Mean)
	add("scale", in.Scale)
	if in.Whiten != nil {
		rows := make([]string, len(in.Whiten))
		for k, row := range in.Whiten {
			rows[k] = "[" + join(row, number) + "]"
		}
		lists = append(lists, value{"whiten", "[" + strings.Join(rows, ", ") + "]"})
	}
	return lists
}

// remarksOfLayers returns the remarks about layers.
func (n *Network) remarksOfLayers() []string {
	sum, of := "of the last layer", "the certified optimum"
	if n.problem.Stack.Residual() {
		sum, of = "of all layers", "the certified optimum for what those below have left"
	}
	lines := []string{
		"A network of " + n.describeLayers() + ", written by Conelab.",
		n.describe() + ", " + count(n.features, "feature") + ", " + count(n.outputs, "output") + ".",
		"The sum of alpha sigma(h'u) over the neurons " + sum + "; sigma(s) = " + n.activation() + ".",
		"Each layer, on the scaled values of those below, is " + of + " with the loss " + n.problem.Loss + ".",
	}
	for i, layer := range n.solution.Layers {
		lines = append(lines, "Layer "+strconv.Itoa(i+1)+": beta = "+exact(layer.Beta)+", cost "+exact(layer.Objective)+", relative gap "+exact(layer.Gap)+".")
	}
	return append(lines, document.StackScope)
}

// describeLayers describes the numbers of neurons of the layers.
func (n *Network) describeLayers() string {
	counts := []string{strconv.Itoa(len(n.first))}
	for i := range n.layers {
		counts = append(counts, strconv.Itoa(len(n.layers[i].Network.Neurons)))
	}
	return count(len(counts), "layer") + " with " + strings.Join(counts, ", ") + " neurons"
}
