package export

import (
	"strconv"
	"strings"

	"conelab/core/data/fault"
	"conelab/core/format/document"
)

// language holds the parts of a program. In these, names between @ are placeholders for what is specific to the network (see values).
type language struct {
	comment string // the start of a comment line
	number  func(float64) string
	// row writes a neuron; u is its direction as text.
	row func(n *Network, neuron *document.Neuron, u string) string
	// start is the value of y before the first neuron, for one output and for several; target is the variable to which a neuron adds.
	start, target [2]string
	// block is the list of patches of a neuron's block, if there are several blocks.
	block string
	// head comes first, then patches for convolutional networks, and then the network itself in one of three forms.
	head, patches, dense, convolutional string
	stack                               stacked
	predict                             predicting
}

// program writes the network in a language.
func (n *Network) program(l *language) []byte {
	var b strings.Builder
	for _, line := range n.remarks() {
		b.WriteString(l.comment + " " + line + "\n")
	}
	text := l.head
	if n.convolutional() {
		text += l.patches
	}
	switch {
	case len(n.layers) > 0:
		text += n.stackedText(&l.stack)
	case n.convolutional():
		text += l.convolutional
	default:
		text += l.dense
	}
	for _, v := range n.values(l) {
		text = strings.ReplaceAll(text, "@"+v.name+"@", v.text)
	}
	b.WriteString(text + n.predictor(l))
	return []byte(b.String())
}

// value is a placeholder in the parts of a program with its text.
type value struct{ name, text string }

// values returns the placeholders in the order of their replacement: texts that contain placeholders come before these, and the neurons last.
func (n *Network) values(l *language) []value {
	several, block, output, result := 0, "patches", "0", "y[0]"
	if n.many() {
		several, output, result = 1, "n[1]", "y"
	}
	if n.split() {
		block = l.block
	}
	list := []value{
		{"START", l.start[several]}, {"TARGET", l.target[several]}, {"BLOCK", block}, {"OUTPUT", output}, {"RESULT", result}, {"FIELDS", strings.Join(n.fields(), ", ")},
		{"A", l.number(n.sigma.A)}, {"B", l.number(n.sigma.B)}, {"C", l.number(n.sigma.C)},
	}
	a := &n.architecture
	across, rows, columns, above := 0, 0, 0, 0
	if n.convolutional() {
		across = a.Across()
		rows, columns, above = a.Sides()
	}
	for _, size := range []struct {
		name string
		v    int
	}{
		{"FEATURES", n.features}, {"OUTPUTS", n.outputs}, {"HEIGHT", a.Input[0]}, {"WIDTH", a.Input[1]}, {"CHANNELS", a.Input[2]},
		{"ROWS", rows}, {"COLUMNS", columns}, {"ABOVE", above}, {"BESIDE", a.Padding}, {"STRIDE", a.Stride}, {"ACROSS", across},
		{"PATCHES", n.shape.Blocks * n.shape.Patches}, {"POOL", n.shape.Patches},
	} {
		list = append(list, value{size.name, strconv.Itoa(size.v)})
	}
	return append(list, n.stackedValues(l), value{"NEURONS", n.rows(l, n.first)})
}

// fields returns the names of the properties in which neurons differ.
func (n *Network) fields() []string {
	list := []string{"alpha"}
	if n.many() {
		list = append(list, "output")
	}
	if n.split() {
		list = append(list, "block")
	}
	return append(list, "u")
}

// row writes the values of the fields, followed by u in brackets.
func (n *Network) row(neuron *document.Neuron, u string, number func(float64) string) string {
	list := n.fields()
	for i, name := range list {
		switch name {
		case "alpha":
			list[i] = number(neuron.Alpha)
		case "output":
			list[i] = strconv.Itoa(neuron.Output)
		case "block":
			list[i] = strconv.Itoa(neuron.Block)
		case "u":
			list[i] = "[" + u + "]"
		}
	}
	return strings.Join(list, ", ")
}

// rows writes a line for each neuron, with a line break before the first.
func (n *Network) rows(l *language, neurons []document.Neuron) string {
	var b strings.Builder
	for i := range neurons {
		if i == 0 {
			b.WriteString("\n")
		}
		neuron := &neurons[i]
		b.WriteString(l.row(n, neuron, join(neuron.U, l.number)))
	}
	return b.String()
}

// join writes numbers separated by commas.
func join(values []float64, number func(float64) string) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = number(v)
	}
	return strings.Join(texts, ", ")
}

// exact writes the shortest text that reads back as the same double.
func exact(v float64) string { return fault.Number(v) }
