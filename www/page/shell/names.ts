// The names of the pictures; the elements tile-NAME, area-NAME and name-NAME belong to each.

import { groups, pictures } from '../platform/protocol';

/** A Name is that of a picture, as links and documents have it. */
export type Name = (typeof pictures)[number]['name'];

/** A Picture is what the page knows of one. */
export type Picture = (typeof pictures)[number];

/** names are the pictures' names in the order of the view. */
export const names: readonly Name[] = [...pictures].sort((a, b) => a.index - b.index).map(({ name }) => name);

/** isName says whether a value is the name of a picture. */
export const isName = (value: unknown): value is Name => (names as readonly unknown[]).includes(value);

const rows = Object.fromEntries(pictures.map((picture) => [picture.name, picture])) as unknown as Record<Name, Picture>;

/** pictureOf returns what the page knows of a picture. */
export const pictureOf = (name: Name): Picture => rows[name];

/** groupNames are the names of the groups, whose pictures share a tab and are chosen by radio buttons of that name. */
export const groupNames = Object.keys(groups);

/** groupOf returns the pictures of a group in the order of their tabs. */
export const groupOf = (group: string): Name[] => pictures.filter((picture) => picture.group === group).map(({ name }) => name);

/** tabWord returns the word on the tab of a picture: its title, or that of its group. */
export const tabWord = ({ group, title }: Picture): string => groups[group] ?? title;
