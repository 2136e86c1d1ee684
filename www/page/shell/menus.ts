// Menus: a button that opens a small sheet, which closes when something else is done.

import { byId, closest, setAttribute } from '../platform/dom';

/** menus wires the page's own menus; the menu of examples stays open after a choice. */
export function menus(): void {
  for (const [menu, opener, sheet] of [['share-menu', 'share-open', 'share'], ['page-menu', 'page-open', 'page-sheet'], ['examples-menu', 'examples-open', 'examples']] as const) {
    disclose(byId(menu), byId(opener), byId(sheet));
  }
}

/** disclose makes opener open and close sheet, which also closes when the focus leaves node, on Escape, and on a press elsewhere. */
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
  // Before a dialog opens, the focus moves to a button that will be visible when it returns.
  sheet.addEventListener('click', (event) => {
    if (!closest(event.target, '[aria-haspopup="dialog"]')) return;
    open(false);
    opener.focus();
  }, true);
  open(false);
}

