package export

import "conelab/core/format/document"

// JavaScript returns the network as an ECMAScript module. f(x) takes an array of numbers and returns a number, or an array of numbers for several
// outputs.
func (n *Network) JavaScript() []byte { return n.program(&javaScriptLanguage) }

// javaScriptLanguage holds the parts of a program in JavaScript.
var javaScriptLanguage = language{
	predict: javaScriptPredict,
	comment: "//",
	number:  exact,
	row: func(n *Network, neuron *document.Neuron, u string) string {
		return "  [" + n.row(neuron, u, exact) + "],\n"
	},
	start: [2]string{"0", "new Array(@OUTPUTS@).fill(0)"}, target: [2]string{"y", "y[output]"},
	block: "patches.slice(block * @POOL@, (block + 1) * @POOL@)",
	head: `
const [a, b, c] = [@A@, @B@, @C@];
// @FIELDS@
const neurons = [@NEURONS@];

/** The activation. */
const sigma = (s) => (a * s + b) * s + c;

/** The inner product of two arrays. */
const dot = (u, x) => u.reduce((s, v, i) => s + v * x[i], 0);

`,
	dense: `/** The network at x, an array of @FEATURES@ numbers. */
export function f(x) {
  if (x.length !== @FEATURES@) throw new RangeError(` + "`x has ${x.length} numbers, not @FEATURES@`" + `);
  let y = @START@;
  for (const [@FIELDS@] of neurons) @TARGET@ += alpha * sigma(dot(u, x));
  return y;
}
`,
	patches: `/** Patch k of x, row by row, channel last; around the input there are zeros. */
function patch(x, k) {
  const top = Math.floor(k / @ACROSS@) * @STRIDE@ - @ABOVE@, left = k % @ACROSS@ * @STRIDE@ - @BESIDE@;
  const p = [];
  for (let row = top; row < top + @ROWS@; row++) {
    for (let column = left; column < left + @COLUMNS@; column++) {
      const inside = row >= 0 && row < @HEIGHT@ && column >= 0 && column < @WIDTH@;
      for (let channel = 0; channel < @CHANNELS@; channel++) p.push(inside ? x[(row * @WIDTH@ + column) * @CHANNELS@ + channel] : 0);
    }
  }
  return p;
}

/** The mean of sigma(p'u) over the patches p. */
const mean = (u, patches) => patches.reduce((s, p) => s + sigma(dot(u, p)), 0) / patches.length;

`,
	convolutional: `/** The network at x, an array of @FEATURES@ numbers. */
export function f(x) {
  if (x.length !== @FEATURES@) throw new RangeError(` + "`x has ${x.length} numbers, not @FEATURES@`" + `);
  const patches = Array.from({ length: @PATCHES@ }, (_, k) => patch(x, k));
  let y = @START@;
  for (const [@FIELDS@] of neurons) @TARGET@ += alpha * mean(u, @BLOCK@);
  return y;
}
`,
	stack: stacked{
		open: "  {\n", end: "  },\n",
		list: func(name, values, _ string) string {
			if name == "neurons" {
				return "    neurons: [\n" + values + "    ],\n"
			}
			return "    " + name + ": " + values + ",\n"
		},
		rows: func(places, u string) string { return "      [" + places + ", " + u + "],\n" },
		first: `/** The values of the first layer's neurons at x. */
const first = (x) => neurons.map((n) => sigma(dot(n.at(-1), x)));

`,
		firstConvolutional: `/** The values of the first layer's neurons at x. */
function first(x) {
  const patches = Array.from({ length: @PATCHES@ }, (_, k) => patch(x, k));
  return neurons.map(([@FIELDS@]) => mean(u, @BLOCK@));
}

`,
		body: `// The layers above the first: how their inputs are scaled, and alpha, output and u of their neurons.
const layers = [
@LAYERS@];

/** The network at x, an array of @FEATURES@ numbers. */
export function f(x) {
  if (x.length !== @FEATURES@) throw new RangeError(` + "`x has ${x.length} numbers, not @FEATURES@`" + `);
  const values = [first(x)];
  let y = new Array(@OUTPUTS@).fill(0);
  neurons.forEach((n, j) => { y[@OUTPUT@] += n[0] * values[0][j]; });
  for (const layer of layers) {
    let g = @BELOW@;
@CLIP@    g = g.map((v, k) => v - layer.mean[k]);
    const h = @SCALE@;
    values.unshift(layer.neurons.map((n) => sigma(dot(n[2], h))));
@KEEP@    layer.neurons.forEach(([alpha, output], j) => { y[output] += alpha * values[0][j]; });
  }
  return @RESULT@;
}
`,
		clip: `    g = g.map((v, k) => Math.min(Math.max(v, layer.low[k]), layer.high[k]));
`,
		scale: `g.map((v, k) => v / layer.scale[k])`, whiten: `layer.whiten.map((row) => dot(row, g))`,
		below:  [3]string{"[...values[0], ...x]", "[...values.flat(), ...x]", "values[0]"},
		forget: "    y = new Array(@OUTPUTS@).fill(0);\n",
	},
}
