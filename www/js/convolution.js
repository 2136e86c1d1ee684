// The sizes of a convolutional network, in the panel of the model.

import { byId, element, setText } from './dom.js';

/** convolutionControls wires them, with the model's ways to read a field and to write one. It returns the function that renders an answer. */
export function convolutionControls(send, numberField, show) {
  const choose = (sizes) => send({ do: 'architecture', kind: 'convolutional', ...sizes });
  const input = byId('conv-input');
  const pool = byId('conv-pool');
  const sizes = { filter: 1, stride: 1, padding: 0 };
  for (const [name, least] of Object.entries(sizes)) {
    numberField(byId(`conv-${name}`), (v) => Number.isInteger(v) && v >= least, (v) => choose({ [name]: v }));
  }
  input.addEventListener('change', () => choose({ input: input.value.split(' ').map(Number) }));
  pool.addEventListener('change', () => choose({ pool: pool.value === 'global' ? 'global' : Number(pool.value) }));
  byId('conv-dense').addEventListener('click', () => send({ do: 'architecture', kind: 'dense' }));

  return ({ convolution }) => {
    byId('convolution').hidden = !convolution;
    if (!convolution) return;
    options(input, [...convolution.shapes, convolution.input].map((s) => [s.join(' '), named(s)]), convolution.input.join(' '));
    for (const name of Object.keys(sizes)) show(byId(`conv-${name}`), String(convolution[name]));
    options(pool, [...convolution.pools.map((p) => [String(p), p === 1 ? '1: none' : String(p)]), ['global', `${convolution.patches}: global`]],
      convolution.pool < 0 || convolution.pool === convolution.patches ? 'global' : String(convolution.pool));
    const { patches, blocks, size, order, matrices } = convolution;
    const sides = convolution.input.length;
    setText(byId('conv-filter-name'), sides === 1 ? 'Length of the filter' : 'Side of the filter');
    setText(byId('conv-filter-symbol'), ['f', '\u221af', ''][sides - 1]);
    const times = (n, one) => `${n} ${one}${n === 1 ? '' : 'es'}`;
    setText(byId('conv-note'), `K = ${times(patches, 'patch')} of f = ${size} ${size === 1 ? 'number' : 'numbers'}, in K/P = ${blocks} ${blocks === 1 ? 'pool' : 'pools'}: ` +
      `the program has ${matrices} matrices Z of order f\u00a0+\u00a01\u00a0=\u00a0${order}.`);
  };
}

/** named says what an input is. */
function named(shape) {
  return shape.length === 1 ? `signal of ${shape[0]}` : `image ${shape.join(' \u00d7 ')}`;
}

/** options fills a select, unless it has just these. */
function options(select, pairs, value) {
  const known = new Map(pairs);
  const key = JSON.stringify([...known]);
  if (select.dataset.key !== key) {
    select.dataset.key = key;
    select.replaceChildren(...[...known].map(([v, text]) => element('option', { value: v }, text)));
  }
  if (select.value !== value) select.value = value;
}
