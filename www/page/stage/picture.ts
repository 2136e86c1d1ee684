// Saves a picture as a PNG file: the picture, which the view draws again at a larger size, with its labels under its title.

import { byId, element, one } from '../platform/dom';
import { download } from '../platform/download';
import { tiles } from '../shell/tiles';
import { labelOf } from './labels';

const margin = 16; // css pixels around the picture
const top = 56; // css pixels for the title and its sentence
const sides: Record<string, [CanvasTextAlign, CanvasTextBaseline]> =
  { c: ['center', 'middle'], l: ['left', 'middle'], r: ['right', 'middle'], t: ['center', 'top'], b: ['center', 'bottom'] };

/** A Picture is the view's drawing: its size in pixels, their colours, and the labels, one per line. */
export interface Picture { width: number; height: number; rgba: Uint8Array<ArrayBuffer>; lines: string }

/** savePicture composes a picture from the view's drawing, with factor pixels in a CSS pixel, and saves it. */
export async function savePicture(index: number, factor: number, { width, height, rgba, lines }: Picture): Promise<void> {
  const tile = tiles[index];
  const canvas = element('canvas', { width: width + 2 * margin * factor, height: height + (top + margin) * factor });
  const context = canvas.getContext('2d');
  if (!tile || !context) return;
  context.scale(factor, factor);
  context.fillStyle = colour('--panel');
  context.fillRect(0, 0, canvas.width, canvas.height);
  heading(context, tile.article);
  context.putImageData(new ImageData(new Uint8ClampedArray(rgba), width, height), margin * factor, top * factor);
  context.translate(margin, top);
  for (const line of lines ? lines.split('\n') : []) label(context, line);
  const blob = await new Promise<Blob | null>((resolve) => { canvas.toBlob(resolve, 'image/png'); });
  if (blob) download(blob, `conelab-${tile.name}.png`);
}

const colour = (property: string): string => getComputedStyle(document.documentElement).getPropertyValue(property).trim();

/** heading writes the title and the sentence of the tile, each in its own style. */
function heading(context: CanvasRenderingContext2D, article: HTMLElement): void {
  context.textBaseline = 'alphabetic';
  for (const [selector, y] of [['h2', 24], ['header p', 43]] as const) {
    const node = one(selector, article);
    write(context, getComputedStyle(node));
    context.fillText(node.textContent ?? '', margin, y, context.canvas.width - 2 * margin);
  }
}

/** label draws a label as the page shows it. */
function label(context: CanvasRenderingContext2D, line: string): void {
  const { x, y, anchor, kind, text } = labelOf(line);
  const probe = byId('labels').appendChild(element('span', { class: `text ${kind}` }));
  write(context, getComputedStyle(probe));
  probe.remove();
  [context.textAlign, context.textBaseline] = sides[anchor] ?? ['center', 'middle'];
  context.strokeStyle = colour('--panel');
  context.lineWidth = 3;
  context.lineJoin = 'round';
  context.strokeText(text, Number(x), Number(y));
  context.fillText(text, Number(x), Number(y));
}

function write(context: CanvasRenderingContext2D, style: CSSStyleDeclaration): void {
  context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  context.fillStyle = style.color;
}
