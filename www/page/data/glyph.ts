// A small drawing.

import { shape } from '../platform/dom';
import type { Box } from './glyphs';

/** glyphBox is the drawing area. */
export const glyphBox: Box = { x: 2, y: 2, width: 60, height: 40 };

/** Glyph is a small drawing that is redrawn only when its key changes. */
export class Glyph {
  readonly svg = shape('svg', { class: 'glyph', 'aria-hidden': 'true', viewBox: '0 0 64 44' });
  private key = '';

  draw(key: string, nodes: () => SVGElement[]): void {
    if (key === this.key) return;
    this.key = key;
    this.svg.replaceChildren(...nodes());
  }
}
