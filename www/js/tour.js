// The tour: a few stops, each a sentence beside the part of the page it speaks of. They are data, in assets/tour.json; see the test for what
// a stop needs. The tour changes nothing: no data, no layout, no panel; all of the page can be used while it is there.

import { stops } from '../../assets/tour.json';
import { byId, setText } from './dom.js';
import { frame, perFrame } from './frames.js';
import { store, stored } from './storage.js';

const room = 12; // css pixels around what is spoken of
const edge = 4; // and, at least, to the edges of the window

/** tourGuide wires the tour. It returns {first()}, which begins it unasked on somebody's first visit. */
export function tourGuide() {
  const card = byId('tour');
  const ring = byId('tour-ring');
  const opener = byId('tour-open');
  let list = []; // the stops that there is something to see of
  let now = 0;
  let busy = false; // whether the visitor has begun by himself
  let back = null; // what had the focus
  let aside = false; // whether the card has made way for what has the keys

  const makeWay = () => {
    const target = document.activeElement;
    if (!card.open || card.contains(target) || target === document.body) return;
    const [box, own] = [target.getBoundingClientRect(), card.getBoundingClientRect()];
    if (box.left > own.right || box.right < own.left || box.top > own.bottom || box.bottom < own.top) return;
    aside = ring.hidden = true;
    card.removeAttribute('data-glide'); // at once
    put(card, { left: own.left, top: box.top > innerHeight / 2 ? room : innerHeight - own.height - room });
  };
  const settle = () => {
    if (!card.open || aside) return;
    place(card, ring, targets(list[now]));
    makeWay();
  };
  const later = perFrame(() => {
    card.removeAttribute('data-glide'); // only from stop to stop: while the page scrolls it would lag behind
    settle();
  });
  const go = (index) => {
    now = index;
    aside = false;
    const { title, say } = list[now];
    setText(byId('tour-title'), title);
    setText(byId('tour-say'), say);
    setText(byId('tour-step'), `${now + 1} of ${list.length}`);
    setText(byId('tour-next'), now + 1 < list.length ? 'Next' : 'Finish');
    byId('tour-back').disabled = now === 0;
    bring(card, list[now]);
    card.setAttribute('data-glide', '');
    settle();
    frame(settle); // what is sticky has moved by then
  };
  const close = () => {
    if (!card.open) return;
    const inside = card.contains(document.activeElement);
    card.close();
    ring.hidden = true;
    opener.setAttribute('aria-expanded', 'false');
    if (inside && back?.isConnected) back.focus({ preventScroll: true });
  };
  const open = () => {
    list = stops.filter((stop) => targets(stop).length > 0);
    if (list.length === 0) return;
    if (!card.open) {
      back = document.activeElement;
      put(card, { left: room, top: room }); // to show it moves the focus, which would scroll to where it is
      card.show();
      opener.setAttribute('aria-expanded', 'true');
    }
    go(0);
    card.focus({ preventScroll: true });
  };
  const step = (by) => {
    if (now + by >= list.length) close();
    else if (now + by >= 0) go(now + by);
  };

  opener.addEventListener('click', () => (card.open ? close() : open()));
  byId('tour-close').addEventListener('click', close);
  byId('tour-next').addEventListener('click', () => step(1));
  byId('tour-back').addEventListener('click', () => step(-1));
  document.addEventListener('keydown', (event) => {
    busy = true;
    if (!card.open || document.querySelector('dialog:modal') || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key, target } = event;
    const free = target === card || target === document.body; // where Enter and the arrows mean nothing else
    const by = { ArrowRight: 1, ArrowLeft: -1, Enter: free ? 1 : 0 }[key];
    if (key === 'Escape') close();
    else if (by && (free || card.contains(target))) step(by);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  document.addEventListener('pointerdown', () => { busy = true; }, true);
  // What has the keys is to be seen, also where the page has scrolled to it.
  document.addEventListener('focusin', () => { makeWay(); frame(makeWay); });
  addEventListener('scroll', later, { passive: true, capture: true });
  addEventListener('resize', later);
  new ResizeObserver(later).observe(document.body);

  return {
    first() {
      if (!busy && stored('tour') === null && store('tour', 'seen')) open();
    },
  };
}

/** targets returns for each way to show a stop, the best first, the box of its elements in the window; ways that show nothing are left out. */
function targets({ at }) {
  return at.map((selector) => around([...document.querySelectorAll(selector)].map((node) => node.getBoundingClientRect())))
    .filter(({ width, height }) => width > 0 && height > 0);
}

/** around returns the box around boxes, of those that can be seen. */
function around(boxes) {
  const seen = boxes.filter(({ width, height }) => width > 0 && height > 0);
  const left = Math.min(...seen.map((box) => box.left));
  const top = Math.min(...seen.map((box) => box.top));
  return { left, top, width: Math.max(...seen.map((box) => box.right)) - left, height: Math.max(...seen.map((box) => box.bottom)) - top };
}

/** bring scrolls what a stop speaks of into the window, with room for the card: of ways to show it the first for which there is room. */
function bring(card, stop) {
  const ways = targets(stop).map((box) => {
    const beside = Math.max(box.left, innerWidth - box.left - box.width) >= card.offsetWidth + 2 * room;
    return { top: box.top, most: innerHeight - room - box.height - (beside ? 0 : card.offsetHeight + room) };
  });
  const least = room;
  const { top, most } = ways.find((way) => way.most >= least) ?? ways.at(-1);
  const by = top < least ? top - least : Math.max(0, top - Math.max(least, most));
  // A scroll that takes time would leave the card behind.
  if (by !== 0) scrollBy({ top: by, behavior: 'instant' });
}

/** place puts the ring around what a stop speaks of and the card beside it; of ways to show it the first that leaves room for the card. */
function place(card, ring, boxes) {
  const size = { width: card.offsetWidth, height: card.offsetHeight };
  const found = boxes.map((box) => ({ box, spot: spotBeside(box, size) })).find(({ spot }) => spot !== null);
  // Out of sight, there is nothing to cover.
  const { box, spot } = found ?? { box: boxes.at(-1), spot: { left: innerWidth - size.width - room, top: innerHeight - size.height - room } };
  ring.hidden = !box;
  if (box) put(ring, { left: box.left - 5, top: box.top - 5 }, { width: box.width + 10, height: box.height + 10 });
  put(card, spot);
}

/** spotBeside returns where a card of that size covers nothing of a box: right, left, below or above; null if there is no such place. */
function spotBeside(box, { width, height }) {
  const within = (value, most) => Math.max(edge, Math.min(value, most - edge));
  const top = within(box.top, innerHeight - height);
  const left = within(box.left + box.width / 2 - width / 2, innerWidth - width);
  const spots = [
    { left: box.left + box.width + room, top }, { left: box.left - width - room, top },
    { left, top: box.top + box.height + room }, { left, top: box.top - height - room },
  ];
  return spots.find((spot) => spot.left >= 0 && spot.left + width <= innerWidth && spot.top >= 0 && spot.top + height <= innerHeight) ?? null;
}

function put(node, { left, top }, size) {
  Object.assign(node.style, { left: `${left}px`, top: `${top}px` }, size && { width: `${size.width}px`, height: `${size.height}px` });
}
