// The pictures, in the order shared by the page, its tabs and the view: an index means the same picture everywhere.

import { byId } from '../platform/dom';
import { names, type Name } from './names';

/** A Tile is the place of a picture on the stage: an article with an area for the picture, and its tab. */
export interface Tile { name: Name; index: number; article: HTMLElement; area: HTMLElement; tab: HTMLElement }

/** tiles are the elements of each picture. */
export const tiles: readonly Tile[] = names.map((name, index) => ({
  name, index, article: byId(`tile-${name}`), area: byId(`area-${name}`), tab: byId(`name-${name}`),
}));

/** byName are the tiles by name. */
export const byName = Object.fromEntries(tiles.map((tile) => [tile.name, tile])) as Record<Name, Tile>;
