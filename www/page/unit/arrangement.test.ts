// Which pictures are on the stage.

import { complete, first, slots, toggle, toggleWithin, valid, withCount, within, type Arrangement } from '../shell/arrangement';
import { names } from '../shell/names';
import { equal, test } from './test';

test('a hidden picture takes the place of the one chosen longest ago', () => {
  const { shown, order } = toggle(first, 'race');
  equal([...shown].sort(), ['certificate', 'data', 'lorentz', 'race']);
  equal(order.at(-1), 'race');
});

test('a shown picture is hidden, but not the last', () => {
  let state: Arrangement = first;
  for (const name of first.shown) state = toggle(state, name);
  equal(state.shown.length, 1);
});

test('fewer pictures keep the data, more bring the hidden ones back', () => {
  const one = withCount(first, 1);
  equal(one.shown, ['data']);
  equal(withCount(one, 4).shown.length, 4);
  equal(withCount(withCount(first, 2), 4).shown.length, 4);
});

test('where there is room for two, the others come back', () => {
  equal(within(first, 4, null), first);
  equal(within(first, 2, null).shown, ['data', 'lorentz']);
  equal(within(first, 2, 'certificate').shown, ['data', 'certificate']);
  equal(within(first, 2, 'race').shown, ['data', 'lorentz'], 'one that is not shown stays away');
  const more = toggleWithin(first, 2, null, 'neurons');
  equal([within(more, 2, null).shown.sort(), [...more.shown].sort()], [['data', 'neurons'], ['certificate', 'data', 'lorentz', 'neurons']]);
  equal(toggleWithin(first, 2, null, 'lorentz').shown, ['data']);
});

test('every arrangement that can be reached is valid and fits its slots', () => {
  const seen = new Set<string>();
  const visit = (state: Arrangement, depth: number): void => {
    const key = JSON.stringify(state);
    if (seen.has(key)) return;
    seen.add(key);
    const places = [...slots(state.shown).values()];
    equal([valid(state), places.length, new Set(places).size, places[0]], [true, state.shown.length, state.shown.length, 'main'], key);
    if (depth === 0) return;
    for (const name of names) {
      visit(toggle(state, name), depth - 1);
      visit(toggleWithin(state, 2, null, name), depth - 1);
    }
    for (const count of [1, 2, 4]) visit(withCount(state, count), depth - 1);
  };
  visit(first, 3);
});

test('a picture that likes to be wide is at the bottom', () => {
  equal([...slots(['data', 'lorentz', 'certificate', 'spectrahedron'])], [['data', 'main'], ['spectrahedron', 'a'], ['lorentz', 'b'], ['certificate', 'wide']]);
});

test('strangers are not taken for arrangements, those of an earlier version are', () => {
  for (const value of [null, 1, {}, { ...first, count: 3 }, { ...first, shown: [] }, { ...first, order: ['data', 'data'] }, { ...first, shown: [...names] }]) {
    equal(valid(value), false, JSON.stringify(value));
  }
  const old = { count: 2, shown: ['data'], order: ['lorentz', 'data'] };
  equal(valid(old), true);
  if (valid(old)) equal(complete(old).order.length, names.length);
});
