// The rows of the table of points: the first ones, if there are too many for a page to have a field for every number.

import { byId, closest, element, setAttribute, setText } from '../platform/dom';
import { parse } from '../platform/format';
import { perFrame } from '../platform/frames';
import * as messages from '../messages';

const most = 3000; // fields of numbers
const least = 50; // rows that are shown in any case
const digits = 4; // of a number without focus
/** page is the number of rows that the keys for a page move. */
export const page = 10;

/** boxes is the column index of the checkboxes. */
export const boxes = -1;

/** A Content is what the table shows: rows of features and labels, and their names if they have any. */
export interface Content { rows: number[][]; features: number; outputs: number; held: Set<number>; names: string[] }

/** A Listener receives the user's actions in the rows. */
interface Listener {
  /** light is called with the row under the pointer or with the keyboard focus, or -1. */
  light(row: number): void;
  /** commit is called with a number typed into a cell, NaN if it is not a number. */
  commit(row: number, column: number, value: number): void;
  /** choose is called when a checkbox changes; range says that it applies to all rows since the last one changed. */
  choose(row: number, isChosen: boolean, range: boolean): void;
  chooseAll(isChosen: boolean): void;
  /** drawn is called after the visible rows have been made. */
  drawn(): void;
}

/** A Row is the row of a point: its checkbox, the mark of held-out points, and the fields of its numbers. */
interface Row { tr: HTMLTableRowElement; box: HTMLInputElement; part: HTMLElement; fields: HTMLInputElement[] }

export class Grid {
  content: Content = { rows: [], features: 0, outputs: 1, held: new Set(), names: [] };
  chosen = new Set<number>();
  /** at is the row and the column that have, or last had, the keyboard focus. */
  at: [row: number, column: number] = [0, 0];
  /** marked reports whether a row is highlighted. */
  marked: (row: number) => boolean = () => false;
  readonly scroller = byId('table-rows');
  readonly draw = perFrame(() => { if (this.scroller.closest('dialog')?.open) this.render(); });
  private readonly body = byId('table-body');
  private rows: Row[] = [];

  constructor(private readonly on: Listener) {
    const { body } = this;
    body.addEventListener('focusin', (event) => this.entered(event.target));
    body.addEventListener('focusout', () => {
      on.light(-1);
      this.draw();
    });
    body.addEventListener('pointermove', (event) => { // a table that opens or scrolls under a pointer at rest is not pointed at
      if (event.movementX || event.movementY) on.light(this.rowOf(event.target));
    });
    body.addEventListener('pointerleave', () => on.light(this.rowOf(document.activeElement)));
    body.addEventListener('input', ({ target }) => { if (isCell(target)) typed(target); });
    body.addEventListener('change', ({ target }) => { if (isCell(target)) this.commit(target); });
    body.addEventListener('click', ({ target, shiftKey }) => {
      if (target instanceof HTMLInputElement && target.type === 'checkbox') on.choose(this.rowOf(target), target.checked, shiftKey);
    });
  }

  /** show shows new content. */
  show(content: Content): void {
    const before = this.names().join('\n');
    this.content = content;
    if (this.names().join('\n') !== before || !this.rows.length) this.head();
    setAttribute(this.scroller, 'data-parts', content.held.size ? '' : null);
    this.draw();
  }

  /** names returns the names of the columns. */
  names(): string[] {
    const { features, outputs, names } = this.content;
    if (names.length === features + outputs) return names;
    const named = (letter: string, n: number): string[] => Array.from({ length: n }, (_, i) => `${letter}${i + 1}`);
    return [...named('x', features), ...(outputs > 1 ? named('y', outputs) : ['y'])];
  }

  /** shown is the number of rows that are shown. */
  get shown(): number {
    const { rows, features, outputs } = this.content;
    return Math.min(rows.length, Math.max(least, Math.floor(most / (features + outputs))));
  }

  /** rowOf returns the number of the row that contains a node, or -1. */
  rowOf(node: EventTarget | null): number {
    const row = closest(node, '#table-body [data-row]')?.dataset['row'];
    return row === undefined ? -1 : Number(row);
  }

  /** render makes the rows and fills them. */
  render(): void {
    if (!this.content.features) return;
    const { shown } = this;
    for (const { tr } of this.rows.splice(shown)) {
      if (tr.contains(document.activeElement)) this.scroller.focus(); // the keyboard focus stays in the table
      tr.remove();
    }
    while (this.rows.length < shown) {
      const row = this.row(this.rows.length);
      this.body.append(row.tr);
      this.rows.push(row);
    }
    this.rows.forEach((row, i) => this.fill(row, i));
    this.on.drawn();
  }

  /** focusCell focuses a cell, which scrolls it into view. */
  focusCell(row: number, column: number): void {
    this.render();
    const there = this.rows[Math.max(0, Math.min(this.shown - 1, row))];
    (column === boxes ? there?.box : there?.fields[column])?.focus();
  }

  /** head writes the first row and removes all others. */
  private head(): void {
    for (const { tr } of this.rows.splice(0)) tr.remove();
    const all = element('input', { type: 'checkbox', id: 'table-all', 'aria-label': messages.chooseAll, 'aria-describedby': 'table-how' });
    all.addEventListener('click', () => this.on.chooseAll(all.checked));
    const columns = [messages.pointColumn, ...this.names()].map((name) => element('th', { scope: 'col', title: name }, name));
    byId('table-head').replaceChildren(element('th', {}, element('label', {}, all)), ...columns);
  }

  private row(i: number): Row {
    const fields = this.names().map((name, k) => element('input', {
      type: 'text', inputmode: 'decimal', autocomplete: 'off', 'data-column': k, 'aria-label': messages.cell(name, i + 1), 'aria-describedby': 'table-how',
    }));
    const box = element('input', { type: 'checkbox', 'aria-label': messages.choosePoint(i + 1), 'aria-describedby': 'table-how' });
    const part = element('small');
    const cells = [element('td', {}, element('label', {}, box)), element('th', { scope: 'row' }, part, String(i + 1))];
    const tr = element('tr', { 'data-row': i }, ...cells, ...fields.map((field) => element('td', {}, field)));
    return { tr, box, part, fields };
  }

  private fill(row: Row, i: number): void {
    row.box.checked = this.chosen.has(i);
    tabStop(row, i === Math.min(this.at[0], this.shown - 1)); // the last row, if the one with the focus is gone
    setAttribute(row.tr, 'data-focus', this.marked(i) ? '' : null);
    row.fields.forEach((field, k) => showIn(field, this.content.rows[i]?.[k] ?? 0));
    setText(row.part, this.content.held.has(i) ? messages.testMark : '');
  }

  private entered(target: EventTarget | null): void {
    const row = this.rowOf(target);
    if (row < 0) return;
    const old = this.rows[this.at[0]], now = this.rows[row];
    this.at = [row, isCell(target) ? columnOf(target) : this.at[1]];
    if (old) tabStop(old, false);
    if (now) tabStop(now, true); // at once: the next key may be Tab
    if (isCell(target)) {
      showIn(target, this.content.rows[row]?.[this.at[1]] ?? 0);
      target.select();
    }
    this.on.light(row);
  }

  /** commit passes on what was typed into a cell; text that is not a number is discarded. */
  commit(field: HTMLInputElement): void {
    const value = parse(field.value);
    forget(field);
    this.on.commit(this.rowOf(field), columnOf(field), value);
    this.draw();
  }

  /** takeBack replaces what was typed by the present number. */
  takeBack(field: HTMLInputElement): void {
    forget(field);
    this.render();
    field.select();
  }
}

/** isCell reports whether a node is the field of a number. */
export const isCell = (node: EventTarget | null): node is HTMLInputElement => node instanceof HTMLInputElement && node.dataset['column'] !== undefined;

/** columnOf returns the column of a cell. */
const columnOf = (field: HTMLInputElement): number => Number(field.dataset['column']);

/** isTyped reports whether the text of a cell was typed and has not been passed on yet. */
export const isTyped = (field: HTMLInputElement): boolean => field.dataset['typed'] !== undefined;

/** forget marks the text of a cell as not typed. */
function forget(field: HTMLInputElement): void {
  delete field.dataset['typed'];
  field.removeAttribute('aria-invalid');
}

function typed(field: HTMLInputElement): void {
  field.dataset['typed'] = 'yes';
  setAttribute(field, 'aria-invalid', Number.isFinite(parse(field.value)) ? null : 'true');
}

/** showIn writes a number into a cell: in full if the cell has the focus, else with as many digits as fit. */
function showIn(field: HTMLInputElement, value: number): void {
  if (isTyped(field)) return;
  const text = field === document.activeElement ? String(value) : String(Number(value.toPrecision(digits)));
  if (field.value !== text) field.value = text;
}

/** tabStop makes a row a Tab stop or not. Only one row is a Tab stop; the arrow keys lead to the others. */
function tabStop({ box, fields }: Row, is: boolean): void {
  for (const field of [box, ...fields]) setAttribute(field, 'tabindex', is ? '0' : '-1');
}
