// The queue of messages.

import type { Intent } from '../platform/protocol';
import { enqueue, type Entry } from '../platform/queue';
import { equal, test } from './test';

/** queueOf returns what waits once the given messages have been added, one after the other. */
function queueOf(...entries: Entry[]): Entry[] {
  const queue: Entry[] = [];
  for (const entry of entries) enqueue(queue, entry);
  return queue;
}

test('only the newest state of a gesture waits; what ends it or is about something else is not lost', () => {
  const [ends, begins]: Intent[] = [{ do: 'beta', value: 1, final: true }, { do: 'beta', value: 2, final: false }];
  const rows = [1, 2].map((index): Intent => ({ do: 'row', index, values: [1], final: false }));
  for (const [added, waiting] of [
    [[begins, { do: 'beta', value: 3, final: false }, { do: 'release' }], [{ do: 'beta', value: 3, final: false }, { do: 'release' }]],
    [[ends, begins], [ends, begins]], [[...rows, { do: 'tick', seconds: 1 }], [...rows, { do: 'tick', seconds: 1 }]],
  ] as [Intent[], Intent[]][]) equal(queueOf(...added.map((intent) => ({ intent }))).map(({ intent }) => intent), waiting);
});

test('a drag that replaces others goes by way of them', () => {
  const drags: Intent[] = [{ do: 'drag', at: [1, 0], radius: 1, path: [0.5, 0] }, { do: 'drag', at: [2, 0], radius: 1 }, { do: 'drag', at: [3, 0], radius: 1, path: [2.5, 0] }];
  equal(queueOf(...drags.map((intent) => ({ intent }))), [{ intent: { do: 'drag', at: [3, 0], radius: 1, path: [0.5, 0, 1, 0, 2, 0, 2.5, 0] } }]);
});

test('what somebody waits for is not replaced', () => {
  const asked: Entry = { intent: { do: 'drag', at: [1, 0], radius: 1 }, refuse: () => {} }, newer: Entry = { intent: { do: 'drag', at: [2, 0], radius: 1 } };
  equal(queueOf(asked, newer), [asked, newer]);
});

test('what comes first comes after the work that a worker takes up', () => {
  const [work, first, other]: Entry[] = [{ intent: { do: 'resume', work: '' } }, { intent: { do: 'undo' }, isFirst: true }, { intent: { do: 'redo' } }];
  equal([queueOf(work!, other!, first!), queueOf(other!, first!)], [[work, first, other], [first, other]]);
});
