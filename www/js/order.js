// The order of the page's parts: what stands elsewhere on a narrow screen is put elsewhere in the document, too, so that the keys, and those
// who listen, come to things in the order in which they are seen.

import { byId } from './dom.js';
import { narrow } from './layout.js';

/** orderParts puts the parts in order, now and whenever the screen becomes narrow or wide. */
export function orderParts() {
  const header = document.querySelector('.top');
  const chips = document.querySelector('#data .chips');
  // On a narrow screen the nodes follow the place; on a wide one each is before what it is before in the page's source.
  const moves = [
    [[byId('offers'), header.querySelector('.lead'), byId('lessons-open')], header.querySelector('.theme')],
    [[chips, byId('lesson')], byId('brush-field')],
  ].map(([nodes, place]) => ({ nodes, place, homes: nodes.map((node) => node.nextElementSibling) }));
  const order = () => {
    for (const { nodes, place, homes } of moves) {
      if (narrow.matches) place.after(...nodes);
      else for (let i = nodes.length - 1; i >= 0; i--) homes[i].before(nodes[i]);
    }
  };
  narrow.addEventListener('change', order);
  if (narrow.matches) order();
}
