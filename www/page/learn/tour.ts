// The tour: a few stops, each a sentence beside the part of the page it speaks of. They are data, in assets/tour.json; see the test for what
// a stop needs. The tour changes nothing: no data, no layout, no panel; all of the page can be used while it is there.

import { stops } from '../../../assets/tour.json';
import { byId, setText } from '../platform/dom';
import { frame, perFrame } from '../platform/frames';
import { store, stored } from '../platform/storage';
import * as say from '../sentences';
import { bring, place, put, room, targets, type Stop } from './spot';

/** tourGuide wires the tour. first begins it unasked on somebody's first visit. */
export function tourGuide(): { first(): void } {
  return new Tour();
}

class Tour {
  private readonly card = byId('tour', HTMLDialogElement);
  private readonly ring = byId('tour-ring');
  private readonly opener = byId('tour-open');
  private list: Stop[] = []; // the stops that there is something to see of
  private now = 0;
  private busy = false; // whether the visitor has begun by himself
  private back: Element | null = null; // what had the focus
  private aside = false; // whether the card has made way for what has the keys

  constructor() {
    this.opener.addEventListener('click', () => (this.card.open ? this.close() : this.open()));
    byId('tour-close').addEventListener('click', () => this.close());
    byId('tour-next').addEventListener('click', () => this.step(1));
    byId('tour-back').addEventListener('click', () => this.step(-1));
    document.addEventListener('keydown', (event) => this.onKey(event), true);
    document.addEventListener('pointerdown', () => { this.busy = true; }, true);
    // What has the keys is to be seen, also where the page has scrolled to it.
    document.addEventListener('focusin', () => {
      this.makeWay();
      frame(() => this.makeWay());
    });
    const later = perFrame(() => {
      this.card.removeAttribute('data-glide'); // only from stop to stop: while the page scrolls it would lag behind
      this.settle();
    });
    addEventListener('scroll', later, { passive: true, capture: true });
    addEventListener('resize', later);
    new ResizeObserver(later).observe(document.body);
  }

  first(): void {
    if (!this.busy && stored('tour') === null && store('tour', 'seen')) this.open();
  }

  private open(): void {
    this.list = stops.filter((stop) => targets(stop).length > 0);
    if (this.list.length === 0) return;
    if (!this.card.open) {
      this.back = document.activeElement;
      put(this.card, { left: room, top: room }); // to show it moves the focus, which would scroll to where it is
      this.card.show();
      this.opener.setAttribute('aria-expanded', 'true');
    }
    this.step(-this.now);
    this.card.focus({ preventScroll: true });
  }

  private close(): void {
    if (!this.card.open) return;
    const inside = this.card.contains(document.activeElement);
    this.card.close();
    this.ring.hidden = true;
    this.opener.setAttribute('aria-expanded', 'false');
    if (inside && this.back instanceof HTMLElement && this.back.isConnected) this.back.focus({ preventScroll: true });
  }

  private step(by: number): void {
    const index = this.now + by;
    const stop = this.list[index];
    if (stop) this.go(stop, index);
    else if (index > 0) this.close();
  }

  private go(stop: Stop, index: number): void {
    this.now = index;
    this.aside = false;
    setText(byId('tour-title'), stop.title);
    setText(byId('tour-say'), stop.say);
    setText(byId('tour-step'), say.stepOf(index + 1, this.list.length));
    setText(byId('tour-next'), index + 1 < this.list.length ? say.next : say.finish);
    byId('tour-back', HTMLButtonElement).disabled = index === 0;
    bring(this.card, stop);
    this.card.setAttribute('data-glide', '');
    this.settle();
    frame(() => this.settle()); // what is sticky has moved by then
  }

  /** settle puts the card where it belongs, unless it has made way. */
  private settle(): void {
    const stop = this.list[this.now];
    if (!this.card.open || this.aside || !stop) return;
    place(this.card, this.ring, targets(stop));
    this.makeWay();
  }

  /** makeWay moves the card away from what has the keys. */
  private makeWay(): void {
    const target = document.activeElement;
    if (!this.card.open || !target || this.card.contains(target) || target === document.body) return;
    const [box, own] = [target.getBoundingClientRect(), this.card.getBoundingClientRect()];
    if (box.left > own.right || box.right < own.left || box.top > own.bottom || box.bottom < own.top) return;
    this.aside = this.ring.hidden = true;
    this.card.removeAttribute('data-glide'); // at once
    put(this.card, { left: own.left, top: box.top > innerHeight / 2 ? room : innerHeight - own.height - room });
  }

  private onKey(event: KeyboardEvent): void {
    this.busy = true;
    if (!this.card.open || document.querySelector('dialog:modal') || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key, target } = event;
    const free = target === this.card || target === document.body; // where Enter and the arrows mean nothing else
    const by = key === 'ArrowRight' || key === 'Enter' && free ? 1 : key === 'ArrowLeft' ? -1 : 0;
    if (key === 'Escape') this.close();
    else if (by && (free || target instanceof Node && this.card.contains(target))) this.step(by);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
