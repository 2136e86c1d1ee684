// One large sample, to be drawn with the pointer or the arrow keys, with the responses of the chosen filter to its patches.

import { byId, setAttribute, setText, shape } from '../platform/dom';
import { number } from '../platform/format';
import type { Page, Samples } from '../platform/protocol';
import * as messages from '../messages';
import { greyness, isSignal } from './glyphs';
import { drawImage, drawSignal, imageAt, patchAt, responseAt, type Scene, signalAt, view } from './sample-drawing';

const step = 0.1; // of an arrow key, as a fraction of the range

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
  private at = 0; // the entry with the keyboard cursor
  private hover = -1; // the entry under the pointer
  private cursor = false; // whether the keyboard focus is here

  constructor(private readonly on: Listener) {
    const { svg } = this;
    svg.addEventListener('pointerdown', (event) => this.press(event));
    svg.addEventListener('pointermove', (event) => this.move(event));
    svg.addEventListener('pointerup', (event) => this.release(event));
    svg.addEventListener('pointercancel', () => this.cancel());
    svg.addEventListener('pointerleave', ({ pointerType }) => { if (this.held === null && pointerType !== 'touch') this.point(-1); });
    svg.addEventListener('keydown', (event) => this.onKey(event));
    svg.addEventListener('focus', () => this.setCursor(svg.matches(':focus-visible')));
    svg.addEventListener('blur', () => this.setCursor(false));
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

  private get isSignal(): boolean { return isSignal(this.page?.signals?.shape ?? []); }

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
    const entry = this.hover >= 0 ? this.hover : this.cursor ? this.at : -1;
    return { x: this.x, data, index, chosen, range: this.range, entry, patch: patchAt(data, entry, this.isSignal), cursor: this.cursor ? this.at : -1 };
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
    setAttribute(svg, 'aria-label', messages.sampleDrawing(this.index + 1, this.isSignal));
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
    this.svg.focus({ preventScroll: true });
    this.cursor = false;
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
    this.at = this.hover = to.entry;
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

  private setCursor(on: boolean): void {
    this.cursor = on;
    if (this.data) this.render();
  }

  private onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.data?.x[this.index]) return;
    const { key } = event;
    if (key === 'Escape' && this.held !== null) return this.cancel();
    this.hover = -1;
    this.cursor = true;
    const to = this.moved(key, this.data);
    const value = this.changed(key);
    if (to !== null) this.at = to >= 0 && to < this.x.length ? to : this.at;
    else if (value !== null) this.change(value);
    else return;
    event.preventDefault();
    event.stopPropagation();
    this.render();
  }

  /** moved returns the entry to which a key moves the cursor, or null. */
  private moved(key: string, { shape: [, width, channels] }: Samples): number | null {
    const row = width * channels;
    const steps = this.isSignal ? { ArrowLeft: -1, ArrowRight: 1 } : { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -row, ArrowDown: row };
    const by = new Map(Object.entries(steps)).get(key);
    if (by) return this.at + by;
    return key === 'Home' ? 0 : key === 'End' ? this.x.length - 1 : null;
  }

  /** changed returns the value to which a key changes the entry at the cursor, or null. */
  private changed(key: string): number | null {
    const now = this.x[this.at] ?? 0;
    if (key === ' ' && !this.isSignal) return now > this.range / 2 ? 0 : this.range;
    const up = key === '+' || this.isSignal && key === 'ArrowUp';
    const down = key === '-' || this.isSignal && key === 'ArrowDown';
    return up || down ? now + (up ? step : -step) * this.range : null;
  }

  /** change sets the entry at the cursor to a value. */
  private change(value: number): void {
    const values = [...this.x];
    const bottom = this.isSignal ? -this.range : Math.min(0, this.data?.low ?? 0);
    values[this.at] = this.rounded(Math.max(bottom, Math.min(this.range, value)));
    this.values = values;
    this.on.draw(values, true);
  }
}

/** cellText describes the entry under the pointer or the cursor. */
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
