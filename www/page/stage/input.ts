// The stage's input: pointer, wheel and keys go to the view, in device pixels of the canvas, or while there is none to the drawing. The page itself
// is never trapped: the wheel scrolls it unless the picture under the pointer has the focus or Ctrl is held, and Tab always leaves.

import { closest, one, setText } from '../platform/dom';
import { byName, tiles } from '../shell/tiles';
import type { View } from './view';

/** The kinds of pointer events. */
export const down = 0, move = 1, up = 2, cancel = 3, leave = 4;

/** A Take takes a pointer event of a kind, and returns whether it handles the gesture. */
export type Take = (kind: number, event: PointerEvent) => boolean;

const readouts: (() => void)[] = [];

/** readAgain reads what is under a pointer that rests, since the pictures have changed. */
export const readAgain = (): void => readouts.forEach((read) => read());

/** stageInput sends input to the view, or pointer events to draw; toggle plays or pauses. */
export function stageInput(view: View, draw: Take, toggle: () => void): void {
  const { stage } = view;
  const place = (event: MouseEvent): [number, number] => {
    const origin = stage.getBoundingClientRect();
    return [(event.clientX - origin.left) * view.size.scale, (event.clientY - origin.top) * view.size.scale];
  };
  const take: Take = (kind, event) => (view.isLive ? view.call((live) =>
    live.pointer(kind, event.pointerId, event.pointerType === 'touch', event.buttons, isMore(event), new Float64Array(coalesced(event).flatMap(place)))) ?? false
    : draw(kind, event));

  for (const { area, index } of tiles) {
    pointerInput(area, take);
    keyInput(area, (name) => view.call((live) => live.key(name, index)) ?? false, toggle);
  }
  for (const { area } of [byName.data, byName.certificate]) readouts.push(readout(area, (event) => view.call((live) => live.readout(...place(event))) ?? ''));
  stage.addEventListener('wheel', (event) => {
    const area = closest(event.target, '.area');
    if (!area || !(event.ctrlKey || document.activeElement === area)) return;
    event.preventDefault();
    const unit = [1, 16, 400][event.deltaMode] ?? 1;
    view.call((live) => live.wheel(...place(event), event.deltaY * unit));
  }, { passive: false });
}

/** isMore reports whether a key is held that adds to the selection; Shift alone lifts a point in space. */
const isMore = (event: MouseEvent): boolean => event.shiftKey || (event.ctrlKey || event.metaKey) && document.querySelector('#tool [value="select"]:checked') !== null;

/** readout shows, in a corner of a picture, what read finds under the pointer, and returns what reads it again; those who use keys have the tables. */
function readout(area: HTMLElement, read: (event: PointerEvent) => string): () => void {
  const text = one('.readout', area);
  let at: PointerEvent | null = null;
  const again = (): void => { if (at) setText(text, read(at)); };
  for (const kind of ['pointermove', 'pointerdown'] as const) area.addEventListener(kind, (event) => { at = event; again(); });
  area.addEventListener('pointerleave', () => {
    at = null;
    setText(text, '');
  });
  return again;
}

/** keyInput sends the keys of a focused picture to take, which returns whether it used them; Space calls toggle. */
function keyInput(area: HTMLElement, take: (name: string) => boolean, toggle: () => void): void {
  area.addEventListener('keydown', (event) => {
    if (event.target !== area || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === ' ') toggle();
    else if (event.key === 'Tab' || event.key === 'Escape' || !take(event.key)) return;
    event.preventDefault();
  });
  // A synthetic space, for instance from an assistive tool, may scroll although its keydown was used.
  area.addEventListener('keypress', (event) => { if (event.target === area && event.key === ' ') event.preventDefault(); });
}

function pointerInput(area: HTMLElement, take: Take): void {
  const held = new Set<number>();
  const end = (kind: number, event: PointerEvent): void => {
    held.delete(event.pointerId);
    take(kind, event);
  };
  area.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'touch' && !closest(event.target, 'button')) focusQuietly(area);
    if (!take(down, event)) return;
    held.add(event.pointerId);
    area.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  area.addEventListener('pointermove', (event) => {
    // A button released unnoticed, such as over a system dialog, ends the gesture too.
    if (held.has(event.pointerId) && event.buttons === 0) end(up, event);
    else take(move, event);
  });
  area.addEventListener('pointerup', (event) => end(up, event));
  area.addEventListener('pointercancel', (event) => end(cancel, event));
  area.addEventListener('pointerleave', (event) => { if (!held.has(event.pointerId)) take(leave, event); });
  area.addEventListener('contextmenu', (event) => event.preventDefault());
}

/** coalesced returns the moves that the browser reports as one, where it tells them, so that a stroke follows the hand between frames. */
export function coalesced(event: PointerEvent): PointerEvent[] {
  const all = (event as Partial<PointerEvent>).getCoalescedEvents?.call(event) ?? [];
  return all.length > 0 ? all : [event];
}

/** focusQuietly focuses a picture without the focus ring, which is for keyboard users. */
function focusQuietly(area: HTMLElement): void {
  area.dataset['quiet'] = '';
  area.focus({ preventScroll: true });
  const loud = (): void => { delete area.dataset['quiet']; };
  area.addEventListener('blur', loud, { once: true });
  area.addEventListener('keydown', loud, { once: true });
}
