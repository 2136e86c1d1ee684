// The picture of the activation: the parabola that the network uses, and the function that it stands in for.

import { byId, setAttribute, setText } from './dom.js';
import { number, short } from './format.js';

const width = 320;
const height = 110;
const steps = 80;
const titles = { relu: 'ReLU', swish: 'swish', gelu: 'GELU', tanh: 'tanh', softplus: 'softplus' };

/** erf to 1.5e-7, which no picture shows (Abramowitz and Stegun 7.1.26). */
function erf(x) {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const p = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  return Math.sign(x) * (1 - p * Math.exp(-x * x));
}

const functions = {
  relu: (s) => Math.max(0, s),
  swish: (s) => s / (1 + Math.exp(-s)),
  gelu: (s) => s / 2 * (1 + erf(s / Math.SQRT2)),
  tanh: Math.tanh,
  softplus: (s) => Math.max(0, s) + Math.log1p(Math.exp(-Math.abs(s))),
};

let drawn = '';

/** drawActivation draws an answer's activation on the range, and its fit where it is one. */
export function drawActivation({ activation: [a, b, c], fit, architecture }, [low, high]) {
  const quadratic = architecture === 'quadratic';
  const range = fit ? [fit.low, fit.high] : [low, high];
  const key = [a, b, c, fit?.name, range, quadratic].join();
  if (key === drawn || !(range[0] < range[1])) return;
  drawn = key;
  const curves = [['sigma', quadratic ? (s) => s * s : (s) => (a * s + b) * s + c]];
  if (functions[fit?.name] && !quadratic) curves.unshift(['goal', functions[fit.name]]);
  byId('activation-plot').replaceChildren(...plot(curves, range, titles[fit?.name]));
  let note = 'What each neuron does with x\u2032u.';
  if (quadratic) note = 'A quadratic network has the square for its activation, whatever a, b and c are.';
  else if (fit) {
    note = `The closest parabola to ${titles[fit.name] ?? fit.name} on [${short(fit.low)}, ${short(fit.high)}]: `
      + `off by ${number(fit.rms, 2)} on average, by ${number(fit.max, 2)} at most.`;
  }
  setText(byId('activation-note'), note);
  setAttribute(byId('activation-plot'), 'aria-label', `The activation on ${range.join(' to ')}. ${note}`);
}

/** plot returns the elements of the picture of curves, each a class and a function. */
function plot(curves, [low, high], title) {
  const at = (i) => low + (high - low) * i / steps;
  const values = curves.map(([, f]) => Array.from({ length: steps + 1 }, (_, i) => f(at(i))));
  const bottom = Math.min(0, ...values.flat());
  const top = Math.max(...values.flat(), bottom + 1e-9);
  const x = (s) => (s - low) / (high - low) * width;
  const y = (v) => height - 10 - (v - bottom) / (top - bottom) * (height - 24);
  const line = (d, name) => shape('path', { d, class: name });
  const path = (list) => `M${list.map((v, i) => `${x(at(i)).toFixed(1)} ${y(v).toFixed(1)}`).join('L')}`;
  const nodes = [line(`M0 ${y(0).toFixed(1)}H${width}`, 'axis')];
  if (low < 0 && high > 0) nodes.push(line(`M${x(0).toFixed(1)} 0V${height}`, 'axis'));
  curves.forEach(([name], k) => nodes.push(line(path(values[k]), name)));
  // The names stand in the middle, with a piece of their line.
  const legend = [['sigma', '\u03c3'], ...(curves.length > 1 ? [['goal', title]] : [])];
  legend.forEach(([name, text], k) => {
    const label = shape('text', { x: 38 + 60 * k, y: 16 });
    label.textContent = text;
    nodes.push(line(`M${12 + 60 * k} 12h20`, name), label);
  });
  return nodes;
}

function shape(tag, attributes) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}
