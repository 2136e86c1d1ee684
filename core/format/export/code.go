package export

import (
	"fmt"
	"strconv"
	"strings"

	"conelab/core/data/dataset"
	"conelab/core/data/fault"
	"conelab/core/data/table"
)

// language is how a program is written. A line of its text that begins with a condition in brackets is written only if that holds (see
// conditions), and words between @ are replaced by the texts of the network (see values).
type language struct {
	comment, indent string
	number          func(float64) string
	// The brackets of a list of numbers, of a list of neurons, of a neuron and of a layer; none is an empty list.
	list, neurons, neuron, layer [2]string
	none                         string
	// The brackets of the words of a column, what stands for those of a column of numbers, and whether a word is a struct with its number.
	words   [2]string
	noWords string
	structs bool
	text    string
}

// program writes the network in a language.
func (n *Network) program(l *language) []byte {
	var b strings.Builder
	for _, line := range n.remarks() {
		b.WriteString(l.comment + " " + line + "\n")
	}
	holds, values := n.conditions(), n.values(l)
	for line := range strings.Lines(l.text) {
		if name, rest, found := strings.Cut(line, "]"); found && strings.HasPrefix(name, "[") {
			if !holds[name[1:]] {
				continue
			}
			line = rest
		}
		b.WriteString(values.Replace(line))
	}
	return []byte(b.String())
}

// conditions returns which conditions hold for the network. A simple network has one dense layer; a plain one is not simple and does not
// read patches.
func (n *Network) conditions() map[string]bool {
	layered, skip := len(n.layers) > 1, 0
	if n.problem.Stack != nil {
		skip = n.problem.Stack.SkipIndex()
	}
	conv := n.convolutional()
	simple := !layered && !conv
	holds := map[string]bool{
		"simple": simple, "general": !simple, "conv": conv, "plain": !simple && !conv,
		"layered": layered, "input": layered && skip == 0, "all": layered && skip == 1,
		"none": layered && skip == 2,
		"many": n.many(), "one": !n.many(), "polynomial": n.piecewise() == nil, "piecewise": n.piecewise() != nil,
	}
	if c := n.problem.Columns; c != nil {
		classes, mean := c.Classes != nil, c.Means != nil && c.MissingOf() == dataset.Mean
		for name, value := range map[string]bool{
			"predict": true, "words": c.Categories != nil, "mean": mean, "strict": !mean, "bias": c.Bias, "scaling": c.Scaling != nil,
			"classes": classes, "outputs": !classes, "two": classes && !n.many(), "largest": classes && n.many(),
		} {
			holds[name] = value
		}
	}
	return holds
}

// values returns the texts of the words between @.
func (n *Network) values(l *language) *strings.Replacer {
	a := &n.architecture
	across, rows, columns, above := 0, 0, 0, 0
	if n.convolutional() {
		across = a.Across()
		rows, columns, above = a.Sides()
	}
	list := []string{
		"@A@", l.number(n.sigma.A), "@B@", l.number(n.sigma.B), "@C@", l.number(n.sigma.C),
		"@NEURONS@", l.rows(n, 0, l.indent), "@LAYERS@", l.layers(n),
	}
	if sigma := n.piecewise(); sigma != nil {
		list = append(list, "@SLOPE@", l.number(sigma.Slope))
	}
	for name, v := range map[string]int{
		"FEATURES": n.features, "OUTPUTS": n.outputs, "HEIGHT": a.Input[0], "WIDTH": a.Input[1], "CHANNELS": a.Input[2],
		"ROWS": rows, "COLUMNS": columns,
		"ABOVE": above, "BESIDE": a.Padding, "STRIDE": a.Stride, "ACROSS": across,
		"PATCHES": n.shape.Blocks * n.shape.Patches, "POOL": n.shape.Patches,
	} {
		list = append(list, "@"+name+"@", strconv.Itoa(v))
	}
	if c := n.problem.Columns; c != nil {
		inputs := c.Inputs(n.features)
		columns, words := make([]string, len(inputs)), make([]string, len(inputs))
		for k, in := range inputs {
			columns[k], words[k] = in.Name, l.noWords
			if in.Words != nil {
				words[k] = l.words[0] + l.quoted(in.Words) + l.words[1]
			}
		}
		list = append(list, "@NAMES@", quoted(columns), "@WORDS@", strings.Join(words, ", "), "@MEANS@", join(c.Means, l.number),
			"@MARKS@", quoted(table.Marks), "@INPUTS@", strconv.Itoa(len(inputs)), "@CLASSES@", quoted(c.Classes))
		if c.Scaling != nil {
			list = append(list, "@MEAN@", join(c.Scaling.Mean, l.number), "@DEVIATION@", join(c.Scaling.Deviation, l.number))
		}
	}
	return strings.NewReplacer(list...)
}

// layers writes the layers: bounds, mean and scale of each input, and the neurons.
func (l *language) layers(n *Network) string {
	var b strings.Builder
	pad := l.indent + l.indent
	for k := range n.layers {
		parts := []string{l.none, l.none, l.none, l.none}
		if in := n.layers[k].Input; in != nil {
			for i, values := range [][]float64{in.Low, in.High, in.Mean, in.Scale} {
				if values != nil {
					parts[i] = l.list[0] + join(values, l.number) + l.list[1]
				}
			}
		}
		neurons := l.none
		if len(n.layers[k].Network.Neurons) > 0 {
			neurons = l.neurons[0] + l.rows(n, k, pad+l.indent) + pad + l.neurons[1]
		}
		b.WriteString(l.indent + l.layer[0] + "\n")
		for _, part := range append(parts, neurons) {
			b.WriteString(pad + part + ",\n")
		}
		b.WriteString(l.indent + l.layer[1] + ",\n")
	}
	return b.String()
}

// rows writes the neurons of a layer, a line each, after a line break if there are any.
func (l *language) rows(n *Network, layer int, pad string) string {
	var b strings.Builder
	for i, neuron := range n.layers[layer].Network.Neurons {
		if i == 0 {
			b.WriteString("\n")
		}
		b.WriteString(pad + l.neuron[0] + l.number(neuron.Alpha) + ", " + strconv.Itoa(neuron.Output) + ", " + strconv.Itoa(neuron.Block) + ", " +
			l.list[0] + join(neuron.U, l.number) + l.list[1] + l.neuron[1] + ",\n")
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

// maxNames is the number of bytes of the features' names that are kept in a remark.
const maxNames = 20000

// commented returns the names of the features for a remark.
func commented(features []string) string {
	var names []string
	length := 0
	for _, name := range features {
		name = fault.Name(clean(name))
		length += len(name)
		if length > maxNames {
			names = append(names, "...")
			break
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

// quoted writes words, as structs with their numbers if the language has them so.
func (l *language) quoted(words []string) string {
	if !l.structs {
		return quoted(words)
	}
	texts := make([]string, len(words))
	for i, word := range words {
		v, err := strconv.ParseFloat(word, 64)
		number := err == nil && isFinite(v)
		if !number {
			v = 0
		}
		texts[i] = "{" + quote(word) + ", " + exact(v) + ", " + strconv.FormatBool(number) + "}"
	}
	return strings.Join(texts, ", ")
}

// quoted returns texts in the notation of JSON, which Python, Go and JavaScript share.
func quoted(list []string) string {
	texts := make([]string, len(list))
	for i, text := range list {
		texts[i] = quote(text)
	}
	return strings.Join(texts, ", ")
}

// quote returns a text in the notation of JSON, with an escape for each character that is not printed, such as marks that reorder a line.
func quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteString("\\" + string(r))
		case r < 0x10000 && !strconv.IsPrint(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
