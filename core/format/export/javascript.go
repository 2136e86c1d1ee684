package export

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
