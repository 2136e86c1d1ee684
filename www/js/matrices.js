// The matrices Z and Z' of the solution, or of the neuron in focus; or what is under check, while the stage shows that. The entry under the pointer, or chosen, is lit up in the pictures.

import { byId, element, setAttribute, setText } from './dom.js';
import { fixed, number } from './format.js';

const names = ['Z', 'Z\u2032'];
const notes = {
  matrix: 'The matrix under check, which the stage shows. Point at an entry to see its part.',
  network: 'Of the network under check, which the stage shows. Point at an entry to see its part.',
};

/** matrixTables makes the tables; send passes intents on. It returns the function that renders an answer. */
export function matrixTables(send) {
  const place = byId('matrices-tables');
  let cells = []; // cells[matrix][row][column]
  let focus = '-1,0,0';

  const light = (matrix, row, column) => `${[matrix, row, column]}` !== focus && send({ do: 'entry', matrix, row, column });
  const cell = (matrix, row, column) => {
    const button = element('button', { type: 'button', 'aria-describedby': 'matrices-note' });
    const td = element('td', {}, button);
    td.addEventListener('pointerenter', () => light(matrix, row, column));
    button.addEventListener('focus', () => light(matrix, row, column));
    button.addEventListener('blur', () => light(-1, 0, 0));
    return td;
  };
  const make = (count, order) => {
    cells = names.slice(0, count).map((_, matrix) => Array.from({ length: order }, (__, row) => Array.from({ length: order }, (___, column) => cell(matrix, row, column))));
    place.replaceChildren(...cells.map((rows, matrix) =>
      element('table', {}, element('caption', {}, names[matrix]), element('tbody', {}, ...rows.map((row) => element('tr', {}, ...row))))));
    setAttribute(place, 'data-order', String(order));
  };
  place.addEventListener('pointerleave', () => light(-1, 0, 0));

  const note = byId('matrices-note');
  const usual = [...note.childNodes];
  let told = '';

  return ({ matrices, entry, drawable, check }) => {
    byId('matrices').hidden = !matrices || !drawable;
    if (!matrices) return;
    focus = String(entry);
    const order = matrices[0].length;
    if (cells.length !== matrices.length || cells[0].length !== order) make(matrices.length, order);
    const about = check?.shown ? notes[check.kind] ?? notes.network : '';
    if (about !== told) {
      told = about;
      note.replaceChildren(...(about ? [about] : usual));
    }
    const decimals = decimalsOf(matrices);
    matrices.forEach((rows, matrix) => rows.forEach((row, i) => row.forEach((value, j) => {
      const td = cells[matrix][i][j];
      const lit = entry[0] === matrix && (entry[1] === i && entry[2] === j || entry[1] === j && entry[2] === i);
      setText(td.firstElementChild, decimals > 6 || decimals < 0 ? number(value, 2) : fixed(value + 0, decimals).replace(/^\u2212([0.]*)$/, '$1'));
      setAttribute(td.firstElementChild, 'aria-label', `${names[matrix]}, row ${i + 1}, column ${j + 1}: ${number(value, 3)}`);
      setAttribute(td, 'data-focus', lit ? '' : null);
    })));
  };
}

/** decimalsOf returns how many decimals give the largest entry three digits. */
function decimalsOf(matrices) {
  const largest = Math.max(...matrices.flat(2).map(Math.abs));
  return largest > 0 ? Math.max(2 - Math.floor(Math.log10(largest)), largest < 1e4 ? 0 : -1) : 2;
}
