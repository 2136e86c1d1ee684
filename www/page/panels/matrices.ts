// The matrices Z and Z' of the solution, or of the neuron in focus; or the matrix under check, while the stage shows it. The entry under the
// pointer, or chosen, is highlighted in the pictures.

import { byId, element, setAttribute, setText } from '../platform/dom';
import { copyOrSave } from '../platform/files';
import { fixed, number } from '../platform/format';
import type { Page } from '../platform/protocol';
import type { Send } from '../platform/solver';
import * as messages from '../messages';
import { notice } from '../shell/notice';

const names = ['Z', 'Z\u2032'];

/** A Cell is the cell of an entry. */
interface Cell { td: HTMLTableCellElement; button: HTMLButtonElement }

/** MatrixTables has a table for each matrix. */
export class MatrixTables {
  private readonly place = byId('matrices-tables');
  private cells: Cell[][][] = []; // by matrix, row and column
  private values: number[][][] = [];
  private focus = '-1,0,0';

  constructor(private readonly send: Send) {
    this.place.addEventListener('pointerleave', () => this.light(-1, 0, 0));
  }

  show(page: Page): void {
    const { matrices, entry, drawable } = page;
    byId('matrices').hidden = !matrices || !drawable;
    if (!matrices) return;
    this.focus = String(entry);
    this.values = matrices;
    const order = matrices[0]?.length ?? 0;
    if (this.cells.length !== matrices.length || this.cells[0]?.length !== order) this.make(matrices.length, order);
    const decimals = decimalsOf(matrices);
    this.cells.forEach((rows, matrix) => rows.forEach((cells, i) => cells.forEach(({ td, button }, j) => {
      const value = matrices[matrix]?.[i]?.[j] ?? 0;
      const lit = entry[0] === matrix && (entry[1] === i && entry[2] === j || entry[1] === j && entry[2] === i);
      const text = decimals > 6 || decimals < 0 ? number(value, 2) : fixed(value + 0, decimals).replace(/^\u2212([0.]*)$/, '$1');
      setText(button, text);
      setAttribute(button, 'aria-label', messages.entry(names[matrix] ?? '', i + 1, j + 1, text)); // the visible text, for users of voice control
      setAttribute(td, 'data-focus', lit ? '' : null);
    })));
  }

  private light(matrix: number, row: number, column: number): void {
    if (String([matrix, row, column]) !== this.focus) this.send({ do: 'entry', matrix, row, column });
  }

  private make(count: number, order: number): void {
    const list = <T>(length: number, item: (i: number) => T): T[] => Array.from({ length }, (_, i) => item(i));
    this.cells = list(count, (matrix) => list(order, (row) => list(order, (column) => this.cell(matrix, row, column))));
    this.place.replaceChildren(...this.cells.map((rows, matrix) =>
      element('table', {}, element('caption', {}, names[matrix] ?? '', ' ', this.copier(matrix)),
        element('tbody', {}, ...rows.map((row) => element('tr', {}, ...row.map(({ td }) => td)))))));
    setAttribute(this.place, 'data-order', String(order));
  }

  /** copier makes the button that copies a matrix with all its digits: those in the table are too few for a check. */
  private copier(matrix: number): HTMLButtonElement {
    const button = element('button', { type: 'button', 'data-help': messages.copyMatrixHelp }, messages.copyMatrix);
    button.addEventListener('click', async () => {
      if (await copyOrSave(JSON.stringify(this.values[matrix]), 'matrix.json')) notice(messages.matrixCopied);
    });
    return button;
  }

  private cell(matrix: number, row: number, column: number): Cell {
    const button = element('button', { type: 'button', 'aria-describedby': 'matrices-note' });
    const td = element('td', {}, button);
    td.addEventListener('pointerenter', () => this.light(matrix, row, column));
    button.addEventListener('focus', () => this.light(matrix, row, column));
    button.addEventListener('blur', () => this.light(-1, 0, 0));
    return { td, button };
  }
}

/** decimalsOf returns the number of decimals that gives the largest entry three digits. */
function decimalsOf(matrices: number[][][]): number {
  const largest = Math.max(...matrices.flat(2).map(Math.abs));
  return largest > 0 ? Math.max(2 - Math.floor(Math.log10(largest)), largest < 1e4 ? 0 : -1) : 2;
}
