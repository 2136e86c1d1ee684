// Which points an answer says are selected.

import type { Page } from './protocol';

/** indicesOf returns their indices, in order. */
export function indicesOf({ selected = [] }: Page): number[] {
  return selected.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i));
}
