package export

import (
	"strconv"
	"strings"

	"conelab/core/format/document"
)

// Go returns the network as a Go package without imports. F(x) returns the outputs.
func (n *Network) Go() []byte { return n.program(&goLanguage) }

// goLanguage holds the parts of a program in Go.
var goLanguage = language{
	predict: goPredict,
	comment: "//",
	number:  exact,
	row: func(_ *Network, neuron *document.Neuron, u string) string {
		places := strconv.Itoa(neuron.Output) + ", " + strconv.Itoa(neuron.Block)
		return "\t{" + exact(neuron.Alpha) + ", " + places + ", []float64{" + u + "}},\n"
	},
	head: `
package network

const a, b, c = @A@, @B@, @C@

type neuron struct {
	alpha         float64
	output, block int
	u             []float64
}

var neurons = []neuron{@NEURONS@}

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

`,
	dense: `// F returns the network's outputs at x, @FEATURES@ numbers.
func F(x []float64) []float64 {
	if len(x) != @FEATURES@ {
		panic("x must have @FEATURES@ numbers")
	}
	y := make([]float64, @OUTPUTS@)
	for _, n := range neurons {
		y[n.output] += n.alpha * sigma(dot(n.u, x))
	}
	return y
}
`,
	patches: `// patch returns patch k of x, row by row, channel last; around the input there are zeros.
func patch(x []float64, k int) []float64 {
	top, left := k/@ACROSS@*@STRIDE@-@ABOVE@, k%@ACROSS@*@STRIDE@-@BESIDE@
	var p []float64
	for row := top; row < top+@ROWS@; row++ {
		for column := left; column < left+@COLUMNS@; column++ {
			inside := row >= 0 && row < @HEIGHT@ && column >= 0 && column < @WIDTH@
			for channel := 0; channel < @CHANNELS@; channel++ {
				v := 0.0
				if inside {
					v = x[(row*@WIDTH@+column)*@CHANNELS@+channel]
				}
				p = append(p, v)
			}
		}
	}
	return p
}

// mean returns the mean of sigma(p'u) over the patches p.
func mean(u []float64, patches [][]float64) float64 {
	s := 0.0
	for _, p := range patches {
		s += sigma(dot(u, p))
	}
	return s / float64(len(patches))
}

`,
	convolutional: `// F returns the network's outputs at x, @FEATURES@ numbers.
func F(x []float64) []float64 {
	if len(x) != @FEATURES@ {
		panic("x must have @FEATURES@ numbers")
	}
	patches := make([][]float64, @PATCHES@)
	for k := range patches {
		patches[k] = patch(x, k)
	}
	y := make([]float64, @OUTPUTS@)
	for _, n := range neurons {
		y[n.output] += n.alpha * mean(n.u, patches[n.block*@POOL@:(n.block+1)*@POOL@])
	}
	return y
}
`,
	stack: stacked{
		open: "\t{\n", end: "\t},\n",
		list: func(name, values, pad string) string {
			switch name {
			case "neurons":
				if values == "" {
					return "" // none
				}
				return "\t\tneurons: []neuron{\n" + values + "\t\t},\n"
			case "whiten":
				return "\t\twhiten: [][]float64" + strings.NewReplacer("[", "{", "]", "}").Replace(values) + ",\n"
			}
			return "\t\t" + name + ":" + pad + " []float64{" + values[1:len(values)-1] + "},\n"
		},
		rows: func(places, u string) string {
			alpha, output, _ := strings.Cut(places, ", ")
			return "\t\t\t{" + alpha + ", " + output + ", 0, []float64{" + u[1:len(u)-1] + "}},\n"
		},
		first: `// first returns the values of the first layer's neurons at x.
func first(x []float64) []float64 {
	var values []float64
	for _, n := range neurons {
		values = append(values, sigma(dot(n.u, x)))
	}
	return values
}

`,
		firstConvolutional: `// first returns the values of the first layer's neurons at x.
func first(x []float64) []float64 {
	patches := make([][]float64, @PATCHES@)
	for k := range patches {
		patches[k] = patch(x, k)
	}
	var values []float64
	for _, n := range neurons {
		values = append(values, mean(n.u, patches[n.block*@POOL@:(n.block+1)*@POOL@]))
	}
	return values
}

`,
		body: `// layer is a layer above the first: how its input is scaled, and its neurons.
type layer struct {
	low, high, mean, scale []float64

	whiten [][]float64

	neurons []neuron
}

var layers = []layer{
@LAYERS@}

// F returns the network's outputs at x, @FEATURES@ numbers.
func F(x []float64) []float64 {
	if len(x) != @FEATURES@ {
		panic("x must have @FEATURES@ numbers")
	}
	values := [][]float64{first(x)}
	y := make([]float64, @OUTPUTS@)
	for j, n := range neurons {
		y[n.output] += n.alpha * values[0][j]
	}
	for _, l := range layers {
		g := append([]float64{}, values[0]...)
@BELOW@@CLIP@		for k, m := range l.mean {
			g[k] -= m
		}
		h := make([]float64, len(g))
		@SCALE@
		var v []float64
		for _, n := range l.neurons {
			v = append(v, sigma(dot(n.u, h)))
		}
		values = append([][]float64{v}, values...)
@KEEP@		for j, n := range l.neurons {
			y[n.output] += n.alpha * v[j]
		}
	}
	return y
}
`,
		clip: `		for k, v := range g {
			if v < l.low[k] {
				g[k] = l.low[k]
			} else if v > l.high[k] {
				g[k] = l.high[k]
			}
		}
`,
		scale: `for k, v := range g {
			h[k] = v / l.scale[k]
		}`,
		whiten: `for k, row := range l.whiten {
			h[k] = dot(row, g)
		}`,
		below: [3]string{"\t\tg = append(g, x...)\n", `		for _, v := range values[1:] {
			g = append(g, v...)
		}
		g = append(g, x...)
`, ""},
		forget: "\t\ty = make([]float64, @OUTPUTS@)\n",
	},
}
