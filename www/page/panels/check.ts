// The panel that checks other people's results: a matrix, or a network with or without its proof. The solver recomputes everything; this file
// handles the text, the files and the verdict.

import { byId, element, setAttribute, setIcon, setText } from '../platform/dom';
import { base64 } from '../platform/files';
import { fixed, number } from '../platform/format';
import type { Intent, Page, PageCheck, PageFact, PageNeuron } from '../platform/protocol';
import type { Solver } from '../platform/solver';
import { equal } from '../platform/values';
import * as messages from '../messages';
import { sentenceOf } from '../shell/notice';

const largest = 4 << 20; // bytes of a file
const entriesShown = 4; // of a direction

/** CheckPanel takes texts and files, and shows the verdict. */
export class CheckPanel {
  private readonly text = byId('check-text', HTMLTextAreaElement);
  private newest: PageCheck | undefined;

  constructor(private readonly solver: Solver) {
    const { text } = this;
    const file = byId('check-file', HTMLInputElement);
    byId('check-run').addEventListener('click', () => void this.run());
    byId('check-clear').addEventListener('click', () => {
      text.value = '';
      void this.request({ do: 'clearCheck' });
    });
    text.addEventListener('keydown', (event) => { if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void this.run(); });
    text.addEventListener('input', () => { if (this.newest) void this.request({ do: 'clearCheck' }); });
    text.addEventListener('drop', (event) => this.drop(event));
    file.addEventListener('change', async () => {
      await this.open([...file.files ?? []]);
      file.value = '';
    });
  }

  show({ check }: Page): void {
    setAttribute(byId('check-result'), 'data-found', check?.present ? '' : null); // otherwise it depends on nothing on the page
    if (equal(check, this.newest)) return;
    this.newest = check;
    byId('check-result').hidden = !check;
    if (!check) return;
    render(check);
    if (!this.text.value) void this.recall();
  }

  private async request(what: Intent): Promise<void> {
    refuse('');
    await this.solver.request(what).catch((error: unknown) => refuse(sentenceOf(error)));
  }

  /** check replaces the verdict: a verdict on another text must not stay. */
  private async check(what: Intent): Promise<void> {
    await this.request({ do: 'clearCheck' });
    await this.request(what);
  }

  private async run(): Promise<void> {
    const text = this.text.value;
    if (text.trim()) await this.check({ do: 'check', text });
    else refuse(messages.nothingToCheck);
  }

  private drop(event: DragEvent): void {
    const files = [...event.dataTransfer?.files ?? []];
    if (files.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    void this.open(files);
  }

  /** open checks one file, or a problem and a solution chosen together. */
  private async open(files: File[]): Promise<void> {
    if (files.length === 0) return;
    if (files.reduce((sum, file) => sum + file.size, 0) > largest) return refuse(messages.filesTooLarge);
    const contents = await Promise.all(files.map(async (file) => new Uint8Array(await file.arrayBuffer()))).catch(() => null);
    if (!contents) return refuse(messages.fileUnreadable);
    const [first] = contents;
    const isArray = first?.[0] === 0x93; // the first byte of a NumPy file
    this.text.value = isArray ? '' : contents.map((bytes) => new TextDecoder().decode(bytes)).join('\n');
    if (first && isArray) await this.check({ do: 'check', data: base64(first) });
    else await this.run();
  }

  /** recall restores the text under check after a reload or with an opened work; a NumPy file has none. */
  private async recall(): Promise<void> {
    const claim = await this.solver.ask('claim').catch(() => '');
    if (!this.text.value) this.text.value = claim;
  }
}

function refuse(sentence: string): void {
  byId('check-fault').hidden = !sentence;
  setText(byId('check-fault'), sentence);
}

function render(check: PageCheck): void {
  const isOther = check.kind === 'other', isValid = check.kind === 'matrix' && check.pass;
  const mark = isOther ? 'wait' : check.pass || check.decimals ? 'check' : 'close';
  setAttribute(byId('check-verdict'), 'data-mark', check.decimals ? 'rounded' : isValid ? 'valid' : mark);
  setIcon(byId('check-icon', SVGUseElement), mark);
  setText(byId('check-word'), isOther ? messages.otherProblem : check.decimals ? messages.rounded(check.decimals)
    : isValid ? messages.validMatrix : check.pass ? messages.pass : messages.fail);
  setText(byId('check-sentence'), check.sentence);
  bodyOf('check-facts').replaceChildren(...check.facts.flatMap(fact));
  const rows = check.neurons.map((n, i) => neuron(n, i, i === check.neuron));
  if (check.more) rows.push(element('tr', {}, element('td', { colspan: 3, class: 'note' }, messages.andMore(check.more))));
  bodyOf('check-neurons').replaceChildren(...rows);
  byId('check-neurons').hidden = rows.length === 0;
}

const bodyOf = (id: string): HTMLElement => byId(id, HTMLTableElement).tBodies[0] ?? byId(id);

/** fact returns the row of a number and, below it, what is wrong with it, if something is. */
function fact({ name, value, fault }: PageFact): HTMLElement[] {
  const text = number(value, Math.abs(value) < 1e-3 ? 2 : 9); // what is nearly zero is compared with a limit
  const shown = element('td', { 'data-value': value }, text, fault ? ' \u2717' : '');
  const row = element('tr', { 'data-fails': Boolean(fault) }, element('th', { scope: 'row' }, name), shown);
  return fault ? [row, element('tr', { class: 'reason' }, element('td', { colspan: 2 }, fault))] : [row];
}

function neuron({ u, alpha }: PageNeuron, index: number, fails: boolean): HTMLElement {
  const entries = u.slice(0, entriesShown).map((x) => fixed(x));
  if (u.length > entriesShown) entries.push('\u2026');
  const cells = [`${index + 1}${fails ? ' \u2717' : ''}`, `(${entries.join(', ')})`, number(alpha, 4)];
  return element('tr', { 'data-fails': fails }, ...cells.map((text) => element('td', {}, text)));
}
