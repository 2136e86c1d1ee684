// The layers: their number, and how they are stacked.

import { byId, setAttribute, setText } from '../platform/dom';
import * as intent from '../platform/protocol';
import type { Page } from '../platform/protocol';
import type { Send } from '../platform/solver';
import { addLayers } from '../sentences';

/** layersControl wires the buttons; reveal() puts the picture of the network on the stage. It returns the function that renders an answer. */
export function layersControl(send: Send, reveal: () => void): (page: Page) => void {
  const [less, more, deepen] = ['layers-less', 'layers-more', 'deepen'].map((id) => byId(id, HTMLButtonElement)) as [HTMLButtonElement, HTMLButtonElement, HTMLButtonElement];
  let count = 1;
  less.addEventListener('click', () => send(intent.layers({ by: -1 })));
  let offered = 1;
  const add = (by: number): void => {
    send(intent.layers({ by }));
    if (count === 1) reveal();
  };
  more.addEventListener('click', () => add(1));
  deepen.addEventListener('click', () => add(offered));
  const number = byId('layers-count', HTMLSelectElement);
  number.addEventListener('change', () => {
    const before = count;
    send(number.value === 'auto' ? intent.layers({ auto: true }) : intent.layers({ value: Number(number.value) }));
    if (before === 1) reveal();
  });
  const show = choices(send);

  return (page) => {
    count = page.layers.count;
    showCount(number, count);
    setAttribute(document.documentElement, 'data-layers', count > 1 ? String(count) : null);
    byId('layers-field').hidden = page.layers.most < 2;
    less.disabled = count < 2;
    more.disabled = count >= page.layers.most;
    deepen.hidden = !page.strip.deepen;
    if (page.strip.deepen) setText(deepen, addLayers(offered = page.strip.deepen));
    show(page);
  };
}

/** showCount shows the number of layers; a file may have more than the list offers. */
function showCount(number: HTMLSelectElement, count: number): void {
  const value = String(count);
  if (![...number.options].some((option) => option.value === value)) number.add(new Option(value), number.options.length - 1);
  number.value = value;
}

/** choices wires the controls for how the layers are stacked. */
function choices(send: Send): (page: Page) => void {
  const selects = (['form', 'skip', 'scaling'] as const).map((name) => [name, byId(`layers-${name}`, HTMLSelectElement)] as const);
  for (const [name, select] of selects) {
    select.addEventListener('change', () => send(intent.layers({ [name]: select.value })));
  }
  return ({ layers }) => {
    byId('layers-how').hidden = layers.count < 2;
    for (const [name, select] of selects) select.value = layers[name];
  };
}
