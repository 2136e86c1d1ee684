// The page within another page: the stage, the film and the result, without what stands around them. It never traps the page around it: the
// wheel and a finger scroll that page, until a picture was clicked or tapped; Escape, Done, or a press elsewhere gives them back.

import { byId, element, setText } from './dom.js';
import { embedded } from './framed.js';
import * as link from './link.js';

const still = 10; // css pixels that a finger may move in a tap
const shown = 1600; // ms that the hint stays
const longest = 60 << 10; // letters of a link that is read again

/** embedding shows the page so, if its address says so. stateLink() is a promise of the link to the state. It returns {show(page)}. */
export function embedding(stage, stateLink) {
  if (!embedded) return { show() {} };
  document.documentElement.dataset.embed = '';
  const open = element('a', { id: 'embed-open-page', target: '_blank', rel: 'noopener', href: pageAddress('') }, 'Open',
    element('span', {}, ' in Conelab')); // left out where there is no room
  byId('right').append(element('div', { id: 'embed-bar', role: 'group', 'aria-label': 'Drawing' }, byId('label'), byId('history'), open));
  wheelHint(stage);
  touchGate(stage);
  stage.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && event.target.matches('.area')) event.target.blur();
  });
  return { show: follow(open, stateLink) };
}

/** pageAddress returns the address of the whole page at a state. */
const pageAddress = (hash) => location.href.replace(/[?#].*$/s, '') + hash;

/** follow keeps the link to the whole page up to date, while nothing else is to be done. */
function follow(open, stateLink) {
  let timer = 0;
  const update = async () => {
    timer = 0;
    const hash = await stateLink().catch(() => '');
    open.href = pageAddress(hash.length > longest ? '' : hash);
  };
  for (const type of ['pointerenter', 'focus']) open.addEventListener(type, update);
  return (page) => {
    clearTimeout(timer);
    if (!page.busy) timer = setTimeout(update, 500);
  };
}

/** wheelHint says how to zoom to those who scroll over a picture that the wheel would zoom. */
function wheelHint(stage) {
  const hint = element('p', { class: 'embed-hint', hidden: true, 'aria-hidden': 'true' }, 'Ctrl and wheel zoom; or click the picture first');
  stage.append(hint);
  let timer = 0;
  stage.addEventListener('wheel', (event) => {
    const area = event.target.closest('.area[data-camera]');
    if (!area || event.ctrlKey || document.activeElement === area) return;
    hint.hidden = false;
    clearTimeout(timer);
    timer = setTimeout(() => { hint.hidden = true; }, shown);
  }, { passive: true });
}

/** touchGate leaves fingers to the page around until a tap gives them to the pictures. */
function touchGate(stage) {
  const gate = element('button', { type: 'button', class: 'embed-hint', id: 'embed-touch', 'aria-pressed': 'false' }, '');
  stage.append(gate);
  let active = true;
  const activate = (on) => {
    if (on === active) return;
    active = on;
    stage.toggleAttribute('data-active', on);
    gate.setAttribute('aria-pressed', String(on));
    setText(gate, on ? 'Done drawing' : 'Tap to draw and turn');
  };
  activate(false);
  gate.addEventListener('click', () => activate(!active));
  addEventListener('blur', () => activate(false));
  document.addEventListener('pointerdown', (event) => event.target.closest('#stage') || activate(false));

  let from = null;
  const keep = (event) => {
    if (active || event.pointerType !== 'touch' || !event.target.closest('.area')) return;
    event.stopPropagation(); // before it comes to the pictures
    if (event.type === 'pointerdown') from = event;
    else if (event.type === 'pointercancel') from = null; // the browser scrolls
    else if (event.type === 'pointerup' && from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) < still) activate(true);
  };
  for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'pointerleave']) stage.addEventListener(type, keep, true);
}

/** embedCode returns what another page has to contain to show this one at the state of a fragment. */
export function embedCode(hash) {
  const address = `${pageAddress('?embed')}${hash}`.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<iframe src="${address}" title="Conelab: a network trained to its proven optimum" width="100%" height="640" frameborder="0" ` +
    'loading="lazy" sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-downloads"></iframe>';
}
