// The loss on the points trained on, and on those held out, along beta: two curves under the slider, while points are held out.

import { byId, setAttribute, setText } from './dom.js';
import { number, short } from './format.js';

const ns = 'http://www.w3.org/2000/svg';
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
  const best = points.reduce((a, b) => (b.test.loss < a.test.loss ? b : a));
  const accuracy = best.test.accuracy === undefined ? '' : `, where ${percent(best.test.accuracy)} are classified right`;
  const words = `least, ${number(best.test.loss, 3)}, at beta ${short(Number(best.beta.toPrecision(2)))}`;
  setText(byId('path-best'), `The held-out loss is ${words.replace('beta', '\u03b2 =')}${accuracy}.`);
  setAttribute(byId('path-curves'), 'aria-label', `Mean loss along beta, of the points trained on and of those held out; that held out is ${words}`);
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
