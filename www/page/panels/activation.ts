// The activation: a polynomial, or one of the piecewise-linear functions, with which the layers and some pictures are not there. These say so.

import { all, byId, one, radios, setAttribute, setText } from '../platform/dom';
import type { Page } from '../platform/protocol';
import { tiles } from '../shell/tiles';

const choice = radios('activation'), instead = tiles.map(({ article }) => one('.instead', article));

/** showActivation renders an answer. */
export function showActivation({ unit, tiles: described, layers }: Page): void {
  const isPolynomial = unit.name === 'polynomial';
  byId('activation-field').hidden = !unit.offered;
  for (const radio of choice) radio.checked = (radio.value === 'polynomial') === isPolynomial;
  for (const option of byId('activation-kind', HTMLSelectElement).options) option.disabled = option.value !== 'polynomial' && !unit.offered;
  byId('activation-leak').hidden = unit.name !== 'leaky';
  for (const node of all('[data-polynomial]')) node.hidden = !isPolynomial;
  byId('layers-back').hidden = isPolynomial;
  byId('layers-field').hidden = isPolynomial && layers.most < 2;
  if (!isPolynomial) byId('sweep', HTMLSelectElement).value = 'beta';
  setAttribute(document.documentElement, 'data-unit', isPolynomial ? null : unit.name);
  for (const [k, box] of instead.entries()) {
    const sentence = described[k]?.instead ?? '';
    setText(one('span', box), sentence);
    box.hidden = sentence === '';
  }
}
