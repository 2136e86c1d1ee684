// Which pictures are on the stage.

import { first, read, slots, toggle, valid, withCount, within, written, type Arrangement } from '../shell/arrangement';
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

test('fewer pictures keep the data, more bring others', () => {
  const one = withCount(first, 1);
  equal(one.shown, ['data']);
  equal(withCount(one, 4).shown.length, 4);
});

test('where there is room for two, the others come back', () => {
  equal(within(first, 4, null), first);
  equal(within(first, 2, null).shown, ['lorentz', 'data']);
  equal(within(first, 2, 'certificate').shown, ['certificate', 'data']);
  equal(within(first, 2, 'race').shown, ['lorentz', 'data'], 'one that is not shown stays away');
  const more = toggle(first, 'neurons', within(first, 2, null).shown);
  equal([within(more, 2, null).shown, more.shown], [['data', 'neurons'], ['certificate', 'lorentz', 'data', 'neurons']]);
  equal(toggle(first, 'certificate', within(first, 2, null).shown).shown, ['spectrahedron', 'lorentz', 'data', 'certificate']);
});

test('every arrangement that can be reached is valid and fits its slots', () => {
  const seen = new Set<string>();
  const visit = (state: Arrangement, depth: number): void => {
    const key = JSON.stringify(state);
    if (seen.has(key)) return;
    seen.add(key);
    const places = [...slots(state.shown).values()];
    equal([valid(written(state)), places.length, new Set(places).size, places[0]], [true, state.shown.length, state.shown.length, 'main'], key);
    if (depth === 0) return;
    for (const name of names) {
      visit(toggle(state, name), depth - 1);
      visit(toggle(state, name, within(state, 2, null).shown), depth - 1);
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
