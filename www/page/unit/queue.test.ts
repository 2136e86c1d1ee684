// The queue of messages.

import { beta, drag, release, row, tick } from '../platform/protocol';
import { entryOf, entryOfText, Queue } from '../platform/queue';
import { equal, test } from './test';

const bodies = (queue: Queue): unknown[] => {
  const list = [];
  for (let entry = queue.next(); entry; entry = queue.next()) list.push(entry.sent?.intent ?? entry.body);
  return list;
};

test('of a gesture only the newest state waits', () => {
  const queue = new Queue();
  for (const value of [1, 2, 3]) queue.add(entryOf(beta({ value, final: false })));
  queue.add(entryOf(release()));
  equal(bodies(queue), [beta({ value: 3, final: false }), release()]);
});

test('a drag that replaces others goes by way of them', () => {
  const queue = new Queue();
  queue.add(entryOf(drag({ at: [1, 0], radius: 1, path: [0.5, 0] })));
  queue.add(entryOf(drag({ at: [2, 0], radius: 1 })));
  queue.add(entryOf(drag({ at: [3, 0], radius: 1, path: [2.5, 0] })));
  equal(queue.length, 1);
  const entry = queue.next();
  const all = drag({ at: [3, 0], radius: 1, path: [0.5, 0, 1, 0, 2, 0, 2.5, 0] });
  equal([entry?.sent?.intent, JSON.parse((entry?.body as { intent: string }).intent)], [all, all]);
});

test('what ends a gesture is not lost', () => {
  const queue = new Queue();
  const all = [beta({ value: 1, final: true }), beta({ value: 2, final: false })];
  for (const intent of all) queue.add(entryOf(intent));
  equal(bodies(queue), all);
});

test('what is about something else is not lost', () => {
  const queue = new Queue();
  const all = [row({ index: 1, values: [1], final: false }), row({ index: 2, values: [1], final: false }), tick({ seconds: 1 })];
  for (const intent of all) queue.add(entryOf(intent));
  equal(bodies(queue), all);
});

test('what somebody waits for is answered', () => {
  const queue = new Queue();
  let refused = 0;
  const asked = { ...entryOf(drag({ at: [1, 0], radius: 1 })), refuse: () => { refused++; } };
  queue.add(asked);
  queue.add(entryOf(drag({ at: [2, 0], radius: 1 })));
  equal(queue.length, 2);
  equal([queue.has('drag'), queue.has('press')], [true, false]);
  queue.refuse(new Error());
  equal([queue.length, refused], [0, 1]);
});

test('what the view sends is passed on as it is', () => {
  const queue = new Queue();
  const text = '{"do":"drag", "at":[1,0],"radius":1}';
  queue.add(entryOfText('{"do":"press","at":[0,0],"radius":1}'));
  queue.add(entryOfText(text));
  equal([queue.next()?.sent?.do, queue.next()?.body], ['press', { intent: text }]);
  for (const at of ['[1,0]', '[2,0]']) queue.add(entryOfText(`{"do":"drag","at":${at},"radius":1}`));
  equal(bodies(queue), [drag({ at: [2, 0], radius: 1, path: [1, 0] })]);
});
