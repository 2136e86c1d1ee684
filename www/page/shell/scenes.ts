// Scenes of a presentation: each is what was on the screen when it was added. Scenes are values. In links of earlier versions, a scene
// with the same data or model as the previous one holds only the differences.

import { isObject } from '../platform/values';
import { isName, type Name } from './names';
import { isTheme } from './theme';

/**
 * most is the largest number of scenes of a presentation; longest limits the characters of a caption, and largest those of all scenes as
 * stored.
 */
export const most = 60;
export const longest = 300;
const largest = 1 << 22;
const deepest = 24; // nesting depth of values
const longestView = 2000; // characters of the settings of the pictures

/** A Frame is the part of a scene that is not its state: the pictures, their settings, the caption if it was edited, and the theme. */
interface Frame { pictures: Name[]; view: string | null; caption?: string; theme?: string }

/** A Scene has a state of the session: data, model, animation. */
export interface Scene extends Frame { shared: unknown }

/** A StoredScene has its state, or its change from the state of the previous scene, as a JSON merge patch (RFC 7396). */
export interface StoredScene extends Frame { shared?: unknown; change?: unknown }

/** unpack returns stored scenes in full. */
export function unpack(stored: readonly StoredScene[]): Scene[] {
  let now: unknown;
  return stored.map(({ shared, change, ...frame }) => {
    now = shared === undefined ? patched(now, change) : shared;
    return { ...frame, shared: now };
  });
}

/** areScenes reports whether a value, which may come from an untrusted link, is a list of scenes; the session checks their states. */
export function areScenes(value: unknown): value is StoredScene[] {
  return Array.isArray(value) && value.length <= most && isFlat(value) && value.every(isStored) && JSON.stringify(value).length <= largest &&
    unpack(value).every(({ shared }) => isObject(shared));
}

function isStored(value: unknown): value is StoredScene {
  const { pictures, view, caption, theme } = (value ?? {}) as Partial<Record<keyof StoredScene, unknown>>;
  return Array.isArray(pictures) && [1, 2].includes(pictures.length) && pictures.every(isName) && new Set(pictures).size === pictures.length &&
    (view === null || isText(view, longestView)) && (caption === undefined || isText(caption, longest)) && (theme === undefined || isTheme(theme));
}

/** isFlat reports whether values are nested at most deepest levels, so that they can be traversed and written. */
function isFlat(value: unknown, left = deepest): boolean {
  return typeof value !== 'object' || value === null || (left > 0 && Object.values(value).every((one) => isFlat(one, left - 1)));
}

const isText = (value: unknown, most: number): boolean => typeof value === 'string' && value.length <= most;

/** patched returns a value after a change: null removes an entry, objects are changed recursively, everything else is replaced. */
export function patched(from: unknown, change: unknown): unknown {
  if (!isObject(change)) return change;
  const entries = new Map(isObject(from) ? Object.entries(from) : []);
  for (const [name, value] of Object.entries(change)) {
    if (value === null) entries.delete(name);
    else entries.set(name, patched(entries.get(name), value));
  }
  return Object.fromEntries(entries); // their names are data: __proto__ is like any other
}
