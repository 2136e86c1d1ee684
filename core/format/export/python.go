package export

import "strings"

// Python returns the network as a Python 3 module without imports. f(x) takes a list of numbers and returns a number, or a list of
// numbers for several outputs.
func (n *Network) Python() []byte { return n.program(&python) }

var python = language{
	comment: "#", indent: "    ", number: pointed, none: "[]",
	list: [2]string{"[", "]"}, matrix: [2]string{"[", "]"}, row: [2]string{"[", "]"},
	neurons: [2]string{"[", "]"}, neuron: [2]string{"(", ")"},
	layer: [2]string{"(", ")"},
	text: `
A, B, C = @A@, @B@, @C@
[simple]# alpha, output, block and u of each neuron
[simple]NEURONS = [@NEURONS@]
[general]# The layers, lowest first: bounds, means and scales or a whitening matrix; alpha, output, block and u of each neuron.
[general]LAYERS = [
[general]@LAYERS@]


def sigma(s):
    """The activation."""
    return (A * s + B) * s + C


def dot(u, x):
    """The inner product of two lists."""
    s = 0.0
    for a, b in zip(u, x):
        s += a * b
    return s


[conv]def patch(x, k):
[conv]    """Patch k of x, row by row, channel last; around the input there are zeros."""
[conv]    top, left = k // @ACROSS@ * @STRIDE@ - @ABOVE@, k % @ACROSS@ * @STRIDE@ - @BESIDE@
[conv]    p = []
[conv]    for row in range(top, top + @ROWS@):
[conv]        for column in range(left, left + @COLUMNS@):
[conv]            inside = 0 <= row < @HEIGHT@ and 0 <= column < @WIDTH@
[conv]            for channel in range(@CHANNELS@):
[conv]                p.append(x[(row * @WIDTH@ + column) * @CHANNELS@ + channel] if inside else 0.0)
[conv]    return p
[conv]
[conv]
[general]def average(u, patches):
[general]    """The mean of sigma(p'u) over the patches p."""
[general]    s = 0.0
[general]    for p in patches:
[general]        s += sigma(dot(u, p))
[general]    return s / len(patches)
[general]
[general]
def f(x):
    """The network at x, a list of @FEATURES@ numbers."""
    if len(x) != @FEATURES@:
        raise ValueError("x has %d numbers, not @FEATURES@" % len(x))
    y = [0.0] * @OUTPUTS@
[simple]    for alpha, output, _, u in NEURONS:
[simple]        y[output] += alpha * sigma(dot(u, x))
[conv]    patches = [patch(x, k) for k in range(@PATCHES@)]
[plain]    patches = [x]
[general]    below = []
[general]    for low, high, mean, scale, whiten, neurons in LAYERS:
[deep]        if below:
[input]            g = below[0] + list(x)
[all]            g = sum(below, []) + list(x)
[none]            g = below[0]
[clip]            g = [min(max(v, a), b) for v, a, b in zip(g, low, high)]
[deep]            g = [v - m for v, m in zip(g, mean)]
[scale]            patches = [[v / s for v, s in zip(g, scale)]]
[whiten]            patches = [[dot(row, g) for row in whiten]]
[general]        below.insert(0, [average(u, patches[block * @POOL@:(block + 1) * @POOL@]) for _, _, block, u in neurons])
[last]        y = [0.0] * @OUTPUTS@
[general]        for (alpha, output, _, _), v in zip(neurons, below[0]):
[general]            y[output] += alpha * v
[many]    return y
[one]    return y[0]
[names]
[names]
[names]# The features are @NAMES@.
[scaling]
[scaling]MEAN = [@MEAN@]
[scaling]DEVIATION = [@DEVIATION@]
[classes]
[classes]CLASSES = [@CLASSES@]
[predict]
[predict]
[predict]def predict(x):
[classes]    """The class at x, the features as they were in the table."""
[outputs]    """The network's outputs at x, the features as they were in the table."""
[scaling]    y = f([(v - MEAN[k]) / DEVIATION[k] if DEVIATION[k] else 0.0 for k, v in enumerate(x)])
[raw]    y = f(x)
[two]    return CLASSES[y > 0]
[largest]    return CLASSES[max(range(len(y)), key=lambda o: y[o])]
[outputs]    return y
`,
}

// pointed writes a number exactly and with a decimal point. Without one, Python would read an integer and use integer arithmetic.
func pointed(v float64) string {
	text := exact(v)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text
}
