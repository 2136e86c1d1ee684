package export

// JavaScript returns the network as an ECMAScript module. f(x) takes an array of numbers and returns a number, or an array of numbers for
// several outputs.
func (n *Network) JavaScript() []byte { return n.program(&javaScript) }

var javaScript = language{
	comment: "//", indent: "  ", number: exact, none: "[]",
	list: [2]string{"[", "]"}, neurons: [2]string{"[", "]"}, neuron: [2]string{"[", "]"},
	layer: [2]string{"[", "]"}, words: [2]string{"[", "]"}, noWords: "null",
	text: `
[curve]const [a, b, c] = [@A@, @B@, @C@];
[kinked]const slope = @SLOPE@;
[simple]// alpha, output, block and u of each neuron
[simple]const neurons = [@NEURONS@];
[general]// The layers, lowest first: bounds, means and scales; alpha, output, block and u of each neuron.
[general]const layers = [
[general]@LAYERS@];

/** The activation. */
[curve]const sigma = (s) => (a * s + b) * s + c;
[kinked]const sigma = (s) => s > 0 ? s : slope * s;

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
[kinked]  x = [...x, 1];
[simple]  const y = new Array(@OUTPUTS@).fill(0);
[simple]  for (const [alpha, output, , u] of neurons) y[output] += alpha * sigma(dot(u, x));
[conv]  let patches = Array.from({ length: @PATCHES@ }, (_, k) => patch(x, k));
[plain]  let patches = [x];
[general]  const below = [];
[general]  let y = new Array(@OUTPUTS@).fill(0);
[general]  for (const [low, high, mean, scale, neurons] of layers) {
[deep]    if (below.length > 0) {
[input]      let g = [...below[0], ...x];
[all]      let g = [...below.flat(), ...x];
[none]      let g = below[0];
[clip]      g = g.map((v, k) => Math.min(Math.max(v, low[k]), high[k]));
[deep]      patches = [g.map((v, k) => (v - mean[k]) / scale[k])];
[deep]    }
[general]    below.unshift(neurons.map(([, , block, u]) => average(u, patches.slice(block * @POOL@, (block + 1) * @POOL@))));
[deep]    y = new Array(@OUTPUTS@).fill(0);
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
[words]/** The number that a value is or a text writes in decimals, or else NaN. */
[words]const decimal = (v) => (typeof v !== 'string' || /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(v) ? Number(v) : NaN);
[words]
[words]/** Whether a value is a word; 1, 1.0 and "1" are the same, and "0x10" is text. */
[words]const same = (v, word) => v === word || decimal(v) === decimal(word);
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
