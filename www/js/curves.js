// The loss on the points trained on, and on those held out, along beta: two curves under the slider, while points are held out.

import { byId, element, setAttribute } from './dom.js';
import { number, short } from './format.js';

const ns = 'http://www.w3.org/2000/svg';
const near = 1e-3; // relative difference of losses that are as good as equal
const percent = (share) => `${Number((100 * share).toFixed(1))} %`;

/** showCurves draws a path, the points of an answer; place(beta) is where on the slider beta is, from 0 to 1. */
export function showCurves(path, place) {
  const figure = byId('path-scores');
  const points = path.filter(({ test }) => test);
  figure.hidden = points.length === 0;
  if (figure.hidden) return;
  const top = Math.max(...points.flatMap(({ train, test }) => [train.loss, test.loss]), 1e-300);
  const spots = (part) => points.map((p) => [place(p.beta), 1 - p[part].loss / top]);
  byId('path-curves').replaceChildren(...curve('train', spots('train')), ...curve('test', spots('test')));
  const least = Math.min(...points.map(({ test }) => test.loss));
  const best = points.find(({ test }) => test.loss <= least * (1 + near)); // of equals the largest beta: they come first
  const [loss, beta] = [number(best.test.loss, 3), short(Number(best.beta.toPrecision(2)))];
  let more = '';
  if (best.neurons === 0) more = ', without a neuron';
  else if (best.test.accuracy !== undefined) more = `, with ${percent(best.test.accuracy)} right`;
  byId('path-best').replaceChildren(`Held out it is least, ${loss}, at `, element('var', {}, '\u03b2'), ` = ${beta}${more}.`);
  setAttribute(byId('path-curves'), 'aria-label', `Mean loss along beta, of the points trained on and of those held out; held out it is least, ${loss}, at beta ${beta}`);
}

/** curve returns a line through the spots with a dot at each; lines of no length are dots, since the drawing is stretched. */
function curve(name, spots) {
  const text = ([x, y]) => `${x.toFixed(4)} ${y.toFixed(4)}`;
  const line = spots.map((spot, i) => `${i ? 'L' : 'M'}${text(spot)}`).join('');
  const dots = spots.map((spot) => `M${text(spot)}h0`).join('');
  return [['line', line], ['dots', dots], ['middles', dots]].map(([kind, d]) => {
    const node = document.createElementNS(ns, 'path');
    node.setAttribute('class', `${name} ${kind}`);
    node.setAttribute('d', d);
    return node;
  });
}
