// Where a stop of the tour is: the ring around what it speaks of, and the card beside it.

export const room = 12; // css pixels around what is spoken of
const edge = 4; // and, at least, to the edges of the window
const ringWidth = 5; // css pixels between what is spoken of and the ring

/** A Stop says something about elements; at has ways to show it, each a selector, the best first. */
export interface Stop { title: string; say: string; at: string[] }

interface Spot { left: number; top: number }
interface Extent { width: number; height: number }
type Box = Spot & Extent;

/** targets returns for each way to show a stop, the best first, the box of its elements in the window; ways that show nothing are left out. */
export function targets({ at }: Stop): Box[] {
  return at.map((selector) => around([...document.querySelectorAll(selector)].map((node) => node.getBoundingClientRect())))
    .filter(({ width, height }) => width > 0 && height > 0);
}

/** around returns the box around boxes, of those that can be seen. */
function around(boxes: DOMRect[]): Box {
  const seen = boxes.filter(({ width, height }) => width > 0 && height > 0);
  const left = Math.min(...seen.map((box) => box.left));
  const top = Math.min(...seen.map((box) => box.top));
  return { left, top, width: Math.max(...seen.map((box) => box.right)) - left, height: Math.max(...seen.map((box) => box.bottom)) - top };
}

/** bring scrolls what a stop speaks of into the window, with room for the card: of ways to show it the first for which there is room. */
export function bring(card: HTMLElement, stop: Stop): void {
  const ways = targets(stop).map((box) => {
    const beside = Math.max(box.left, innerWidth - box.left - box.width) >= card.offsetWidth + 2 * room;
    return { top: box.top, most: innerHeight - room - box.height - (beside ? 0 : card.offsetHeight + room) };
  });
  const least = room;
  const way = ways.find(({ most }) => most >= least) ?? ways.at(-1);
  if (!way) return;
  const by = way.top < least ? way.top - least : Math.max(0, way.top - Math.max(least, way.most));
  // A scroll that takes time would leave the card behind.
  if (by !== 0) scrollBy({ top: by, behavior: 'instant' });
}

/** place puts the ring around what a stop speaks of and the card beside it; of ways to show it the first that leaves room for the card. */
export function place(card: HTMLElement, ring: HTMLElement, boxes: Box[]): void {
  const size = { width: card.offsetWidth, height: card.offsetHeight };
  const spots = boxes.map((box) => ({ box, spot: spotBeside(box, size) }));
  const found = spots.find(({ spot }) => spot !== null);
  const box = (found ?? spots.at(-1))?.box;
  // Out of sight, there is nothing to cover.
  const spot = found?.spot ?? { left: innerWidth - size.width - room, top: innerHeight - size.height - room };
  ring.hidden = !box;
  if (box) put(ring, { left: box.left - ringWidth, top: box.top - ringWidth }, { width: box.width + 2 * ringWidth, height: box.height + 2 * ringWidth });
  put(card, spot);
}

/** spotBeside returns where a card of that size covers nothing of a box: right, left, below or above; null if there is no such place. */
function spotBeside(box: Box, { width, height }: Extent): Spot | null {
  const within = (value: number, most: number): number => Math.max(edge, Math.min(value, most - edge));
  const top = within(box.top, innerHeight - height);
  const left = within(box.left + box.width / 2 - width / 2, innerWidth - width);
  const spots = [
    { left: box.left + box.width + room, top }, { left: box.left - width - room, top },
    { left, top: box.top + box.height + room }, { left, top: box.top - height - room },
  ];
  return spots.find((spot) => spot.left >= 0 && spot.left + width <= innerWidth && spot.top >= 0 && spot.top + height <= innerHeight) ?? null;
}

/** put moves an element, and gives it a size if there is one. */
export function put(node: HTMLElement, { left, top }: Spot, size?: Extent): void {
  Object.assign(node.style, { left: `${left}px`, top: `${top}px` }, size && { width: `${size.width}px`, height: `${size.height}px` });
}
