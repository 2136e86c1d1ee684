// The places of the pictures on the stage.

import { setAttribute } from '../platform/dom';
import type { Slot } from './arrangement';
import type { Name } from './names';
import { mark } from './tabs';
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
