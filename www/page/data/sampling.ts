// How data are made: random points labelled by a formula, the share of points held out, the noise of the labels, and the seed of both.

import { byId, setAttribute, setText } from '../platform/dom';
import { numberIn } from '../shell/fields';
import { short } from '../platform/format';
import type { Page } from '../platform/protocol';
import type { Send, Solver } from '../platform/solver';
import * as messages from '../messages';
import { sentenceOf } from '../shell/notice';

/** samplingPanel wires the controls. It returns the function that renders an answer. */
export function samplingPanel(send: Send): (page: Page) => void {
  let newest = 0;
  byId('sampling-next').addEventListener('click', () => send({ do: 'seed', value: newest + 1 }));

  return ({ split: { hold, held, noise, seed: now }, samples }) => {
    newest = now;
    say('hold', held > 0 ? messages.heldPoints(held, samples) : hold > 0 ? messages.noneHeldYet(short(hold)) : messages.none);
    say('noise', noise > 0 ? messages.perCent(short(noise)) : messages.none);
    setText(byId('sampling-now'), [held > 0 ? messages.heldOut(held) : '', noise > 0 ? messages.noisy(short(noise)) : ''].filter(Boolean).join(', '));
  };
}

/** say says what a slider stands at. */
function say(name: string, text: string): void {
  setText(byId(`sampling-${name}-text`), text);
  setAttribute(byId(`sampling-${name}`), 'aria-valuetext', text);
}

/** formulaForm wires the form; errors are shown under the formula. */
export function formulaForm(solver: Solver): void {
  const field = byId('formula', HTMLInputElement);
  const tell = (sentence: string): void => {
    setText(byId('formula-error'), sentence);
    setAttribute(field, 'aria-invalid', /formula/i.test(sentence) ? 'true' : null);
  };
  field.addEventListener('input', () => tell(''));
  byId('make-form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const [n, noise, seed] = ['points', 'noise', 'seed'].map((name) => numberIn(byId(`formula-${name}`, HTMLInputElement)));
    if (n == null || noise == null || seed == null) return;
    try {
      await solver.request({ do: 'formula', text: field.value, n, noise, seed });
      tell('');
    } catch (error) {
      tell(sentenceOf(error));
    }
  });
}
