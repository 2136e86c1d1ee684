package export

import (
	"strconv"
	"strings"
)

const (
	// spelledOut is the largest number of features for which a neuron's inner product is written out; with more, u_j is a vector on a line of its
	// own.
	spelledOut = 4
	// expanded is the largest number of features for which the network is also written as an expanded polynomial.
	expanded = 3
	// perLine is the number of short terms on a line.
	perLine = 3
)

// LaTeX returns the network as an equation, with numbers of the given number of significant digits:
//
//	f(x) = sum_j alpha_j sigma(u_j'x),   sigma(s) = a s^2 + b s + c,
//
// and for few features also as the polynomial x'Qx + q'x + r with Q = a sum alpha_j u_j u_j', q = b sum alpha_j u_j, r = c sum alpha_j. In a
// convolutional network, the mean of sigma over the patches of a block replaces sigma.
func (n *Network) LaTeX(digits int) []byte {
	number := func(v float64) string { return texNumber(v, digits) }
	var lines []string
	if n.problem.Stack != nil {
		return n.align(append(n.layerLines(number), n.layerVectors(number)...), digits)
	}
	for o := range n.outputs {
		lines = append(lines, n.equation(o, number)...)
		if p := n.polynomial(o); p != nil {
			lines = append(lines, "={}& "+p.text(number, `\,`))
		}
	}
	lines = append(lines, n.wherePatches()...)
	lines = append(lines, n.activationLine(number))
	if !n.spelled() {
		for j, neuron := range n.neurons() {
			lines = append(lines, direction(j)+` ={}& (`+join(neuron.U, number)+`)^\top`)
		}
	}
	return n.align(lines, digits)
}

// align returns the lines in an environment of amsmath, after the remarks.
func (n *Network) align(lines []string, digits int) []byte {
	var b strings.Builder
	for _, line := range append(n.remarks(), `Needs \usepackage{amsmath}. Numbers are rounded to `+count(digits, "digit")+".") {
		b.WriteString("% " + line + "\n")
	}
	b.WriteString("\\begin{align*}\n" + strings.Join(lines, " \\\\\n") + "\n\\end{align*}\n")
	return []byte(b.String())
}

// spelled reports whether the inner products of neurons are written out.
func (n *Network) spelled() bool { return !n.convolutional() && n.features <= spelledOut }

// direction returns the symbol of neuron j's direction; patch returns that of patch k of x.
func direction(j int) string { return "u_{" + strconv.Itoa(j+1) + "}" }
func patch(k int) string     { return "x^{(" + strconv.Itoa(k+1) + ")}" }

// variable returns the symbol of a feature.
func (n *Network) variable(k int) string {
	if n.features == 1 {
		return "x"
	}
	return "x_{" + strconv.Itoa(k+1) + "}"
}

// equation returns the lines of output o as a sum of neurons.
func (n *Network) equation(o int, number func(float64) string) []string {
	name := "f(x)"
	if n.many() {
		name = "f_{" + strconv.Itoa(o+1) + "}(x)"
	}
	var lines []string
	line, onLine := name+" ={}& ", 0
	first := true
	for j, neuron := range n.neurons() {
		if neuron.Output != o {
			continue
		}
		if n.spelled() && !first || onLine == perLine {
			lines = append(lines, line)
			line, onLine = `& \quad`, 0
		}
		line += signed(neuron.Alpha, first, number) + `\,` + n.unit(j, number)
		onLine++
		first = false
	}
	if first {
		line += "0"
	}
	return append(lines, line)
}

// signed writes a number as a term of a sum.
func signed(v float64, first bool, number func(float64) string) string {
	switch {
	case v < 0 && first:
		return "-" + number(-v)
	case v < 0:
		return " - " + number(-v)
	case first:
		return number(v)
	}
	return " + " + number(v)
}

// unit returns the factor that neuron j's weight multiplies.
func (n *Network) unit(j int, number func(float64) string) string {
	neuron := &n.neurons()[j]
	switch {
	case n.spelled():
		var sum terms
		for k, u := range neuron.U {
			sum.add(u, n.variable(k))
		}
		return `\sigma(` + sum.text(number, `\,`) + ")"
	case !n.convolutional():
		return `\sigma(` + direction(j) + `^\top x)`
	case n.shape.Patches == 1:
		return `\sigma(` + direction(j) + `^\top ` + patch(neuron.Block) + ")"
	}
	return `\bar\sigma_{` + strconv.Itoa(neuron.Block+1) + `}(` + direction(j) + ")"
}

// wherePatches returns the lines that define a patch and a mean.
func (n *Network) wherePatches() []string {
	if !n.convolutional() {
		return nil
	}
	a := &n.architecture
	height, width, _ := a.Sides()
	lines := []string{`x^{(p)}:{}& \text{ patch } p \text{ of } x, ` + strconv.Itoa(height) + ` \times ` + strconv.Itoa(width) + ` \times ` +
		strconv.Itoa(a.Input[2]) + `, \text{ row by row, channel last}`}
	if size := n.shape.Patches; size > 1 {
		p := strconv.Itoa(size)
		lines = append(lines, `\bar\sigma_{k}(u) ={}& \tfrac{1}{`+p+`} \sum_{p=`+p+`(k-1)+1}^{`+p+`k} \sigma(u^\top x^{(p)})`)
	}
	return lines
}

// polynomial returns output o as a polynomial if there are few features, and nil otherwise.
func (n *Network) polynomial(o int) terms {
	if n.convolutional() || n.features > expanded {
		return nil
	}
	square, linear, constant := [expanded][expanded]float64{}, [expanded]float64{}, 0.0
	some := false
	for _, neuron := range n.neurons() {
		if neuron.Output != o {
			continue
		}
		some = true
		constant += n.sigma.C * neuron.Alpha
		for k, u := range neuron.U {
			linear[k] += n.sigma.B * neuron.Alpha * u
			for l, v := range neuron.U[:k+1] {
				square[l][k] += n.sigma.A * neuron.Alpha * u * v
			}
		}
	}
	if !some {
		return nil
	}
	p := terms{}
	for k := range n.features {
		p.add(square[k][k], n.variable(k)+"^{2}")
		for l := k + 1; l < n.features; l++ {
			p.add(2*square[k][l], n.variable(k)+` `+n.variable(l))
		}
	}
	for k := range n.features {
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
