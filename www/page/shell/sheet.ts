// The sheet of a phone, which has a tab for each group of controls.

import { all, byId, setAttribute, setText } from '../platform/dom';
import * as say from '../sentences';
import type { Mode } from './modes';
import { pictureOf, type Name } from './names';
import type { Part, Sheet } from './parts';

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
  setText(byId('sheet-film'), !hasPanel ? say.film : controls.includes('argument') ? say.shortFilms : say.pictureControls);
}
