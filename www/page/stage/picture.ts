// Saves a picture as a PNG file: the picture, which the view draws again at a larger size, with its labels under its title.

import { byId, element, one } from '../platform/dom';
import { download } from '../platform/files';
import { tiles } from '../shell/tiles';
import { labelOf } from './labels';

const margin = 16; // css pixels around the picture
const top = 56; // css pixels for the title and a sentence of one line
const leading = 18; // css pixels from one line of the sentence to the next
const sides: Record<string, [CanvasTextAlign, CanvasTextBaseline]> =
  { c: ['center', 'middle'], l: ['left', 'middle'], r: ['right', 'middle'], t: ['center', 'top'], b: ['center', 'bottom'] };

/** A Picture is the view's drawing: its size in pixels, their colours, and the labels, one per line. */
export interface Picture { width: number; height: number; rgba: Uint8Array<ArrayBuffer>; lines: string }

/** savePicture composes a picture from the view's drawing, with factor pixels in a CSS pixel, and saves it. */
export async function savePicture(index: number, factor: number, { width, height, rgba, lines: labels }: Picture): Promise<void> {
  const tile = tiles[index];
  const canvas = element('canvas', { width: width + 2 * margin * factor });
  const context = canvas.getContext('2d');
  if (!tile || !context) return;
  const caption = one('header p', tile.article);
  write(context, getComputedStyle(caption));
  const lines = wrapped(context, caption.textContent ?? '', width / factor);
  const above = top + leading * (lines.length - 1);
  canvas.height = height + (above + margin) * factor; // which resets the context
  context.scale(factor, factor);
  context.fillStyle = colour('--panel');
  context.fillRect(0, 0, canvas.width, canvas.height);
  heading(context, tile.article, lines);
  context.translate(margin, above);
  context.putImageData(new ImageData(new Uint8ClampedArray(rgba), width, height), margin * factor, above * factor);
  for (const line of labels ? labels.split('\n') : []) label(context, line);
  const blob = await new Promise<Blob | null>((resolve) => { canvas.toBlob(resolve, 'image/png'); });
  if (blob) download(blob, `conelab-${tile.name}.png`);
}

const colour = (property: string): string => getComputedStyle(document.documentElement).getPropertyValue(property).trim();

/** wrapped splits a sentence into lines of at most width CSS pixels in the context's font. */
function wrapped(context: CanvasRenderingContext2D, sentence: string, width: number): string[] {
  const lines = [''];
  for (const word of sentence.trim().split(' ')) {
    const last = lines[lines.length - 1] ?? '';
    const longer = last ? `${last} ${word}` : word;
    if (last && context.measureText(longer).width > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

/** heading writes the title and the lines of the sentence of the tile, each in its own style. */
function heading(context: CanvasRenderingContext2D, article: HTMLElement, lines: string[]): void {
  context.textBaseline = 'alphabetic';
  const title = one('h2', article);
  write(context, getComputedStyle(title));
  context.fillText(title.textContent ?? '', margin, 24);
  write(context, getComputedStyle(one('header p', article)));
  for (const [k, line] of lines.entries()) context.fillText(line, margin, 43 + k * leading);
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
