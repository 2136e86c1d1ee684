// The controls that send one intent and show one part of the answer. The page's source says which: data-send is the intent, to which data-field adds
// the value of the control, a number with data-number; data-shows is where the answer has its value. A slider sends while it moves, and with data-final
// says when it is released.

import { all } from '../platform/dom';
import { short } from '../platform/format';
import type { Intent, Page } from '../platform/protocol';
import type { Send } from '../platform/solver';
import { at } from '../platform/values';
import { holder, numberField, show } from './fields';

/** sendingControls wires these controls. It returns the function that shows an answer in them. */
export function sendingControls(send: Send): (page: Page) => void {
  const sliders = new Map<HTMLElement, (value: number) => void>(); // each with what shows a value on it
  for (const node of all('[data-send]')) {
    const { send: text = '', field } = node.dataset;
    const pass = (value: unknown, more = {}): void => send({ ...JSON.parse(text) as Intent, ...(field ? { [field]: value } : {}), ...more } as Intent);
    if (node instanceof HTMLInputElement && node.type === 'text') numberField(node, pass);
    else if (node instanceof HTMLInputElement && node.type === 'range') {
      sliders.set(node, holder(node, (final) => pass(node.valueAsNumber, 'final' in node.dataset ? { final } : {})));
    } else node.addEventListener(node instanceof HTMLButtonElement ? 'click' : 'change', () => pass(valueOf(node)));
  }
  const shown = all('[data-shows]');
  return (page) => {
    for (const node of shown) {
      const value = at(page, node.dataset['shows'] ?? ''), slide = sliders.get(node);
      if (slide) slide(Number(value));
      else showIn(node, value);
    }
  };
}

function valueOf(node: HTMLElement): unknown {
  if (node instanceof HTMLInputElement && node.type === 'checkbox') return node.checked;
  const { value } = node as HTMLInputElement | HTMLSelectElement;
  return 'number' in node.dataset ? Number(value) : value;
}

/** showIn shows a value in a control, unless there is none. */
function showIn(node: HTMLElement, value: unknown): void {
  if (value === undefined) return;
  if (node instanceof HTMLSelectElement) node.value = String(value);
  else if (!(node instanceof HTMLInputElement)) return;
  else if (node.type === 'checkbox') node.checked = value === true;
  else if (node.type === 'radio') node.checked = node.value === String(value);
  else show(node, short(Number(value)));
}
