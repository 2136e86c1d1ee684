// Menus, and the dialogs that they open.

import { all, byId, closest, one, setAttribute, setText } from '../platform/dom';
import { copy } from '../platform/files';
import { embedded } from '../platform/storage';
import * as messages from '../messages';
import { sentenceOf } from './notice';

/**
 * menus wires the menus: a button opens and closes the sheet after it, which also closes when something in it is chosen, when the focus leaves the
 * menu, on Escape, and on a press elsewhere.
 */
export function menus(): void {
  for (const node of all('.menu')) {
    const opener = one('button', node), sheet = one('.sheet', node);
    const open = (isOpen: boolean): void => {
      sheet.hidden = !isOpen;
      setAttribute(opener, 'aria-expanded', String(isOpen));
      setAttribute(node, 'data-open', isOpen ? '' : null);
    };
    const isWithin = (target: EventTarget | null): boolean => target instanceof Node && node.contains(target);
    opener.addEventListener('click', () => open(Boolean(sheet.hidden)));
    document.addEventListener('focusin', (event) => { if (!isWithin(event.target)) open(false); });
    document.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || sheet.hidden) return;
      event.preventDefault(); // what is behind it stays
      open(false);
      opener.focus();
    }, true);
    document.addEventListener('pointerdown', (event) => { if (!isWithin(event.target)) open(false); });
    // What is chosen closes the menu: it would cover what comes of it, and may have other buttons under the pointer then. A picture is looked at from
    // several sides, and a scene is moved several places, one after the other. The focus is back before the choice takes it elsewhere, as to a dialog.
    sheet.addEventListener('click', (event) => {
      if (sheet.hidden || !closest(event.target, 'button:not([data-scene="earlier"], [data-scene="later"])')) return;
      open(false);
      opener.focus();
    }, true);
    open(false);
  }
}

/** pageDialogs wires the list of keys and the code that embeds the page, of which embedCode() is a promise. */
export function pageDialogs(embedCode: () => Promise<string>): void {
  if (embedded) return; // an embedded page has neither
  const keys = byId('keys', HTMLDialogElement);
  document.addEventListener('keydown', (event) => {
    const inField = event.target instanceof Element && event.target.matches('input, textarea, select');
    if (event.key !== '?' || inField || document.querySelector('dialog:modal')) return;
    event.preventDefault();
    keys.showModal();
  });
  const code = byId('embed-code', HTMLTextAreaElement);
  const note = byId('embed-note');
  byId('embed-open').addEventListener('click', () => {
    setText(note, '');
    code.value = '';
    embedCode().then((text) => { code.value = text; }, (error: unknown) => setText(note, sentenceOf(error)));
  });
  byId('embed-copy').addEventListener('click', () => void copyField(code, note, messages.codeSelected));
}

/** dialogs wires the opening and closing of those that have a cross: by it, by Escape, or by a press outside. */
export function dialogs(): void {
  for (const cross of all('dialog [data-close]')) {
    const node = cross.closest('dialog') as HTMLDialogElement;
    byId(`${node.id}-open`).addEventListener('click', () => node.showModal());
    cross.addEventListener('click', () => node.close());
    node.addEventListener('click', (event) => {
      const { left, right, top, bottom } = node.getBoundingClientRect();
      const beside = event.clientX < left || event.clientX > right || event.clientY < top || event.clientY > bottom;
      if (event.target === node && beside) node.close();
    });
  }
}

/** copyField copies the text of a field, or else selects it, and says so. */
export async function copyField(field: HTMLTextAreaElement, note: HTMLElement, selected: string): Promise<void> {
  const isCopied = await copy(field.value);
  if (!isCopied) field.select();
  setText(note, isCopied ? messages.copied : selected);
}
