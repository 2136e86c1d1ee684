// Scenes.

import { areScenes, difference, most, pack, patched, unpack, type Scene } from '../present/scenes';
import { equal, test } from './test';

const drawn = { format: 'conelab/share/1', state: { problem: { data: { x: [[1, 2], [3, 4]], y: [[1], [-1]] }, beta: 0.1 } }, tool: 'draw', focus: -1 };
const scene = (shared: unknown): Scene => ({ shared, pictures: ['data'], view: null });

test('a change leads from one value to the other', () => {
  // The examples of RFC 7396, appendix A.
  for (const [from, change, to] of [
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }], [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }], [{ a: 'b' }, { a: null }, {}], [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }], [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }], [['a', 'b'], ['c', 'd'], ['c', 'd']],
    [{ a: 'foo' }, null, null], [{ e: null }, { a: 1 }, { e: null, a: 1 }], [[1, 2], { a: 'b', c: null }, { a: 'b' }], [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ] as const) equal(patched(from, change), to, JSON.stringify(change));
  equal(difference({ a: 1, b: { c: [1], d: 2 } }, { b: { c: [1], d: 3 }, e: 4 }), { a: null, b: { d: 3 }, e: 4 });
});

test('data are not stored twice', () => {
  const other = { ...drawn, state: { problem: { ...drawn.state.problem, beta: 0.5 } }, focus: 1 };
  const without = { ...drawn, state: { preset: { name: 'xor' }, hole: null } };
  const scenes = [scene(drawn), scene(other), scene(other), scene(without), scene(drawn)];
  const stored = pack(scenes);
  equal(stored.map(({ change }) => change), [undefined, { state: { problem: { beta: 0.5 } }, focus: 1 }, {}, undefined, stored[4]?.change]);
  equal(unpack(JSON.parse(JSON.stringify(stored)) as typeof stored), scenes);
  equal(areScenes(JSON.parse(JSON.stringify(stored))), true);
});

test('what are no scenes is refused', () => {
  const deep = JSON.parse('{"a":'.repeat(9999) + '1' + '}'.repeat(9999)) as unknown;
  for (const bad of [
    null, {}, 'x', [null], [{}], [scene(1)], [scene([])], [scene(undefined)], [{ pictures: ['data'], view: null, change: 1 }], [{ ...scene({}), pictures: [] }],
    [{ ...scene({}), pictures: ['data', 'data'] }], [{ ...scene({}), pictures: ['x'] }], [{ ...scene({}), view: 1 }], [{ ...scene({}), caption: 'a'.repeat(301) }],
    [{ ...scene({}), theme: 'red' }], [scene(deep)], Array.from({ length: most + 1 }, () => scene({})), [scene({ a: 'a'.repeat(1 << 20) })],
  ]) equal(areScenes(bad), false, JSON.stringify(bad).slice(0, 80));
  const hostile = JSON.parse('[{"pictures":["data"],"view":null,"shared":{}},{"pictures":["data"],"view":null,"change":{"__proto__":{"polluted":1}}}]') as never;
  equal(areScenes(hostile), true);
  equal(JSON.stringify(unpack(hostile)[1]?.shared), '{"__proto__":{"polluted":1}}');
  equal((({}) as { polluted?: number }).polluted, undefined);
});
