// Signals, images and filters as SVG: small for many of them, large for one.

import { shape } from '../platform/dom';

const levels = 10; // of grey; each is one path, so that an image with many pixels has few elements
const gap = 0.4; // pixels between the channels of an image, which are side by side
const signSide = 9; // least side of a pixel in which there is room for a sign

/** A Box is a rectangle in the units of the drawing. */
export interface Box { x: number; y: number; width: number; height: number }

/** Dimensions are those of an image. */
export type Dimensions = [height: number, width: number, channels: number];

/** short formats a coordinate. */
export const short = (v: number): string => String(Math.round(10 * v) / 10);

/** isSignal reports whether samples of a shape are signals, drawn as curves. */
export const isSignal = ({ length }: number[]): boolean => length === 1;

/** A Raster gives the positions of an image's pixels in a box: side is the size of a pixel; columns and rows are their numbers. */
export interface Raster {
  side: number;
  columns: number;
  rows: number;
  /** corner returns the upper left corner of an entry in the drawing, place its column and row. */
  corner(entry: number): [x: number, y: number];
  place(entry: number): [column: number, row: number];
}

/** raster fits an image into the upper left of a box. */
export function raster([height, width, channels]: Dimensions, box: Box): Raster {
  const columns = channels * width + (channels - 1) * gap;
  const side = Math.min(box.width / columns, box.height / height);
  const place = (i: number): [number, number] => {
    const channel = i % channels;
    const pixel = (i - channel) / channels;
    return [pixel % width + channel * (width + gap), Math.floor(pixel / width)];
  };
  return {
    side, columns, rows: height, place,
    corner: (i) => {
      const [c, r] = place(i);
      return [box.x + c * side, box.y + r * side];
    },
  };
}

/** centred returns the box, centred in another, into which an image fits. */
export function centred(size: Dimensions, box: Box): Box {
  const { side, columns } = raster(size, box);
  return { ...box, x: box.x + (box.width - side * columns) / 2, width: side * columns };
}

/** column returns the x of entry i of a signal in a box. */
export const column = (i: number, length: number, box: Box): number => box.x + (i + 0.5) * box.width / length;

/** level returns the y of a signal's value in a box, which spans -range to range. */
export const level = (v: number, range: number, box: Box): number => box.y + box.height / 2 - Math.max(-1.05, Math.min(1.05, v / range)) * box.height / 2;

/** curve draws a signal with a line at zero. */
export function curve(x: number[], range: number, box: Box): SVGElement[] {
  const d = x.map((v, i) => `${i ? 'L' : 'M'}${short(column(i, x.length, box))} ${short(level(v, range, box))}`).join('');
  return [zero(box), shape('path', { class: 'curve', d: x.length > 1 ? d : `${d}h.1` })];
}

/** zero draws the line at zero in a box. */
export const zero = (box: Box): SVGElement => shape('path', { class: 'zero', d: `M${box.x} ${short(box.y + box.height / 2)}h${box.width}` });

/** greyness returns a function that maps a value between low and high to the share of ink, 0 to 1. */
export function greyness({ low, high }: { low: number; high: number }): (v: number) => number {
  const bottom = low < -0.25 * Math.abs(high) ? low : 0;
  const top = Math.max(high > 0.25 ? high : 1, bottom + 1e-9);
  return (v) => Math.max(0, Math.min(1, (v - bottom) / (top - bottom)));
}

/** pixels draws an image in greys. */
export function pixels(x: number[], size: Dimensions, grey: (v: number) => number, box: Box): SVGElement[] {
  const { side, corner } = raster(size, box);
  const paths = Array<string>(levels + 1).fill('');
  x.forEach((v, i) => { paths[Math.round(grey(v) * levels)] += square(...corner(i), side); });
  const inks = paths.flatMap((d, k) => (d && k ? [shape('path', { class: 'grey', d, 'fill-opacity': k / levels })] : []));
  return [frame(size, box), ...inks];
}

/** frame draws the border of an image. */
function frame(size: Dimensions, box: Box): SVGElement {
  const { side, columns, rows } = raster(size, box);
  return shape('rect', { class: 'frame', x: box.x, y: box.y, width: short(columns * side), height: short(rows * side) });
}

/** rectangle returns the attributes of a rectangle. */
export const rectangle = (x: number, y: number, width: number, height: number): Record<'x' | 'y' | 'width' | 'height', string> =>
  ({ x: short(x), y: short(y), width: short(width), height: short(height) });

const square = (x: number, y: number, side: number): string =>
  `M${x.toFixed(2)} ${y.toFixed(2)}h${side.toFixed(2)}v${side.toFixed(2)}h-${side.toFixed(2)}z`;

/** filterBars draws a filter for signals as bars above and below zero. */
export function filterBars(u: number[], box: Box): SVGElement[] {
  const step = box.width / u.length;
  const middle = box.y + box.height / 2;
  const bars = u.map((v, k) => {
    const height = Math.abs(v) * box.height / 2;
    return shape('rect', {
      class: v < 0 ? 'negative' : 'positive', x: short(box.x + (k + 0.14) * step), width: short(0.72 * step),
      y: short(v < 0 ? middle : middle - height), height: short(Math.max(height, 0.6)),
    });
  });
  return [zero(box), ...bars];
}

/** filterPixels draws a filter for images: ink shows the size of an entry, colour and, where there is room, a mark its sign. */
export function filterPixels(u: number[], size: Dimensions, box: Box): SVGElement[] {
  const { side, corner } = raster(size, box);
  const most = Math.max(...u.map(Math.abs), 1e-9);
  const arm = Math.min(4, side / 4);
  const nodes = u.flatMap((v, k) => {
    const [x, y] = corner(k);
    const ink = shape('rect', {
      class: v < 0 ? 'negative' : 'positive', ...rectangle(x, y, side, side), 'fill-opacity': (Math.abs(v) / most).toFixed(2),
    });
    if (side < signSide || Math.abs(v) < 0.15 * most) return [ink];
    const upright = v < 0 ? '' : `m${-arm} ${-arm}v${2 * arm}`;
    return [ink, shape('path', { class: 'sign', d: `M${short(x + side / 2 - arm)} ${short(y + side / 2)}h${2 * arm}${upright}` })];
  });
  return [...nodes, frame(size, box)];
}
