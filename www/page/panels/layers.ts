// The layers: how many there are, and how they are stacked.

import { byId, setAttribute, setText } from '../platform/dom';
import * as intent from '../platform/protocol';
import type { Page } from '../platform/protocol';
import type { Send } from '../platform/solver';

/** layersControl wires the buttons; reveal() brings the picture of the network onto the stage. It returns the function that renders an answer. */
export function layersControl(send: Send, reveal: () => void): (page: Page) => void {
  const [less, more, deepen] = ['layers-less', 'layers-more', 'deepen'].map((id) => byId(id, HTMLButtonElement)) as [HTMLButtonElement, HTMLButtonElement, HTMLButtonElement];
  let count = 1;
  let most = 1;
  const set = (value: number): void => {
    if (value < 1 || value > most) return;
    const isFirst = count === 1 && value > 1;
    count = value; // a second press does not wait for the answer to the first
    send(intent.layers({ value }));
    if (isFirst) reveal();
  };
  less.addEventListener('click', () => set(count - 1));
  for (const button of [more, deepen]) button.addEventListener('click', () => set(count + 1));
  const show = choices(send, () => count);

  return (page) => {
    ({ count, most } = page.layers);
    setText(byId('layers-count'), String(count));
    setAttribute(document.documentElement, 'data-layers', count > 1 ? String(count) : null);
    byId('layers-field').hidden = most < 2;
    less.disabled = count < 2;
    more.disabled = count >= most;
    deepen.hidden = !page.strip.deepen;
    show(page);
  };
}

/** choices wires how the layers are stacked. */
function choices(send: Send, count: () => number): (page: Page) => void {
  const selects = (['form', 'skip', 'scaling'] as const).map((name) => [name, byId(`layers-${name}`, HTMLSelectElement)] as const);
  for (const [name, select] of selects) {
    select.addEventListener('change', () => send(intent.layers({ value: count(), [name]: select.value })));
  }
  return ({ layers }) => {
    byId('layers-how').hidden = layers.count < 2;
    for (const [name, select] of selects) select.value = layers[name];
  };
}
