package export

// Go returns the network as a Go package without imports. F(x) returns the outputs.
func (n *Network) Go() []byte { return n.program(&golang) }

var golang = language{
	comment: "//", indent: "\t", number: exact, none: "nil",
	list: [2]string{"[]float64{", "}"}, matrix: [2]string{"[][]float64{", "}"}, row: [2]string{"{", "}"}, neurons: [2]string{"[]neuron{", "}"},
	neuron: [2]string{"{", "}"}, layer: [2]string{"{", "}"},
	text: `
package network

const a, b, c = @A@, @B@, @C@

type neuron struct {
	alpha         float64
	output, block int
	u             []float64
}

[simple]var neurons = []neuron{@NEURONS@}
[general]// layer is how the features of a layer are scaled, within bounds, and its neurons.
[general]type layer struct {
[general]	low, high, mean, scale []float64
[general]
[general]	whiten  [][]float64
[general]	neurons []neuron
[general]}
[general]
[general]// layers has the lowest layer first.
[general]var layers = []layer{
[general]@LAYERS@}

// sigma is the activation.
func sigma(s float64) float64 { return (a*s+b)*s + c }

// dot returns the inner product of two vectors.
func dot(u, x []float64) float64 {
	s := 0.0
	for i, v := range u {
		s += v * x[i]
	}
	return s
}

[conv]// patch returns patch k of x, row by row, channel last; around the input there are zeros.
[conv]func patch(x []float64, k int) []float64 {
[conv]	top, left := k/@ACROSS@*@STRIDE@-@ABOVE@, k%@ACROSS@*@STRIDE@-@BESIDE@
[conv]	var p []float64
[conv]	for row := top; row < top+@ROWS@; row++ {
[conv]		for column := left; column < left+@COLUMNS@; column++ {
[conv]			inside := row >= 0 && row < @HEIGHT@ && column >= 0 && column < @WIDTH@
[conv]			for channel := 0; channel < @CHANNELS@; channel++ {
[conv]				v := 0.0
[conv]				if inside {
[conv]					v = x[(row*@WIDTH@+column)*@CHANNELS@+channel]
[conv]				}
[conv]				p = append(p, v)
[conv]			}
[conv]		}
[conv]	}
[conv]	return p
[conv]}
[conv]
[general]// average returns the mean of sigma(p'u) over the patches p.
[general]func average(u []float64, patches [][]float64) float64 {
[general]	s := 0.0
[general]	for _, p := range patches {
[general]		s += sigma(dot(u, p))
[general]	}
[general]	return s / float64(len(patches))
[general]}
[general]
// F returns the network's outputs at x, @FEATURES@ numbers.
func F(x []float64) []float64 {
	if len(x) != @FEATURES@ {
		panic("x must have @FEATURES@ numbers")
	}
	y := make([]float64, @OUTPUTS@)
[simple]	for _, n := range neurons {
[simple]		y[n.output] += n.alpha * sigma(dot(n.u, x))
[simple]	}
[plain]	patches := [][]float64{x}
[conv]	var patches [][]float64
[conv]	for k := 0; k < @PATCHES@; k++ {
[conv]		patches = append(patches, patch(x, k))
[conv]	}
[general]	var below [][]float64
[general]	for _, l := range layers {
[deep]		if len(below) > 0 {
[deep]			g := append([]float64{}, below[0]...)
[all]			for _, v := range below[1:] {
[all]				g = append(g, v...)
[all]			}
[all]			g = append(g, x...)
[input]			g = append(g, x...)
[deep]			for k, v := range g {
[clip]				if v < l.low[k] {
[clip]					v = l.low[k]
[clip]				} else if v > l.high[k] {
[clip]					v = l.high[k]
[clip]				}
[deep]				g[k] = v - l.mean[k]
[deep]			}
[deep]			h := make([]float64, len(g))
[deep]			for k := range h {
[scale]				h[k] = g[k] / l.scale[k]
[whiten]				h[k] = dot(l.whiten[k], g)
[deep]			}
[deep]			patches = [][]float64{h}
[deep]		}
[general]		var values []float64
[general]		for _, n := range l.neurons {
[general]			from, to := n.block*@POOL@, (n.block+1)*@POOL@
[general]			if to > len(patches) {
[general]				to = len(patches)
[general]			}
[general]			values = append(values, average(n.u, patches[from:to]))
[general]		}
[general]		below = append([][]float64{values}, below...)
[last]		y = make([]float64, @OUTPUTS@)
[general]		for j, n := range l.neurons {
[general]			y[n.output] += n.alpha * values[j]
[general]		}
[general]	}
	return y
}
[names]
[names]// The features are @NAMES@.
[scaling]
[scaling]var means = []float64{@MEAN@}
[scaling]
[scaling]var deviations = []float64{@DEVIATION@}
[classes]
[classes]var classes = []string{@CLASSES@}
[predict]
[classes]// Predict returns the class at x, the features as they were in the table.
[classes]func Predict(x []float64) string {
[outputs]// Predict returns the network's outputs at x, the features as they were in the table.
[outputs]func Predict(x []float64) []float64 {
[scaling]	scaled := make([]float64, len(x))
[scaling]	for k, v := range x {
[scaling]		if deviations[k] != 0 {
[scaling]			scaled[k] = (v - means[k]) / deviations[k]
[scaling]		}
[scaling]	}
[scaling]	y := F(scaled)
[raw]	y := F(x)
[two]	if y[0] > 0 {
[two]		return classes[1]
[two]	}
[two]	return classes[0]
[largest]	best := 0
[largest]	for o, v := range y {
[largest]		if v > y[best] {
[largest]			best = o
[largest]		}
[largest]	}
[largest]	return classes[best]
[outputs]	return y
[predict]}
`,
}
