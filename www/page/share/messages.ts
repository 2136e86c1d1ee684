// The page's interface for a page that shows it in a frame, by messages. www/embed.html describes the messages and shows how to use them.
//
// Messages are accepted only from that page, and answers go only to its origin. It may be any page: it learns what its frame shows, never
// what the visitor has stored on this machine (platform/storage.ts).

import type { Page } from '../platform/protocol';
import * as say from '../sentences';
import { sentenceOf } from '../shell/notice';
import type { API } from './api';

const most = 32; // largest number of unanswered requests
const longest = 100; // largest length of an id
const ours: unknown[] = ['answer', 'update', 'ready']; // sent by this page: if it comes back, it is not a request

/** A Question is a message that may be a request: its fields can be anything. */
interface Question { conelab: string; id?: unknown; problem?: unknown }

/** A Message is a message from this page. */
type Message = { conelab: 'answer'; id?: unknown; result?: unknown; error?: string } | { conelab: 'update'; id?: unknown; result: Page };

type Method = (question: Question, send: (message: Message) => void) => unknown;

/** listen answers the messages of the surrounding page, and tells it that it may ask once ready has resolved. */
export function listen(api: API, ready: Promise<Page>): void {
  const methods = methodsOf(api);
  let underWay = 0;
  addEventListener('message', async ({ data, source, origin }: MessageEvent<unknown>) => {
    if (source !== parent || !isQuestion(data)) return;
    // An opaque origin, such as that of a file, cannot be addressed; only the surrounding page can be the parent.
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
  void ready.then(() => parent.postMessage({ conelab: 'ready' }, '*')); // it reveals nothing that the surrounding page does not see
}

/** methodsOf returns the possible requests. */
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

/** isQuestion says whether a message is a request to this page; all others are ignored. */
function isQuestion(data: unknown): data is Question {
  return typeof data === 'object' && data !== null && Object.hasOwn(data, 'conelab') && typeof (data as Question).conelab === 'string' &&
    !ours.includes((data as Question).conelab);
}

const isId = (id: unknown): boolean => id === undefined || typeof id === 'number' || (typeof id === 'string' && id.length <= longest);

/** news passes on only the answers with a new result, not those that only move the animation or highlight something. */
function news(fn: (page: Page) => void): (page: Page) => void {
  let last: Page | null = null;
  return (page) => {
    if (page.busy || (page.solves === last?.solves && page.status === last.status)) return;
    last = page;
    fn(page);
  };
}
