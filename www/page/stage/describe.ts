// The pictures in words, for screen readers.

import { one, setAttribute } from '../platform/dom';
import type { Page } from '../platform/protocol';
import { tiles } from '../shell/tiles';

/** describeTiles keeps the descriptions up to date. */
export function describeTiles(page: Page): void {
  for (const { index, area, article } of tiles) {
    setAttribute(area, 'aria-label', page.tiles[index]?.description ?? one('h2', article).textContent);
  }
}
