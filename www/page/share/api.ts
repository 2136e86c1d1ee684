// window.conelab: the page's interface for other programs, and for a page that shows it in a frame, by messages. It is a contract: ready is a promise
// of the first solution, null if there is none. www/embed.html describes the messages and shows how to use them.
// 
// Messages are accepted only from that page, and answers go only to its origin. With ?embed in the address it may be any page, else one of this
// site: it learns what its frame shows, never what the visitor has stored on this machine (platform/storage.ts).

import { frame } from '../platform/frames';
import type { Page } from '../platform/protocol';
import type { Solver } from '../platform/solver';
import type { Stats } from '../platform/statistics';
import { embedded, framed, tried } from '../platform/storage';
import * as messages from '../messages';
import type { Answers } from '../shell/answers';
import type { Layout } from '../shell/layout';
import { isMode, type Mode } from '../shell/names';
import { sentenceOf } from '../shell/notice';

const largest = 16 << 20; // largest number of characters of a problem

/** A Document is a JSON document written by the session. */
export type Document = Record<string, unknown>;

/** An API is window.conelab. */
export interface API {
  /** ready is a promise of the first solution, null if there is nothing to solve. */
  readonly ready: Promise<Document | null>;
  /**
   * get is a promise of the problem; set takes a problem and returns a promise of its solution, which is refused if the problem is changed before.
   */
  get(): Promise<Document>;
  set(problem: unknown): Promise<Document>;
  solution(): Promise<Document>;
  /** subscribe calls fn with every answer of the session; it returns a function that ends the subscription. */
  subscribe(fn: (page: Page) => void): () => void;
  /** settled is a promise of the newest answer once all intents are performed, no work is left, and the page shows the result. */
  settled(): Promise<Page | null>;
  /** stats returns the counts of solutions and frames since the last call. */
  stats(): Stats;
  /** mode returns the page's mode, after changing it if a name is given. */
  mode(name?: Mode): Mode;
}

declare global {
  interface Window { conelab: API }
}

/** publishAPI defines window.conelab, and answers the messages of the surrounding page. */
export function publishAPI(solver: Solver, answers: Answers, stats: () => Stats, modes: Layout): void {
  const read = async (name: string): Promise<Document> => JSON.parse(await solver.ask(name)) as Document;
  /** solution is a promise of the solution of what is shown. */
  const solution = async (): Promise<Document> => {
    await solver.settled();
    return read('solution');
  };
  const set = async (problem: unknown): Promise<Document> => {
    const loaded = solver.request({ do: 'loadProblem', problem: textOf(problem) });
    const { edited } = solver;
    const { revision } = await loaded;
    const { runs } = solver;
    await solver.settled();
    // The number of layers, where it is chosen automatically, changes the data without an edit.
    const isOther = solver.edited !== edited && answers.newest?.revision.data !== revision.data;
    if (solver.runs !== runs || isOther) throw new Error(messages.problemReplaced);
    const found = await read('solution'); // the next message, so that it is of the same problem
    await shown();
    return found;
  };
  let turn: Promise<unknown> = Promise.resolve();
  const api: API = {
    ready: answers.ready.then(() => read('solution')).catch(() => null),
    get: () => read('problem'),
    // One after the other, so that each call is answered with its own solution.
    set: (problem) => {
      const mine = turn.then(() => set(problem));
      turn = mine.catch(() => {});
      return mine;
    },
    solution,
    subscribe: (fn) => answers.subscribe(fn),
    settled: async () => {
      await solver.settled();
      await shown();
      await solver.settled(); // showing the result may have requested more
      await shown();
      return answers.newest;
    },
    stats,
    mode: (name) => {
      if (name !== undefined && !isMode(name)) throw new Error(messages.noSuchMode);
      if (name !== undefined) modes.setMode(name);
      return modes.mode;
    },
  };
  window.conelab = Object.freeze(api);
  if (framed) listen(api, answers.ready);
}

/** shown is a promise of the next frame, which a hidden page does not have. */
const shown = (): Promise<unknown> => (document.hidden ? Promise.resolve() : new Promise(frame));

/** textOf returns a problem as JSON. */
function textOf(problem: unknown): string {
  const text = tried<string | undefined>(() => JSON.stringify(problem), undefined);
  if (text === undefined) throw new Error(messages.problemNotJSON);
  if (text.length > largest) throw new Error(messages.problemTooLarge);
  if (!text.includes('null')) return text;
  JSON.stringify(problem, (name, value: unknown) => { // which takes long for many numbers
    if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(messages.problemNotFinite(name));
    return value;
  });
  return text;
}

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
    if (source !== parent || !isQuestion(data) || !embedded && origin !== location.origin) return;
    // An opaque origin, such as that of a file, cannot be addressed; only the surrounding page can be the parent.
    const send = (message: Message): void => parent.postMessage(message, origin === 'null' ? '*' : origin);
    const { id } = data;
    const method = Object.hasOwn(methods, data.conelab) ? methods[data.conelab] : undefined;
    const fail = (error: string): void => send({ conelab: 'answer', id: isId(id) ? id : undefined, error });
    if (!isId(id)) return fail(messages.badMessageId(longest));
    if (!method) return fail(messages.noSuchMethod(Object.keys(methods)));
    if (underWay >= most) return fail(messages.tooManyQuestions(most));
    underWay++;
    try {
      await ready;
      send({ conelab: 'answer', id, result: await method(data, send) });
    } catch (error) {
      fail(sentenceOf(error));
    }
    underWay--;
  });
  // It reveals nothing that the surrounding page does not see.
  void ready.then(() => parent.postMessage({ conelab: 'ready' }, embedded ? '*' : location.origin));
}

/** methodsOf returns the possible requests. */
function methodsOf(api: API): Record<string, Method> {
  let unsubscribe = (): void => {};
  return {
    get: () => api.get(),
    set: ({ problem }) => api.set(problem),
    solution: () => api.solution(),
    stats: () => api.stats(),
    subscribe: ({ id }, send) => {
      unsubscribe();
      unsubscribe = api.subscribe(news((result) => send({ conelab: 'update', id, result })));
      return true;
    },
    unsubscribe: () => {
      unsubscribe();
      return true;
    },
  };
}

/** isQuestion reports whether a message is a request to this page; all others are ignored. */
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
