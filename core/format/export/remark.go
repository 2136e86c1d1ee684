package export

import (
	"strconv"
	"strings"

	"conelab/core/data/fault"
	"conelab/core/format/document"
	"conelab/core/numeric/lift"
)

// longestTitle is the number of bytes of a title that are kept.
const longestTitle = 200

// remarks returns lines that describe the network and what is certified about it. The title, which anybody may have written, comes last,
// because Python obeys a comment about the encoding in the first two lines of a file.
func (n *Network) remarks() []string {
	p, s := n.problem, n.solution
	lines := []string{
		"A two-layer network with " + count(len(n.neurons()), "neuron") + ", written by Conelab.",
		n.describe() + ", " + count(n.features, "feature") + ", " + count(n.outputs, "output") + ".",
		"The sum of alpha sigma(x'u) over the neurons; sigma(s) = " + n.activation() + ".",
		"Loss " + p.Loss + ", beta = " + fault.Number(p.Beta) + ".",
		"Cost " + fault.Number(s.Objective) + ", relative gap " + fault.Number(s.Gap) + ".",
		"No network of this kind, however wide, costs less than " + fault.Number(s.LowerBound) + ".",
	}
	if n.problem.Stack != nil {
		lines = n.remarksOfLayers()
	} else if n.convolutional() {
		lines[2] = "The sum of alpha times the mean of sigma(p'u) over the patches p of a block; sigma(s) = " + n.activation() + "."
	}
	if title := clean(p.Title); title != "" {
		lines = append(lines, "Title: "+title)
	}
	return lines
}

// describe names the architecture.
func (n *Network) describe() string {
	if !n.convolutional() {
		if n.architecture.Kind == lift.Quadratic {
			return "Quadratic"
		}
		return "Dense"
	}
	a := &n.architecture
	text := "Convolutional, input " + strconv.Itoa(a.Input[0]) + " by " + strconv.Itoa(a.Input[1]) + " by " + strconv.Itoa(a.Input[2]) +
		", filter " + strconv.Itoa(a.Filter) + ", stride " + strconv.Itoa(a.Stride) + ", padding " + strconv.Itoa(a.Padding)
	if n.shape.Patches > 1 {
		text += ", means of " + strconv.Itoa(n.shape.Patches) + " patches"
	}
	return text
}

// activation returns sigma as a polynomial in s.
func (n *Network) activation() string {
	var t terms
	t.add(n.sigma.A, "s^2")
	t.add(n.sigma.B, "s")
	t.add(n.sigma.C, "")
	return t.text(exact, " ")
}

// terms is a sum of numbers times symbols.
type terms []term

type term struct {
	factor float64
	symbol string
}

func (t *terms) add(factor float64, symbol string) {
	if factor != 0 {
		*t = append(*t, term{factor, symbol})
	}
}

// text writes the sum, with times between a number and its symbol. A factor that is written as 1 is left out.
func (t terms) text(number func(float64) string, times string) string {
	var b strings.Builder
	for i, one := range t {
		size := one.factor
		switch {
		case size < 0 && i == 0:
			b.WriteString("-")
		case size < 0:
			b.WriteString(" - ")
		case i > 0:
			b.WriteString(" + ")
		}
		if size < 0 {
			size = -size
		}
		digits := number(size)
		switch {
		case one.symbol == "":
			b.WriteString(digits)
		case digits == "1":
			b.WriteString(one.symbol)
		default:
			b.WriteString(digits + times + one.symbol)
		}
	}
	if len(t) == 0 {
		return "0"
	}
	return b.String()
}

// clean returns text for a comment in any of the languages: one line of printable characters, without sequences that end a comment in one
// of them.
func clean(text string) string {
	if len(text) > longestTitle {
		text = text[:longestTitle]
	}
	// Unprintable characters include all line breaks, and marks that reorder a line for the eye but not for a compiler.
	text = strings.Map(func(r rune) rune {
		if !strconv.IsPrint(r) || r == '\uFFFD' {
			return ' '
		}
		return r
	}, text)
	for _, mark := range []string{"*/", "/*", "-->", "<!--", `"""`, "'''", "^^"} {
		text = strings.ReplaceAll(text, mark, " ")
	}
	return strings.Join(strings.Fields(text), " ")
}

// count returns a number with its noun: "1 neuron", "2 neurons".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
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
	for i, layer := range n.layers {
		lines = append(lines, "Layer "+strconv.Itoa(i+1)+": beta = "+exact(layer.Beta)+", cost "+exact(layer.Objective)+", relative gap "+exact(layer.Gap)+".")
	}
	return append(lines, document.StackScope)
}

// describeLayers describes the numbers of neurons of the layers.
func (n *Network) describeLayers() string {
	counts := make([]string, len(n.layers))
	for i := range n.layers {
		counts[i] = strconv.Itoa(len(n.layers[i].Network.Neurons))
	}
	return count(len(counts), "layer") + " with " + strings.Join(counts, ", ") + " neurons"
}
