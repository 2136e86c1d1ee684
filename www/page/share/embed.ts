// The page within another page: the stage, the animation and the result only. It never traps the surrounding page: the wheel and a finger
// scroll that page until a picture is clicked or tapped; Escape, Done, or a press elsewhere releases them.

import { byId, closest, setText } from '../platform/dom';
import { embedded } from '../platform/storage';
import * as messages from '../messages';

const still = 10; // css pixels that a finger may move in a tap
const longest = 60 << 10; // largest number of characters of a link that can be read again

/** embedding shows the page in embedded form if its address says so. stateLink() is a promise of the link to the state. */
export function embedding(stage: HTMLElement, stateLink: () => Promise<string>): void {
  if (!embedded) return;
  document.documentElement.dataset['embed'] = '';
  const open = byId('embed-open-page', HTMLAnchorElement);
  open.href = pageAddress('');
  byId('quick').append(open); // after the parts of the page there
  touchGate(stage);
  stage.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') closest(event.target, '.area')?.blur();
  });
  renewLink(open, stateLink);
}

/** pageAddress returns the address of the whole page with a state. */
const pageAddress = (hash: string): string => location.href.replace(/[?#].*$/s, '') + hash;

/** renewLink updates the link to the whole page when somebody is about to follow it. */
function renewLink(open: HTMLAnchorElement, stateLink: () => Promise<string>): void {
  const update = async (): Promise<void> => {
    const hash = await stateLink().catch(() => '');
    open.href = pageAddress(hash.length > longest ? '' : hash);
  };
  for (const type of ['pointerenter', 'focus']) open.addEventListener(type, () => void update());
}

/** touchGate leaves touches to the surrounding page until a tap gives them to the pictures. */
function touchGate(stage: HTMLElement): void {
  const gate = byId('embed-touch');
  let active = false;
  const activate = (on: boolean): void => {
    if (on === active) return;
    active = on;
    stage.toggleAttribute('data-active', on);
    gate.setAttribute('aria-pressed', String(on));
    setText(gate, on ? messages.doneDrawing : messages.tapToDraw);
  };
  gate.addEventListener('click', () => activate(!active));
  addEventListener('blur', () => activate(false));
  document.addEventListener('pointerdown', (event) => { if (!closest(event.target, '#stage')) activate(false); });

  let from: PointerEvent | null = null;
  const keep = (event: PointerEvent): void => {
    if (active || event.pointerType !== 'touch' || !closest(event.target, '.area')) return;
    event.stopPropagation(); // before it reaches the pictures
    if (event.type === 'pointerdown') from = event;
    else if (event.type === 'pointercancel') from = null; // the browser scrolls
    else if (event.type === 'pointerup' && from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) < still) activate(true);
  };
  for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'pointerleave'] as const) stage.addEventListener(type, keep, true);
}

/** embedCode returns the code by which another page shows this one, in the state of a fragment. */
export function embedCode(hash: string): string {
  const address = `${pageAddress('?embed')}${hash}`.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<iframe src="${address}" title="${messages.frameTitle}" width="100%" height="640" frameborder="0" ` +
    'loading="lazy" sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-downloads"></iframe>';
}
