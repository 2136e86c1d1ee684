package export

import (
	"strconv"
	"strings"
)

// The equation of layers: with z^(l)_j the values of layer l's neurons and h^(l) its input,
//
//	f(x) = sum_j alpha_j z^(L)_j,   z^(l)_j = sigma(u_j'h^(l)),   h^(l)_k = (g^(l)_k - m_k) / s_k,   g^(l) = (z^(l-1), x).

// valueOf returns the symbol of the value of neuron j of layer l, counted from 0.
func valueOf(l, j int) string { return "z^{" + layerMark(l) + "}_{" + strconv.Itoa(j+1) + "}" }

// layerMark returns the superscript of symbols of layer l, counted from 0.
func layerMark(l int) string { return "(" + strconv.Itoa(l+1) + ")" }

// sumOfValues returns the lines of output o, a sum over the neurons of the last layer or of all layers.
func (n *Network) sumOfValues(o int, number func(float64) string) []string {
	line := n.output(o)
	from := len(n.layers) - 1
	if s := n.problem.Stack; s != nil && s.Residual() {
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

// layerLines returns the lines that define the values of the layers.
func (n *Network) layerLines() (lines []string) {
	switch {
	case !n.convolutional():
		lines = append(lines, `z^{(1)}_{j} ={}& \sigma(u^{(1)\top}_{j} x)`)
	case n.shape.Patches == 1:
		lines = append(lines, `z^{(1)}_{j} ={}& \sigma(u^{(1)\top}_{j} x^{(k_{j})})`)
	default:
		p := strconv.Itoa(n.shape.Patches)
		lines = append(lines, `z^{(1)}_{j} ={}& \tfrac{1}{`+p+`} \sum_{p=`+p+`(k_{j}-1)+1}^{`+p+`k_{j}} \sigma(u^{(1)\top}_{j} x^{(p)})`)
	}
	if n.convolutional() {
		height, width, _ := n.architecture.Sides()
		lines = append(lines, `x^{(p)}:{}& \text{ patch } p \text{ of } x, `+strconv.Itoa(height)+` \times `+strconv.Itoa(width)+` \times `+
			strconv.Itoa(n.architecture.Input[2])+`, \text{ row by row, channel last}`)
	}
	if len(n.layers) == 1 {
		return lines
	}
	below := [3]string{`(z^{(l-1)}, x)`, `(z^{(l-1)}, \dots, z^{(1)}, x)`, `z^{(l-1)}`}[n.problem.Stack.SkipIndex()]
	feature := `g^{(l)}_{k}`
	if n.above().Low != nil {
		feature = `\min(\max(g^{(l)}_{k}, a^{(l)}_{k}), b^{(l)}_{k})`
	}
	scaled := `h^{(l)}_{k} ={}& (` + feature + ` - m^{(l)}_{k}) / s^{(l)}_{k}`
	if n.above().Whiten != nil {
		scaled = `h^{(l)} ={}& W^{(l)} (` + strings.ReplaceAll(feature, "_{k}", "") + ` - m^{(l)})`
	}
	return append(lines, `g^{(l)} ={}& `+below+`, \quad l \ge 2`, scaled, `z^{(l)}_{j} ={}& \sigma(u^{(l)\top}_{j} h^{(l)}), \quad l \ge 2`)
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
			if l == 0 && n.convolutional() {
				line += ", \\quad k_{" + strconv.Itoa(j+1) + "} = " + strconv.Itoa(neuron.Block+1)
			}
			lines = append(lines, line)
		}
	}
	return lines
}
