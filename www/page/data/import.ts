// Data from outside: pasted, dropped or chosen. The page reads the files and the session interprets them; if the columns of a table must be
// chosen, the session's answer says so. All names are shown as text.

import { base64 } from '../platform/bytes';
import { byId, closest, setText } from '../platform/dom';
import * as intent from '../platform/protocol';
import type { Intent, Page } from '../platform/protocol';
import type { Solver } from '../platform/solver';
import * as say from '../sentences';
import { onDrop } from '../shell/drop';
import { notice, sentenceOf } from '../shell/notice';
import { Columns } from './columns';

const most = 20 << 20; // bytes
const tables = /\.((csv|tsv|tab|txt|dat|data|npy)(\.gz)?|npz)$/i;
const isTable = ({ name, type }: File): boolean => tables.test(name) || /^text\/(csv|plain|tab-separated-values)$/.test(type);
const isArray = ({ name }: File): boolean => /\.npy(\.gz)?$/i.test(name);

/** importDialog wires the dialog, drops and pastes. It returns the function that renders an answer. */
export function importDialog(solver: Solver): (page: Page) => void {
  const dialog = new Import(solver);
  return (page) => dialog.show(page);
}

class Import {
  private readonly dialog = byId('import', HTMLDialogElement);
  private readonly text = byId('import-text', HTMLTextAreaElement);
  private readonly standardise = byId('import-standardise', HTMLInputElement);
  private readonly columns = new Columns();
  private pending = '';

  constructor(private readonly solver: Solver) {
    this.wireDialog();
    byId('import-header').addEventListener('change', () => this.pass(intent.columnHeader({ header: byId('import-header', HTMLInputElement).checked })));
    byId('import-columns').addEventListener('submit', (event) => {
      event.preventDefault();
      this.pass(intent.columns({ ...this.columns.choice(), standardise: this.standardise.checked }));
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
      if (this.pending) this.solver.send(intent.cancelColumns());
    });
  }

  show(page: Page): void {
    const key = page.import ? JSON.stringify(page.import) : '';
    if (key === this.pending) return;
    this.pending = key;
    byId('import-source').hidden = Boolean(key);
    byId('import-columns').hidden = !key;
    if (!page.import) {
      this.text.value = '';
      this.standardise.checked = false;
      return;
    }
    this.columns.show(page.import);
    if (!this.dialog.open) this.dialog.showModal();
  }

  private tell(sentence: string): void {
    setText(byId('import-error'), sentence);
  }

  private fail(sentence: string): void {
    if (this.dialog.open) this.tell(sentence);
    else notice(sentence);
  }

  private pass(what: Intent): void {
    this.tell('');
    this.solver.request(what).then((page) => {
      if (!page.import && this.dialog.open) this.dialog.close();
    }).catch((error: unknown) => this.fail(sentenceOf(error)));
  }

  private passText(text: string): void {
    this.pass(intent.importText({ name: say.pastedData, text }));
  }

  private useFiles(files: File[]): void {
    const large = files.find(({ size }) => size > most);
    if (large) return this.fail(say.fileLarger(large.name, most >> 20));
    const arrays = files.filter(isArray);
    if (files.length > 1 && (files.length > 2 || arrays.length !== 2)) return this.fail(say.oneFile);
    read(files).then((what) => this.pass(what), () => this.fail(say.fileUnreadable));
  }
}

/**
 * read returns the intent to import a file, or a NumPy file with another one of labels. It passes bytes, since text would lose the encoding
 * and compression.
 */
async function read(files: File[]): Promise<Intent> {
  const [data, labels] = await Promise.all(files.map(async (file) => base64(new Uint8Array(await file.arrayBuffer()))));
  return intent.importData({ name: files[0]?.name ?? '', data: data ?? '', ...(labels === undefined ? {} : { labels }) });
}
