// The strip under the slider of beta: how many neurons the optimum has along it, and the loss where points are held out. It is asked for once the page rests and the strip is
// seen, and worked out when there is nothing else to do.

import { showCurves } from './curves.js';
import { byId, element, setAttribute } from './dom.js';
import { short } from './format.js';

const rest = 700; // ms without a new solution
const slow = 0.4; // seconds of a solution above which a path would keep the machine busy for long
const edge = 8; // css pixels from a slider's end to the middle of its knob

/** pathStrip makes the strip. It returns the function that renders an answer. */
export function pathStrip(solver) {
  const strip = byId('path');
  const slider = byId('beta');
  let seen = false;
  let timer = 0;
  let newest = null;
  let drawn = '';

  const ask = () => {
    timer = 0;
    if (!seen || !newest || newest.path || newest.status === 'empty' || newest.seconds > slow || document.hidden) return;
    if (solver.idle) solver.send({ do: 'path' });
    else later(); // a film is playing, or a gesture is under way
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(ask, rest);
  };
  new IntersectionObserver(([entry]) => {
    seen = entry.isIntersecting;
    if (seen) later();
  }).observe(strip);

  return (page) => {
    const changed = page.solves !== newest?.solves;
    newest = page;
    strip.hidden = page.status === 'empty';
    if (!page.split.held) byId('path-scores').hidden = true;
    for (const node of [strip, byId('path-scores')]) setAttribute(node, 'data-old', page.path ? null : '');
    if (!page.path && (changed || !timer)) later();
    const key = JSON.stringify(page.path ?? '');
    if (!page.path || key === drawn) return;
    drawn = key;
    draw(page.path);
  };

  function draw(path) {
    const most = Math.max(1, ...path.map((p) => p.neurons));
    const [low, high] = [Number(slider.min), Number(slider.max)];
    const place = (beta) => (Math.log10(beta) - low) / (high - low);
    strip.replaceChildren(...path.map(({ beta, neurons }) => {
      const bar = element('span', {}, String(neurons));
      bar.style.left = `calc(${edge}px + ${place(beta)} * (100% - ${2 * edge}px))`;
      bar.style.setProperty('--share', neurons / most);
      return bar;
    }));
    const words = path.map((p) => `${p.neurons} at ${short(Number(p.beta.toPrecision(2)))}`);
    setAttribute(strip, 'aria-label', `Neurons along beta: ${words.reverse().join(', ')}`);
    showCurves(path, place);
  }
}
