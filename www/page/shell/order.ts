// The order of the page's parts: what stands elsewhere on a narrow screen is put elsewhere in the document, too, so that the keys, and those
// who listen, come to things in the order in which they are seen.

import { byId, one } from '../platform/dom';
import { narrow } from './layout';

/** A Move puts nodes after a place on a narrow screen; on a wide one each is before its home again. */
interface Move { place: Element; nodes: { node: Element; home: Element | null }[] }

/** orderParts puts the parts in order, now and whenever the screen becomes narrow or wide. */
export function orderParts(): void {
  const moves = [
    move(one('.top .theme'), byId('offers'), one('.top .lead'), byId('lessons-open')),
    move(byId('brush-field'), one('#data .chips'), byId('lesson')),
  ];
  const order = (): void => moves.forEach(narrow.matches ? away : home);
  narrow.addEventListener('change', order);
  if (narrow.matches) order();
}

const move = (place: Element, ...nodes: Element[]): Move => ({ place, nodes: nodes.map((node) => ({ node, home: node.nextElementSibling })) });

const away = ({ place, nodes }: Move): void => place.after(...nodes.map(({ node }) => node));

/** home puts the last node back first: it may be the home of the one before. */
const home = ({ nodes }: Move): void => [...nodes].reverse().forEach(({ node, home: next }) => next?.before(node));
