// The table of all points: the same data as the picture, as numbers to read and to type over. Only the rows in sight are elements, so that
// it takes many. What is typed goes to the session as an intent at once; the numbers shown are the session's.

import { readBlock } from './block.js';
import { byId, element, setAttribute, setText } from './dom.js';
import { parse } from './format.js';
import { perFrame } from './frames.js';
import { notice } from './notice.js';
import { indicesOf } from './selection.js';

const beyond = 6; // rows made above and below those in sight
const boxes = -2; // the column of the boxes
const digits = 4; // of a number that is not in focus

/** dataTable makes the table. It returns the function that renders an answer. */
export function dataTable(solver) {
  const table = new Table(solver);
  byId('table-open').addEventListener('click', () => (table.dialog.open ? table.close() : table.open()));
  return (page) => table.show(page);
}

/** showIn writes a number into a cell: all of it where the keys are, else as many digits as there is room for. */
function showIn(field, value) {
  if (field.dataset.typed) return;
  const text = field === document.activeElement ? String(value) : String(Number(value.toPrecision(digits)));
  if (field.value !== text) field.value = text;
}

/** tabStop makes Tab stop in a row, or not: it stops in one only, and the arrow keys lead to the others. */
function tabStop(tr, is) {
  for (const field of tr.querySelectorAll('input')) setAttribute(field, 'tabindex', is ? '0' : '-1');
}

class Table {
  constructor(solver) {
    Object.assign(this, { solver, page: null, rows: [], held: new Set(), features: 0, outputs: 1, key: '', asking: false, chosen: new Set(), choosing: 0, last: -1, at: [0, 0], tab: 0, lit: -1 });
    this.dialog = byId('table');
    this.scroller = byId('table-rows');
    this.body = byId('table-body');
    this.made = new Map(); // row number to its element
    this.draw = perFrame(() => this.dialog.open && this.render());
    this.scroller.addEventListener('scroll', this.draw, { passive: true });
    new ResizeObserver(this.draw).observe(this.scroller);
    this.body.addEventListener('focusin', (event) => this.entered(event.target));
    this.body.addEventListener('focusout', () => {
      this.light(-1);
      this.draw();
    });
    this.body.addEventListener('pointermove', (event) => { // a table that opens or scrolls under a pointer at rest is not pointed at
      if (event.movementX || event.movementY) this.light(this.rowOf(event.target));
    });
    this.body.addEventListener('pointerleave', () => this.light(this.rowOf(document.activeElement)));
    this.body.addEventListener('input', ({ target }) => target.type === 'text' && this.typed(target));
    this.body.addEventListener('change', ({ target }) => target.type === 'text' && this.commit(target));
    this.body.addEventListener('click', (event) => event.target.type === 'checkbox' && this.choose(event.target, event.shiftKey));
    this.dialog.addEventListener('keydown', (event) => this.onKey(event));
    this.dialog.addEventListener('paste', (event) => this.paste(event));
    byId('table-close').addEventListener('click', () => this.close());
    byId('table-add').addEventListener('click', () => this.add());
    byId('table-remove').addEventListener('click', () => this.remove());
    byId('table-flip').addEventListener('click', () => this.edit({ do: 'rows', flip: this.selection() }));
    byId('table-set').addEventListener('click', () => this.setLabel());
    byId('table-part').addEventListener('click', () => this.changePart());
  }

  open() {
    this.dialog.show();
    setAttribute(byId('table-open'), 'aria-expanded', 'true');
    this.key = '';
    this.wanted = [0, 0];
    this.show(this.page);
  }

  close() {
    this.dialog.close();
    setAttribute(byId('table-open'), 'aria-expanded', 'false');
    this.light(-1);
    byId('table-open').focus();
  }

  /** show takes an answer. */
  show(page) {
    this.page = page;
    if (!page || !this.dialog.open) return;
    if (!this.choosing) this.chosen = new Set(indicesOf(page));
    this.draw();
    this.ask();
  }

  /** ask fetches the data whenever they may have changed: each change of them is solved. */
  async ask() {
    const { solves, samples, status, dimension, signals } = this.page;
    const key = `${solves} ${samples} ${status} ${dimension}`;
    if (this.asking || this.key === key) return;
    this.asking = true;
    const data = await this.solver.ask('points').then(JSON.parse, () => ({ x: [], y: [[0]], held: [] })); // no points, no document
    this.asking = false;
    this.key = key;
    this.take(data, data.x[0]?.length ?? (signals ? dimension : Math.min(dimension, 3)));
    if (this.dialog.open) this.ask();
  }

  take({ x, y, held }, features) {
    const outputs = y[0].length;
    if (features !== this.features || outputs !== this.outputs || !this.made.size) this.head(features, outputs);
    this.held = new Set(held);
    setAttribute(this.scroller, 'data-parts', held.length ? '' : null);
    this.rows = x.map((row, i) => [...row, ...y[i]]);
    if (this.wanted && this.rows.length > this.wanted[0]) {
      const [row, column] = this.wanted;
      this.wanted = null;
      this.render();
      this.focusCell(row, column);
    }
    this.draw();
  }

  /** head writes the first row, for so many features and labels. */
  head(features, outputs) {
    Object.assign(this, { features, outputs });
    for (const tr of this.made.values()) tr.remove();
    this.made.clear();
    const all = element('input', { type: 'checkbox', id: 'table-all', 'aria-label': 'Choose all points', 'aria-describedby': 'table-how' });
    all.addEventListener('click', () => {
      this.chosen = new Set(all.checked ? this.rows.keys() : []);
      this.select({ name: all.checked ? 'all' : 'none' });
    });
    const columns = this.names().map((name) => element('th', { scope: 'col' }, name));
    byId('table-head').replaceChildren(element('th', {}, element('label', {}, all)), element('th', { scope: 'col' }, 'Point'), ...columns);
  }

  names() {
    const labels = Array.from({ length: this.outputs }, (_, i) => (this.outputs > 1 ? `y${i + 1}` : 'y'));
    return [...Array.from({ length: this.features }, (_, i) => `x${i + 1}`), ...labels];
  }

  /** render makes the rows in sight and fills them. */
  render() {
    if (!this.features) return;
    const [top, bottom] = [this.body.firstElementChild, this.body.lastElementChild];
    const height = this.made.values().next().value?.offsetHeight || this.height || 38;
    this.height = height;
    const first = Math.max(0, Math.min(Math.floor(this.scroller.scrollTop / height) - beyond, this.rows.length - 1));
    const end = Math.min(this.rows.length, first + Math.ceil(this.scroller.clientHeight / height) + 2 * beyond);
    for (const [i, tr] of this.made) if (i < first || i >= end) this.drop(i, tr);
    let before = top;
    this.tab = Math.min(Math.max(this.at[0], first), end - 1);
    for (let i = first; i < end; i++) {
      if (!this.made.has(i)) {
        this.made.set(i, this.row(i));
        before.after(this.made.get(i));
      }
      before = this.made.get(i);
      this.fill(before, i);
    }
    top.firstElementChild.style.height = `${first * height}px`;
    bottom.firstElementChild.style.height = `${(this.rows.length - end) * height}px`;
    setAttribute(this.scroller.firstElementChild, 'aria-rowcount', String(this.rows.length + 1));
    const n = this.rows.length, chosen = this.chosen.size;
    setText(byId('table-note'), `${n} ${n === 1 ? 'point' : 'points'}${chosen ? `, ${chosen} chosen` : ''}`);
    const all = byId('table-all');
    all.checked = n > 0 && chosen === n;
    all.indeterminate = chosen > 0 && chosen < n;
    const single = this.outputs === 1;
    for (const name of ['flip', 'set']) byId(`table-${name}`).disabled = !single || n === 0;
    for (const name of ['remove', 'part']) byId(`table-${name}`).disabled = n === 0;
  }

  /** drop removes a row that went out of sight; what was typed there counts, and the keys stay in the table. */
  drop(i, tr) {
    if (tr.contains(document.activeElement)) {
      const field = document.activeElement;
      if (field.dataset.typed) this.commit(field);
      this.scroller.focus({ preventScroll: true });
    }
    tr.remove();
    this.made.delete(i);
  }

  row(i) {
    const cells = this.names().map((name, k) => element('td', {}, element('input', {
      type: 'text', inputmode: 'decimal', autocomplete: 'off', 'data-column': String(k), 'aria-label': `${name} of point ${i + 1}`, 'aria-describedby': 'table-how',
    })));
    const box = element('input', { type: 'checkbox', 'aria-label': `Choose point ${i + 1}`, 'aria-describedby': 'table-how' });
    const number = element('th', { scope: 'row' }, element('small', {}), String(i + 1));
    const tr = element('tr', { 'aria-rowindex': String(i + 2), 'data-row': String(i) }, element('td', {}, element('label', {}, box)), number, ...cells);
    return tr;
  }

  fill(tr, i) {
    tr.querySelector('input').checked = this.chosen.has(i);
    tabStop(tr, i === this.tab);
    setAttribute(tr, 'data-focus', i === this.page.point || i === this.page.grabbed ? '' : null);
    this.rows[i].forEach((value, k) => {
      const field = tr.cells[k + 2].firstElementChild;
      showIn(field, value);
    });
    setText(tr.cells[1].firstElementChild, this.held.has(i) ? 'test ' : '');
  }

  rowOf(node) {
    const tr = node?.closest?.('#table-body [data-row]');
    return tr ? Number(tr.dataset.row) : -1;
  }

  /** light lights up a point in the pictures. */
  light(index) {
    if (index === this.lit || index >= (this.page?.samples ?? 0)) return;
    this.lit = index;
    this.solver.send({ do: 'point', index });
  }

  entered(target) {
    const row = this.rowOf(target);
    if (row < 0) return;
    this.at = [row, Number(target.dataset.column ?? this.at[1])];
    if (this.made.has(this.tab)) tabStop(this.made.get(this.tab), false);
    this.tab = row;
    tabStop(this.made.get(row), true); // at once: the next key may be Tab
    if (target.dataset.column) {
      showIn(target, this.rows[row][this.at[1]]);
      target.select();
    }
    this.light(row);
  }

  typed(field) {
    field.dataset.typed = 'yes';
    setAttribute(field, 'aria-invalid', Number.isFinite(parse(field.value)) ? null : 'true');
  }

  /** commit passes on what was typed into a cell; what is no number stays there, marked, until it is left. */
  commit(field) {
    const [i, k] = [this.rowOf(field), Number(field.dataset.column)];
    const value = parse(field.value);
    delete field.dataset.typed;
    field.removeAttribute('aria-invalid');
    if (!Number.isFinite(value)) notice(`The cell ${this.names()[k]} of point ${i + 1} needs a number, so it keeps the one it has.`);
    else if (value !== this.rows[i][k]) {
      this.rows[i][k] = value;
      this.edit({ do: 'row', index: i, values: this.rows[i] });
    }
    this.draw();
  }

  /** edit passes an intent on; what is refused is said, and the table shows the data as they are. */
  async edit(intent) {
    try {
      await this.solver.request({ intent: JSON.stringify(intent) });
      return true;
    } catch (error) {
      notice(error.message);
      this.key = '';
      this.ask();
      return false;
    }
  }

  /** selection returns the chosen rows, or the one in which the keys are. */
  selection() {
    const chosen = [...this.chosen].filter((i) => i < this.rows.length);
    return chosen.length || !this.rows.length ? chosen : [Math.min(this.at[0], this.rows.length - 1)];
  }

  choose(box, range) {
    const i = this.rowOf(box);
    const [from, to] = range && this.last >= 0 ? [Math.min(i, this.last), Math.max(i, this.last)] : [i, i];
    const indices = Array.from({ length: to - from + 1 }, (_, k) => from + k);
    for (const k of indices) {
      if (box.checked) this.chosen.add(k);
      else this.chosen.delete(k);
    }
    this.last = i;
    this.select({ name: box.checked ? 'add' : 'remove', indices });
  }

  /** select passes on what was chosen, which the table shows at once; answers to what came before do not take it back. */
  async select(intent) {
    this.choosing++;
    this.render();
    const page = await this.solver.request({ intent: JSON.stringify({ do: 'select', ...intent }) }).catch((error) => notice(error.message));
    this.choosing--;
    if (page && !this.choosing) this.chosen = new Set(indicesOf(page));
    this.draw();
  }

  /** labels returns the labels of a class, as the loss takes them. */
  labels(one) {
    const signs = ['hinge', 'logistic'].includes(this.page.loss) || this.rows.some((row) => row.slice(this.features).includes(-1));
    return Array.from({ length: this.outputs }, (_, k) => (k + 1 === one ? 1 : signs ? -1 : 0));
  }

  add() {
    const width = this.features + this.outputs;
    const zeros = Array(width).fill(0);
    if (this.outputs === 1) zeros[width - 1] = this.page.label;
    else if (this.page.classes) zeros.splice(this.features, this.outputs, ...this.labels(this.page.label));
    this.wanted = [this.rows.length, 0];
    this.edit({ do: 'rows', add: [zeros] }).then((done) => { if (!done) this.wanted = null; });
  }

  /** changePart holds the chosen rows out or, if they are, trains on them again. */
  changePart() {
    const rows = this.selection();
    this.edit({ do: 'rows', [rows.every((i) => this.held.has(i)) ? 'train' : 'hold']: rows });
  }

  async remove() {
    const rows = this.selection();
    const back = this.dialog.contains(document.activeElement);
    await this.edit({ do: 'rows', remove: rows });
    if (back && this.at[0] >= this.rows.length - rows.length) this.at[0] = Math.max(0, this.rows.length - rows.length - 1);
  }

  setLabel() {
    const field = byId('table-label');
    const value = parse(field.value);
    setAttribute(field, 'aria-invalid', Number.isFinite(value) ? null : 'true');
    if (Number.isFinite(value)) this.edit({ do: 'rows', set: this.selection(), value });
    else notice('The label to set must be a number.');
  }

  /** focusCell goes to a cell, scrolling it into sight. */
  focusCell(row, column) {
    if (!this.rows.length) return;
    const i = Math.max(0, Math.min(this.rows.length - 1, row));
    const room = this.scroller.clientHeight - this.height - 40; // under the head
    const top = i * this.height;
    if (top < this.scroller.scrollTop) this.scroller.scrollTop = top;
    else if (top > this.scroller.scrollTop + room) this.scroller.scrollTop = top - room;
    this.render();
    this.made.get(i)?.cells[2 + column]?.querySelector('input').focus({ preventScroll: true });
    this.scroller.scrollLeft = Math.max(0, (column - 2) * 80);
  }

  onKey(event) {
    const { target, key } = event;
    if (key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      if (target.dataset.typed) return this.takeBack(target);
      return this.close();
    }
    const cell = target.dataset.column !== undefined;
    const box = !cell && this.rowOf(target) >= 0;
    if (!cell && !box && target !== this.scroller) return;
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / (this.height || 38)) - 2);
    const step = { Enter: box ? 0 : event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page }[key];
    if ((event.ctrlKey || event.metaKey) && !event.altKey && key.toLowerCase() === 'z' && cell && !target.dataset.typed) {
      event.preventDefault();
      this.solver.send({ do: event.shiftKey ? 'redo' : 'undo' });
    } else if (step && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      if (target.dataset.typed) this.commit(target);
      this.focusCell(this.at[0] + step, box ? boxes : this.at[1]);
    }
  }

  takeBack(field) {
    delete field.dataset.typed;
    field.removeAttribute('aria-invalid');
    this.render();
    field.select();
  }

  /** paste writes a block of numbers over the cells from the one in focus on, adding rows at the end; without a cell it adds rows. */
  paste(event) {
    const { target } = event;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const cell = target.dataset.column !== undefined;
    if (target.matches('input') && !cell) return;
    const { rows, fault } = readBlock(text);
    const decimal = /^[-+\u2212]?\d+,\d+$/.test(text.trim()); // one number with a comma, not two numbers
    if (cell && (decimal || rows?.length === 1 && rows[0].length === 1)) return;
    event.preventDefault();
    event.stopPropagation();
    if (fault) return notice(fault);
    const [at, column] = cell ? [this.rowOf(target), Number(target.dataset.column)] : [this.rows.length, 0];
    const width = this.features + this.outputs;
    const room = width - column;
    const adds = at + rows.length > this.rows.length;
    if (rows[0].length > room || adds && (column > 0 || rows[0].length < width)) {
      return notice(`What you pasted has ${rows[0].length} columns, and here ${adds && column > 0 ? 'there are no rows left to write over' : `${room} are expected`}; Import takes tables of another width.`);
    }
    if (cell) delete target.dataset.typed;
    const put = rows.map((row, i) => {
      const whole = [...(this.rows[at + i] ?? row)];
      row.forEach((value, k) => { whole[column + k] = value; });
      return whole;
    });
    this.edit({ do: 'rows', index: at, put });
  }
}
