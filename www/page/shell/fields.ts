// Fields, sliders and lists that show the session's values, except while the user is changing them; and the controls that send one intent and show
// one part of the answer. The page's source says which: data-send is the intent, to which data-field adds the value of the control, a number with
// data-number; data-shows is where the answer has its value. A slider sends while it moves, and with data-final says when it is released.

import { all, child, element, setAttribute } from '../platform/dom';
import { parse, short } from '../platform/format';
import type { Intent, Page } from '../platform/protocol';
import type { Solver } from '../platform/solver';
import { at, equal } from '../platform/values';
import * as messages from '../messages';
import { refuse } from './notice';

/** show writes a value into a control, unless it is a text field with the keyboard focus. */
export function show(input: HTMLInputElement, text: string): void {
  if (document.activeElement === input && input.type === 'text') return;
  if (input.value === text) return;
  input.value = text;
  setAttribute(input, 'aria-invalid', null);
}

/** numberField calls accept(x) when a number was entered, which the session refuses if it is out of range; other input is marked, and refused here. */
export function numberField(field: HTMLInputElement, accept: (x: number) => void): void {
  field.addEventListener('input', () => mark(field));
  field.addEventListener('change', () => {
    const value = numberIn(field);
    if (value !== null) accept(value);
  });
  field.addEventListener('keydown', (event) => { if (event.key === 'Enter') field.blur(); });
}

/** numberIn returns the number in a field, or empty if there is nothing in it and empty is given; if there is none, it says so and returns null. */
export function numberIn(field: HTMLInputElement, empty?: number): number | null {
  if (mark(field, empty !== undefined)) return field.value.trim() === '' ? empty ?? null : parse(field.value);
  const name = (field.ariaLabel ?? field.labels?.[0]?.textContent ?? '').trim().replace(/ as a number$/, '');
  refuse((Number.isNaN(parse(field.value)) ? messages.numberExpected : messages.numberTooLarge)(name));
  return null;
}

/** mark marks a field unless a number is in it, or nothing if it may be empty; it returns whether that is so. */
export function mark(field: HTMLInputElement, mayBeEmpty = false): boolean {
  const is = mayBeEmpty && field.value.trim() === '' || Number.isFinite(parse(field.value));
  setAttribute(field, 'aria-invalid', is ? null : 'true');
  return is;
}

/**
 * holder wires a slider: pass(final) is called while it moves, with final true when it is released. It returns the function that shows a number on
 * the slider, unless that is held.
 */
export function holder(slider: HTMLInputElement, pass: (final: boolean) => void): (value: number) => void {
  let isHeld = false;
  for (const type of ['input', 'change']) {
    slider.addEventListener(type, () => {
      isHeld = type === 'input';
      pass(!isHeld);
    });
  }
  return (value) => { if (!isHeld && slider.valueAsNumber !== value) slider.value = String(value); };
}

/** options fills a select, unless it has exactly these options. */
export function options(select: HTMLSelectElement, pairs: [string, string][], value: string): void {
  const known = [...new Map(pairs)];
  if (!equal(known, [...select.options].map((option) => [option.value, option.textContent]))) {
    select.replaceChildren(...known.map(([v, text]) => element('option', { value: v }, text)));
  }
  if (select.value !== value) select.value = value;
}

/** An Item is a choice: its value, its name, its help, and what is seen of it. */
export interface Item { value: number; title: string; help?: string; seen: () => (Node | string)[] }

/** choices returns the function that fills a field with radio buttons, unless it has exactly these, and checks one of them. */
export function choices(field: HTMLElement, choose: (value: number) => void): (items: readonly Item[], chosen: number) => void {
  const legend = child(field, HTMLElement);
  let made: unknown = null;
  return (items, chosen) => {
    const now = items.map(({ value, title, help }) => [value, title, help]);
    if (!equal(now, made)) field.replaceChildren(legend, ...items.map(({ value, title, help = null, seen }) => {
      const radio = element('input', { type: 'radio', name: field.id, value, 'aria-label': title });
      radio.addEventListener('change', () => choose(value));
      return element('label', { 'data-help': help }, radio, element('span', {}, ...seen()));
    }));
    made = now;
    for (const radio of all('input', field, HTMLInputElement)) radio.checked = Number(radio.value) === chosen;
  };
}

/**
 * sendingControls wires these controls. It returns the function that shows an answer in them, except in one whose own intent is unanswered: that
 * shows what was chosen, since choosing what a radio button shows already sends nothing.
 */
export function sendingControls(solver: Pick<Solver, 'send' | 'waits'>): (page: Page) => void {
  const sliders = new Map<HTMLElement, (value: number) => void>(); // each with what shows a value on it
  for (const node of all('[data-send]')) {
    const { send: text = '', field } = node.dataset;
    const pass = (value: unknown, more = {}): void => solver.send({ ...JSON.parse(text) as Intent, ...(field ? { [field]: value } : {}), ...more } as Intent);
    if (node instanceof HTMLInputElement && node.type === 'text') numberField(node, pass);
    else if (node instanceof HTMLInputElement && node.type === 'range') {
      sliders.set(node, holder(node, (final) => pass(node.valueAsNumber, 'final' in node.dataset ? { final } : {})));
    } else node.addEventListener(node instanceof HTMLButtonElement ? 'click' : 'change', () => pass(valueOf(node)));
  }
  const shown = all('[data-shows]');
  return (page) => {
    for (const node of shown) {
      const { send } = node.dataset;
      if (send && solver.waits((JSON.parse(send) as Intent).do)) continue;
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
