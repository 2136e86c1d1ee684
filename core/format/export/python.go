package export

import (
	"strings"

	"conelab/core/format/document"
)

// Python returns the network as a module for Python 3 that imports nothing: f(x) takes a list of numbers and returns a number, or a list
// of them for several outputs.
func (n *Network) Python() []byte { return n.program(&pythonLanguage) }

// pythonLanguage has the parts of a program in Python.
var pythonLanguage = language{
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
	convolutional: `def patch(x, k):
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


def f(x):
    """The network at x, a list of @FEATURES@ numbers."""
    if len(x) != @FEATURES@:
        raise ValueError("x has %d numbers, not @FEATURES@" % len(x))
    patches = [patch(x, k) for k in range(@PATCHES@)]
    y = @START@
    for @FIELDS@ in NEURONS:
        @TARGET@ += alpha * mean(u, @BLOCK@)
    return y
`,
}

// pointed writes a number exactly and with a point: without one Python would take it for an integer and count in integers.
func pointed(v float64) string {
	text := exact(v)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text
}
