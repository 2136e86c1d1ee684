// Which pictures are on the stage, where the parts of the page are, and scenes.

import { type Arrangement, first, raised, read, seen, slots, toggle, valid, written } from '../shell/arrangement';
import { modes, names } from '../shell/names';
import { arrange, type Part, sheets, type Situation } from '../shell/parts';
import { firstState, has, planOf, type Screen, type State } from '../shell/plan';
import { areScenes, most, patched, type Scene, unpack } from '../shell/scenes';
import { equal, test } from './test';

test('a hidden picture takes the place of the one chosen longest ago', () => {
  equal(toggle(first, 'race'), ['lorentz', 'certificate', 'data', 'race']);
});

test('a shown picture is hidden, but not the last', () => {
  let state: Arrangement = first;
  for (const name of first) state = toggle(state, name);
  equal(state, ['data']);
});

test('where there is room for two, the others come back', () => {
  equal(seen(first, 4), first);
  equal(seen(first, 2), ['certificate', 'data']);
  equal(seen(raised(first, 'lorentz'), 2), ['data', 'lorentz']);
  equal(raised(first, 'race'), first, 'one that is not shown stays away');
  const more = toggle(first, 'neurons', seen(first, 2));
  equal([seen(more, 2), more], [['data', 'neurons'], ['lorentz', 'certificate', 'data', 'neurons']]);
});

test('every arrangement that can be reached is valid and fits its slots', () => {
  const reached = new Set<string>();
  const visit = (state: Arrangement, depth: number): void => {
    const key = JSON.stringify(state);
    if (reached.has(key)) return;
    reached.add(key);
    const places = [...slots(state).values()];
    equal([valid(written(state)), places.length, new Set(places).size, places[0]], [true, state.length, state.length, 'main'], key);
    if (depth === 0) return;
    for (const name of names) {
      visit(toggle(state, name), depth - 1);
      visit(toggle(state, name, seen(state, 2)), depth - 1);
    }
  };
  visit(first, 3);
});

test('a picture that likes to be wide is at the bottom', () => {
  equal([...slots(['data', 'lorentz', 'certificate', 'spectrahedron'])], [['data', 'main'], ['spectrahedron', 'a'], ['lorentz', 'b'], ['certificate', 'wide']]);
});

test('strangers are not taken for arrangements, those of an earlier version are', () => {
  const now = written(first);
  equal(read(now), first);
  for (const value of [null, 1, {}, { ...now, shown: [] }, { ...now, order: ['data', 'data'] }, { ...now, shown: [...names] }]) {
    equal(valid(value), false, JSON.stringify(value));
  }
  const old = { count: 2, shown: ['data', 'lorentz'], order: ['lorentz', 'data'] };
  equal(valid(old) && read(old), ['lorentz', 'data']);
});

test('a picture that does not exist now leaves its place to another, and comes back', () => {
  const screen: Screen = { small: false, wide: true, large: false, largest: false, narrow: false, low: false, tall: false, projector: false };
  const shownIn = (missing: State['missing']): readonly string[] =>
    planOf({ ...firstState(), mode: 'lab', why: null, lab: ['data', 'lorentz'], drawer: null, missing }, screen).visible;
  equal([shownIn([]), shownIn(['lorentz', 'spectrahedron', 'neural'])], [['data', 'lorentz'], ['certificate', 'data']]);
});

test('on every screen there are pictures that exist, and those that can be chosen by tabs include the one shown', () => {
  const desk: Screen = { small: false, wide: true, large: true, largest: false, narrow: false, low: false, tall: false, projector: false };
  const screens = [desk, ...(Object.keys(desk) as (keyof Screen)[]).map((name) => ({ ...desk, large: name === 'largest' || name === 'projector', [name]: true }))];
  const choices = [{}, { why: 'film' as const }, { drawer: 'details' as const }, { full: 'race' as const }, { missing: names.filter((name) => name !== 'data') }, { beside: 'path' as const, withheld: ['path'] as const }];
  for (const screen of screens) for (const mode of modes) for (const choice of choices) {
    const state: State = { ...firstState(), mode, ...choice }, plan = planOf(state, screen), where = JSON.stringify({ screen, mode, choice });
    equal([plan.visible.length > 0, plan.visible.every((name) => has(state, name)), plan.tabs.every((name) => has(state, name))], [true, true, true], where);
    equal(plan.visible.length <= (screen.small ? 1 : mode === 'lab' ? 4 : 2), true, where);
    if (plan.isTabbed && plan.picture !== 'data') equal(plan.tabs.includes(plan.picture), true, where);
    if (mode === 'lab' && (screen.low || screen.narrow)) equal(plan.visible.length <= 2, true, where);
  }
});

/** scenes returns every scene there can be. */
function scenes(): Situation[] {
  return modes.flatMap((mode) => (['small', 'middle', 'large'] as const).flatMap((size) => names.flatMap((picture) => sheets.flatMap((sheet) =>
    (['over', 'data', 'beside', 'none'] as const).flatMap((samples) => [false, true].map((embedded) => ({ mode, size, picture, sheet, samples, lesson: sheet === 'lesson' ? { need: 'animation' as const } : null, isLow: false, isNarrow: false, why: picture === 'certificate' ? 'film' as const : null, embedded })))))));
}

test('no part is in two places', () => {
  for (const scene of scenes()) {
    const parts = [...arrange(scene).values()].flat();
    equal(parts.length, new Set(parts).size, JSON.stringify(scene));
  }
});

test('whatever is shown, the classes and a way back are at hand, except on the screen of a lecture hall', () => {
  for (const scene of scenes()) {
    if (scene.mode === 'present') continue;
    const parts = new Set([...arrange(scene).values()].flat());
    equal(['pens', 'history'].every((part) => parts.has(part as Part)), true, JSON.stringify(scene));
  }
});

test('the lab has every part, on a phone in one of its tabs', () => {
  const all: Part[] = ['toolbar', 'tool', 'examples-menu', 'beta-field', 'output-view', 'transport', 'race', 'sweep-field', 'neurons', 'matrices', 'details', 'drawers', 'brush-field', 'why', 'strip'];
  for (const size of ['small', 'middle', 'large'] as const) {
    const found = new Set(scenes().filter((one) => one.mode === 'lab' && one.size === size && !one.embedded).flatMap((one) => [...arrange(one).values()].flat()));
    equal(all.filter((part) => !found.has(part)), [], size);
  }
});

test('another layer is offered beside the proof, and on a phone with its numbers: the strip has no room for both there', () => {
  for (const scene of scenes()) {
    const [place] = [...arrange(scene)].find(([, parts]) => parts.includes('add-layers')) ?? [''];
    if (!scene.embedded && (scene.mode === 'present' || scene.mode === 'learn' && scene.lesson && scene.size !== 'small')) equal(place, '');
    else if (scene.embedded || scene.size !== 'small') equal(place, 'proof', JSON.stringify(scene));
    else equal(place, scene.sheet === 'proof' ? 'sheet' : '', JSON.stringify(scene));
  }
});

const drawn = { format: 'conelab/share/1', state: { problem: { data: { x: [[1, 2], [3, 4]], y: [[1], [-1]] }, beta: 0.1 } }, tool: 'draw', focus: -1 };
const sceneOf = (shared: unknown): Scene => ({ shared, pictures: ['data'], view: null });

test('a change leads from one value to the other', () => {
  // The examples of RFC 7396, appendix A.
  for (const [from, change, to] of [
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }], [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }], [{ a: 'b' }, { a: null }, {}], [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }], [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }], [['a', 'b'], ['c', 'd'], ['c', 'd']],
    [{ a: 'foo' }, null, null], [{ e: null }, { a: 1 }, { e: null, a: 1 }], [[1, 2], { a: 'b', c: null }, { a: 'b' }], [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ] as const) equal(patched(from, change), to, JSON.stringify(change));
});

test('scenes of an earlier version, which were changes of the one before, are read', () => {
  const stored = [sceneOf(drawn), { pictures: ['data' as const], view: null, change: { state: { problem: { beta: 0.5 } }, focus: 1 } }];
  const other = { ...drawn, state: { problem: { ...drawn.state.problem, beta: 0.5 } }, focus: 1 };
  equal([areScenes(stored), unpack(stored)], [true, [sceneOf(drawn), sceneOf(other)]]);
});

test('what are no scenes is refused', () => {
  const deep = JSON.parse('{"a":'.repeat(9999) + '1' + '}'.repeat(9999)) as unknown;
  for (const bad of [
    null, {}, 'x', [null], [{}], [sceneOf(1)], [sceneOf([])], [sceneOf(undefined)], [{ pictures: ['data'], view: null, change: 1 }], [{ ...sceneOf({}), pictures: [] }],
    [{ ...sceneOf({}), pictures: ['data', 'data'] }], [{ ...sceneOf({}), pictures: ['x'] }], [{ ...sceneOf({}), view: 1 }], [{ ...sceneOf({}), caption: 'a'.repeat(301) }],
    [{ ...sceneOf({}), theme: 'red' }], [sceneOf(deep)], Array.from({ length: most + 1 }, () => sceneOf({})), [sceneOf({ a: 'a'.repeat(1 << 22) })],
  ]) equal(areScenes(bad), false, JSON.stringify(bad).slice(0, 80));
  const hostile = JSON.parse('[{"pictures":["data"],"view":null,"shared":{}},{"pictures":["data"],"view":null,"change":{"__proto__":{"polluted":1}}}]') as never;
  equal(areScenes(hostile), true);
  equal(JSON.stringify(unpack(hostile)[1]?.shared), '{"__proto__":{"polluted":1}}');
  equal((({}) as { polluted?: number }).polluted, undefined);
});
