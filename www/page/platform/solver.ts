// The page's side of the solver: what the page asks goes through a queue to the worker, whose answers go to those who wait for them and to the
// listener. While nothing waits, time is granted for unfinished work. A solver that crashes or stops answering is restarted with the last known
// work and the changes since. A state with which it stops twice is not loaded again.

import * as messages from '../messages';
import { Connection, type Reply } from './connection';
import { Journal, type Lost, type Unsaved, type Work } from './journal';
import { continuous, edits, type Documents, type Intent, type Page } from './protocol';
import { enqueue, isResumption, type Entry } from './queue';

const slice = 12; // ms of work granted at a time
const stride = 16; // ms of a race granted at a time
const pause = 80; // ms between grants for background work
const saveDelayMs = 300; // without changes, before the work is requested
const quickAnswerMs = 40; // a slower answer is shown as pending
const long = 1e5; // letters of a problem
const maxCrashes = 2; // with a state

/** A Listener receives what comes from the solver. */
export interface Listener {
  /** answer takes a new state of the session and its snapshot; granted says that it results only from time granted. */
  answer(page: Page, snapshot: Uint8Array, granted: boolean): void;
  /** did is called with each intent that was performed, before its answer. */
  did(intent: Intent): void;
  /** error takes the sentence with which an intent was refused. */
  error(sentence: string): void;
  /** pending says that a change is not answered at once, false that it was refused; until then an answer tells more. */
  pending(is: boolean): void;
  /** silent says that the solver gives no answer, or works on a step that takes as many ms; null, that it has been heard again. */
  silent(step: number | null): void;
  /** crash is called when the solver has stopped; final says that it is not restarted. */
  crash(reason: string, final: boolean): void;
  /** remember is called from time to time after changes: it requests the work, and stores it. */
  remember(): Promise<void>;
}

/** Send passes an intent on. */
export type Send = (intent: Intent) => void;

export class Solver {
  /** lost is the work that the solver had when it kept stopping; the next one starts without its last change. */
  lost: Lost = { work: null, unsaved: null };
  /** runs is the number of workers that were started: revisions of different ones cannot be compared. */
  runs = 0;
  /** edited counts the intents that were sent and may change the problem. */
  edited = 0;
  readonly journal = new Journal();
  private readonly connection: Connection;
  private queue: Entry[] = [];
  private now = begun; // what the newest answer says
  private changed = true; // since the work was last requested
  private isStopped = false; // until it is started again by the user
  private crashes = 0; // since the work was last requested with nothing left to do
  private resting = 0;
  private later = 0;
  private settling: { resolve: () => void; refuse: (error: Error) => void }[] = [];

  /** start returns a new worker. */
  constructor(start: () => Worker, private readonly on: Listener) {
    this.connection = new Connection(start, {
      ready: () => this.next(),
      reply: (entry, reply) => this.receive(entry, reply),
      silent: (step) => { if (!step || this.waiting.length > 0) on.silent(step); },
      heard: () => on.silent(null),
      lost: (reason) => this.crashed(reason),
    });
    document.addEventListener('visibilitychange', () => this.next());
  }

  /** run starts a worker in place of the previous one. It resumes the work, and then repeats the changes that this does not contain yet. */
  run(work = this.journal.work, back = false): void {
    const again = this.journal.again();
    this.isStopped = false;
    this.journal.work = back ? null : work;
    this.changed ||= again.length > 0;
    this.now = begun;
    this.runs++;
    const quiet = { refuse: () => {} }; // what an intent needs may be gone, such as a selection
    const resumption: Entry[] = work ? [{ intent: { do: 'resume', work: work.text, revision: work.revision, back }, ...(back ? quiet : {}) }] : [];
    this.queue = [...resumption, ...again.map((intent): Entry => ({ intent, ...quiet })), ...this.queue.filter((entry) => !isResumption(entry))];
    this.connection.open();
  }

  /** recover starts a worker after one that was given up, with the work that this had before its last change. */
  recover(): void {
    this.crashes = 0;
    this.journal.clear();
    this.run(this.lost.work, !this.lost.unsaved);
  }

  /** send passes an intent on as soon as possible; the listener receives the result. */
  readonly send = (intent: Intent): void => this.put({ intent });

  /** request passes an intent on, if isFirst before everything that waits, and returns a promise of the resulting state. */
  request(intent: Intent, isFirst = false): Promise<Page> {
    return new Promise((page, refuse) => this.put({ intent, page, refuse, isFirst }));
  }

  /** bytes returns a promise of a document (see Session.Document). */
  bytes(name: string): Promise<Uint8Array<ArrayBuffer>> {
    return new Promise((document, refuse) => this.put({ ask: name, document, refuse }));
  }

  /** ask returns a promise of a document as text. */
  ask(name: string): Promise<string> {
    return this.bytes(name).then((bytes) => decoder.decode(bytes));
  }

  /** work returns a promise of the work with an appearance of the page in it, with which a new worker could continue. */
  work(appearance: unknown): Promise<Work> {
    return new Promise((found, refuse) => this.put({ ask: `work ${JSON.stringify(appearance)}`, document: (bytes, revision) => {
      const { busy, background, racing } = this.now;
      if (!busy && !background && !racing) this.crashes = 0; // work that is left, even in the background, may be what stops it
      found(this.journal.take(decoder.decode(bytes), revision)); // the answers come in order
    }, refuse }));
  }

  /** revision returns a promise of the revision of the work, before everything that waits: it changes with the work, but not with the controls and the animation. */
  revision(): Promise<number> {
    return new Promise((found, refuse) => this.put({ ask: 'revision', document: (_, revision) => found(revision), refuse, isFirst: true }));
  }

  /** read returns a promise of a JSON document; some documents need more than their name. */
  read<K extends keyof Documents>(name: K, more = ''): Promise<Documents[K]> {
    return this.ask(name + more).then((json) => JSON.parse(json) as Documents[K]);
  }

  /** unsaved is what would be lost if the page were left now, or null. */
  get unsaved(): Unsaved | null { return this.journal.unsaved(this.waiting); }

  /** waits reports whether an intent of that kind is unanswered. */
  waits(kind: Intent['do']): boolean { return this.waiting.some((intent) => intent.do === kind); }

  /** waiting are the intents that are unanswered. */
  private get waiting(): Intent[] { return [this.connection.underWay, ...this.queue].flatMap((entry) => entry?.intent ?? []); }

  /** idle reports whether everything is answered and no work is left, except in the background. */
  get idle(): boolean { return this.isFree && !this.now.busy && this.queue.length === 0; }

  /** isFree reports whether the worker can take a message. */
  private get isFree(): boolean { return this.connection.isReady && !this.connection.underWay; }

  /** settled is a promise that resolves when everything is answered and no work is awaited; a race may continue. It is rejected by a solver that has stopped. */
  settled(): Promise<void> {
    return new Promise((resolve, refuse) => {
      if (this.isStopped) return refuse(new Error(messages.solverKeepsStopping));
      this.settling.push({ resolve, refuse });
      this.next();
    });
  }

  /** put sends a message once those that wait before it are answered. */
  private put(entry: Entry): void {
    const name = entry.intent?.do ?? 'tick';
    if (this.isStopped) { // nothing can be done before it is started again
      if (entry.refuse) entry.refuse(new Error(messages.solverKeepsStopping));
      else if (edits.has(name)) this.on.crash(messages.solverKeepsStopping, true);
      return;
    }
    this.changed ||= edits.has(name);
    if (edits.has(name)) this.edited++;
    if (edits.has(name) && !continuous.has(name)) setTimeout(() => { if (this.waits(name)) this.on.pending(true); }, isLong(entry.intent) ? 0 : quickAnswerMs);
    enqueue(this.queue, entry);
    this.next();
  }

  /** next sends the next message, or grants time if there is none and work is left. */
  private next(): void {
    if (!this.isFree) return;
    const waiting = this.queue.shift();
    if (!waiting && !this.now.busy) for (const { resolve } of this.settling.splice(0)) resolve();
    if (!waiting) this.remember();
    const next = waiting ?? this.grant();
    if (next) this.connection.post(next);
    else this.grantLater();
  }

  /** grant returns a message that grants time for awaited work, or null if there is none. */
  private grant(): Entry | null {
    const { busy, racing } = this.now;
    return document.hidden || !(busy || racing) ? null : { grant: busy ? slice : stride };
  }

  /** grantLater grants time, now and then, for background work. */
  private grantLater(): void {
    if (!this.now.background || this.resting || document.hidden) return;
    this.resting = setTimeout(() => {
      this.resting = 0;
      if (this.isFree && this.queue.length === 0 && this.now.background) this.put({ grant: slice });
    }, pause);
  }

  /** receive takes an answer: a refusal, a document, or a new state of the session. */
  private receive(entry: Entry, reply: Reply): void {
    if (reply.error) this.refused(entry, reply.error);
    else if (reply.document) entry.document?.(reply.document, reply.revision);
    else {
      const page = JSON.parse(reply.page) as Page;
      this.now = page;
      if (entry.intent) {
        this.journal.did(entry.intent);
        this.on.did(entry.intent);
      }
      this.on.answer(page, reply.view, entry.grant !== undefined);
      entry.page?.(page);
    }
    this.next();
  }

  private refused(entry: Entry, sentence: string): void {
    this.on.pending(false);
    if (entry.refuse) entry.refuse(new Error(sentence));
    else if (!entry.intent || !hovers.has(entry.intent.do)) this.on.error(sentence);
    if (entry.grant) this.now = { ...this.now, busy: false, racing: false };
  }

  /**
   * remember has the work requested from time to time after changes, even during a solve, so that a new worker could continue with it; never
   * within a gesture, which a new worker goes on with only if it has the whole of it to do again.
   */
  private remember(): void {
    if (!this.changed || this.later) return;
    this.later = setTimeout(() => {
      this.later = 0;
      if (!this.connection.isReady || this.queue.length > 0 || this.journal.isOpen) return; // the next answer leads here again
      this.changed = false;
      this.on.remember().catch(() => { this.changed = true; });
    }, saveDelayMs);
  }

  /**
   * crashed starts a new worker. What the user did when the worker stopped is tried once more: it need not be the cause. If the worker stops with
   * it again, it is; if with something else, the solver gives up.
   */
  private crashed(reason: string): void {
    const { underWay } = this.connection;
    const isCause = Boolean(underWay?.again);
    const final = ++this.crashes >= maxCrashes && !isCause;
    this.connection.close(); // what is sent from now on waits for the next worker
    if (underWay?.intent && !underWay.refuse && !isCause && !isResumption(underWay)) this.queue.unshift({ ...underWay, again: true });
    this.changed = true;
    if (final) this.stop();
    underWay?.refuse?.(new Error(messages.solverRestarted));
    this.on.crash(reason, final);
    if (!final) this.run();
  }

  /** stop gives up, and sets aside the work, which may be the cause. */
  private stop(): void {
    this.isStopped = true;
    for (const intent of this.waiting) this.journal.did(intent);
    this.lost = this.journal.lost;
    this.journal.work = null;
    for (const { refuse } of [...this.queue.splice(0), ...this.settling.splice(0)]) refuse?.(new Error(messages.solverDoesNotStart));
  }
}

/** hovers are the intents of a pointer that rests on something, which may just have disappeared. */
const hovers: ReadonlySet<string> = new Set(['focus', 'highlightPoint', 'probe']);

/** isLong reports whether an intent brings more than the solver reads at once. */
const isLong = (intent?: Intent): boolean => intent?.do === 'loadProblem' && intent.problem.length > long;

/** begun is what is known of a new worker: there is work that is awaited, and none to do besides. */
const begun: Pick<Page, 'busy' | 'background' | 'racing'> = { busy: true, background: false, racing: false };

const decoder = new TextDecoder();
