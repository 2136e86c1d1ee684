// Which pictures are on the stage, and where. A state is {count, shown, order}: at most count pictures are shown; order lists all names,
// chosen longest ago first. States are values: each function returns a new one.

import { names } from './tiles.js';

const wide = ['certificate', 'neurons', 'race', 'path']; // the pictures that like to be wider than high

/** first is what a new visitor sees. */
export const first = {
  count: 4,
  shown: ['spectrahedron', 'certificate', 'lorentz', 'data'],
  order: ['path', 'race', 'neurons', 'neural', 'spectrahedron', 'certificate', 'lorentz', 'data'],
};

/**
 * toggle shows a hidden picture, in place of the one chosen longest ago when the stage is full, or hides a shown one unless it is the
 * last.
 */
export function toggle({ count, shown, order }, name) {
  if (shown.includes(name)) return { count, order, shown: shown.length > 1 ? shown.filter((other) => other !== name) : shown };
  const newOrder = [...order.filter((other) => other !== name), name];
  return { count, order: newOrder, shown: newest(newOrder, [...shown, name], count, name) };
}

/** withCount changes how many pictures are shown: fewer keeps the data and the newest, more brings the newest hidden ones back. */
export function withCount({ shown, order }, count) {
  const back = order.filter((name) => !shown.includes(name)).slice(-Math.max(1, count - shown.length));
  return { count, order, shown: shown.length < count ? [...shown, ...back] : newest(order, shown, count, null) };
}

/** newest drops those of shown that were chosen longest ago until count are left; the data goes last, asked for never. */
function newest(order, shown, count, asked) {
  const age = (name) => (name === asked ? 2 : name === 'data' ? 1 : 0) * order.length + order.indexOf(name);
  return [...shown].sort((a, b) => age(b) - age(a)).slice(0, count);
}

/** slots returns a Map from each shown name to its place: main, a, b or wide. */
export function slots(shown) {
  const inOrder = names.filter((name) => shown.includes(name));
  const main = inOrder[0]; // the data, when they are shown
  const rest = inOrder.slice(1);
  const bottom = rest.length === 3 ? rest.filter((name) => wide.includes(name)).pop() ?? rest[2] : null;
  const free = ['a', 'b'];
  return new Map([[main, 'main'], ...rest.map((name) => [name, name === bottom ? 'wide' : free.shift()])]);
}

/** complete returns a state with the pictures that it does not know of, as one of an earlier version does not, as those chosen longest ago. */
export function complete(state) {
  return { ...state, order: [...names.filter((name) => !state.order.includes(name)), ...state.order] };
}

/** valid says whether a value read from storage is a state, perhaps of an earlier version. */
export function valid(state) {
  const known = (list) => Array.isArray(list) && list.every((name) => names.includes(name)) && new Set(list).size === list.length;
  return [1, 2, 4].includes(state?.count) && known(state.order) &&
    known(state.shown) && state.shown.length > 0 && state.shown.length <= state.count;
}
