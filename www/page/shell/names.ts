// The names of the pictures; each has the elements tile-NAME, area-NAME and name-NAME.

import { groups, pictures } from '../platform/protocol';

/** A Name is the name of a picture in links and documents. */
export type Name = (typeof pictures)[number]['name'];

/** A Picture is the page's description of a picture. */
export type Picture = (typeof pictures)[number];

/** names are the pictures' names in the order of the view. */
export const names: readonly Name[] = [...pictures].sort((a, b) => a.index - b.index).map(({ name }) => name);

/** isName says whether a value is the name of a picture. */
export const isName = (value: unknown): value is Name => (names as readonly unknown[]).includes(value);

const rows = Object.fromEntries(pictures.map((picture) => [picture.name, picture])) as unknown as Record<Name, Picture>;

/** pictureOf returns the description of a picture. */
export const pictureOf = (name: Name): Picture => rows[name];

/**
 * groupNames are the names of the groups of pictures; a group shares a tab, and its pictures are chosen by radio buttons with the group's
 * name.
 */
export const groupNames = Object.keys(groups);

/** groupOf returns the pictures of a group in the order of their tabs. */
export const groupOf = (group: string): Name[] => pictures.filter((picture) => picture.group === group).map(({ name }) => name);

/** tabWord returns the word on the tab of a picture: its title, or that of its group. */
export const tabWord = ({ group, title }: Picture): string => groups[group] ?? title;
