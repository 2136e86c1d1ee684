// Scenes of a presentation: each is what was on the screen when it was added. They are values; in links and in saved work a scene whose data
// or model are those of the scene before has only what differs, so that nothing is stored twice.

import { isName, type Name } from '../shell/names';
import { isTheme } from '../shell/theme';

/** most scenes a presentation has; longest is the number of characters of a caption, and largest that of all scenes as they are stored. */
export const most = 60;
export const longest = 300;
const largest = 1 << 20;
const deepest = 24; // values within one another
const longestView = 2000; // characters of the settings of the pictures

/** A Frame is what a scene has beside its state: the pictures, their settings, the caption if it was edited, and the theme. */
interface Frame { pictures: Name[]; view: string | null; caption?: string; theme?: string }

/** A Scene has the state that the session shares: data, model, film. */
export interface Scene extends Frame { shared: unknown }

/** A StoredScene has its state, or its change from that of the scene before, as a JSON merge patch (RFC 7396). */
export interface StoredScene extends Frame { shared?: unknown; change?: unknown }

type Entries = Record<string, unknown>;

/** pack returns scenes as they are stored. */
export function pack(scenes: readonly Scene[]): StoredScene[] {
  return scenes.map(({ shared, ...frame }, i) => {
    const before = scenes[i - 1];
    if (!before) return { ...frame, shared };
    const change = difference(before.shared, shared);
    return equal(patched(before.shared, change), shared) ? { ...frame, change } : { ...frame, shared };
  });
}

/** unpack returns stored scenes whole. */
export function unpack(stored: readonly StoredScene[]): Scene[] {
  let now: unknown;
  return stored.map(({ shared, change, ...frame }) => {
    now = shared === undefined ? patched(now, change) : shared;
    return { ...frame, shared: now };
  });
}

/** areScenes says whether a value, such as a stranger's link brings, are stored scenes; the session says what is wrong in a state of them. */
export function areScenes(value: unknown): value is StoredScene[] {
  return Array.isArray(value) && value.length <= most && isFlat(value) && value.every(isStored) && JSON.stringify(value).length <= largest &&
    unpack(value).every(({ shared }) => isObject(shared));
}

function isStored(value: unknown): value is StoredScene {
  const { pictures, view, caption, theme } = (value ?? {}) as Partial<Record<keyof StoredScene, unknown>>;
  return Array.isArray(pictures) && [1, 2].includes(pictures.length) && pictures.every(isName) && new Set(pictures).size === pictures.length &&
    (view === null || isText(view, longestView)) && (caption === undefined || isText(caption, longest)) && (theme === undefined || isTheme(theme));
}

/** isFlat says whether at most deepest values lie within one another, so that it can be gone through and written. */
function isFlat(value: unknown, left = deepest): boolean {
  return typeof value !== 'object' || value === null || (left > 0 && Object.values(value).every((one) => isFlat(one, left - 1)));
}

const isText = (value: unknown, most: number): boolean => typeof value === 'string' && value.length <= most;

const isObject = (value: unknown): value is Entries => typeof value === 'object' && value !== null && !Array.isArray(value);

/** patched returns a value after a change: entries that are null are removed, objects are changed in turn, all else is replaced. */
export function patched(from: unknown, change: unknown): unknown {
  if (!isObject(change)) return change;
  const entries = new Map(isObject(from) ? Object.entries(from) : []);
  for (const [name, value] of Object.entries(change)) {
    if (value === null) entries.delete(name);
    else entries.set(name, patched(entries.get(name), value));
  }
  return Object.fromEntries(entries); // whose names are data: __proto__ is one like all others
}

/** difference returns the change that leads from one value to another, unless that has entries that are null. */
export function difference(from: unknown, to: unknown): unknown {
  if (!isObject(from) || !isObject(to)) return to;
  const change = new Map<string, unknown>(Object.keys(from).filter((name) => !Object.hasOwn(to, name)).map((name) => [name, null]));
  for (const [name, value] of Object.entries(to)) {
    if (!Object.hasOwn(from, name)) change.set(name, value);
    else if (!equal(from[name], value)) change.set(name, difference(from[name], value));
  }
  return Object.fromEntries(change);
}

/** equal compares values of JSON. */
export function equal(a: unknown, b: unknown): boolean {
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((value, i) => equal(value, b[i]));
  if (!isObject(a) || !isObject(b)) return a === b;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && equal(a[name], b[name]));
}
