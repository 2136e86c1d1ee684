// The works stored by several pages, each with a store of long texts that takes its time.

import { release } from '../platform/protocol';
import { stored, storedNames } from '../platform/storage';
import { Works, type Work } from '../share/works';
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
  await works.put(text);
  await after(5);
  return works;
}

/** seen returns what another page finds of some works. */
async function seen(works: Works): Promise<Work | undefined> {
  return (await new Works().list()).find(({ name }) => name === works.name);
}

test('a change that is left while older work is being stored is there in every task', async () => {
  const works = new Works();
  const late = { shared: null, intents: [release()] };
  works.leave(late);
  let isStored = false;
  const gaps: number[] = [];
  const put = works.put('{"a":1}').then(() => {
    works.leave(late);
    isStored = true;
  });
  for (let k = 0; !isStored; k++) {
    if (stored(`late:${works.name}`) === null) gaps.push(k);
    await task();
  }
  await put;
  equal(gaps, []);
  equal((await seen(works))?.late?.intents, [release()]);
});

test('what is left of an adopted work goes on from its text', async () => {
  const works = await left('{"a":2}');
  works.leave({ shared: '{"b":1}', intents: [] });
  dispatchEvent(new Event('pagehide')); // the lock is free again
  await after(5);
  const other = new Works();
  await other.adopt(works.name);
  equal(other.name, works.name);
  other.leave({ shared: null, intents: [release()] });
  equal((await seen(works))?.late?.intents, [release()]);
});

test('changes of a work that is gone are not listed as work', async () => {
  const works = await left('{"a":3}');
  works.leave({ shared: null, intents: [release()] });
  await new Promise((resolve, reject) => {
    const opening = indexedDB.open('conelab', 1);
    opening.onerror = reject;
    opening.onsuccess = () => {
      const change = opening.result.transaction('texts', 'readwrite');
      change.objectStore('texts').delete(works.name);
      change.oncomplete = resolve;
    };
  });
  equal(await seen(works), undefined);
});

test('works that were only left count among the works', async () => {
  for (let k = 0; k < 12; k++) {
    const works = new Works();
    await after(1);
    works.leave({ shared: `{"c":${k}}`, intents: [] });
  }
  dispatchEvent(new Event('pagehide'));
  await after(5);
  const works = await left('{"a":4}');
  for (let k = 0; k < 100 && storedNames().length > 7; k++) await after(10);
  equal((await works.list()).map(({ late }) => late?.shared), [11, 10, 9, 8, 7, 6, 5].map((k) => `{"c":${k}}`));
});
