// Three dialogs that are opened from the foot of the page: the keyboard shortcuts, the choice of what a class finds on the page, and the
// code with which another page shows this one.

import { all, byId, element, one, setText } from '../platform/dom';
import { copy } from '../platform/download';
import { embedded } from '../platform/framed';
import * as say from '../sentences';
import type { PageLook } from './look';
import { sentenceOf } from './notice';

/** footDialogs wires them; embedCode() is a promise of the code. */
export function footDialogs(look: PageLook, embedCode: () => Promise<string>): void {
  if (embedded) return; // it has no foot
  const keys = dialog('keys');
  document.addEventListener('keydown', (event) => {
    const inField = event.target instanceof Element && event.target.matches('input, textarea, select');
    if (event.key !== '?' || inField || document.querySelector('dialog:modal')) return;
    event.preventDefault();
    keys.showModal();
  });
  classDialog(look);
  embedDialog(embedCode);
}

/** dialog wires a dialog's opening and its closing: by its cross, by Escape, or by a press beside it. */
function dialog(name: string): HTMLDialogElement {
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

function classDialog(look: PageLook): void {
  const node = dialog('class');
  const panels = byId('class-panels');
  for (const [name, title] of Object.entries(say.panelNames)) {
    panels.append(element('label', { class: 'check', 'data-help': say.panelHelp(title) }, element('input', { type: 'checkbox', value: name }), title));
  }
  const boxes = all('input', panels, HTMLInputElement);
  panels.addEventListener('change', () => look.hide(boxes.filter((box) => !box.checked).map((box) => box.value)));
  byId('class-open').addEventListener('click', () => {
    const { hidden } = look.get();
    for (const box of boxes) box.checked = !hidden.includes(box.value);
  });
  byId('class-copy').addEventListener('click', () => {
    node.close(); // what is said of the link would be behind it
    byId('copy-link').click();
  });
}
