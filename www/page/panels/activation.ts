// The activation: a polynomial, or one of the piecewise-linear functions, with which the layers and some pictures are not there. These say so.

import { all, byId, one, radios, setAttribute, setText } from '../platform/dom';
import { numberField, show } from '../shell/fields';
import { short } from '../platform/format';
import type { Intent, Page } from '../platform/protocol';
import type { Send } from '../platform/solver';
import { tiles } from '../shell/tiles';

type Name = Extract<Intent, { do: 'activation'; name: unknown }>['name'];

/** activationControl wires the choice beside the layers and that of the model. It returns the function that renders an answer. */
export function activationControl(send: Send): (page: Page) => void {
  const choose = (name: string, slope = 0): void => send({ do: 'activation', name: name as Name, slope });
  const choice = radios('activation');
  const kind = byId('activation-kind', HTMLSelectElement), slope = byId('activation-slope', HTMLInputElement);
  for (const radio of choice) radio.addEventListener('change', () => choose(radio.value));
  kind.addEventListener('change', () => choose(kind.value));
  numberField(slope, (value) => choose('leaky', value));
  byId('layers-back').addEventListener('click', () => choose('polynomial'));
  const instead = tiles.map(({ article }) => one('.instead', article));
  for (const box of instead) one('button', box).addEventListener('click', () => choose('polynomial'));

  return ({ unit, tiles: described, layers }) => {
    const isPolynomial = unit.name === 'polynomial';
    byId('activation-field').hidden = !unit.offered;
    for (const radio of choice) radio.checked = (radio.value === 'polynomial') === isPolynomial;
    kind.value = unit.name;
    for (const option of kind.options) option.disabled = option.value !== 'polynomial' && !unit.offered;
    show(slope, short(unit.slope));
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
  };
}
