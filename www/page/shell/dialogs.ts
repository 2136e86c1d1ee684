// Two dialogs opened from the menus: the keyboard shortcuts, and the code by which another page shows this one.

import { byId, one, setText } from '../platform/dom';
import { copy } from '../platform/download';
import { embedded } from '../platform/framed';
import * as say from '../sentences';
import { sentenceOf } from './notice';

/** footDialogs wires them; embedCode() is a promise of the code. */
export function footDialogs(embedCode: () => Promise<string>): void {
  if (embedded) return; // an embedded page has no foot
  const keys = dialog('keys');
  document.addEventListener('keydown', (event) => {
    const inField = event.target instanceof Element && event.target.matches('input, textarea, select');
    if (event.key !== '?' || inField || document.querySelector('dialog:modal')) return;
    event.preventDefault();
    keys.showModal();
  });
  embedDialog(embedCode);
}

/** dialog wires the opening and closing of a dialog: by its cross, by Escape, or by a press outside. */
export function dialog(name: string): HTMLDialogElement {
  const node = byId(name, HTMLDialogElement);
  byId(`${name}-open`).addEventListener('click', () => node.showModal());
  one('[data-close]', node).addEventListener('click', () => node.close());
  node.addEventListener('click', (event) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    const beside = event.clientX < left || event.clientX > right || event.clientY < top || event.clientY > bottom;
    if (event.target === node && beside) node.close();
  });
  return node;
}

function embedDialog(embedCode: () => Promise<string>): void {
  dialog('embed');
  const code = byId('embed-code', HTMLTextAreaElement);
  const note = byId('embed-note');
  byId('embed-open').addEventListener('click', () => {
    setText(note, '');
    code.value = '';
    embedCode().then((text) => { code.value = text; }, (error: unknown) => setText(note, sentenceOf(error)));
  });
  byId('embed-copy').addEventListener('click', async () => {
    const isCopied = await copy(code.value);
    if (!isCopied) code.select();
    setText(note, isCopied ? say.copied : say.codeSelected);
  });
}
