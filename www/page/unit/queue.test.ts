// The queue of messages.

import type { Intent } from '../platform/protocol';
import { enqueue, type Entry } from '../platform/queue';
import { equal, test } from './test';

const entryOf = (intent: Intent): Entry => ({ intent });

/** queueOf returns what waits once the given messages have been added, one after the other. */
function queueOf(...entries: Entry[]): Entry[] {
  const queue: Entry[] = [];
  for (const entry of entries) enqueue(queue, entry);
  return queue;
}

const intents = (queue: Entry[]): unknown[] => queue.map(({ intent }) => intent);

test('only the newest state of a gesture waits', () => {
  const queue = queueOf(...[1, 2, 3].map((value) => entryOf({ do: 'beta', value, final: false })), entryOf({ do: 'release' }));
  equal(intents(queue), [{ do: 'beta', value: 3, final: false }, { do: 'release' }]);
});

test('a drag that replaces others goes by way of them', () => {
  const queue = queueOf(
    entryOf({ do: 'drag', at: [1, 0], radius: 1, path: [0.5, 0] }), entryOf({ do: 'drag', at: [2, 0], radius: 1 }),
    entryOf({ do: 'drag', at: [3, 0], radius: 1, path: [2.5, 0] }));
  equal(intents(queue), [{ do: 'drag', at: [3, 0], radius: 1, path: [0.5, 0, 1, 0, 2, 0, 2.5, 0] }]);
});

test('what ends a gesture is not lost', () => {
  const all: Intent[] = [{ do: 'beta', value: 1, final: true }, { do: 'beta', value: 2, final: false }];
  equal(intents(queueOf(...all.map(entryOf))), all);
});

test('what is about something else is not lost', () => {
  const all: Intent[] = [{ do: 'row', index: 1, values: [1], final: false }, { do: 'row', index: 2, values: [1], final: false }, { do: 'tick', seconds: 1 }];
  equal(intents(queueOf(...all.map(entryOf))), all);
});

test('what somebody waits for is not replaced', () => {
  const asked = { ...entryOf({ do: 'drag', at: [1, 0], radius: 1 }), refuse: () => {} };
  const newer = entryOf({ do: 'drag', at: [2, 0], radius: 1 });
  equal(queueOf(asked, newer), [asked, newer]);
});
