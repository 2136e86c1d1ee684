// One large sample, to be drawn with the pointer, with the responses of the chosen filter to its patches. The table has its numbers for the keyboard.

import { byId, setAttribute, setText, shape } from '../platform/dom';
import { number } from '../platform/format';
import type { Page, Samples } from '../platform/protocol';
import * as messages from '../messages';
import { greyness, isSignal } from './glyphs';
import { drawImage, drawSignal, imageAt, patchAt, responseAt, type Scene, signalAt, view } from './sample-drawing';

/**
 * A Listener receives what is drawn: values has all entries, and final says that the gesture has ended; or that the gesture was cancelled.
 */
interface Listener { draw(values: number[], final: boolean): void; cancel(): void }

/** A Stroke is a position of the pointer: an entry, and a height in the range, -1 to 1, or for images the amount of ink. */
interface Stroke { entry: number; share: number }

export class SampleEditor {
  /** values are those being drawn that the session does not have yet. */
  values: number[] | null = null;
  private readonly svg = byId('sample-draw', SVGSVGElement);
  private page: Page | null = null;
  private data: Samples | null = null;
  private index = 0;
  private chosen = 0; // the chosen filter
  private held: number | null = null; // the pointer that draws
  private last: Stroke | null = null;
  private ink = 1;
  private hover = -1; // the entry under the pointer

  constructor(private readonly on: Listener) {
    const { svg } = this;
    svg.addEventListener('pointerdown', (event) => this.press(event));
    svg.addEventListener('pointermove', (event) => this.move(event));
    svg.addEventListener('pointerup', (event) => this.release(event));
    svg.addEventListener('pointercancel', () => this.cancel());
    svg.addEventListener('pointerleave', ({ pointerType }) => { if (this.held === null && pointerType !== 'touch') this.point(-1); });
  }

  /** show draws sample index of the data, with the responses of neuron chosen. */
  show(page: Page, data: Samples, index: number, chosen: number): void {
    if (this.held === null && index !== this.index) this.values = null;
    Object.assign(this, { page, data, index, chosen });
    this.render();
  }

  /** take passes newer data; they include what was drawn, unless that still waits to be sent. */
  take(data: Samples, waits: boolean): void {
    this.data = data;
    if (this.held === null && !waits) this.values = null;
  }

  /** x is the sample as it is drawn now. */
  get x(): number[] { return this.values ?? this.data?.x[this.index] ?? []; }

  private get isSignal(): boolean { return isSignal(this.page?.signals ?? []); }

  /** range is the largest absolute value of a signal, or the ink of an image. */
  private get range(): number {
    const { low, high } = this.data ?? { low: 0, high: 0 };
    const size = this.isSignal ? Math.max(Math.abs(low), Math.abs(high)) : high;
    return size > 1.5 || (size > 0 && size < 0.1) ? size : 1;
  }

  /** scene returns what there is to draw, or null if there is no sample. */
  private scene(): Scene | null {
    const { data, index, chosen } = this;
    if (!data?.x[index]) return null;
    return { x: this.x, data, index, chosen, range: this.range, entry: this.hover, patch: patchAt(data, this.hover, this.isSignal) };
  }

  private render(): void {
    const { svg } = this;
    const scene = this.scene();
    svg.toggleAttribute('data-empty', !scene);
    if (!scene) {
      svg.replaceChildren(shape('text', { x: view.width / 2, y: view.height / 2, 'text-anchor': 'middle' }, messages.noSampleYet));
      return;
    }
    svg.replaceChildren(...(this.isSignal ? drawSignal : drawImage)(scene));
    setAttribute(svg, 'aria-label', messages.sampleDrawing(this.index + 1));
    setText(byId('sample-cell'), cellText(scene));
  }

  /** strokeAt returns the position of an event, or null outside the sample; with clamp, the nearest position. */
  private strokeAt(event: PointerEvent, clamp = false): Stroke | null {
    const matrix = this.svg.getScreenCTM();
    if (!matrix || !this.data?.x[this.index]) return null;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    if (this.isSignal) return signalAt(at, this.x.length, clamp);
    const entry = imageAt(at, this.data.shape, this.x.length);
    return entry < 0 ? null : { entry, share: this.ink };
  }

  private press(event: PointerEvent): void {
    const at = this.strokeAt(event);
    if (this.held !== null || !at || event.button > 0) return;
    event.preventDefault();
    this.held = event.pointerId;
    this.svg.setPointerCapture(event.pointerId);
    const isInked = greyness({ low: this.data?.low ?? 0, high: this.range })(this.x[at.entry] ?? 0) > 0.5;
    if (!this.isSignal) at.share = this.ink = isInked ? 0 : 1;
    this.last = null;
    this.paint(at);
  }

  private move(event: PointerEvent): void {
    const at = this.strokeAt(event, this.held !== null);
    if (event.pointerId !== this.held) this.point(at ? at.entry : -1);
    else if (at) this.paint(at);
  }

  private release(event: PointerEvent): void {
    if (event.pointerId !== this.held) return;
    this.held = null;
    if (this.values) this.on.draw(this.values, true);
  }

  private cancel(): void {
    if (this.held === null) return;
    this.held = null;
    this.values = null;
    this.on.cancel();
  }

  /** paint applies a stroke of the pointer: for a signal, to all entries since the previous position. */
  private paint(to: Stroke): void {
    const values = [...this.x];
    const from = this.isSignal && this.last ? this.last : to;
    const count = Math.abs(to.entry - from.entry);
    for (let k = 0; k <= count; k++) {
      const t = count ? k / count : 1;
      values[from.entry + Math.sign(to.entry - from.entry) * k] = this.rounded(this.range * (from.share + t * (to.share - from.share)));
    }
    this.last = to;
    this.hover = to.entry;
    const changed = values.some((v, k) => v !== this.x[k]);
    this.values = values;
    if (changed) this.on.draw(values, false);
    this.render();
  }

  /** rounded rounds to a hundredth of the range. */
  private rounded(v: number): number {
    const unit = 10 ** (Math.floor(Math.log10(this.range)) - 2);
    return Number((Math.round(v / unit) * unit).toPrecision(6));
  }

  private point(entry: number): void {
    if (entry === this.hover) return;
    this.hover = entry;
    if (this.data) this.render();
  }
}

/** cellText describes the entry under the pointer. */
function cellText({ x, data, index, chosen, entry, patch }: Scene): string {
  if (entry < 0) return data.corners.length > 1 && data.neurons?.length ? messages.pointAtPatch : messages.drawSample;
  const [height, width, channels] = data.shape;
  const pixel = Math.floor(entry / channels);
  const place = height > 1 ? [Math.floor(pixel / width) + 1, pixel % width + 1] : [entry + 1];
  const cell = messages.sampleCell(place, number(x[entry] ?? 0, 2));
  if (patch < 0) return cell;
  const response = responseAt(data, index, chosen, patch);
  const says = response ? messages.response(number(response.product, 2), number(response.value, 2)) : messages.notRead;
  return `${cell}; ${messages.patchOf(patch + 1, data.corners.length)}${says}`;
}
