package export

import (
	"errors"
	"strconv"
	"strings"

	"conelab/core/data/fault"
)

// expanded is the largest number of features for which the network is also written as an expanded polynomial.
const expanded = 3

// LaTeX returns a network of one dense layer as an equation, with numbers of the given number of significant digits,
//
//	f(x) = sum_j alpha_j sigma(u_j'x),   sigma(s) = a s^2 + b s + c,
//
// with up to three features also as the polynomial x'Qx + q'x + r, where Q = a sum alpha_j u_j u_j', q = b sum alpha_j u_j and
// r = c sum alpha_j.
func (n *Network) LaTeX(digits int) ([]byte, error) {
	if len(n.net.Layers) > 1 || n.net.Convolved() {
		return nil, errors.New("the network has several layers or patches, expected one dense layer for an equation")
	}
	number := func(v float64) string { return texNumber(v, digits) }
	var lines []string
	for o := range n.net.Outputs {
		lines = append(lines, n.equation(o, number)...)
		if p := n.polynomial(o); p != nil {
			lines = append(lines, "={}& "+p.text(number, `\,`))
		}
	}
	return n.align(append(lines, `\sigma(s) ={}& `+n.activation(number, "s^{2}", `\,`, `\max`)), digits), nil
}

// align returns the lines in an environment of amsmath, after the remarks.
func (n *Network) align(lines []string, digits int) []byte {
	var b strings.Builder
	needs := `Needs \usepackage{amsmath}. Numbers are rounded to ` + fault.Count(digits, "digit") + "."
	if c := n.problem.Columns; c != nil && c.Scaling != nil {
		needs += " x has the standardised features, (feature - mean) / deviation with the means and deviations of the solution's model."
	}
	for _, line := range append(n.remarks(), needs) {
		b.WriteString("% " + line + "\n")
	}
	b.WriteString("\\begin{align*}\n" + strings.Join(lines, " \\\\\n") + "\n\\end{align*}\n")
	return []byte(b.String())
}

// variable returns the symbol of a feature.
func (n *Network) variable(k int) string {
	if n.net.D == 1 {
		return "x"
	}
	return "x_{" + strconv.Itoa(k+1) + "}"
}

// output returns the symbol of output o with what stands between it and its value.
func (n *Network) output(o int) string {
	if n.net.Outputs > 1 {
		return "f_{" + strconv.Itoa(o+1) + "}(x) ={}& "
	}
	return "f(x) ={}& "
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
			if k == n.net.D {
				product.add(u, "")
			} else {
				product.add(u, n.variable(k))
			}
		}
		sum.add(neuron.Alpha, `\sigma(`+product.text(number, `\,`)+")")
	}
	lines := sum.list(number, `\,`)
	for i, line := range lines {
		if i == 0 {
			lines[i] = n.output(o) + line
		} else {
			lines[i] = `& \quad` + line
		}
	}
	return lines
}

// polynomial returns output o as a polynomial if there are few features, and nil otherwise.
func (n *Network) polynomial(o int) terms {
	if n.net.D > expanded || n.piecewise() != nil {
		return nil
	}
	square, linear, constant := [expanded][expanded]float64{}, [expanded]float64{}, 0.0
	some := false
	for _, neuron := range n.neurons() {
		if neuron.Output != o {
			continue
		}
		some = true
		constant += n.net.Sigma.C * neuron.Alpha
		for k, u := range neuron.U {
			linear[k] += n.net.Sigma.B * neuron.Alpha * u
			for l, v := range neuron.U[:k+1] {
				square[l][k] += n.net.Sigma.A * neuron.Alpha * u * v
			}
		}
	}
	if !some {
		return nil
	}
	p := terms{}
	for k := range n.net.D {
		p.add(square[k][k], n.variable(k)+"^{2}")
		for l := k + 1; l < n.net.D; l++ {
			p.add(2*square[k][l], n.variable(k)+` `+n.variable(l))
		}
	}
	for k := range n.net.D {
		p.add(linear[k], n.variable(k))
	}
	p.add(constant, "")
	return p
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
