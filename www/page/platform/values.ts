// JSON values, such as the parts of an answer.

export type Entries = Record<string, unknown>;

/** isObject reports whether a value is an object with names. */
export const isObject = (value: unknown): value is Entries => typeof value === 'object' && value !== null && !Array.isArray(value);

/** at returns the value within another at a path such as layers.count, undefined if there is none. */
export const at = (value: unknown, path: string): unknown => path.split('.').reduce<unknown>((within, word) => (within as Entries | null | undefined)?.[word], value);

/** equal compares JSON values; undefined is one, too. */
export function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((value, i) => equal(value, b[i]));
  if (!isObject(a) || !isObject(b)) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && equal(a[name], b[name]));
}
