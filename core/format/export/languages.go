package export

import "strings"

// Python returns the network as a Python 3 module without imports. f(x) takes a list of numbers and returns a number, or a list of
// numbers for several outputs.
func (n *Network) Python() []byte { return n.program(&python) }

var python = language{
	comment: "#", indent: "    ", number: pointed, none: "[]",
	list: [2]string{"[", "]"}, matrix: [2]string{"[", "]"}, row: [2]string{"[", "]"},
	neurons: [2]string{"[", "]"}, neuron: [2]string{"(", ")"},
	layer: [2]string{"(", ")"}, words: [2]string{"[", "]"}, noWords: "None",
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
[words]    """Whether a value is a word; 1, 1.0 and "1" are the same."""
[words]    if v == word:
[words]        return True
[words]    try:
[words]        return float(v) == float(word)
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

// JavaScript returns the network as an ECMAScript module. f(x) takes an array of numbers and returns a number, or an array of numbers for
// several outputs.
func (n *Network) JavaScript() []byte { return n.program(&javaScript) }

var javaScript = language{
	comment: "//", indent: "  ", number: exact, none: "[]",
	list: [2]string{"[", "]"}, matrix: [2]string{"[", "]"}, row: [2]string{"[", "]"},
	neurons: [2]string{"[", "]"}, neuron: [2]string{"[", "]"},
	layer: [2]string{"[", "]"}, words: [2]string{"[", "]"}, noWords: "null",
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
[predict]
[predict]// The columns of the table that predict reads, in this order.
[predict]const columns = [@NAMES@];
[words]// The words of each column, null for one of numbers.
[words]const words = [@WORDS@];
[mean]// What is put in place of missing values.
[mean]const substitutes = [@MEANS@];
[scaling]const means = [@MEAN@];
[scaling]const deviations = [@DEVIATION@];
[classes]const classes = [@CLASSES@];
[words]
[words]/** Whether a value is a word; 1, 1.0 and "1" are the same. */
[words]const same = (v, word) => v === word || Number(v) === Number(word);
[predict]
[predict]/** What f takes for a row of the table: the values of columns, or an object with them by name; null, NaN or "" is missing. */
[predict]export function features(row) {
[predict]  let values = row;
[predict]  if (!Array.isArray(row)) {
[predict]    const absent = columns.find((name) => !Object.hasOwn(row, name));
[predict]    if (absent !== undefined) throw new RangeError(` + "`the row has no column ${absent}`" + `);
[predict]    values = columns.map((name) => row[name]);
[predict]  }
[predict]  if (values.length !== @INPUTS@) throw new RangeError(` + "`the row has ${values.length} values, not @INPUTS@`" + `);
[predict]  let x = [];
[predict]  values.forEach((v, k) => {
[predict]    const missing = v === null || v === undefined || v === '' || Number.isNaN(v);
[words]    if (words[k]) {
[words]      const found = words[k].map((word) => Number(same(v, word)));
[words]      if (!missing && !found.includes(1)) throw new RangeError(` + "`${columns[k]} is ${v}, expected one of ${words[k].join(', ')}`" + `);
[words]      x.push(...(missing ? found.fill(NaN) : found));
[words]      return;
[words]    }
[predict]    if (!missing && !Number.isFinite(v)) throw new RangeError(` + "`${columns[k]} is ${v}, expected a number`" + `);
[predict]    x.push(missing ? NaN : v);
[predict]  });
[mean]  x = x.map((v, k) => (Number.isNaN(v) ? substitutes[k] : v));
[strict]  if (x.some(Number.isNaN)) throw new RangeError('a value is missing, expected all');
[bias]  x.push(1);
[scaling]  x = x.map((v, k) => (deviations[k] ? (v - means[k]) / deviations[k] : 0));
[predict]  return x;
[predict]}
[predict]
[classes]/** The class of a row of the table: see features. */
[outputs]/** The network's outputs for a row of the table: see features. */
[predict]export function predict(row) {
[predict]  const y = f(features(row));
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
	neuron: [2]string{"{", "}"}, layer: [2]string{"{", "}"}, words: [2]string{"{", "}"}, noWords: "nil", structs: true,
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
[predict]
[predict]// Columns are the columns of the table that Predict reads, in this order.
[predict]var Columns = []string{@NAMES@}
[words]
[words]type word struct {
[words]	text     string
[words]	number   float64
[words]	isNumber bool
[words]}
[words]
[words]// words are those of each column, nil for one of numbers.
[words]var words = [][]word{@WORDS@}
[mean]
[mean]// substitutes are put in place of missing values.
[mean]var substitutes = []float64{@MEANS@}
[scaling]
[scaling]var means = []float64{@MEAN@}
[scaling]
[scaling]var deviations = []float64{@DEVIATION@}
[classes]
[classes]var classes = []string{@CLASSES@}
[predict]
[predict]// refusal is an error that says what is wrong with a row.
[predict]type refusal string
[predict]
[predict]func (r refusal) Error() string { return string(r) }
[predict]
[predict]// Features returns what F takes for a row of the table, the values of Columns: float64 or int, string for a word, and nil, NaN or "" for
[predict]// a missing value.
[predict]func Features(row []any) ([]float64, error) {
[predict]	if len(row) != @INPUTS@ {
[predict]		return nil, refusal("the row must have @INPUTS@ values")
[predict]	}
[predict]	var x []float64
[predict]	nan := 0.0
[predict]	nan /= nan
[predict]	for k, v := range row {
[predict]		number, isNumber := v.(float64)
[predict]		if whole, ok := v.(int); ok {
[predict]			number, isNumber = float64(whole), true
[predict]		}
[predict]		missing := v == nil || v == "" || number != number
[words]		if words[k] != nil {
[words]			found := missing
[words]			for _, w := range words[k] {
[words]				indicator := 0.0
[words]				if missing {
[words]					indicator = nan
[words]				} else if v == w.text || isNumber && w.isNumber && number == w.number {
[words]					indicator, found = 1, true
[words]				}
[words]				x = append(x, indicator)
[words]			}
[words]			if !found {
[words]				return nil, refusal(Columns[k] + " is not one of its words")
[words]			}
[words]			continue
[words]		}
[predict]		if missing {
[predict]			number = nan
[predict]		} else if !isNumber || number-number != 0 {
[predict]			return nil, refusal(Columns[k] + " is not a number")
[predict]		}
[predict]		x = append(x, number)
[predict]	}
[mean]	for k, v := range x {
[mean]		if v != v {
[mean]			x[k] = substitutes[k]
[mean]		}
[mean]	}
[strict]	for _, v := range x {
[strict]		if v != v {
[strict]			return nil, refusal("a value is missing")
[strict]		}
[strict]	}
[bias]	x = append(x, 1)
[scaling]	for k, v := range x {
[scaling]		x[k] = 0
[scaling]		if deviations[k] != 0 {
[scaling]			x[k] = (v - means[k]) / deviations[k]
[scaling]		}
[scaling]	}
[predict]	return x, nil
[predict]}
[predict]
[classes]// Predict returns the class of a row of the table: see Features.
[classes]func Predict(row []any) (string, error) {
[outputs]// Predict returns the network's outputs for a row of the table: see Features.
[outputs]func Predict(row []any) ([]float64, error) {
[predict]	x, err := Features(row)
[predict]	if err != nil {
[classes]		return "", err
[outputs]		return nil, err
[predict]	}
[outputs]	return F(x), nil
[classes]	y := F(x)
[two]	if y[0] > 0 {
[two]		return classes[1], nil
[two]	}
[two]	return classes[0], nil
[largest]	best := 0
[largest]	for o, v := range y {
[largest]		if v > y[best] {
[largest]			best = o
[largest]		}
[largest]	}
[largest]	return classes[best], nil
[predict]}
`,
}
