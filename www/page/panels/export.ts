// Export: files, and the network as code or as an equation, to copy.

import { all } from '../platform/dom';
import { copyOrSave, download } from '../platform/files';
import type { Solver } from '../platform/solver';
import * as messages from '../messages';
import { notice, noticeError } from '../shell/notice';

const types: Record<string, string> = { json: 'application/json', csv: 'text/csv', npy: 'application/octet-stream' };

/** exportPanel wires the panel. */
export function exportPanel(solver: Solver): void {
  for (const button of all('[data-keep]')) button.addEventListener('click', () => void save(solver, button.dataset['keep'] ?? '').catch(noticeError));
  for (const button of all('[data-copy]')) {
    button.addEventListener('click', () => void copyCode(solver, button).catch(noticeError));
  }
}

/** save saves a document as a file. */
async function save(solver: Solver, name: string): Promise<void> {
  const file = `conelab-${name.includes('.') ? name : `${name}.json`}`;
  const bytes = await solver.bytes(name);
  download(new Blob([bytes], { type: types[file.split('.').pop() ?? ''] ?? '' }), file);
  notice(messages.saved(file));
}

/** copyCode copies the network in the language of a button to the clipboard or, where that is refused, saves it as a file. */
async function copyCode(solver: Solver, button: HTMLElement): Promise<void> {
  const { copy: name = '', ending = '' } = button.dataset;
  const pending = solver.ask(name), file = `conelab-network${ending}`;
  const isCopied = await copyOrSave(pending, file);
  notice(isCopied ? messages.copiedAs(button.textContent, (await pending).trimEnd().split('\n').length) : messages.savedInstead(file));
}
