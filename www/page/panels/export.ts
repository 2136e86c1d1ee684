// Export: files, and the network as code or as an equation, to copy and to read.

import { all, byId, radios, setText } from '../platform/dom';
import { copy, download } from '../platform/files';
import type { Page } from '../platform/protocol';
import type { Solver } from '../platform/solver';
import * as messages from '../messages';
import { notice, noticeError, sentenceOf } from '../shell/notice';

const types: Record<string, string> = { json: 'application/json', csv: 'text/csv', npy: 'application/octet-stream' };
const rest = 250; // ms without a change before the preview follows

/** exportPanel makes the panel. It returns the function that renders an answer. */
export function exportPanel(solver: Solver): (page: Page) => void {
  const preview = new Preview(solver);
  for (const button of all('[data-keep]')) {
    button.addEventListener('click', () => void save(solver, button.dataset['keep'] ?? '').catch(noticeError));
  }
  for (const button of all('[data-copy]')) {
    const name = button.dataset['copy'] ?? '';
    button.addEventListener('click', () => {
      copyCode(solver, name, button.textContent, preview).catch(noticeError);
      preview.choose(name);
    });
  }
  return (page) => preview.show(page);
}

/** save saves a document as a file. */
async function save(solver: Solver, name: string): Promise<void> {
  const file = `conelab-${name.includes('.') ? name : `${name}.json`}`;
  const bytes = await solver.bytes(name);
  download(new Blob([bytes], { type: types[file.split('.').pop() ?? ''] ?? '' }), file);
  notice(messages.saved(file));
}

/** copyCode copies the network in a language to the clipboard or, if that is refused, opens the preview, from which it can be copied. */
async function copyCode(solver: Solver, name: string, title: string, preview: Preview): Promise<void> {
  const pending = solver.ask(name);
  const isCopied = await copy(pending);
  if (!isCopied) preview.open();
  notice(isCopied ? messages.copiedAs(title, (await pending).trimEnd().split('\n').length) : messages.copyByHand);
}

/** Preview shows the network in the chosen language while it is open. */
class Preview {
  private readonly panel = byId('keep-preview', HTMLDetailsElement);
  private readonly languages = radios('keep-language');
  private timer = 0;
  private shown = -1; // revision of the solution

  constructor(private readonly solver: Solver) {
    const refresh = (): void => void this.refresh();
    this.panel.addEventListener('toggle', refresh);
    for (const radio of this.languages) radio.addEventListener('change', refresh);
  }

  show({ revision: { solution } }: Page): void {
    if (!this.panel.open || solution === this.shown) return;
    this.shown = solution;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.refresh(), rest);
  }

  open(): void { this.panel.open = true; }

  choose(name: string): void {
    for (const radio of this.languages) radio.checked = radio.value === name;
    void this.refresh();
  }

  private async refresh(): Promise<void> {
    clearTimeout(this.timer);
    const name = this.languages.find((radio) => radio.checked)?.value;
    if (this.panel.open && name) setText(byId('keep-code'), await this.solver.ask(name).catch(sentenceOf));
  }
}
