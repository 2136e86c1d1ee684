package export

import (
	"strconv"

	"conelab/core/format/document"
)

// Go returns the network as a package for Go that imports nothing: F(x) returns the outputs.
func (n *Network) Go() []byte { return n.program(&goLanguage) }

// goLanguage has the parts of a program in Go.
var goLanguage = language{
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
	convolutional: `// patch returns patch k of x, row by row, channel last; around the input there are zeros.
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

// F returns the network's outputs at x, @FEATURES@ numbers.
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
}
