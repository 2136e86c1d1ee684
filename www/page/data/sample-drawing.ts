// The large drawing of one sample with its patches, and the position of an event in it.

import { type Box, column, curve, type Dimensions, greyness, level, pixels, raster, rectangle, short, zero } from './glyphs';
import { shape } from '../platform/dom';
import type { Samples } from '../platform/protocol';
import * as messages from '../messages';

/** view is the size of the drawing. */
export const view = { width: 320, height: 200 };

const plot: Box = { x: 0, y: 8, width: 320, height: 132 }; // of a signal
const strip: Box = { x: 0, y: 152, width: 320, height: 44 }; // of the responses to it
const picture: Box = { x: 4, y: 4, width: 192, height: 192 }; // of an image
const map: Box = { x: 212, y: 28, width: 104, height: 104 }; // of the responses to it

/**
 * A Scene is what is drawn: the values x of sample index, and the responses of neuron chosen. entry and patch are the highlighted ones, -1 for none.
 */
export interface Scene { x: number[]; data: Samples; index: number; chosen: number; range: number; entry: number; patch: number }

/**
 * signalAt returns the entry of a signal at a point of the drawing, and the height within the range; outside it returns null or, with clamp,
 * the nearest.
 */
export function signalAt(at: DOMPoint, length: number, clamp: boolean): { entry: number; share: number } | null {
  const entry = Math.floor(at.x / plot.width * length);
  const share = 1 - 2 * (at.y - plot.y) / plot.height;
  if (!clamp && (Math.abs(share) > 1.15 || entry < 0 || entry >= length)) return null;
  return { entry: Math.max(0, Math.min(length - 1, entry)), share: Math.max(-1, Math.min(1, share)) };
}

/** imageAt returns the entry of an image at a point of the drawing, or -1. */
export function imageAt(at: DOMPoint, size: Dimensions, length: number): number {
  const { side, place } = raster(size, picture);
  const [c, r] = [(at.x - picture.x) / side, (at.y - picture.y) / side];
  return Array.from({ length }, (_, k) => place(k)).findIndex(([left, top]) => c >= left && c < left + 1 && r >= top && r < top + 1);
}

/** drawSignal draws a signal, the highlighted patch with the filter over it, and the filter's responses below. */
export function drawSignal(scene: Scene): SVGElement[] {
  const { x, data, range, patch } = scene;
  const wide = plot.width / x.length;
  const rules = Array.from({ length: x.length + 1 }, (_, i) => shape('path', { class: 'rule', d: `M${short(i * wide)} ${plot.y}v${plot.height}` }));
  const left = data.corners[patch]?.[1] ?? 0;
  const window = { class: 'window', x: short(left * wide), y: plot.y, width: short(data.filter[1] * wide), height: plot.height };
  const r = x.length > 24 ? 2.5 : 4.5;
  const dots = x.map((v, i) => shape('circle', { class: 'dot', cx: short(column(i, x.length, plot)), cy: short(level(v, range, plot)), r }));
  return [
    ...rules, ...(patch >= 0 ? [shape('rect', window)] : []), ...curve(x, range, plot), ...dots, ...filterOver(scene, wide, left),
    ...responses(scene, wide),
  ];
}

/** filterOver draws the chosen filter at the patch, if it reads that patch. */
function filterOver({ data, chosen, patch }: Scene, wide: number, left: number): SVGElement[] {
  const neuron = data.neurons?.[chosen];
  if (patch < 0 || !neuron || !reads(data, chosen, patch)) return [];
  const d = neuron.u.map((v, k) => `${k ? 'L' : 'M'}${short((left + k + 0.5) * wide)} ${short(level(v, 1, plot))}`).join('');
  return [shape('path', { class: 'filter', d })];
}

/** responses draws sigma of the chosen filter at each patch of a signal, as bars below the middles of the patches. */
function responses(scene: Scene, wide: number): SVGElement[] {
  const { data, patch } = scene;
  const { corners, filter } = data;
  if (corners.length < 2) return [];
  const { values, most } = valuesOf(scene);
  const middle = strip.y + strip.height / 2;
  const width = Math.max(2, Math.min(22, 0.6 * wide));
  const bars = corners.map(([, left], k) => {
    const x = (left + filter[1] / 2) * wide;
    const value = values[k];
    if (value === undefined) return shape('circle', { class: 'none', cx: short(x), cy: middle, r: 1.5 });
    const height = Math.max(0.8, Math.abs(value) / most * strip.height / 2);
    const lit = k === patch ? ' lit' : '';
    return shape('rect', { class: `response${lit}`, ...rectangle(x - width / 2, value < 0 ? middle : middle - height, width, height) });
  });
  return [zero(strip), shape('text', { x: 4, y: strip.y + strip.height }, caption(scene)), ...bars];
}

/** valuesOf returns sigma of the chosen filter at each patch, undefined where it reads none, and the largest absolute value. */
function valuesOf({ data, index, chosen }: Scene): { values: (number | undefined)[]; most: number } {
  const values = data.corners.map((_, k) => responseAt(data, index, chosen, k)?.value);
  return { values, most: Math.max(...values.map((v) => Math.abs(v ?? 0)), 1e-9) };
}

/** caption returns the sentence on whose responses are drawn. */
function caption({ data, chosen }: Scene): string {
  const neuron = data.neurons?.[chosen];
  return neuron ? messages.responsesOf(neuron.number ?? chosen + 1) : '';
}

/** drawImage draws an image, the highlighted patch, and the filter's responses beside it. */
export function drawImage(scene: Scene): SVGElement[] {
  const { x, data, range, patch } = scene;
  const { side } = raster(data.shape, picture);
  const nodes = [...pixels(x, data.shape, greyness({ low: data.low, high: range }), picture), ...rules(data.shape)];
  const at = data.corners[patch];
  if (at && data.shape[2] === 1) {
    const [top, left] = at;
    const [height, width] = data.filter;
    nodes.push(shape('rect', { class: 'window', ...rectangle(picture.x + left * side, picture.y + top * side, width * side, height * side) }));
  }
  return [...nodes, ...responseMap(scene)];
}

/** rules draws the lines between the pixels of an image, if there is room. */
function rules(size: Dimensions): SVGElement[] {
  const { side, columns, rows } = raster(size, picture);
  if (side <= 6) return [];
  const nodes = [];
  for (let c = 1; c < columns; c++) nodes.push(shape('path', { class: 'rule', d: `M${short(picture.x + c * side)} ${picture.y}v${short(rows * side)}` }));
  for (let r = 1; r < rows; r++) nodes.push(shape('path', { class: 'rule', d: `M${picture.x} ${short(picture.y + r * side)}h${short(columns * side)}` }));
  return nodes;
}

/** responseMap draws sigma of the chosen filter at each patch of an image, as an image. */
function responseMap(scene: Scene): SVGElement[] {
  const { corners } = scene.data;
  if (corners.length < 2) return [];
  const across = corners.findIndex(([row]) => row !== corners[0]?.[0]);
  const columns = across < 0 ? corners.length : across;
  const side = Math.min(map.width / columns, map.height / (corners.length / columns));
  const { values, most } = valuesOf(scene);
  const cells = values.flatMap((value, k) => {
    const box = rectangle(map.x + (k % columns) * side, map.y + Math.floor(k / columns) * side, side, side);
    const nodes = [shape('rect', { class: 'frame', ...box })];
    const opacity = (Math.abs(value ?? 0) / most).toFixed(2);
    if (value !== undefined) nodes.push(shape('rect', { class: value < 0 ? 'response below' : 'response', ...box, 'fill-opacity': opacity }));
    if (k === scene.patch) nodes.push(shape('rect', { class: 'window', ...box }));
    return nodes;
  });
  return [shape('text', { x: map.x, y: 18 }, caption(scene)), ...cells];
}

/** patchAt returns the patch whose middle is at or near an entry; -1 if there is none, or only one patch. */
export function patchAt({ corners, filter: [height, width], shape: [, columns, channels] }: Samples, entry: number, isSignal: boolean): number {
  if (entry < 0 || corners.length < 2) return -1;
  const pixel = Math.floor(entry / channels);
  const [row, column] = [Math.floor(pixel / columns), pixel % columns];
  let best = -1, least = Infinity;
  corners.forEach(([top, left], k) => {
    const inside = isSignal || (row >= top && row < top + height);
    const distance = Math.abs(left + (width - 1) / 2 - column) + (isSignal ? 0 : Math.abs(top + (height - 1) / 2 - row));
    if (inside && distance < least) [best, least] = [k, distance];
  });
  return best;
}

/** reads reports whether a neuron reads a patch. */
export function reads({ neurons, pool }: Samples, neuron: number, patch: number): boolean {
  return Math.floor(patch / pool) === (neurons?.[neuron]?.block ?? 0);
}

/** A Response is the product of a filter with a patch, and its activation. */
interface Response { product: number; value: number }

/** responseAt returns the response of a neuron to a patch of a sample, or null if it is not known or the neuron does not read the patch. */
export function responseAt(data: Samples, index: number, neuron: number, patch: number): Response | null {
  const { neurons, pool, picked } = data;
  if (!neurons?.[neuron] || picked?.index !== index || !reads(data, neuron, patch)) return null;
  const place = patch - (neurons[neuron].block ?? 0) * pool;
  const product = picked.product[neuron]?.[place], value = picked.value[neuron]?.[place];
  return product === undefined || value === undefined ? null : { product, value };
}
