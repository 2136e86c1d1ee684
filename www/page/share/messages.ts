// The page for one that shows it in a frame, by messages. They are described in www/embed.html, the page that shows how to use them.
//
// Messages are taken from that page alone, and answers go to its origin alone. It may be any page: it learns what its frame shows, never
// what the visitor keeps on this machine (platform/storage.ts).

import type { Page } from '../platform/protocol';
import * as say from '../sentences';
import { sentenceOf } from '../shell/notice';
import type { API } from './api';

const most = 32; // questions under way at a time
const longest = 100; // letters of an id
const ours: unknown[] = ['answer', 'update', 'ready']; // what this page sends: if it comes back, it is not a question

/** A Question is a message that may be one: its fields can be anything. */
interface Question { conelab: string; id?: unknown; problem?: unknown }

/** A Message is what this page sends. */
type Message = { conelab: 'answer'; id?: unknown; result?: unknown; error?: string } | { conelab: 'update'; id?: unknown; result: Page };

type Method = (question: Question, send: (message: Message) => void) => unknown;

/** listen answers the messages of the page around this one, and tells it that it may ask once ready is there. */
export function listen(api: API, ready: Promise<Page>): void {
  const methods = methodsOf(api);
  let underWay = 0;
  addEventListener('message', async ({ data, source, origin }: MessageEvent<unknown>) => {
    if (source !== parent || !isQuestion(data)) return;
    // An origin without a name, as of a file, cannot be addressed; nobody else than the page around can be the parent.
    const send = (message: Message): void => parent.postMessage(message, origin === 'null' ? '*' : origin);
    const { id } = data;
    const method = methods.get(data.conelab);
    const fail = (error: string): void => send({ conelab: 'answer', id: isId(id) ? id : undefined, error });
    if (!isId(id)) return fail(say.badMessageId(longest));
    if (!method) return fail(say.noSuchMethod([...methods.keys()]));
    if (underWay >= most) return fail(say.tooManyQuestions(most));
    underWay++;
    try {
      await ready;
      send({ conelab: 'answer', id, result: await method(data, send) });
    } catch (error) {
      fail(sentenceOf(error));
    }
    underWay--;
  });
  void ready.then(() => parent.postMessage({ conelab: 'ready' }, '*')); // it says nothing that the page around does not see
}

/** methodsOf returns what can be asked for. */
function methodsOf(api: API): Map<string, Method> {
  let unsubscribe = (): void => {};
  return new Map<string, Method>([
    ['get', () => api.get()],
    ['set', ({ problem }) => api.set(problem)],
    ['solution', () => api.solution()],
    ['stats', () => api.stats()],
    ['subscribe', ({ id }, send) => {
      unsubscribe();
      unsubscribe = api.subscribe(news((result) => send({ conelab: 'update', id, result })));
      return true;
    }],
    ['unsubscribe', () => {
      unsubscribe();
      return true;
    }],
  ]);
}

/** isQuestion says whether a message is meant for this page; all others are left to those whom they concern. */
function isQuestion(data: unknown): data is Question {
  return typeof data === 'object' && data !== null && Object.hasOwn(data, 'conelab') && typeof (data as Question).conelab === 'string' &&
    !ours.includes((data as Question).conelab);
}

const isId = (id: unknown): boolean => id === undefined || typeof id === 'number' || (typeof id === 'string' && id.length <= longest);

/** news passes those answers on that bring another result, not those that only move the film or light something up. */
function news(fn: (page: Page) => void): (page: Page) => void {
  let last: Page | null = null;
  return (page) => {
    if (page.busy || (page.solves === last?.solves && page.status === last.status)) return;
    last = page;
    fn(page);
  };
}
