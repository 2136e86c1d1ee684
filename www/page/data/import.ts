// Data from outside: pasted, dropped or chosen. The page reads the files and the session interprets them; if the columns of a table must be
// chosen, the session's answer says so. All names are shown as text.

import { byId, closest, element, setText } from '../platform/dom';
import { base64 } from '../platform/files';
import { fileBytes, type Intent, type Page, type PageColumn, type PageImport } from '../platform/protocol';
import type { Solver } from '../platform/solver';
import { equal } from '../platform/values';
import * as messages from '../messages';
import { onDrop } from '../shell/drop';
import { refuse, sentenceOf } from '../shell/notice';

const tables = /\.((csv|tsv|tab|txt|dat|data|npy)(\.gz)?|npz)$/i;
const isTable = ({ name, type }: File): boolean => tables.test(name) || /^text\/(csv|plain|tab-separated-values)$/.test(type);

/** ImportDialog takes drops and pastes, and has the columns of a table chosen. */
export class ImportDialog {
  private readonly dialog = byId('import', HTMLDialogElement);
  private readonly text = byId('import-text', HTMLTextAreaElement);
  private readonly standardise = byId('import-standardise', HTMLInputElement);
  private readonly columns = new Columns();
  private pending: PageImport | undefined;

  constructor(private readonly solver: Solver) {
    this.wireDialog();
    byId('import-header').addEventListener('change', () => this.pass({ do: 'columnHeader', header: byId('import-header', HTMLInputElement).checked }));
    byId('import-columns').addEventListener('submit', (event) => {
      event.preventDefault();
      this.pass({ do: 'chooseColumns', ...this.columns.choice(), standardise: this.standardise.checked });
    });
    document.addEventListener('paste', (event) => {
      if (event.defaultPrevented || closest(event.target, 'input, textarea, select, dialog, [contenteditable]')) return;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (/\d[\s\S]*[\s,;]/.test(text.trim())) this.passText(text);
    });
    const together: File[] = [];
    onDrop(isTable, (file) => {
      if (together.push(file) === 1) setTimeout(() => this.useFiles(together.splice(0))); // the files of one drop
    });
  }

  private wireDialog(): void {
    const file = byId('import-file', HTMLInputElement);
    byId('import-open').addEventListener('click', () => {
      this.tell('');
      this.dialog.showModal();
      this.text.focus();
    });
    for (const name of ['close', 'cancel']) byId(`import-${name}`).addEventListener('click', () => this.dialog.close());
    byId('import-use').addEventListener('click', () => this.passText(this.text.value));
    file.addEventListener('change', () => {
      if (file.files?.length) this.useFiles([...file.files]);
      file.value = ''; // so that the same file can be chosen again
    });
    this.dialog.addEventListener('close', () => {
      if (this.pending) this.solver.send({ do: 'cancelColumns' });
    });
  }

  show(page: Page): void {
    if (equal(page.import, this.pending)) return;
    if (!this.pending) this.standardise.checked = page.import?.standardise ?? false; // afterwards it is the user's choice
    this.pending = page.import;
    byId('import-source').hidden = page.import !== undefined;
    byId('import-columns').hidden = !page.import;
    if (!page.import) {
      this.text.value = '';
      return;
    }
    this.columns.show(page.import);
    if (this.dialog.open) return;
    this.dialog.showModal();
    byId('import-title').focus(); // not the cross, whose help would cover the notes
  }

  private tell(sentence: string): void {
    setText(byId('import-error'), sentence);
  }

  private fail(sentence: string): void {
    if (this.dialog.open) this.tell(sentence);
    else refuse(sentence);
  }

  private pass(what: Intent): void {
    this.tell('');
    this.solver.request(what).then((page) => {
      if (!page.import && this.dialog.open) this.dialog.close();
    }).catch((error: unknown) => this.fail(sentenceOf(error)));
  }

  private passText(text: string): void {
    this.pass({ do: 'import', name: messages.pastedData, text });
  }

  private useFiles(files: File[]): void {
    const large = files.find(({ size }) => size > fileBytes);
    if (large) return this.fail(messages.fileLarger(large.name, fileBytes >> 20));
    const [file] = files;
    if (!file || files.length > 1) return this.fail(messages.oneFile);
    read(file).then((what) => this.pass(what), () => this.fail(messages.fileUnreadable));
  }
}

/** read returns the intent to import a file. It passes bytes, since text would lose the encoding and compression. */
const read = async (file: File): Promise<Intent> => ({ do: 'import', name: file.name, data: base64(new Uint8Array(await file.arrayBuffer())) });

/** A Row is the row of a column, which makes so many features: one for each of its words. */
interface Row { tr: HTMLElement; feature: HTMLInputElement; target: HTMLInputElement; features: number; column: PageColumn }

export class Columns {
  private rows: Row[] = [];
  private count = 0; // rows of the table

  /** show shows the columns of a table, with the proposed choice. */
  show({ name, rows, columns, features, target, header, text, notes }: PageImport): void {
    setText(byId('import-about'), [messages.tableSize(name, rows, columns.length), ...notes ?? []].join(' '));
    byId('import-header-field').hidden = !text;
    byId('import-header', HTMLInputElement).checked = header;
    this.count = rows;
    this.rows = columns.map((column, i) => this.row(column, features.includes(i), i === target, i));
    byId('import-rows').replaceChildren(...this.rows.map(({ tr }) => tr));
    this.update();
  }

  /** choice returns the user's choice; target is -1 for no column. */
  choice(): { features: number[]; target: number } {
    const features = this.rows.flatMap(({ feature, target }, i) => (feature.checked && !feature.disabled && !target.checked ? [i] : []));
    return { features, target: this.rows.findIndex(({ target }) => target.checked) };
  }

  private row(column: PageColumn, isFeature: boolean, isTarget: boolean, i: number): Row {
    const feature = element('input', { type: 'checkbox', 'aria-label': messages.isFeature(column.name) });
    const target = element('input', { type: 'radio', name: 'import-target', value: i, 'aria-label': messages.isLabel(column.name) });
    feature.checked = isFeature;
    target.checked = isTarget;
    for (const input of [feature, target]) input.addEventListener('change', () => this.update());
    const tr = element('tr', {}, element('th', { scope: 'row' }, column.name), element('td', {}, messages.columnKind(column.kind, column.distinct, column.missing?.length ?? 0)),
      element('td', {}, element('label', { 'data-help': messages.featureHelp }, feature)),
      element('td', {}, element('label', { 'data-help': messages.labelHelp }, target)));
    return { tr, feature, target, features: column.kind === 'number' ? 1 : column.distinct, column };
  }

  private update(): void {
    let count = 0;
    const meant = new Set<string>();
    const lost = new Set<number>();
    for (const { feature, target, features, column } of this.rows) {
      feature.disabled = target.checked;
      const isFeature = feature.checked && !feature.disabled;
      if (isFeature) count += features;
      if (isFeature && column.kind !== 'number' && column.kind !== 'text') meant.add(column.kind);
      if (isFeature || target.checked) for (const row of column.missing ?? []) lost.add(row);
    }
    const notes = [messages.featureCount(count)];
    if (lost.size) notes.push(messages.rowsLeftOut(lost.size, this.count));
    for (const kind of meant) notes.push(messages.takenAsWords(kind));
    if (count > this.count - lost.size) notes.push(messages.manyFeatures);
    setText(byId('import-note'), notes.join(' '));
  }
}
