package export

import "conelab/core/format/document"

// JavaScript returns the network as an ECMAScript module: f(x) takes an array of numbers and returns a number, or an array of them for
// several outputs.
func (n *Network) JavaScript() []byte { return n.program(&javaScriptLanguage) }

// javaScriptLanguage has the parts of a program in JavaScript.
var javaScriptLanguage = language{
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
	convolutional: `/** Patch k of x, row by row, channel last; around the input there are zeros. */
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

/** The network at x, an array of @FEATURES@ numbers. */
export function f(x) {
  if (x.length !== @FEATURES@) throw new RangeError(` + "`x has ${x.length} numbers, not @FEATURES@`" + `);
  const patches = Array.from({ length: @PATCHES@ }, (_, k) => patch(x, k));
  let y = @START@;
  for (const [@FIELDS@] of neurons) @TARGET@ += alpha * mean(u, @BLOCK@);
  return y;
}
`,
}
