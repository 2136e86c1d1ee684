// What is laid over a presentation: the spot that shows where the teacher points, the blank, and the bar, which is there at first, while the
// pointer moves, after a tap, and while the keys are in it.

import { byId, setAttribute } from '../platform/dom';

const still = 2500; // ms without a movement after which the bar goes
const first = 6000; // ms for which it is there at the beginning

/** An Overlay is laid over the page while start was called last, not end. */
export class Overlay {
  private readonly spot = byId('scene-spot');
  private readonly cover = byId('scene-blank');
  private timer = 0;
  private at: [number, number] = [innerWidth / 2, innerHeight / 2];
  private readonly moved = (event: PointerEvent): void => this.move(event);

  /** isBlank says that nothing is to be seen, isPointing that the spot is on. */
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

  /** rest lets the bar go, unless the pointer is on it. */
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
