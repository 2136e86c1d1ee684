// The pictures in words, for screen readers.

import { one, setAttribute } from '../platform/dom';
import type { Page } from '../platform/protocol';
import * as say from '../sentences';
import { tiles } from '../shell/tiles';

/** describeTiles keeps the descriptions up to date. */
export function describeTiles(page: Page): void {
  for (const { index, area, article } of tiles) {
    const description = page.tiles[index]?.description ?? one('h2', article).textContent ?? '';
    setAttribute(area, 'aria-label', page.stale ? say.descriptionBefore(description) : description);
  }
}
