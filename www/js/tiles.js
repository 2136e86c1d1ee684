// The pictures, in the order that the page, its tabs and the view share: an index is the same thing everywhere.

import { byId } from './dom.js';

/** names are the pictures' names; the elements tile-NAME, area-NAME and name-NAME belong to each. */
export const names = ['data', 'neural', 'spectrahedron', 'lorentz', 'certificate', 'neurons', 'race', 'path'];

/** tiles has {name, index, article, area, tab} of each picture. */
export const tiles = names.map((name, index) => ({
  name, index, article: byId(`tile-${name}`), area: byId(`area-${name}`), tab: byId(`name-${name}`),
}));

/** byName has each of them by its name. */
export const byName = Object.fromEntries(tiles.map((tile) => [tile.name, tile]));
