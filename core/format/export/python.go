package export

import "strings"

// Python returns the network as a Python 3 module without imports. f(x) takes a list of numbers and returns a number, or a list of
// numbers for several outputs.
func (n *Network) Python() []byte { return n.program(&python) }

var python = language{
	comment: "#", indent: "    ", number: pointed, none: "[]",
	list: [2]string{"[", "]"}, neurons: [2]string{"[", "]"}, neuron: [2]string{"(", ")"},
	layer: [2]string{"(", ")"}, words: [2]string{"[", "]"}, noWords: "None",
	text: `
[curve]A, B, C = @A@, @B@, @C@
[kinked]SLOPE = @SLOPE@
[simple]# alpha, output, block and u of each neuron
[simple]NEURONS = [@NEURONS@]
[general]# The layers, lowest first: bounds, means and scales; alpha, output, block and u of each neuron.
[general]LAYERS = [
[general]@LAYERS@]


def sigma(s):
    """The activation."""
[curve]    return (A * s + B) * s + C
[kinked]    return s if s > 0 else SLOPE * s


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
[kinked]    x = list(x) + [1.0]
[simple]    for alpha, output, _, u in NEURONS:
[simple]        y[output] += alpha * sigma(dot(u, x))
[conv]    patches = [patch(x, k) for k in range(@PATCHES@)]
[plain]    patches = [x]
[general]    below = []
[general]    for low, high, mean, scale, neurons in LAYERS:
[deep]        if below:
[input]            g = below[0] + list(x)
[all]            g = sum(below, []) + list(x)
[none]            g = below[0]
[clip]            g = [min(max(v, a), b) for v, a, b in zip(g, low, high)]
[deep]            patches = [[(v - m) / s for v, m, s in zip(g, mean, scale)]]
[general]        below.insert(0, [average(u, patches[block * @POOL@:(block + 1) * @POOL@]) for _, _, block, u in neurons])
[deep]        y = [0.0] * @OUTPUTS@
[general]        for (alpha, output, _, _), v in zip(neurons, below[0]):
[general]            y[output] += alpha * v
[many]    return y
[one]    return y[0]
[predict]
[predict]
[predict]# The columns of the table that predict reads, in this order.
[predict]COLUMNS = [@NAMES@]
[words]# The words of each column, None for one of numbers.
[words]WORDS = [@WORDS@]
[mean]# What is put in place of missing values.
[mean]MEANS = [@MEANS@]
[scaling]MEAN = [@MEAN@]
[scaling]DEVIATION = [@DEVIATION@]
[classes]
[classes]CLASSES = [@CLASSES@]
[words]
[words]
[words]def same(v, word):
[words]    """Whether a value is a word; 1, 1.0 and "1" are the same, and "inf" is text."""
[words]    if v == word:
[words]        return True
[words]    try:
[words]        return float(v) == float(word) and abs(float(v)) != float("inf")
[words]    except ValueError:
[words]        return False
[predict]
[predict]
[predict]def features(row):
[predict]    """What f takes for a row of the table: the values of COLUMNS, or a dict of them by name; None, NaN or "" is missing."""
[predict]    if isinstance(row, dict):
[predict]        absent = [name for name in COLUMNS if name not in row]
[predict]        if absent:
[predict]            raise ValueError("the row has no column " + absent[0])
[predict]        row = [row[name] for name in COLUMNS]
[predict]    if len(row) != @INPUTS@:
[predict]        raise ValueError("the row has %d values, not @INPUTS@" % len(row))
[predict]    x = []
[predict]    for k, v in enumerate(row):
[predict]        missing = v is None or v != v or isinstance(v, str) and v == ""
[words]        if WORDS[k]:
[words]            found = [0.0 if missing else float(same(v, word)) for word in WORDS[k]]
[words]            if not missing and not any(found):
[words]                raise ValueError("%s is %r, expected one of %s" % (COLUMNS[k], v, ", ".join(WORDS[k])))
[words]            x += [float("nan")] * len(found) if missing else found
[words]            continue
[predict]        if not missing and (isinstance(v, str) or abs(v) == float("inf")):
[predict]            raise ValueError("%s is %r, expected a number" % (COLUMNS[k], v))
[predict]        x.append(float("nan") if missing else float(v))
[mean]    x = [MEANS[k] if v != v else v for k, v in enumerate(x)]
[strict]    if any(v != v for v in x):
[strict]        raise ValueError("a value is missing, expected all")
[bias]    x.append(1.0)
[scaling]    x = [(v - MEAN[k]) / DEVIATION[k] if DEVIATION[k] else 0.0 for k, v in enumerate(x)]
[predict]    return x
[predict]
[predict]
[predict]def predict(row):
[classes]    """The class of a row of the table: see features."""
[outputs]    """The network's outputs for a row of the table: see features."""
[predict]    y = f(features(row))
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
