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

// JavaScript returns the network as an ECMAScript module. f(x) takes an array of numbers and returns a number, or an array of numbers for
// several outputs.
func (n *Network) JavaScript() []byte { return n.program(&javaScript) }

var javaScript = language{
	comment: "//", indent: "  ", number: exact, none: "[]",
	list: [2]string{"[", "]"}, matrix: [2]string{"[", "]"}, row: [2]string{"[", "]"},
	neurons: [2]string{"[", "]"}, neuron: [2]string{"[", "]"},
	layer: [2]string{"[", "]"},
	text: `
const [a, b, c] = [@A@, @B@, @C@];
[simple]// alpha, output, block and u of each neuron
[simple]const neurons = [@NEURONS@];
[general]// The layers, lowest first: bounds, means and scales or a whitening matrix; alpha, output, block and u of each neuron.
[general]const layers = [
[general]@LAYERS@];

/** The activation. */
const sigma = (s) => (a * s + b) * s + c;

/** The inner product of two arrays. */
const dot = (u, x) => u.reduce((s, v, i) => s + v * x[i], 0);

[conv]/** Patch k of x, row by row, channel last; around the input there are zeros. */
[conv]function patch(x, k) {
[conv]  const top = Math.floor(k / @ACROSS@) * @STRIDE@ - @ABOVE@, left = k % @ACROSS@ * @STRIDE@ - @BESIDE@;
[conv]  const p = [];
[conv]  for (let row = top; row < top + @ROWS@; row++) {
[conv]    for (let column = left; column < left + @COLUMNS@; column++) {
[conv]      const inside = row >= 0 && row < @HEIGHT@ && column >= 0 && column < @WIDTH@;
[conv]      for (let channel = 0; channel < @CHANNELS@; channel++) p.push(inside ? x[(row * @WIDTH@ + column) * @CHANNELS@ + channel] : 0);
[conv]    }
[conv]  }
[conv]  return p;
[conv]}
[conv]
[general]/** The mean of sigma(p'u) over the patches p. */
[general]const average = (u, patches) => patches.reduce((s, p) => s + sigma(dot(u, p)), 0) / patches.length;
[general]
/** The network at x, an array of @FEATURES@ numbers. */
export function f(x) {
  if (x.length !== @FEATURES@) throw new RangeError(` + "`x has ${x.length} numbers, not @FEATURES@`" + `);
[simple]  const y = new Array(@OUTPUTS@).fill(0);
[simple]  for (const [alpha, output, , u] of neurons) y[output] += alpha * sigma(dot(u, x));
[conv]  let patches = Array.from({ length: @PATCHES@ }, (_, k) => patch(x, k));
[plain]  let patches = [x];
[general]  const below = [];
[general]  let y = new Array(@OUTPUTS@).fill(0);
[general]  for (const [low, high, mean, scale, whiten, neurons] of layers) {
[deep]    if (below.length > 0) {
[input]      let g = [...below[0], ...x];
[all]      let g = [...below.flat(), ...x];
[none]      let g = below[0];
[clip]      g = g.map((v, k) => Math.min(Math.max(v, low[k]), high[k]));
[deep]      g = g.map((v, k) => v - mean[k]);
[scale]      patches = [g.map((v, k) => v / scale[k])];
[whiten]      patches = [whiten.map((row) => dot(row, g))];
[deep]    }
[general]    below.unshift(neurons.map(([, , block, u]) => average(u, patches.slice(block * @POOL@, (block + 1) * @POOL@))));
[last]    y = new Array(@OUTPUTS@).fill(0);
[general]    neurons.forEach(([alpha, output], j) => { y[output] += alpha * below[0][j]; });
[general]  }
[many]  return y;
[one]  return y[0];
}
[names]
[names]// The features are @NAMES@.
[scaling]
[scaling]const means = [@MEAN@];
[scaling]const deviations = [@DEVIATION@];
[classes]
[classes]const classes = [@CLASSES@];
[predict]
[classes]/** The class at x, the features as they were in the table. */
[outputs]/** The network's outputs at x, the features as they were in the table. */
[predict]export function predict(x) {
[scaling]  const y = f(x.map((v, k) => (deviations[k] ? (v - means[k]) / deviations[k] : 0)));
[raw]  const y = f(x);
[two]  return classes[y > 0 ? 1 : 0];
[largest]  return classes[y.reduce((best, v, o) => (v > y[best] ? o : best), 0)];
[outputs]  return y;
[predict]}
`,
}

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
