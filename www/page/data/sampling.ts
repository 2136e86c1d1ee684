// How data are sampled: the share of points held out, the noise of the labels, and the seed of both.

import { byId, setAttribute, setText } from '../platform/dom';
import { short } from '../platform/format';
import type { Page } from '../platform/protocol';
import type { Send } from '../platform/solver';
import * as messages from '../messages';

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
