// Three successive hints on the stage, for a first visit. Each disappears when the user has done what it says; none covers what it is about,
// and none moves anything.

import { byId, element, icon, setAttribute, setText } from '../platform/dom';
import type { Page } from '../platform/protocol';
import { store, stored } from '../platform/storage';
import * as say from '../sentences';

/**
 * A Hint is a sentence at a place. It is done when the data have changed a number of times, or when a node has received an event. One with a
 * dimension is left out where the data have another.
 */
interface Hint { say: string; at: string; changes?: number; on?: [id: string, type: string]; dimension?: number }

const hints: readonly Hint[] = [
  { say: say.hintDraw, at: 'tile-data', changes: 1 },
  { say: say.hintCurve, at: 'tile-certificate', changes: 3, on: ['area-certificate', 'pointerenter'], dimension: 2 },
  { say: say.hintWhy, at: 'tile-certificate', on: ['why', 'click'] },
];

/** A Guide starts the hints for a first-time visitor, and receives the answers. */
interface Guide { first(): void; show(page: Page): void }

/** hintGuide makes the hints. */
export function hintGuide(): Guide {
  const text = element('span');
  const close = element('button', { type: 'button', class: 'icon plain', 'aria-label': say.hintClose }, icon('close'));
  const card = element('p', { id: 'hint', role: 'status', hidden: true }, text, close);
  let now = -1;
  let changes = 0;
  let data = 0; // the revision seen last
  let dimension = 2;

  const go = (to: number): void => {
    const hint = hints[to];
    if (hint?.dimension !== undefined && hint.dimension !== dimension) return go(to + 1);
    now = hint ? to : -1;
    changes = 0;
    card.hidden = !hint;
    if (!hint) return;
    setText(text, hint.say);
    setAttribute(card, 'data-at', hint.at);
    byId(hint.at).append(card);
  };
  close.addEventListener('click', () => go(-1));
  hints.forEach((hint, i) => {
    if (hint.on) byId(hint.on[0]).addEventListener(hint.on[1], () => { if (now === i) go(i + 1); });
  });
  return {
    first() {
      if (stored('tour') === null && store('tour', 'seen')) go(0);
    },
    show({ revision, argument, layers, dimension: features, samples }) {
      dimension = features;
      if (now >= 0 && (hints[now]?.dimension ?? dimension) !== dimension) go(now + 1);
      if (argument || layers.count > 1) go(-1); // the user has already found what the hint is about; of several layers it would not be true
      card.hidden = now < 0 || now > 0 && samples === 0; // without points there is no curve
      const isNew = data > 0 && revision.data !== data;
      data = revision.data;
      if (now < 0 || !isNew) return;
      changes += 1;
      if (changes >= (hints[now]?.changes ?? Infinity)) go(now + 1);
    },
  };
}
