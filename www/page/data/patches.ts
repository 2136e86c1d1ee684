// The patches of a sample: which one is at an entry, and a filter's response to one, as computed by the session.

import type { Samples } from '../platform/protocol';

/** patchAt returns the patch whose middle is at or near an entry; -1 if there is none, or only one patch. */
export function patchAt({ corners, filter: [height, width], shape: [, columns, channels] }: Samples, entry: number, isSignal: boolean): number {
  if (entry < 0 || corners.length < 2) return -1;
  const pixel = Math.floor(entry / channels);
  const [row, column] = [Math.floor(pixel / columns), pixel % columns];
  let best = -1, least = Infinity;
  corners.forEach(([top, left], k) => {
    const inside = isSignal || (row >= top && row < top + height);
    const distance = Math.abs(left + (width - 1) / 2 - column) + (isSignal ? 0 : Math.abs(top + (height - 1) / 2 - row));
    if (inside && distance < least) [best, least] = [k, distance];
  });
  return best;
}

/** reads says whether a neuron reads a patch. */
export function reads({ neurons, pool }: Samples, neuron: number, patch: number): boolean {
  return Math.floor(patch / pool) === (neurons?.[neuron]?.block ?? 0);
}

/** A Response is the product of a filter with a patch, and its activation. */
interface Response { product: number; value: number }

/** responseAt returns the response of a neuron to a patch of a sample, or null if it is not known or the neuron does not read the patch. */
export function responseAt(data: Samples, index: number, neuron: number, patch: number): Response | null {
  const { neurons, pool, picked } = data;
  if (!neurons?.[neuron] || picked?.index !== index || !reads(data, neuron, patch)) return null;
  const place = patch - (neurons[neuron].block ?? 0) * pool;
  const product = picked.product[neuron]?.[place], value = picked.value[neuron]?.[place];
  return product === undefined || value === undefined ? null : { product, value };
}
