package export

import (
	"errors"
	"strconv"
	"strings"

	"conelab/core/data/fault"
)

// LaTeX returns a network of one dense layer as an equation, with numbers of the given number of significant digits,
//
//	f(x) = sum_j alpha_j sigma(u_j'x),   sigma(s) = a s^2 + b s + c.
func (n *Network) LaTeX(digits int) ([]byte, error) {
	if len(n.net.Layers) > 1 || n.net.Convolved() {
		return nil, errors.New("the network has several layers or patches, expected one dense layer for an equation")
	}
	number := func(v float64) string { return texNumber(v, digits) }
	var lines []string
	for o := range n.net.Outputs {
		lines = append(lines, n.equation(o, number)...)
	}
	return n.align(append(lines, `\sigma(s) ={}& `+n.activation(number, "s^{2}", `\,`, `\max`)), digits), nil
}

// align returns the lines in an environment of amsmath, after the remarks.
func (n *Network) align(lines []string, digits int) []byte {
	var b strings.Builder
	lead := n.remarks()
	needs := `Needs \usepackage{amsmath}. Numbers are rounded to ` + fault.Count(digits, "digit") + "."
	c := n.problem.Columns
	if c != nil && c.Table != nil && c.Table.Header {
		for k, name := range c.Features {
			if !c.Bias || k < n.net.D-1 {
				lead = append(lead, indexed("x", k, n.net.D)+" is "+clean(name)+".")
			}
		}
	}
	if c != nil && c.Bias {
		lead = append(lead, indexed("x", n.net.D-1, n.net.D)+" = 1, the feature of ones of --bias.")
	}
	if c != nil && c.Scaling != nil {
		needs += " x has the standardised features, (feature - mean) / deviation with the means and deviations of the solution's model."
	}
	for _, line := range append(lead, needs) {
		b.WriteString("% " + line + "\n")
	}
	b.WriteString("\\begin{align*}\n" + strings.Join(lines, " \\\\\n") + "\n\\end{align*}\n")
	return []byte(b.String())
}

// equation returns the lines of output o, one for each neuron.
func (n *Network) equation(o int, number func(float64) string) []string {
	var sum terms
	for _, neuron := range n.neurons() {
		if neuron.Output != o {
			continue
		}
		var product terms
		for k, u := range neuron.U {
			symbol := indexed("x", k, n.net.D)
			if k == n.net.D {
				symbol = ""
			}
			product.add(u, symbol)
		}
		sum.add(neuron.Alpha, `\sigma(`+product.text(number, `\,`)+")")
	}
	lines := sum.list(number, `\,`)
	for i := range lines[1:] {
		lines[1+i] = `& \quad` + lines[1+i]
	}
	lines[0] = indexed("f", o, n.net.Outputs) + "(x) ={}& " + lines[0]
	return lines
}

// indexed returns the symbol of number k, from 0, of several, or of the only one.
func indexed(letter string, k, of int) string {
	if of > 1 {
		letter += "_{" + strconv.Itoa(k+1) + "}"
	}
	return letter
}

// texNumber writes a number with the given number of significant digits, and powers of ten in LaTeX's notation.
func texNumber(v float64, digits int) string {
	text := strconv.FormatFloat(v, 'g', digits, 64)
	mantissa, exponent, isPower := strings.Cut(text, "e")
	if !isPower {
		return text
	}
	power, _ := strconv.Atoi(exponent)
	return mantissa + `\cdot 10^{` + strconv.Itoa(power) + "}"
}
