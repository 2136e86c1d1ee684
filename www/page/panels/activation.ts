// The activation: a polynomial, or one of the piecewise-linear functions, with which the layers and some pictures are not there. These say so.

import { all, byId, element, radios, setAttribute, setText } from '../platform/dom';
import { numberField, show } from '../shell/fields';
import { short } from '../platform/format';
import type { Intent, Page } from '../platform/protocol';
import type { Send } from '../platform/solver';
import * as messages from '../messages';
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
  const instead = tiles.map(({ article }) => { // not within the area, whose gestures would take the click
    const back = element('button', { type: 'button', 'data-help': messages.polynomialHelp }, messages.toPolynomial);
    back.addEventListener('click', () => choose('polynomial'));
    const text = element('span'), box = element('p', { class: 'instead', hidden: true }, text, back);
    article.append(box);
    return { text, box };
  });

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
    for (const [k, { text, box }] of instead.entries()) {
      const sentence = described[k]?.instead ?? '';
      setText(text, sentence);
      box.hidden = sentence === '';
    }
  };
}
