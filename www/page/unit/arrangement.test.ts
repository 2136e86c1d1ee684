// Which pictures are on the stage.

import { first, read, seen, slots, toggle, valid, withCount, written, type Arrangement } from '../shell/arrangement';
import { names } from '../shell/names';
import { equal, test } from './test';

test('a hidden picture takes the place of the one chosen longest ago', () => {
  equal(toggle(first, 'race').shown, ['certificate', 'lorentz', 'data', 'race']);
});

test('a shown picture is hidden, but not the last', () => {
  let state: Arrangement = first;
  for (const name of first.shown) state = toggle(state, name);
  equal(state.shown, ['data']);
});

test('fewer pictures keep the data, more bring the others back', () => {
  const one = withCount(first, 1);
  equal(seen(one), ['data']);
  equal(withCount(one, 4), first);
  equal(withCount(toggle(one, 'race'), 4).shown.length, 4);
});

test('where there is room for two, the others come back', () => {
  equal(seen(first, 4), first.shown);
  equal(seen(first, 2), ['lorentz', 'data']);
  equal(seen(first, 2, 'certificate'), ['certificate', 'data']);
  equal(seen(first, 2, 'race'), ['lorentz', 'data'], 'one that is not shown stays away');
  const more = toggle(first, 'neurons', seen(first, 2));
  equal([seen(more, 2), more.shown], [['data', 'neurons'], ['certificate', 'lorentz', 'data', 'neurons']]);
});

test('every arrangement that can be reached is valid and fits its slots', () => {
  const reached = new Set<string>();
  const visit = (state: Arrangement, depth: number): void => {
    const key = JSON.stringify(state);
    if (reached.has(key)) return;
    reached.add(key);
    const places = [...slots(seen(state)).values()];
    equal([valid(written(state)), places.length, new Set(places).size, places[0]], [true, seen(state).length, seen(state).length, 'main'], key);
    if (depth === 0) return;
    for (const name of names) {
      visit(toggle(state, name), depth - 1);
      visit(toggle(state, name, seen(state, 2)), depth - 1);
    }
    for (const count of [1, 2, 4]) visit(withCount(state, count), depth - 1);
  };
  visit(first, 3);
});

test('a picture that likes to be wide is at the bottom', () => {
  equal([...slots(['data', 'lorentz', 'certificate', 'spectrahedron'])], [['data', 'main'], ['spectrahedron', 'a'], ['lorentz', 'b'], ['certificate', 'wide']]);
});

test('strangers are not taken for arrangements, those of an earlier version are', () => {
  const now = written(first);
  equal(read(now), first);
  for (const value of [null, 1, {}, { ...now, count: 3 }, { ...now, shown: [] }, { ...now, order: ['data', 'data'] }, { ...now, shown: [...names] }]) {
    equal(valid(value), false, JSON.stringify(value));
  }
  const old = { count: 2, shown: ['data', 'lorentz'], order: ['lorentz', 'data'] };
  equal(valid(old) && read(old).shown, ['lorentz', 'data']);
});
