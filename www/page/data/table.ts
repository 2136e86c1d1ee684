// The table of all points: the same data as in the picture, as numbers to read and edit. Typed numbers go to the session as an intent at
// once; the numbers shown are the session's.

import { byId, setAttribute, setText } from '../platform/dom';
import { numberIn } from '../shell/fields';
import { indicesOf } from './selection';
import { Latest } from '../platform/latest';
import type { Intent, Page, Points } from '../platform/protocol';
import type { Solver } from '../platform/solver';
import * as messages from '../messages';
import { noticeError, refuse } from '../shell/notice';
import { readBlock } from './block';
import { boxes, Grid, isCell, isTyped, page } from './grid';

/** DataTable shows the points in rows. */
export class DataTable {
  private readonly dialog = byId('table', HTMLDialogElement);
  private readonly grid = new Grid({
    light: (row) => this.light(row),
    commit: (row, column, value) => this.commit(row, column, value),
    choose: (row, isChosen, range) => this.choose(row, isChosen, range),
    chooseAll: (isChosen) => this.chooseAll(isChosen),
    drawn: () => this.drawn(),
  });
  private page: Page | null = null;
  private readonly points: Latest<{ edits: number; points: Points }>;
  private edits = 0; // number of edits passed on so far
  private labels: number[] = [0]; // labels of a new point
  private last = -1; // the row selected last
  private lit = -1;
  private wanted: [row: number, column: number] | null = null; // the cell to focus once it exists

  constructor(private readonly solver: Solver) {
    const { dialog, grid } = this;
    this.points = new Latest(solver, (found, key) => { if (found) this.take(found.points, found.edits, key); });
    const wire = (name: string, run: () => void): void => byId(`table-${name}`).addEventListener('click', run);
    wire('open', () => (dialog.open ? this.close() : this.open()));
    wire('close', () => this.close());
    wire('add', () => this.add());
    wire('remove', () => void this.remove());
    wire('flip', () => void this.editSelected('flip'));
    wire('set', () => this.setLabel());
    wire('part', () => void this.editSelected('hold'));
    dialog.addEventListener('keydown', (event) => this.onKey(event));
    dialog.addEventListener('paste', (event) => this.paste(event));
    grid.marked = (row) => row === this.page?.point || row === this.page?.grabbed;
  }

  /** show takes an answer. */
  show(page: Page): void {
    this.page = page;
    if (!this.dialog.open) return;
    this.grid.chosen = new Set(indicesOf(page));
    this.grid.draw();
    this.ask();
  }

  private open(): void {
    this.dialog.show();
    setAttribute(byId('table-open'), 'aria-expanded', 'true');
    this.points.forget();
    this.wanted = [0, 0];
    if (this.page) this.show(this.page);
  }

  private close(): void {
    this.dialog.close();
    setAttribute(byId('table-open'), 'aria-expanded', 'false');
    this.light(-1);
    byId('table-open').focus();
  }

  /** ask fetches the data if they have changed. */
  private ask(): void {
    const none: Points = { x: [], y: [], held: [], newLabel: [0] }; // no points, no document
    if (this.page && this.dialog.open) void this.points.ask(String(this.page.revision.data), async () => ({ edits: this.edits, points: await this.solver.read('points').catch(() => none) }));
  }

  /** take shows points as they were after a number of edits; points from before an edit would undo it in the grid. */
  private take({ x, y, held, names = [], newLabel: labels }: Points, edits: number, revision: string): void {
    if (!this.page) return;
    if (this.edits !== edits) return this.points.forget();
    const { dimension, signals } = this.page;
    this.labels = labels;
    const features = x[0]?.length ?? (signals ? dimension : Math.min(dimension, 3));
    this.grid.show({ rows: x.map((row, i) => [...row, ...y[i] ?? []]), features, outputs: labels.length, held: new Set(held), names });
    setAttribute(this.grid.scroller, 'data-revision', revision);
    this.goToWanted();
  }

  private goToWanted(): void {
    if (!this.wanted || this.rows.length <= this.wanted[0]) return;
    const [row, column] = this.wanted;
    this.wanted = null;
    this.grid.render();
    this.grid.focusCell(row, column);
  }

  private get rows(): number[][] { return this.grid.content.rows; }

  /** drawn shows how many points there are, and which actions are possible. */
  private drawn(): void {
    const n = this.rows.length, chosen = this.grid.chosen.size;
    setText(byId('table-note'), messages.tableNote(n, chosen, this.grid.shown));
    const all = byId('table-all', HTMLInputElement);
    all.checked = n > 0 && chosen === n;
    all.indeterminate = chosen > 0 && chosen < n;
    const several = this.grid.content.outputs > 1;
    for (const name of ['flip', 'set']) byId(`table-${name}`, HTMLButtonElement).disabled = several || n === 0;
    for (const name of ['remove', 'part']) byId(`table-${name}`, HTMLButtonElement).disabled = n === 0;
  }

  /** light highlights a point in the pictures. */
  private light(index: number): void {
    if (index === this.lit || index >= (this.page?.samples ?? 0)) return;
    this.lit = index;
    this.solver.send({ do: 'highlightPoint', index });
  }

  private commit(row: number, column: number, value: number): void {
    const before = this.rows[row];
    if (!Number.isFinite(value)) return refuse(messages.cellNoNumber(this.grid.names()[column] ?? '', row + 1));
    if (!before || value === before[column]) return;
    const values = [...before]; // edits of the row that still wait have their own
    values[column] = value;
    this.rows[row] = values;
    void this.edit({ do: 'row', index: row, values });
  }

  /** edit passes an intent on and returns the answer; if it is refused, it shows the error and restores the table. */
  private async edit(what: Intent): Promise<Page | null> {
    this.edits++;
    try {
      return await this.solver.request(what);
    } catch (error) {
      noticeError(error);
      this.points.forget();
      this.ask();
      return null;
    }
  }

  /** editSelected edits the rows that the session has selected by then, or the row with the keyboard focus. */
  private editSelected(name: 'remove' | 'flip' | 'set' | 'hold', value = 0): Promise<Page | null> {
    return this.edit({ do: 'editRows', name, value, index: Math.min(this.grid.at[0], this.rows.length - 1) });
  }

  private choose(row: number, isChosen: boolean, range: boolean): void {
    const from = range && this.last >= 0 ? this.last : row, first = Math.min(row, from);
    this.last = row;
    this.solver.send({ do: 'select', name: isChosen ? 'add' : 'remove', indices: Array.from({ length: Math.abs(row - from) + 1 }, (_, k) => first + k) });
  }

  private chooseAll(isChosen: boolean): void { this.solver.send({ do: 'select', name: isChosen ? 'all' : 'none' }); }

  /** add adds a row of zeros with the labels of a new point, and focuses it. */
  private add(): void {
    const zeros = Array<number>(this.grid.content.features).fill(0);
    this.wanted = [this.rows.length, 0];
    void this.edit({ do: 'addRows', add: [[...zeros, ...this.labels]] }).then((done) => { if (!done) this.wanted = null; });
  }

  private async remove(): Promise<void> {
    const back = this.dialog.contains(document.activeElement);
    const page = await this.editSelected('remove');
    if (back && page) this.grid.at[0] = Math.max(0, Math.min(this.grid.at[0], page.samples - 1));
  }

  private setLabel(): void {
    const value = numberIn(byId('table-label', HTMLInputElement));
    if (value !== null) void this.editSelected('set', value);
  }

  private onKey(event: KeyboardEvent): void {
    const { target, key } = event;
    const cell = isCell(target) ? target : null;
    const command = event.ctrlKey || event.metaKey;
    if (key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      return cell && isTyped(cell) ? this.grid.takeBack(cell) : this.close();
    }
    const step = this.stepOf(event, cell);
    if (command && !event.altKey && key.toLowerCase() === 'z' && cell && !isTyped(cell)) {
      event.preventDefault();
      this.solver.send(event.shiftKey ? { do: 'redo' } : { do: 'undo' });
    } else if (step && !command && !event.altKey) {
      event.preventDefault();
      if (cell && isTyped(cell)) this.grid.commit(cell);
      const [row, column] = this.grid.at;
      this.grid.focusCell(row + step, cell || target === this.grid.scroller ? column : boxes);
    }
  }

  /** stepOf returns by how many rows a key moves: in a cell, at a checkbox, or if the rows themselves have the focus. */
  private stepOf({ key, shiftKey, target }: KeyboardEvent, cell: HTMLInputElement | null): number {
    const box = !cell && this.grid.rowOf(target) >= 0;
    if (!cell && !box && target !== this.grid.scroller) return 0;
    const steps = { Enter: box ? 0 : shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
    return new Map(Object.entries(steps)).get(key) ?? 0;
  }

  /** paste adds a block of numbers as rows; what is pasted into a cell is text of that cell. */
  private paste(event: ClipboardEvent): void {
    if (event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    event.stopPropagation();
    const { rows, fault } = readBlock(event.clipboardData?.getData('text/plain') ?? '');
    if (rows) void this.edit({ do: 'addRows', add: rows });
    else refuse(fault);
  }
}
