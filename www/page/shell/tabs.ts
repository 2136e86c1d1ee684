// How the layout is shown: the pictures in their places, the buttons by which they are chosen, and the sheet of a phone.

import { all, byId, element, setAttribute, setText } from '../platform/dom';
import * as messages from '../messages';
import type { Slot } from './arrangement';
import { groupOf, isName, type Mode, type Name, pictureOf, small, tabWord } from './names';
import type { Part, Sheet } from './parts';
import { tiles } from './tiles';

/** place shows the pictures in their slots and hides the others. */
export function place(stage: HTMLElement, where: Map<Name, Slot>, full: Name | null, tabbed: boolean): void {
  setAttribute(stage, 'data-pictures', String(where.size));
  setAttribute(stage, 'data-full', full);
  for (const { name, article } of tiles) {
    article.hidden = !where.has(name);
    const isPanel = tabbed && name !== 'data';
    mark(article, { 'data-slot': where.get(name) ?? null, role: isPanel ? 'tabpanel' : null, 'aria-labelledby': isPanel ? `name-${name}` : null });
  }
}

/** showTabs makes the buttons tabs; has reports whether a picture is available. */
export function showTabs(chosen: Name, has: (name: Name) => boolean): void {
  setAttribute(byId('picture-names'), 'role', 'tablist');
  for (const { name, tab } of tiles) {
    const picture = pictureOf(name);
    // One tab stands for all pictures of a group: for the chosen one, or the first.
    const group = picture.group ? groupOf(picture.group).filter((one) => has(one)) : [name];
    tab.hidden = name === 'data' && !small.matches || name !== (group.find((one) => one === chosen) ?? group[0]);
    const selected = name === chosen;
    setText(tab, tabWord(picture));
    mark(tab, { role: 'tab', 'aria-selected': String(selected), 'aria-controls': `tile-${name}`, 'aria-pressed': null, tabindex: selected ? '0' : '-1' });
  }
}

/** showToggles makes the buttons toggles of the pictures shown. */
export function showToggles(shown: Name[]): void {
  setAttribute(byId('picture-names'), 'role', 'group');
  for (const { name, tab } of tiles) {
    tab.hidden = false;
    setText(tab, pictureOf(name).title);
    mark(tab, { role: null, 'aria-selected': null, 'aria-controls': null, 'aria-pressed': String(shown.includes(name)), tabindex: null });
  }
}

/** visibleTabs returns the names of the visible tabs, in order. */
export function visibleTabs(): Name[] {
  return all('[data-tile]', byId('picture-names')).filter((node) => !node.hidden).map((node) => node.dataset['tile']).filter(isName);
}

/** showDots shows one dot for each picture that a phone can turn to, or none. */
export function showDots(canTurn: boolean, chosen: Name): void {
  byId('dots').hidden = !canTurn;
  byId('dots').replaceChildren(...visibleTabs().map((name) => element('span', { class: name === chosen ? 'now' : null })));
}

/** neighbour returns the tab to which a key leads, or null. */
export function neighbour<T>(tabs: readonly T[], tab: T, key: string): T | null {
  const last = tabs.length - 1;
  const now = tabs.indexOf(tab);
  const to = new Map([['ArrowLeft', now === 0 ? last : now - 1], ['ArrowRight', now === last ? 0 : now + 1], ['Home', 0], ['End', last]]).get(key);
  return tabs[to ?? -1] ?? null;
}

/** mark sets attributes of an element, or removes those that are null. */
export function mark(node: Element, attributes: Record<string, string | null>): void {
  for (const [name, value] of Object.entries(attributes)) setAttribute(node, name, value);
}

/** sheetOf returns the tab of a phone's sheet that opens with a mode: the mode's own, or else the one that was open. */
export const sheetOf = (mode: Mode, open: Sheet): Sheet => mode === 'learn' ? 'lesson' : mode === 'lab' ? 'lab' : open === 'lesson' || open === 'lab' ? 'draw' : open;

/** showSheet shows which tab is open. */
export function showSheet(sheet: Sheet, mode: Mode, picture: Name): void {
  for (const button of all('[data-sheet]', byId('sheet-tabs'))) {
    const is = button.dataset['sheet'] === sheet;
    setAttribute(button, 'aria-selected', String(is));
    setAttribute(button, 'tabindex', is ? '0' : '-1');
    button.hidden = button.dataset['sheet'] === 'lab' && mode !== 'lab' || button.dataset['sheet'] === 'lesson' && mode !== 'learn';
  }
  setAttribute(byId('sheet-body'), 'aria-labelledby', `sheet-${sheet}`);
  const controls: readonly Part[] = pictureOf(picture).controls;
  const hasPanel = controls.length > 0 && !controls.includes('transport');
  // Not the name of the picture, which is on its own tab.
  setText(byId('sheet-film'), !hasPanel ? messages.film : controls.includes('argument') ? messages.shortFilms : messages.pictureControls);
}
