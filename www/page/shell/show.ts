// How a plan is shown: all that the layout writes to the document.

import { all, byId, radios, setAttribute, setText } from '../platform/dom';
import { groups } from '../platform/protocol';
import { slots } from './arrangement';
import { pictureOf } from './names';
import { arrange, put } from './parts';
import type { Plan, State } from './plan';
import { tiles } from './tiles';

const root = document.documentElement;

/** show shows a plan on a stage. */
export function show(stage: HTMLElement, state: State, plan: Plan): void {
  const { mode, size, sheet, picture, drawer, column, numbers, isBeside } = plan;
  mark(root, { 'data-mode': mode, 'data-size': size, 'data-sheet': sheet, 'data-drawer': drawer, 'data-column': column ? '' : null, 'data-numbers': state.numbers ? isBeside ? 'beside' : 'over' : null });
  for (const button of all('#modes button', document, HTMLButtonElement)) mark(button, { 'aria-current': button.value === mode ? 'true' : null });
  put(arrange(plan));
  byId('shelf').hidden = state.only !== null;
  showPictures(stage, state, plan);
  showTabs(state, plan);
  for (const radio of groups.flatMap(radios)) radio.checked = radio.value === picture;
  for (const button of all('[data-drawer]', byId('rail'))) {
    const { drawer: name } = button.dataset;
    const isOpen = name === drawer || name === 'details' && column;
    mark(button, size === 'small' ? { 'aria-expanded': null, 'aria-current': isOpen ? 'true' : null } : { 'aria-expanded': String(isOpen), 'aria-current': null }); // on a phone one is open always
  }
  showSheet(plan);
  mark(byId('verdict'), { 'aria-expanded': String(numbers) });
}

/** showPictures shows the visible pictures in their slots and hides the others. */
function showPictures(stage: HTMLElement, { full }: State, { mode, size, visible, isTabbed }: Plan): void {
  const where = slots(visible, mode === 'learn');
  mark(stage, { 'data-pictures': String(where.size), 'data-full': size === 'small' ? null : full });
  for (const { name, article } of tiles) {
    article.hidden = !where.has(name);
    const isPanel = isTabbed && name !== 'data';
    mark(article, { 'data-slot': where.get(name) ?? null, role: isPanel ? 'tabpanel' : null, 'aria-labelledby': isPanel ? `name-${name}` : null });
  }
}

/** showTabs makes the buttons of the pictures tabs, or in the lab toggles. */
function showTabs({ full }: State, { isTabbed, tabs, picture, seen }: Plan): void {
  setAttribute(byId('picture-names'), 'role', isTabbed ? 'tablist' : 'group');
  for (const { name, tab } of tiles) {
    const isSelected = name === picture, wasSelected = tab.ariaSelected === 'true', isPressed = full ? name === full : seen.includes(name);
    tab.hidden = !tabs.includes(name);
    setText(tab, pictureOf(name).title);
    mark(tab, isTabbed
      ? { role: 'tab', 'aria-selected': String(isSelected), 'aria-controls': `tile-${name}`, 'aria-pressed': null, tabindex: isSelected ? '0' : '-1' }
      : { role: null, 'aria-selected': null, 'aria-controls': null, 'aria-pressed': String(isPressed), tabindex: null });
    if (isTabbed && isSelected && !wasSelected) tab.scrollIntoView({ block: 'nearest', inline: 'nearest' }); // on a phone they are a row that scrolls
  }
}

/** showSheet shows which tab of a phone's sheet is open. */
function showSheet({ sheet, mode }: Plan): void {
  for (const button of all('[data-sheet]', byId('sheet-tabs'))) {
    const { sheet: name } = button.dataset;
    mark(button, { 'aria-selected': String(name === sheet), tabindex: name === sheet ? '0' : '-1' });
    button.hidden = name === 'lab' && mode !== 'lab' || name === 'lesson' && mode !== 'learn';
  }
  setAttribute(byId('sheet-body'), 'aria-labelledby', `sheet-${sheet}`);
}

/** onArrows lets the arrow keys, Home and End move through tabs. The element of a tab has its name after a prefix as its id. */
export function onArrows<T extends string>(list: HTMLElement, prefix: string, tabs: () => readonly T[], now: () => T, go: (tab: T) => void): void {
  list.addEventListener('keydown', (event) => {
    const names = tabs(), last = names.length - 1, at = names.indexOf(now());
    const to = new Map([['ArrowLeft', at === 0 ? last : at - 1], ['ArrowRight', at === last ? 0 : at + 1], ['Home', 0], ['End', last]]).get(event.key);
    const next = names[to ?? -1];
    if (!next) return;
    event.preventDefault();
    go(next);
    byId(prefix + next).focus();
  });
}

/** mark sets attributes of an element, or removes those that are null. */
function mark(node: Element, attributes: Record<string, string | null>): void {
  for (const [name, value] of Object.entries(attributes)) setAttribute(node, name, value);
}
