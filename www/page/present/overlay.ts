// What lies over a presentation: the spot that follows the teacher's pointer, the blank screen, the bar, and the field in which a caption is edited.
// The bar is visible at first, while the pointer moves, after a tap, and while it has the keyboard focus.

import { byId, setAttribute } from '../platform/dom';
import { longest } from '../shell/scenes';

const still = 2500; // ms without a movement after which the bar disappears
const first = 6000; // ms for which it is visible at the beginning

/** An Overlay covers the page between start and end. */
export class Overlay {
  private readonly spot = byId('scene-spot');
  private readonly cover = byId('scene-blank');
  private timer = 0;
  private at: [number, number] = [innerWidth / 2, innerHeight / 2];
  private readonly moved = (event: PointerEvent): void => this.move(event);

  /** isBlank says that the screen is blank, isPointing that the spot is on. */
  get isBlank(): boolean { return !this.cover.hidden; }

  get isPointing(): boolean { return !this.spot.hidden; }

  start(): void {
    for (const type of ['pointermove', 'pointerdown'] as const) document.addEventListener(type, this.moved);
    this.stay(first);
  }

  end(): void {
    for (const type of ['pointermove', 'pointerdown'] as const) document.removeEventListener(type, this.moved);
    clearTimeout(this.timer);
    this.blank(false);
    this.point(false);
    this.reveal(false);
  }

  blank(is: boolean): void { this.cover.hidden = !is; }

  point(is: boolean): void {
    this.spot.hidden = !is;
    setAttribute(document.documentElement, 'data-spot', is ? '' : null);
    this.place();
  }

  private move({ clientX, clientY }: PointerEvent): void {
    this.at = [clientX, clientY];
    this.place();
    this.stay(still);
  }

  /** stay shows the bar for a while. */
  private stay(ms: number): void {
    this.reveal(true);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.rest(), ms);
  }

  /** rest hides the bar, unless the pointer is on it. */
  private rest(): void {
    if (byId('scene-bar').matches(':hover')) this.timer = setTimeout(() => this.rest(), still);
    else this.reveal(false);
  }

  private reveal(is: boolean): void { setAttribute(document.documentElement, 'data-pointing', is ? '' : null); }

  private place(): void {
    const [x, y] = this.at;
    if (this.isPointing) this.spot.style.transform = `translate(${x}px,${y}px) translate(-50%,-50%)`;
  }
}

export class CaptionEditor {
  private readonly field = byId('scene-edit', HTMLTextAreaElement);

  /** edited(text) takes over an edited caption. */
  constructor(private readonly edited: (text: string) => void) {
    this.field.maxLength = longest;
    this.field.addEventListener('keydown', (event) => this.onKey(event));
    this.field.addEventListener('blur', () => this.take());
  }

  /** open shows the field with a caption to edit. */
  open(caption: string): void {
    this.field.value = caption;
    this.field.hidden = false;
    byId('scene-caption').hidden = true;
    this.field.focus();
    this.field.select();
  }

  /** take closes the field if it is open and takes over the caption. */
  take(): void {
    if (this.field.hidden) return;
    this.close();
    this.edited(this.field.value.trim().replace(/\s+/g, ' '));
  }

  private close(): void {
    this.field.hidden = true;
    byId('scene-caption').hidden = false;
  }

  private onKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') this.close(); // unchanged
    else this.take();
    byId('scene').focus();
  }
}
