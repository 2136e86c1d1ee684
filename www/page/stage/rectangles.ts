// The rectangles of the pictures, in device pixels of the canvas.

import { tiles } from '../shell/tiles';
import type { Size } from './mount';

/** tileRectangles returns the layout in the view's format: width, height, scale, then x, y, w, h of each area. */
export function tileRectangles(stage: Element, { width, height, scale }: Size): Float64Array {
  const origin = stage.getBoundingClientRect();
  const numbers = [width, height, scale];
  for (const { article, area } of tiles) {
    if (article.hidden) {
      numbers.push(0, 0, 0, 0);
      continue;
    }
    const box = area.getBoundingClientRect();
    numbers.push((box.left - origin.left) * scale, (box.top - origin.top) * scale, box.width * scale, box.height * scale);
  }
  return new Float64Array(numbers);
}
