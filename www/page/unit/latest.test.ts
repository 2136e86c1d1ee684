// Documents that follow the session's answers.

import { Latest } from '../platform/latest';
import type { Solver } from '../platform/solver';
import { equal, test, until } from './test';

test('a document is asked for one at a time, and the newest in the end', async () => {
  const solver = { runs: 1 }, asked: string[] = [], taken: unknown[] = [];
  let answer: (text: string) => void = () => {};
  const latest = new Latest<string>(solver as Solver, (text, key) => taken.push([key, text]));
  const ask = (key: string): void => void latest.ask(key, () => new Promise((resolve) => { asked.push(key); answer = resolve; }));
  for (const key of ['1', '2', '3', '3']) ask(key);
  equal(asked, ['1']);
  answer('a');
  await until(() => asked.length === 2);
  answer('c');
  await until(() => taken.length === 2);
  ask('3');
  equal([asked, taken], [['1', '3'], [['1', 'a'], ['3', 'c']]]);
  solver.runs = 2;
  ask('3');
  equal(asked.length, 3, 'of another run of the solver');
});

test('a document that was refused is asked for again, but not at once', async () => {
  let count = 0;
  const taken: unknown[] = [];
  const latest = new Latest<string>({ runs: 1 } as Solver, (text) => taken.push(text));
  const request = (): Promise<string> => (++count > 1 ? Promise.resolve('b') : Promise.reject(new Error()));
  await latest.ask('1', request);
  equal([count, taken], [1, [null]]);
  await latest.ask('1', request);
  await latest.ask('1', request);
  equal([count, taken], [2, [null, 'b']]);
});
