// The table of neurons. The neuron under the pointer, or chosen, is highlighted in every picture.

import { byId, child, element, icon, setAttribute, setSign, setText } from '../platform/dom';
import { fixed, number, subscript } from '../platform/format';
import type { Page, PageNeuron } from '../platform/protocol';
import type { Send } from '../platform/solver';
import * as messages from '../messages';

const most = 3; // entries of a direction that have a column
const longest = 7; // letters of a feature's name in the head of its column

/** A Row is the row of a neuron: its button, and the cells of its numbers, the weight last. */
interface Row { tr: HTMLTableRowElement; sign: Element; number: HTMLElement; button: HTMLButtonElement; cells: HTMLElement[] }

/** NeuronTable has a row for each neuron. */
export class NeuronTable {
  private readonly body = byId('neuron-rows', HTMLTableSectionElement);
  private readonly empty = child(this.body, HTMLTableRowElement);
  private rows: Row[] = [];
  private focus = -1;
  private chosen = -1;
  private columns = 2;

  constructor(private readonly send: Send) {}

  show(page: Page): void {
    const neurons = page.neurons ?? [];
    this.focus = page.focus;
    if (this.chosen >= neurons.length) this.chosen = -1;
    this.empty.hidden = neurons.length > 0;
    byId('can-turn').hidden = !page.canRotate;
    const length = neurons[0]?.u.length ?? page.dimension;
    if (Math.min(length, most) !== this.columns) {
      this.columns = Math.min(length, most);
      for (const { tr } of this.rows.splice(0)) tr.remove();
    }
    head(this.empty, this.columns, length > most, page.inputs ?? []);
    for (const { tr } of this.rows.splice(neurons.length)) tr.remove();
    neurons.forEach((neuron, i) => this.fill(this.rows[i] ??= this.make(i), neuron, i));
  }

  private light(index: number): void {
    if (index !== this.focus) this.send({ do: 'focus', neuron: index });
  }

  private make(index: number): Row {
    const [sign, number] = [icon('plus'), element('span')];
    const button = element('button', { type: 'button', 'aria-describedby': 'neurons-how' }, sign, number);
    const cells = Array.from({ length: this.columns + 1 }, () => element('td'));
    const tr = element('tr', {}, element('td', {}, button), ...cells);
    tr.addEventListener('pointerenter', () => this.light(index));
    tr.addEventListener('pointerleave', () => this.light(this.chosen));
    button.addEventListener('focus', () => this.light(index));
    button.addEventListener('blur', () => this.light(this.chosen));
    button.addEventListener('click', () => {
      this.chosen = this.chosen === index ? -1 : index;
      // At once: if the neuron is lit already, nothing is sent that would be answered.
      this.rows.forEach((row, i) => setAttribute(row.button, 'aria-pressed', String(i === this.chosen)));
      this.light(this.chosen);
    });
    this.body.append(tr);
    return { tr, sign, number, button, cells };
  }

  private fill({ tr, sign, number: name, button, cells }: Row, { u, alpha, number: own }: PageNeuron, index: number): void {
    const called = own ?? index + 1;
    setSign(sign, alpha);
    setText(name, messages.neuronName(called));
    setAttribute(button, 'aria-label', messages.neuron(called, alpha));
    setAttribute(button, 'aria-pressed', String(index === this.chosen));
    setAttribute(tr, 'data-focus', index === this.focus ? '' : null);
    cells.forEach((cell, i) => {
      const entry = u[i];
      if (i === cells.length - 1) setText(cell, number(alpha, 4));
      else setText(cell, entry === undefined ? '' : fixed(entry));
    });
  }
}

/**
 * head writes the table's first row: a column for each entry of the directions, which has the name of its feature, not a u with an index,
 * the name of a neuron; the last is marked if there are more.
 */
function head(empty: HTMLTableRowElement, columns: number, more: boolean, names: readonly string[]): void {
  const row = byId('neuron-head');
  const key = `${columns} ${more} ${names.slice(0, columns).join('\n')}`;
  if (row.dataset['shows'] === key) return;
  row.dataset['shows'] = key;
  child(empty, HTMLTableCellElement).colSpan = columns + 2;
  const column = (...children: (Node | string)[]): HTMLElement => element('th', { scope: 'col' }, ...children);
  const letter = (text: string): Node => element('var', {}, text);
  const us = Array.from({ length: columns }, (_, i) => {
    const name = names[i] ?? '';
    const cell = column(...(name ? [clipped(name)] : [letter('x'), element('sub', {}, String(i + 1))]), more && i === columns - 1 ? ' \u2026' : '');
    cell.title = messages.directionAlong(name || `x${subscript(i + 1)}`);
    return cell;
  });
  row.replaceChildren(column(messages.neuronColumn), ...us, column(messages.weightColumn, letter('\u03b1')));
}

/** clipped returns as much of a name as fits in a column. */
const clipped = (name: string): string => ([...name].length > longest ? `${[...name].slice(0, longest - 1).join('')}\u2026` : name);
