// Fields, sliders and lists that show the session's values, except while the user is changing them.

import { all, child, element, setAttribute } from '../platform/dom';
import { parse } from '../platform/format';
import { equal } from '../platform/values';
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
