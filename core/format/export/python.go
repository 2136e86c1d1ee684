package export

import (
	"strings"

	"conelab/core/format/document"
)

// Python returns the network as a Python 3 module without imports. f(x) takes a list of numbers and returns a number, or a list of numbers for
// several outputs.
func (n *Network) Python() []byte { return n.program(&pythonLanguage) }

// pythonLanguage holds the parts of a program in Python.
var pythonLanguage = language{
	predict: pythonPredict,
	comment: "#",
	number:  pointed,
	row: func(n *Network, neuron *document.Neuron, u string) string {
		return "    (" + n.row(neuron, u, pointed) + "),\n"
	},
	start: [2]string{"0.0", "[0.0] * @OUTPUTS@"}, target: [2]string{"y", "y[output]"},
	block: "patches[block * @POOL@:(block + 1) * @POOL@]",
	head: `
A, B, C = @A@, @B@, @C@
# @FIELDS@
NEURONS = [@NEURONS@]


def sigma(s):
    """The activation."""
    return (A * s + B) * s + C


def dot(u, x):
    """The inner product of two lists."""
    s = 0.0
    for a, b in zip(u, x):
        s += a * b
    return s


`,
	dense: `def f(x):
    """The network at x, a list of @FEATURES@ numbers."""
    if len(x) != @FEATURES@:
        raise ValueError("x has %d numbers, not @FEATURES@" % len(x))
    y = @START@
    for @FIELDS@ in NEURONS:
        @TARGET@ += alpha * sigma(dot(u, x))
    return y
`,
	patches: `def patch(x, k):
    """Patch k of x, row by row, channel last; around the input there are zeros."""
    top, left = k // @ACROSS@ * @STRIDE@ - @ABOVE@, k % @ACROSS@ * @STRIDE@ - @BESIDE@
    p = []
    for row in range(top, top + @ROWS@):
        for column in range(left, left + @COLUMNS@):
            inside = 0 <= row < @HEIGHT@ and 0 <= column < @WIDTH@
            for channel in range(@CHANNELS@):
                p.append(x[(row * @WIDTH@ + column) * @CHANNELS@ + channel] if inside else 0.0)
    return p


def mean(u, patches):
    """The mean of sigma(p'u) over the patches p."""
    s = 0.0
    for p in patches:
        s += sigma(dot(u, p))
    return s / len(patches)


`,
	convolutional: `def f(x):
    """The network at x, a list of @FEATURES@ numbers."""
    if len(x) != @FEATURES@:
        raise ValueError("x has %d numbers, not @FEATURES@" % len(x))
    patches = [patch(x, k) for k in range(@PATCHES@)]
    y = @START@
    for @FIELDS@ in NEURONS:
        @TARGET@ += alpha * mean(u, @BLOCK@)
    return y
`,
	stack: stacked{
		open: "    {\n", end: "    },\n",
		list: func(name, values, _ string) string {
			if name == "neurons" {
				return "        \"neurons\": [\n" + values + "        ],\n"
			}
			return "        \"" + name + "\": " + values + ",\n"
		},
		rows: func(places, u string) string { return "            (" + places + ", " + u + "),\n" },
		first: `def first(x):
    """The values of the first layer's neurons at x."""
    return [sigma(dot(n[-1], x)) for n in NEURONS]


`,
		firstConvolutional: `def first(x):
    """The values of the first layer's neurons at x."""
    patches = [patch(x, k) for k in range(@PATCHES@)]
    return [mean(u, @BLOCK@) for @FIELDS@ in NEURONS]


`,
		body: `# The layers above the first: how their inputs are scaled, and alpha, output and u of their neurons.
LAYERS = [
@LAYERS@]


def f(x):
    """The network at x, a list of @FEATURES@ numbers."""
    if len(x) != @FEATURES@:
        raise ValueError("x has %d numbers, not @FEATURES@" % len(x))
    values = [first(x)]
    y = [0.0] * @OUTPUTS@
    for n, v in zip(NEURONS, values[0]):
        y[@OUTPUT@] += n[0] * v
    for layer in LAYERS:
        g = @BELOW@
@CLIP@        g = [v - m for v, m in zip(g, layer["mean"])]
        h = @SCALE@
        values.insert(0, [sigma(dot(u, h)) for _, _, u in layer["neurons"]])
@KEEP@        for (alpha, output, _), v in zip(layer["neurons"], values[0]):
            y[output] += alpha * v
    return @RESULT@
`,
		clip: `        g = [min(max(v, a), b) for v, a, b in zip(g, layer["low"], layer["high"])]
`,
		scale: `[v / s for v, s in zip(g, layer["scale"])]`, whiten: `[dot(row, g) for row in layer["whiten"]]`,
		below:  [3]string{"values[0] + list(x)", "sum(values, []) + list(x)", "values[0]"},
		forget: "        y = [0.0] * @OUTPUTS@\n",
	},
}

// pointed writes a number exactly and with a decimal point. Without one, Python would read an integer and use integer arithmetic.
func pointed(v float64) string {
	text := exact(v)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text
}
