// The works stored by several pages, each with a store of long texts that takes its time.

import type { Unsaved } from '../platform/journal';
import { store, stored, storedNames } from '../platform/storage';
import { isWhole, Works, type Work } from '../share/works';
import { equal, test } from './test';

const after = (ms: number): Promise<void> => new Promise((resolve) => { setTimeout(resolve, ms); });

/** task is a promise of the next task; timers would leave some out. */
function task(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** left returns works with a stored text, after another time has come. */
async function left(text: string): Promise<Works> {
  const works = new Works();
  await works.put(text, Date.now());
  await after(5);
  return works;
}

/** seen returns what another page finds of some works. */
async function seen(works: Works): Promise<Work | undefined> {
  return (await new Works().list()).find(({ name }) => name === works.name);
}

test('a change that is left while older work is being stored is there in every task', async () => {
  const works = new Works();
  const unsaved: Unsaved = { intents: [{ do: 'release' }], at: [Date.now()] };
  works.leave(unsaved);
  let isStored = false;
  const gaps: number[] = [];
  const put = works.put('{"a":1}', Date.now() - 50).then(() => {
    works.leave(unsaved);
    isStored = true;
  });
  for (let k = 0; !isStored; k++) {
    if (stored(`late:${works.name}`) === null) gaps.push(k);
    await task();
  }
  await put;
  equal(gaps, []);
  equal((await seen(works))?.unsaved?.intents, [{ do: 'release' }]);
});

test('of what was left, a text that was stored after all has a part', async () => {
  const works = await left('{"a":5}');
  const key = `late:${works.name}`;
  const now = Date.now();
  works.leave({ intents: [{ do: 'release' }, { do: 'beta', value: 2 }], at: [now - 100, now] });
  const unsaved = stored(key) ?? '';
  await works.put('{"a":6}', now - 50);
  store(key, unsaved); // as if the page had been gone
  const found = await seen(works);
  equal([found?.text, found?.unsaved?.intents], ['{"a":6}', [{ do: 'beta', value: 2 }]]);
});

test('a text is carried over a reload once', async () => {
  const works = await left('{"a":2}');
  equal(await works.carry('{"a":3}', Date.now()), true);
  dispatchEvent(new Event('pagehide')); // the lock is free again
  await after(5);
  const other = new Works();
  equal([await other.carried(), other.name], ['{"a":3}', works.name]);
  equal(await new Works().carried(), null);
});

test('a text that cannot be read is left as it is, and not carried over a reload', async () => {
  const works = await left('{"a":');
  dispatchEvent(new Event('pagehide'));
  await after(5);
  const found = await new Works().left();
  equal([found?.text, found && isWhole(found)], ['{"a":', false]);
  await works.carry('{"a":', Date.now());
  equal(await new Works().carried(), null);
});

test('works that were only left count among the works', async () => {
  for (let k = 0; k < 12; k++) {
    const works = new Works();
    await after(2);
    works.leave({ intents: [{ do: 'beta', value: k }], at: [Date.now()] });
  }
  dispatchEvent(new Event('pagehide'));
  await after(5);
  const works = await left('{"a":4}');
  for (let k = 0; k < 100 && storedNames().length > 7; k++) await after(10);
  equal((await works.list()).map(({ unsaved }) => unsaved?.intents), [11, 10, 9, 8, 7, 6, 5].map((value) => [{ do: 'beta', value }]));
});
