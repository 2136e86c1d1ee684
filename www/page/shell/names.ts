// The names of the modes and of the pictures, and the sizes of screens. A picture has the elements tile-NAME, area-NAME and name-NAME.

import { pictures } from '../platform/protocol';

/** modes are the names of the modes, in the order of the header. */
export const modes = ['explore', 'learn', 'present', 'lab'] as const;

/** A Mode is a use of the page: to explore, to learn, to present to a class, or to work with everything. */
export type Mode = (typeof modes)[number];

/** isMode reports whether a value is the name of a mode. */
export const isMode = (value: unknown): value is Mode => (modes as readonly unknown[]).includes(value);

/** A Name is the name of a picture in links and documents. */
export type Name = (typeof pictures)[number]['name'];

/** A Picture is the page's description of a picture. */
export type Picture = (typeof pictures)[number];

/** names are the pictures' names in the order of the view. */
export const names: readonly Name[] = [...pictures].sort((a, b) => a.index - b.index).map(({ name }) => name);

/** isName reports whether a value is the name of a picture. */
export const isName = (value: unknown): value is Name => (names as readonly unknown[]).includes(value);

/** pictureOf returns the description of a picture. */
export const pictureOf = (name: Name): Picture => pictures.find((picture) => picture.name === name) ?? pictures[0];

/** groupOf returns the pictures of a group in the order of their tabs; a group shares a tab, and its pictures are chosen by radio buttons with its name. */
export const groupOf = (group: string): Name[] => pictures.filter((picture) => picture.group === group).map(({ name }) => name);

/** small is a phone's screen, one column: in portrait, or smaller; in landscape a phone has the layout of a larger screen. */
export const small = matchMedia('(max-width: 35.99em), (max-width: 43.74em) and (orientation: portrait)');
/** wide has room for the proof beside the pictures. */
export const wide = matchMedia('(min-width: 80em)');
/** large has room for a column of numbers in the lab, largest for a drawer beside that column. */
export const large = matchMedia('(min-width: 90em)');
export const largest = matchMedia('(min-width: 110em)');
/** On a narrow screen a drawer lies over the pictures. */
export const narrow = matchMedia('(max-width: 59.99em)');
/** low is a phone on its side, or a window that is enlarged: there is no room for more than two pictures. */
export const low = matchMedia('(max-height: 34.99em)');
/** tall has room for pictures above each other, even where it is narrow. */
export const tall = matchMedia('(orientation: portrait)');
