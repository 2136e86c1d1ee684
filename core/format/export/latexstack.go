package export

import (
	"strconv"
	"strings"
)

// layerLines returns the lines of the equation of several layers, followed by all vectors on lines of their own. With z^(l)_j the values of layer l's
// neurons and h^(l) its input, the equation is
//
//	f(x) = sum_j alpha_j z^(L)_j,   z^(l)_j = sigma(u_j'h^(l)),   h^(l)_k = (g^(l)_k - m_k) / s_k,   g^(l) = (z^(l-1), x).
func (n *Network) layerLines(number func(float64) string) []string {
	var lines []string
	for o := range n.outputs {
		lines = append(lines, n.sumOfValues(o, number)...)
	}
	lines = append(lines, n.firstLayer())
	lines = append(lines, n.wherePatches()...)
	if len(n.layers) > 1 {
		lines = append(lines, n.upperLayers()...)
	}
	return append(lines, n.activationLine(number))
}

// valueOf returns the symbol of the value of neuron j of layer l, counted from 0.
func valueOf(l, j int) string { return "z^{" + layerMark(l) + "}_{" + strconv.Itoa(j+1) + "}" }

// layerMark returns the superscript of symbols of layer l, counted from 0.
func layerMark(l int) string { return "(" + strconv.Itoa(l+1) + ")" }

// sumOfValues returns the lines of output o, a sum over the neurons of the last layer or of all layers.
func (n *Network) sumOfValues(o int, number func(float64) string) []string {
	line := "f(x) ={}& "
	if n.many() {
		line = "f_{" + strconv.Itoa(o+1) + "}(x) ={}& "
	}
	from := len(n.layers) - 1
	if n.problem.Stack.Residual() {
		from = 0
	}
	var lines []string
	count := 0
	for l := from; l < len(n.layers); l++ {
		for j, neuron := range n.layers[l].Network.Neurons {
			if neuron.Output != o {
				continue
			}
			if count > 0 && count%perLine == 0 {
				lines = append(lines, line)
				line = `& \quad`
			}
			line += signed(neuron.Alpha, count == 0, number) + `\,` + valueOf(l, j)
			count++
		}
	}
	if count == 0 {
		line += "0"
	}
	return append(lines, line)
}

// firstLayer returns the line of the first layer's values.
func (n *Network) firstLayer() string {
	value := `z^{(1)}_{j} ={}& \sigma(u^{(1)\top}_{j} x)`
	switch {
	case !n.convolutional():
		return value
	case n.shape.Patches == 1:
		return `z^{(1)}_{j} ={}& \sigma(u^{(1)\top}_{j} x^{(k_{j})})`
	}
	return `z^{(1)}_{j} ={}& \bar\sigma_{k_{j}}(u^{(1)}_{j})`
}

// upperLayers returns the lines that define the layers above the first.
func (n *Network) upperLayers() []string {
	below := [3]string{`(z^{(l-1)}, x)`, `(z^{(l-1)}, \dots, z^{(1)}, x)`, `z^{(l-1)}`}[n.problem.Stack.SkipIndex()]
	feature := `g^{(l)}_{k}`
	if n.above().Low != nil {
		feature = `\min(\max(g^{(l)}_{k}, a^{(l)}_{k}), b^{(l)}_{k})`
	}
	scaled := `h^{(l)}_{k} ={}& (` + feature + ` - m^{(l)}_{k}) / s^{(l)}_{k}`
	if n.above().Whiten != nil {
		scaled = `h^{(l)} ={}& W^{(l)} (` + strings.ReplaceAll(feature, "_{k}", "") + ` - m^{(l)})`
	}
	return []string{`g^{(l)} ={}& ` + below + `, \quad l \ge 2`, scaled, `z^{(l)}_{j} ={}& \sigma(u^{(l)\top}_{j} h^{(l)}), \quad l \ge 2`}
}

// activationLine returns the line that defines sigma.
func (n *Network) activationLine(number func(float64) string) string {
	var sigma terms
	sigma.add(n.sigma.A, "s^{2}")
	sigma.add(n.sigma.B, "s")
	sigma.add(n.sigma.C, "")
	return `\sigma(s) ={}& ` + sigma.text(number, `\,`)
}

// layerVectors returns the lines with the numbers of all layers.
func (n *Network) layerVectors(number func(float64) string) []string {
	var lines []string
	vector := func(symbol string, l int, values []float64) {
		if values != nil {
			lines = append(lines, symbol+"^{"+layerMark(l)+"} ={}& ("+join(values, number)+`)^\top`)
		}
	}
	for l := range n.layers {
		if l > 0 {
			in := n.layers[l].Input
			vector("a", l, in.Low)
			vector("b", l, in.High)
			vector("m", l, in.Mean)
			vector("s", l, in.Scale)
			for k, row := range in.Whiten {
				lines = append(lines, "W^{"+layerMark(l)+"}_{"+strconv.Itoa(k+1)+"} ={}& ("+join(row, number)+")")
			}
		}
		for j, neuron := range n.layers[l].Network.Neurons {
			line := "u^{" + layerMark(l) + "}_{" + strconv.Itoa(j+1) + "} ={}& (" + join(neuron.U, number) + `)^\top`
			if l == 0 && n.shape.Blocks > 1 {
				line += ", \\quad k_{" + strconv.Itoa(j+1) + "} = " + strconv.Itoa(neuron.Block+1)
			}
			lines = append(lines, line)
		}
	}
	return lines
}
