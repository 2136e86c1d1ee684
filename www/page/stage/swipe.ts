// On a phone, a sideways swipe over a picture, or over the dots and the row below it, shows the next or the previous picture. Where a finger
// draws or turns something, the gesture belongs to the picture.

import { closest } from '../platform/dom';

const least = 40; // least length of a swipe in css pixels
const steep = 0.6; // largest ratio of its height to its width

const places = '.area:not(#area-data, [data-camera]), #dots, #quick, #proof';

/** swipe calls turn(1) or turn(-1) for each swipe over these places within an element while isOn() is true. */
export function swipe(within: HTMLElement, isOn: () => boolean, turn: (by: 1 | -1) => void): void {
  let began: PointerEvent | null = null;
  const takes = (event: PointerEvent): boolean =>
    event.pointerType === 'touch' && event.isPrimary && !event.defaultPrevented && isOn() && closest(event.target, places) !== null;
  within.addEventListener('pointerdown', (event) => { began = takes(event) ? event : null; });
  within.addEventListener('pointerup', (event) => {
    if (event.pointerId !== began?.pointerId) return;
    const [x, y] = [event.clientX - began.clientX, event.clientY - began.clientY];
    began = null;
    if (Math.abs(x) >= least && Math.abs(y) <= steep * Math.abs(x)) turn(x < 0 ? 1 : -1);
  });
  within.addEventListener('pointercancel', () => { began = null; });
}
