// Which pictures are on the stage, and where, also as links store it. Arrangements are values: each function returns a new one.

import { stored, tried } from '../platform/storage';
import { isMode, isName, type Mode, type Name, names, pictureOf } from './names';

/** An Arrangement has the pictures of the lab, the least recently chosen first, at most most of them. */
export type Arrangement = readonly Name[];

const most = 4;

/** A Slot is a place on the stage. */
export type Slot = 'main' | 'a' | 'b' | 'wide';

/** first is the arrangement for a new visitor. */
export const first: Arrangement = ['spectrahedron', 'lorentz', 'certificate', 'data'];

/** raised makes a picture of an arrangement the one chosen last. */
export const raised = (shown: Arrangement, name: Name): Arrangement => [...shown].sort((a, b) => Number(a === name) - Number(b === name));

/**
 * toggle shows a picture, replacing the least recently chosen one if the stage is full, or hides it if it is one of those seen now, unless it is the
 * last of them.
 */
export function toggle(shown: Arrangement, name: Name, now: readonly Name[] = shown): Arrangement {
  const others = shown.filter((other) => other !== name);
  if (!now.includes(name)) return seen([...others, name], most, name);
  return now.length > 1 ? others : shown;
}

/**
 * seen returns the pictures that are seen where there is room for count: the most recently chosen ones. The data picture is dropped last, the picture
 * asked never.
 */
export function seen(shown: Arrangement, count: number, asked: Name | null = null): Name[] {
  const age = (name: Name): number => (name === asked ? 2 : name === 'data' ? 1 : 0) * shown.length + shown.indexOf(name);
  const kept = [...shown].sort((a, b) => age(b) - age(a)).slice(0, count);
  return shown.filter((name) => kept.includes(name));
}

/** slots returns the slot of each shown picture: the data, or else the first, gets the largest; a lesson has them in its own order. */
export function slots(shown: readonly Name[], isLesson = false): Map<Name, Slot> {
  const [main, ...rest] = isLesson ? shown : names.filter((name) => shown.includes(name));
  const places = new Map<Name, Slot>();
  if (main) places.set(main, 'main');
  const bottom = rest.length === 3 ? rest.filter((name) => pictureOf(name).wide).pop() ?? rest[2] : null;
  const free: Slot[] = ['a', 'b'];
  for (const name of rest) places.set(name, name === bottom ? 'wide' : free.shift() ?? 'wide');
  return places;
}

/** A StoredArrangement has, in order, also the pictures that are not shown, and how many may be: earlier versions had a choice of that. */
export interface StoredArrangement { count: number; shown: Name[]; order: Name[] }

/** written returns the stored form of an arrangement, read the arrangement of a stored one. */
export const written = (shown: Arrangement): StoredArrangement =>
  ({ count: most, shown: [...shown], order: [...names.filter((name) => !shown.includes(name)), ...shown] });
export const read = ({ shown, order }: StoredArrangement): Arrangement => [...shown].sort((a, b) => order.indexOf(a) - order.indexOf(b));

/** valid reports whether a value from storage is an arrangement, perhaps of an earlier version. */
export function valid(value: unknown): value is StoredArrangement {
  const known = (list: unknown): list is Name[] => Array.isArray(list) && list.every(isName) && new Set(list).size === list.length;
  const { shown, order } = (value ?? {}) as Partial<Record<keyof StoredArrangement, unknown>>;
  return known(order) && known(shown) && shown.length > 0 && shown.length <= most;
}

/** pairOf returns the pictures of a scene made from the visible ones: the only one, or the data and the one chosen last. */
export function pairOf(seen: Name[], shown: Arrangement): Name[] {
  const latest = [...seen.filter((name) => !shown.includes(name)), ...shown].filter((name) => name !== 'data' && seen.includes(name)).at(-1);
  return seen.length <= 2 || !latest ? seen.slice(0, 2) : seen.includes('data') ? ['data', latest] : [latest];
}

/** The drawers of the lab. */
const drawers = ['data', 'model', 'check', 'keep', 'record', 'details'] as const;
export type Drawer = (typeof drawers)[number];
/** isDrawer reports whether a value is the name of a drawer. */
export const isDrawer = (value: unknown): value is Drawer => (drawers as readonly unknown[]).includes(value);

/**
 * A LayoutSettings holds everything that can be chosen: the arrangement is the lab's, tab the picture on a narrow screen, full the picture that
 * fills a wide stage alone, picture the one beside the data, and drawer the open drawer of the lab. Settings of earlier versions have no mode:
 * they were made when everything was on one page.
 */
export interface LayoutSettings extends StoredArrangement { tab: Name; full: Name | null; mode?: Mode; picture?: Name; drawer?: Drawer }

/** isLayoutSettings reports whether a value is a LayoutSettings. */
export function isLayoutSettings(value: unknown): value is LayoutSettings {
  const { tab, full, mode, picture, drawer } = (value ?? {}) as Partial<LayoutSettings>;
  return valid(value) && isName(tab) && (full === null || isName(full)) && (mode === undefined || isMode(mode)) && (picture === undefined || isName(picture)) &&
    (drawer === undefined || isDrawer(drawer));
}

/** remembered returns the arrangement of the last visit. */
export function remembered(): Arrangement {
  const state: unknown = tried(() => JSON.parse(stored('layout') ?? 'null'), null);
  return valid(state) ? read(state) : first;
}
