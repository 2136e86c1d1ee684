// The loss on the training points and on the held-out points along beta: two curves under the slider, shown while points are held out.

import { byId, element, setAttribute, shape } from '../platform/dom';
import { number, percent, short } from '../platform/format';
import type { PageCurves, PagePath } from '../platform/protocol';
import * as say from '../sentences';

/** showCurves draws the losses along a path. */
export function showCurves(path: PagePath[], curves?: PageCurves): void {
  const best = path[curves?.best ?? -1];
  byId('path-scores').hidden = !curves;
  if (!curves || !best?.test) return;
  const svg = byId('path-curves', SVGSVGElement);
  const spots = (heights: number[]): string[] => path.map(({ place }, i) => `${place.toFixed(4)} ${(1 - (heights[i] ?? 0)).toFixed(4)}`);
  svg.replaceChildren(...curve('train', spots(curves.train)), ...curve('test', spots(curves.test)));
  const [loss, beta] = [number(best.test.loss, 3), short(best.beta, 2)];
  let more = '';
  if (best.neurons === 0) more = say.withoutNeuron;
  else if (best.test.accuracy !== undefined) more = say.withRight(percent(best.test.accuracy));
  byId('path-best').replaceChildren(say.leastHeldOut(loss), element('var', {}, '\u03b2'), ` = ${beta}${more}.`);
  setAttribute(svg, 'aria-label', say.curves(loss, beta));
}

/** curve returns a line through points with a dot at each; the dots are lines of zero length, since the drawing is stretched. */
function curve(name: string, spots: string[]): SVGElement[] {
  const dots = spots.map((spot) => `M${spot}h0`).join('');
  return Object.entries({ line: `M${spots.join('L')}`, dots, middles: dots }).map(([kind, d]) => shape('path', { class: `${name} ${kind}`, d }));
}
