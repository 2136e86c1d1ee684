// Package export writes a trained network for use elsewhere: as functions in Python, Go and JavaScript, as an ONNX model, as an equation in
// LaTeX, and as tables of numbers.
//
// The functions compute, for every architecture,
//
//	f_o(x) = sum over the neurons (u, alpha) of output o of alpha times the mean of sigma(p'u) over the patches p of the neuron's block.
//
// They sum in the same order as a forward pass of package neural, and their numbers read back as the same doubles, so they agree with it
// to the last digits. They need nothing beyond their language. Text that comes from a document, such as its title, is only ever written
// into a comment.
package export

import (
	"context"
	"errors"
	"math"
	"strconv"
	"strings"

	"conelab/core/data/fault"
	"conelab/core/format/document"
	"conelab/core/network/certify"
	"conelab/core/network/stack"
	"conelab/core/numeric/dense"
	"conelab/core/numeric/lift"
)

// Network is the network of a solution together with the problem that it solves.
type Network struct {
	problem  *document.Problem
	solution *document.Solution
	net      *stack.Network // of one layer or several; a piecewise-linear activation is that of the problem
	shape    lift.Shape     // of the first layer
}

// Of returns the network of a solution of p. It returns an error, a sentence without its full stop, if they do not fit each other.
func Of(p *document.Problem, s *document.Solution) (*Network, error) {
	if p == nil || s == nil {
		return nil, errors.New("there is no solution")
	}
	if err := p.Evaluable(); err != nil {
		return nil, err
	}
	n := &Network{problem: p, solution: s, net: document.StackNetwork(p, s)}
	n.shape = n.net.Architecture.Shape(n.net.D)
	if n.net.Architecture.Kind == lift.Quadratic {
		n.net.Sigma = lift.Polynomial{A: 1}
	}
	if len(n.net.Layers) == 0 {
		return nil, errors.New("the problem has a stack, and the solution no layers")
	}
	if misfit := document.Misfit(p, s); misfit != "" {
		return nil, errors.New(misfit)
	}
	for _, layer := range n.net.Layers {
		for _, neuron := range layer.Neurons {
			if !dense.Finite(neuron.Alpha) || !dense.Finite(neuron.U...) {
				return nil, errors.New("the solution has a number that is not finite")
			}
		}
	}
	return n, nil
}

// neurons returns the neurons of the last layer.
func (n *Network) neurons() []document.Neuron { return n.net.Layers[len(n.net.Layers)-1].Neurons }

// maxTitle is the number of bytes of a title that are kept.
const maxTitle = 200

// remarks returns lines that describe the network and what is certified about it. The title, which anybody may have written, comes last,
// because Python obeys a comment about the encoding in the first two lines of a file.
func (n *Network) remarks() (lines []string) {
	p, s := n.problem, n.solution
	what, formula := "A two-layer network with "+fault.Count(len(n.neurons()), "neuron"),
		"The sum of alpha sigma("+n.input()+"'u) over the neurons"
	if n.net.Convolved() {
		formula = "The sum of alpha times the mean of sigma(p'u) over the patches p of a block, for the neurons"
	}
	if p.Stack != nil {
		lines = append(lines, stack.Scope)
		what = "A network of " + fault.Count(len(n.net.Layers), "layer")
		formula += " of the last layer"
	}
	lines = append(lines, what+", written by Conelab.",
		n.describe()+", "+fault.Count(n.net.D, "feature")+", "+fault.Count(n.net.Outputs, "output")+".",
		formula+"; sigma(s) = "+n.activation(fault.Number, "s^2", " ", "max")+".",
		"Loss "+p.Loss+", beta = "+fault.Number(p.Beta)+".",
	)
	if p.Stack == nil {
		lines = append(lines, "Cost "+fault.Number(s.Objective)+", relative gap "+fault.Number(s.Gap)+".",
			"No network of this kind, however wide, costs less than "+fault.Number(s.LowerBound)+".")
	}
	for i, layer := range s.Layers {
		lines = append(lines, "Layer "+strconv.Itoa(i+1)+": "+fault.Count(len(layer.Network.Neurons), "neuron")+
			", beta = "+fault.Number(layer.Beta)+", cost "+fault.Number(layer.Objective)+", relative gap "+fault.Number(layer.Gap)+".")
	}
	lines = append(lines, n.caveat())
	if title := clean(p.Title); title != "" {
		lines = append(lines, "Title: "+title)
	}
	return lines
}

// caveat says that the numbers are claims of the document, and whether it does not even claim that the network is optimal.
func (n *Network) caveat() string {
	const claims = "These are claims of its solution document; conelab check verifies them from the data."
	if status := n.Status(); status != certify.Optimal {
		return "Not certified as optimal: its status is " + clean(string(status)) + ". " + claims
	}
	return claims
}

// Status returns that of the solution, or of the first of its layers that is not optimal.
func (n *Network) Status() certify.Status {
	for i := range n.solution.Layers {
		if status := n.solution.Layers[i].Status; n.problem.Stack != nil && status != certify.Optimal {
			return status
		}
	}
	return n.solution.Status
}

// describe names the architecture.
func (n *Network) describe() string {
	if !n.net.Convolved() {
		if n.net.Architecture.Kind == lift.Quadratic {
			return "Quadratic"
		}
		return "Dense"
	}
	a := &n.net.Architecture
	text := "Convolutional, input " + strconv.Itoa(a.Input[0]) + " by " + strconv.Itoa(a.Input[1]) + " by " + strconv.Itoa(a.Input[2]) +
		", filter " + strconv.Itoa(a.Filter) + ", stride " + strconv.Itoa(a.Stride) + ", padding " + strconv.Itoa(a.Padding)
	if n.shape.Patches > 1 {
		text += ", means of " + strconv.Itoa(n.shape.Patches) + " patches"
	}
	return text
}

// patches returns the places in x of the entries of each patch; the place after the last feature is that of a zero around the input or,
// with a piecewise-linear activation, of a one.
func (n *Network) patches() (patches [][]int) {
	places := make([]float64, n.net.D)
	for k := range places {
		places[k] = float64(k + 1)
	}
	operator := n.net.Architecture.New(context.Background(), lift.Polynomial{}, places, 1, n.net.D)
	for block := range n.shape.Blocks {
		for k := range n.shape.Patches {
			var patch []int
			for _, place := range operator.Patch(0, block, k) {
				if place == 0 {
					place = float64(n.net.D + 1)
				}
				patch = append(patch, int(place)-1)
			}
			patches = append(patches, patch)
		}
	}
	if n.piecewise() != nil {
		patches[0] = append(patches[0], n.net.D)
	}
	return patches
}

// piecewise returns the activation if it is piecewise linear, nil otherwise. Its neurons read a one after the features.
func (n *Network) piecewise() *lift.Piecewise {
	if sigma, ok := n.problem.Activation.Function().(lift.Piecewise); ok {
		return &sigma
	}
	return nil
}

// input returns what neurons read.
func (n *Network) input() string {
	if n.piecewise() != nil {
		return "[x; 1]"
	}
	return "x"
}

// activation returns sigma as a function of s, written with the given square, product and maximum.
func (n *Network) activation(number func(float64) string, square, times, maximum string) string {
	if sigma := n.piecewise(); sigma != nil {
		switch sigma.Name() {
		case lift.NameReLU:
			return maximum + "(0, s)"
		case lift.NameAbsolute:
			return "|s|"
		}
		return maximum + "(s, " + number(sigma.Slope) + times + "s)"
	}
	var t terms
	t.add(n.net.Sigma.A, square)
	t.add(n.net.Sigma.B, "s")
	t.add(n.net.Sigma.C, "")
	return t.text(number, times)
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

// list writes each term with its sign, and with times between the number and its symbol. A factor that is written as 1 is left out.
func (t terms) list(number func(float64) string, times string) (list []string) {
	for _, one := range t {
		sign, digits := " + ", number(math.Abs(one.factor))
		if one.factor < 0 {
			sign = " - "
		}
		switch {
		case one.symbol == "":
			one.symbol = digits
		case digits != "1":
			one.symbol = digits + times + one.symbol
		}
		list = append(list, sign+one.symbol)
	}
	if list == nil {
		return []string{"0"}
	}
	list[0] = strings.TrimPrefix(strings.Replace(list[0], " - ", "-", 1), " + ")
	return list
}

// text writes the sum.
func (t terms) text(number func(float64) string, times string) string {
	return strings.Join(t.list(number, times), "")
}

// clean returns text for a comment in any of the languages: one line of printable characters, without sequences that end a comment in one
// of them.
func clean(text string) string {
	if len(text) > maxTitle {
		text = text[:maxTitle]
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
