// Which pictures are on the stage, and where, also as links store it. Arrangements are values: each function returns a new one.

import { stored } from '../platform/storage';
import { isMode, isName, type Mode, type Name, names, pictureOf } from './names';

/** An Arrangement shows at most count pictures; order lists all names, the least recently chosen first. */
export interface Arrangement { count: number; shown: Name[]; order: Name[] }

/** A Slot is a place on the stage. */
export type Slot = 'main' | 'a' | 'b' | 'wide';

/** first is the arrangement for a new visitor. */
export const first: Arrangement = complete({
  count: 4,
  shown: ['spectrahedron', 'certificate', 'lorentz', 'data'],
  order: ['path', 'race', 'neurons', 'neural', 'spectrahedron', 'certificate', 'lorentz', 'data'],
});

/**
 * toggle shows a hidden picture, replacing the least recently chosen one if the stage is full, or hides a shown one unless it is the last.
 */
export function toggle({ count, shown, order }: Arrangement, name: Name): Arrangement {
  if (shown.includes(name)) return { count, order, shown: shown.length > 1 ? shown.filter((other) => other !== name) : shown };
  const newOrder = [...order.filter((other) => other !== name), name];
  return { count, order: newOrder, shown: newest(newOrder, [...shown, name], count, name) };
}

/** withCount changes the number of pictures: fewer keeps the data and the most recently chosen, more brings back the most recently hidden. */
export function withCount({ shown, order }: Arrangement, count: number): Arrangement {
  const back = order.filter((name) => !shown.includes(name)).slice(-Math.max(1, count - shown.length));
  return { count, order, shown: shown.length < count ? [...shown, ...back] : newest(order, shown, count, null) };
}

/** within limits an arrangement to at most most pictures, for lack of room; must stays if it is shown. */
export function within(arrangement: Arrangement, most: number, must: Name | null): Arrangement {
  if (arrangement.count <= most) return arrangement;
  return withCount(must ? { ...arrangement, order: [...arrangement.order.filter((name) => name !== must), must] } : arrangement, most);
}

/** toggleWithin is toggle with room for only most pictures: those that do not fit come back when there is room again. */
export function toggleWithin(arrangement: Arrangement, most: number, must: Name | null, name: Name): Arrangement {
  const room = within(arrangement, most, must);
  if (room === arrangement) return toggle(arrangement, name);
  const { count, shown } = arrangement;
  const { shown: seen, order } = toggle(room, name);
  const left = seen.includes(name) ? order.filter((other) => shown.includes(other) && !seen.includes(other)).reverse() : [];
  return { count, order, shown: [...seen, ...left].slice(0, count) };
}

/**
 * newest drops the least recently chosen pictures of shown until count are left; the data picture is dropped last, the picture asked never.
 */
function newest(order: Name[], shown: Name[], count: number, asked: Name | null): Name[] {
  const age = (name: Name): number => (name === asked ? 2 : name === 'data' ? 1 : 0) * order.length + order.indexOf(name);
  return [...shown].sort((a, b) => age(b) - age(a)).slice(0, count);
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

/** complete adds the pictures that an arrangement of an earlier version does not know, as the least recently chosen. */
export function complete(arrangement: Arrangement): Arrangement {
  return { ...arrangement, order: [...names.filter((name) => !arrangement.order.includes(name)), ...arrangement.order] };
}

/** valid says whether a value from storage is an arrangement, perhaps of an earlier version. */
export function valid(value: unknown): value is Arrangement {
  const known = (list: unknown): list is Name[] => Array.isArray(list) && list.every(isName) && new Set(list).size === list.length;
  const { count, shown, order } = (value ?? {}) as Partial<Record<keyof Arrangement, unknown>>;
  return typeof count === 'number' && [1, 2, 4].includes(count) && known(order) && known(shown) && shown.length > 0 && shown.length <= count;
}

/** pairOf returns the pictures of a scene made from the visible ones: the only one, or the data and the one chosen last. */
export function pairOf(seen: Name[], order: Name[]): Name[] {
  const latest = order.filter((name) => name !== 'data' && seen.includes(name)).at(-1);
  return seen.length <= 2 || !latest ? seen.slice(0, 2) : seen.includes('data') ? ['data', latest] : [latest];
}

/** The drawers of the lab. */
const drawers = ['data', 'model', 'check', 'keep', 'record', 'details'] as const;
export type Drawer = (typeof drawers)[number];
/** isDrawer says whether a value is the name of a drawer. */
export const isDrawer = (value: unknown): value is Drawer => (drawers as readonly unknown[]).includes(value);

/**
 * A LayoutLook holds everything that can be chosen: the arrangement is the lab's, tab the picture on a narrow screen, full the picture that
 * fills a wide stage alone, picture the one beside the data, and drawer the open drawer of the lab. Looks of earlier versions have no mode:
 * they were made when everything was on one page.
 */
export interface LayoutLook extends Arrangement { tab: Name; full: Name | null; mode?: Mode; picture?: Name; drawer?: Drawer }

/** isLayoutLook says whether a value is a LayoutLook. */
export function isLayoutLook(value: unknown): value is LayoutLook {
  const { tab, full, mode, picture, drawer } = (value ?? {}) as Partial<LayoutLook>;
  return valid(value) && isName(tab) && (full === null || isName(full)) && (mode === undefined || isMode(mode)) && (picture === undefined || isName(picture)) &&
    (drawer === undefined || isDrawer(drawer));
}

/** remembered returns the arrangement of the last visit. */
export function remembered(): Arrangement {
  try {
    const state: unknown = JSON.parse(stored('layout') ?? 'null');
    return valid(state) ? complete(state) : first;
  } catch {
    return first;
  }
}

/** rememberedTab returns the picture that the last visit showed on a narrow screen. */
export function rememberedTab(): Name {
  const tab = stored('tab');
  return isName(tab) ? tab : 'data';
}
