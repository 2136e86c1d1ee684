// Menus: a button that opens a small sheet, and closes it again when something else is done.

import { byId, one, setAttribute } from '../platform/dom';

/** menus wires the menus of the page itself; what is chosen in those of examples stays open for another look. */
export function menus(): void {
  for (const [menu, opener, sheet] of [['share-menu', 'share-open', 'share'], ['page-menu', 'page-open', 'page-sheet'], ['examples-menu', 'examples-open', 'examples']] as const) {
    disclose(byId(menu), byId(opener), byId(sheet));
  }
  // A dialog that is opened from a menu returns the focus to a button that is to be seen.
  one('#share-menu .sheet').addEventListener('click', (event) => { if (event.target instanceof Element && event.target.closest('button')) byId('share-open').focus(); });
}

/** disclose makes opener open and close sheet, which also closes when the focus leaves node, or at Escape or a press elsewhere. */
export function disclose(node: HTMLElement, opener: HTMLElement, sheet: HTMLElement): void {
  const open = (isOpen: boolean): void => {
    sheet.hidden = !isOpen;
    setAttribute(opener, 'aria-expanded', String(isOpen));
    setAttribute(node, 'data-open', isOpen ? '' : null);
  };
  const isWithin = (target: EventTarget | null): boolean => target instanceof Node && node.contains(target);
  opener.addEventListener('click', () => open(Boolean(sheet.hidden)));
  node.addEventListener('focusout', (event) => { if (!isWithin(event.relatedTarget)) open(false); });
  node.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || sheet.hidden) return;
    event.preventDefault(); // the full stage stays
    open(false);
    opener.focus();
  });
  document.addEventListener('pointerdown', (event) => { if (!isWithin(event.target)) open(false); });
  open(false);
}

