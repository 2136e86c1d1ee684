// The page's side of the solver. One message at a time is under way, the others wait. Only the newest state of a gesture waits, so a slow
// answer never makes the page lag behind the finger. A solver that crashes or stops answering is restarted with the last known work and the
// changes since.

import * as messages from '../messages';
import { continuous, ends, keeps, release, replaces, resume, type Documents, type Intent, type Page } from './protocol';

const patience = 10000; // ms without an answer
const grace = 500; // further ms for an answer that arrived while the page was busy
const slice = 12; // ms of work granted at a time
const stride = 16; // ms of a race granted at a time
const pause = 80; // ms between grants for background work
const rest = 300; // ms of rest before the work is requested
const crashWindow = 30000; // period in ms in which more than mostCrashes are too many
const mostCrashes = 3;
const longestPath = 4096; // places that a drag keeps of its way: more than a hand draws while one answer is awaited

/** A Sent is an intent on its way: its name and itself. The text of one from the view is read only where its content matters. */
export interface Sent { readonly do: Intent['do']; readonly intent: Intent }

/** An Entry is a message to the solver, with what to do with its answer. */
export interface Entry {
  /** body is an intent as text, a request for a document, or a grant of milliseconds of work. */
  body: { intent: string } | { ask: string } | { grant: number };
  sent?: Sent;
  /** page, document and refuse receive the answer, depending on its kind. An entry without refuse has no caller that awaits it. */
  page?: (page: Page) => void;
  document?: (bytes: Uint8Array<ArrayBuffer>) => void;
  refuse?: (error: Error) => void;
}

/** entryOf returns the message for an intent, or for the text of one, which begins with its name. */
export function entryOf(intent: Intent | string): Entry {
  if (typeof intent !== 'string') return { body: { intent: JSON.stringify(intent) }, sent: { do: intent.do, intent } };
  const name = intent.slice(7, intent.indexOf('"', 7)) as Intent['do'];
  return { body: { intent }, sent: { do: name, get intent() { return JSON.parse(intent) as Intent; } } };
}

/**
 * enqueue appends a message to those that wait. It replaces the last one if no caller awaits that and the new message supersedes it. A drag
 * then goes by way of the older place, so that a stroke does not cut corners.
 */
export function enqueue(waiting: Entry[], entry: Entry): void {
  const last = waiting.at(-1);
  if (entry.sent && entry.sent.do === last?.sent?.do && !last.refuse && continuous.has(entry.sent.do)) {
    const [newer, older] = [entry.sent.intent, last.sent.intent];
    if (replaces(newer, older)) waiting.pop();
    if (newer.do === 'drag' && older.do === 'drag') {
      const path = [...(older.path ?? []), ...older.at, ...(newer.path ?? [])];
      entry = { ...entry, ...entryOf({ ...newer, path: path.slice(-longestPath * newer.at.length) }) };
    }
  }
  waiting.push(entry);
}

/** A Listener receives what comes from the solver. */
export interface Listener {
  /** answer takes a new state of the session and its snapshot; granted says that it results only from time granted. */
  answer(page: Page, snapshot: Uint8Array, granted: boolean): void;
  /** did is called with each intent that was performed, before its answer. */
  did(sent: Sent): void;
  /** error takes the sentence with which an intent was refused. */
  error(sentence: string): void;
  /** crash is called when the solver has stopped; final says that it is not restarted. */
  crash(reason: string, final: boolean): void;
  /** work takes the session's work as text, after changes, with all of them up to the moment at. */
  work(text: string, at: number): void;
}

/** Unsaved holds the changes of the work that are not stored yet: the intents, each with its moment. */
export interface Unsaved { intents: Intent[]; at: number[] }

/** A Change is an intent that was performed, and its moment: the time in ms, made larger where two would be equal. */
interface Change { sent: Sent; at: number }

/** A Lost is what a new worker does not begin with: the work, and what it does not contain yet. */
export interface Lost { work: string | null; unsaved: Unsaved | null }

/** What the worker sends: that it now accepts messages, that its program has ended, that it is still at work, or the answer to a message. */
type Reply =
  | { op: 'ready' }
  | { op: 'exit'; tail: string }
  | { op: 'beat' }
  | { op?: never; id: number; error?: string; document?: Uint8Array<ArrayBuffer>; page: string; view: Uint8Array };
type Answer = Extract<Reply, { id: number }>;

/** Send passes an intent on. */
export type Send = (intent: Intent) => void;

export class Solver {
  /** work is the session's work when it was last requested, with which a new worker continues. */
  work: string | null = null;
  /** lost is the work that the solver had when it kept stopping; the next one starts without it. */
  lost: Lost = { work: null, unsaved: null };
  /** runs is the number of workers that were started: revisions of different ones cannot be compared. */
  runs = 0;
  private worker: Worker | null = null;
  private queue: Entry[] = [];
  private sent: Entry | null = null;
  private id = 0;
  private ready = false;
  private busy = true; // there is unfinished work that is awaited
  private racing = false; // a race is going on
  private spare = false; // there is unfinished background work
  private kept = false; // the work can be provided at once
  private included = 0; // the moment up to which the work has all changes
  private resuming: Entry | null = null; // the message with which the worker takes up the work
  private changed = true; // since the work was last requested
  private last = 0; // moment
  private journal: Change[] = []; // the changes that are not stored yet, with the choices of the tool that they were made with
  private shows = false; // a scene, in place of the work
  private left: Unsaved | null = null; // what was not stored when the solver was given up
  private crashes: number[] = []; // times of the recent ones
  private watch = 0;
  private resting = 0;
  private later = 0;
  private settling: (() => void)[] = [];

  /** start returns a new worker. */
  constructor(private readonly start: () => Worker, private readonly on: Listener) {
    document.addEventListener('visibilitychange', () => this.pump());
  }

  /** run starts a worker in place of the previous one. It resumes the work, and then repeats the changes that this does not contain yet. */
  run(): void {
    this.worker?.terminate();
    clearTimeout(this.watch);
    this.ready = this.kept = this.shows = false;
    this.left = null;
    this.runs++;
    this.repeat();
    this.worker = this.start();
    this.worker.onmessage = ({ data }: MessageEvent<Reply>) => this.receive(data);
    this.worker.onerror = (event) => this.crashed(event.message || 'the worker could not start');
  }

  /** repeat puts at the head of the queue the messages that bring a new worker to where the previous one was. */
  private repeat(): void {
    const again = this.journal.filter(({ at }) => at > this.included);
    this.journal = this.journal.filter(({ at }) => at <= this.included);
    this.sent = null;
    this.changed ||= again.length > 0;
    // What an intent needs may be gone, such as a selection.
    const before = again.map(({ sent }): Entry => ({ ...entryOf(sent.intent), refuse: () => {} }));
    this.queue = [...before, ...this.queue.filter((entry) => entry !== this.resuming)];
    this.resuming = this.work ? entryOf(resume({ work: JSON.parse(this.work) as unknown })) : null;
    if (this.resuming) this.queue.unshift(this.resuming);
  }

  /** send passes an intent, or the text of one, on as soon as possible; the listener receives the result. */
  readonly send = (intent: Intent | string): void => this.put(entryOf(intent));

  /** request passes an intent on, if first before everything that waits, and returns a promise of the resulting state. */
  request(intent: Intent, first = false): Promise<Page> {
    return new Promise((page, refuse) => this.put({ ...entryOf(intent), page, refuse }, first));
  }

  /** bytes returns a promise of a document (see Session.Document), if first before everything that waits. */
  bytes(name: string, first = false): Promise<Uint8Array<ArrayBuffer>> {
    return new Promise((document, refuse) => this.put({ body: { ask: name }, document, refuse }, first));
  }

  /** ask returns a promise of a document as text. */
  ask(name: string, first = false): Promise<string> {
    return this.bytes(name, first).then(text);
  }

  /** read returns a promise of a JSON document; some documents need more than their name. */
  read<K extends keyof Documents>(name: K, more = ''): Promise<Documents[K]> {
    return this.ask(name + more).then((json) => JSON.parse(json) as Documents[K]);
  }

  /** waits reports whether an intent of that kind is unanswered. */
  waits(kind: Intent['do']): boolean {
    return [this.sent, ...this.queue].some((entry) => entry?.sent?.do === kind);
  }

  /** idle reports whether everything is answered and no work is left. */
  get idle(): boolean {
    return this.ready && !this.busy && !this.sent && this.queue.length === 0;
  }

  /** settled is a promise that resolves when everything is answered and no work is awaited; a race may continue. */
  settled(): Promise<void> {
    return new Promise((resolve) => {
      this.settling.push(resolve);
      this.pump();
    });
  }

  /** unsaved is what would be lost if the page were left now, or null. */
  get unsaved(): Unsaved | null { return this.left ?? this.beyond(0); }

  /** beyond is what would be lost if all changes up to a moment were stored, or null. */
  private beyond(stored: number): Unsaved | null {
    const waiting = this.shows ? [] : [this.sent, ...this.queue].flatMap((entry) => (entry?.sent ? [{ sent: entry.sent, at: this.moment() }] : []));
    const all = [...this.journal.filter(({ sent, at }) => at > stored || chooses(sent.do)), ...waiting.filter(({ sent }) => changes(sent.do) || chooses(sent.do))];
    if (!all.some(({ sent }) => changes(sent.do))) return null;
    const intents = ended(all.map(({ sent }) => sent.intent));
    return { intents, at: intents.map((_, k) => all[k]?.at ?? this.last) };
  }

  /** moment returns the present time in ms, always later than the one returned before. */
  moment(): number {
    this.last = Math.max(this.last + 1, Date.now());
    return this.last;
  }

  /** stored says that the work is stored with all changes up to a moment. */
  stored(at: number): void {
    this.journal = this.journal.filter((change, k) => change.at > at || chooses(change.sent.do) && k >= this.journal.length - 2);
  }

  private put(entry: Entry, first = false): void {
    this.changed ||= keeps.has(entry.sent?.do ?? '');
    if (first) this.queue.unshift(entry);
    else enqueue(this.queue, entry);
    this.pump();
  }

  /** pump sends the next message, or grants time if there is none and work is left. */
  private pump(): void {
    if (!this.ready || this.sent) return;
    const waiting = this.queue.shift();
    if (!waiting && !this.busy) for (const resolve of this.settling.splice(0)) resolve();
    if (!waiting) this.remember();
    this.sent = waiting ?? this.grant();
    if (!this.sent) return this.grantLater();
    this.worker?.postMessage({ id: ++this.id, ...this.sent.body });
    this.watchFor(this.id);
  }

  /** watchFor takes the worker for dead if it does not answer a message in time; each sign that it is at work starts the time again. */
  private watchFor(id: number): void {
    clearTimeout(this.watch);
    const silent = (): void => { if (this.sent && this.id === id) this.crashed('it gave no answer'); };
    this.watch = setTimeout(() => { this.watch = setTimeout(silent, grace); }, patience);
  }

  /** grant returns a message that grants time for awaited work, or null if there is none. */
  private grant(): Entry | null {
    if (document.hidden || !(this.busy || this.racing)) return null;
    return { body: { grant: this.busy ? slice : stride } };
  }

  /** grantLater grants time, now and then, for background work. */
  private grantLater(): void {
    if (!this.spare || this.resting || document.hidden) return;
    this.resting = setTimeout(() => {
      this.resting = 0;
      if (this.ready && !this.sent && this.queue.length === 0 && this.spare) this.put({ body: { grant: slice } });
    }, pause);
  }

  private receive(reply: Reply): void {
    if (reply.op === 'ready') {
      this.ready = true;
      this.busy = true;
      this.pump();
    } else if (reply.op === 'exit') {
      this.crashed(reply.tail);
    } else if (reply.op === 'beat') {
      if (this.sent) this.watchFor(this.id);
    } else if (reply.id === this.id && this.sent) {
      const entry = this.sent;
      this.sent = null;
      clearTimeout(this.watch);
      if (reply.error) this.refused(entry, reply.error);
      else if (reply.document) entry.document?.(reply.document);
      else this.moved(entry, reply);
      this.pump();
    }
  }

  private refused(entry: Entry, sentence: string): void {
    if (entry.refuse) entry.refuse(new Error(sentence));
    else if (entry.sent?.do !== 'focus') this.on.error(sentence); // the pointer may be on a neuron that has just disappeared
    if ('grant' in entry.body) this.busy = this.racing = false;
  }

  /** moved takes a new state of the session. */
  private moved(entry: Entry, reply: Answer): void {
    const page = JSON.parse(reply.page) as Page;
    this.busy = page.busy;
    this.spare = page.idle;
    this.racing = page.racing;
    this.kept = page.kept;
    const { sent } = entry;
    if (sent) {
      this.shows = sent.do === 'scene' || this.shows && !leaves.has(sent.do);
      if (!this.shows && (changes(sent.do) || chooses(sent.do))) this.journal.push({ sent, at: this.moment() });
      this.on.did(sent);
    }
    this.on.answer(page, reply.view, 'grant' in entry.body);
    entry.page?.(page);
  }

  /** remember requests the work from time to time after changes, even during a solve, so that a new worker could continue with it. */
  private remember(): void {
    if (!this.changed || this.later) return;
    this.later = setTimeout(() => {
      this.later = 0;
      if (!this.ready || !this.kept || this.queue.length > 0) return; // the next answer leads here again
      this.changed = false;
      this.ask('work').then((work) => {
        this.work = work;
        this.included = this.moment(); // the answers come in order
        this.on.work(work, this.included);
      }).catch(() => { this.changed = true; });
    }, rest);
  }

  private crashed(reason: string): void {
    const now = performance.now();
    this.crashes = [...this.crashes.filter((t) => now - t < crashWindow), now];
    const final = this.crashes.length > mostCrashes;
    const { sent } = this;
    this.ready = false; // what is sent from now on waits for the next worker
    if (final) this.stop();
    sent?.refuse?.(new Error(messages.solverRestarted));
    this.on.crash(reason, final);
    if (!final) this.run();
  }

  /** stop gives up, and sets aside the work, which may be the cause. */
  private stop(): void {
    this.worker?.terminate();
    clearTimeout(this.watch);
    this.lost = { work: this.work, unsaved: this.beyond(this.included) };
    this.left = this.beyond(0);
    for (const { refuse } of this.queue.splice(0)) refuse?.(new Error(messages.solverDoesNotStart));
    this.sent = this.work = null;
    this.journal = [];
    this.crashes = [];
  }
}

/** leaves are the intents after which no scene is shown. */
const leaves: ReadonlySet<string> = new Set(['leave', 'open', 'resume']);

/** changes reports whether an intent changes the work. */
function changes(name: Intent['do']): boolean {
  return name !== 'resume' && keeps.has(name);
}

/** chooses reports whether an intent chooses the tool of the changes that follow, which is not stored for its own sake. */
export function chooses(name: Intent['do']): boolean {
  return name === 'tool' || name === 'brush';
}

/** completes reports whether an intent ends a change of the work, rather than being a part of a gesture. */
export function completes({ do: name, intent }: Sent): boolean {
  if (!changes(name) || name === 'press') return false;
  return !continuous.has(name) || ends.has(name) && (!('final' in intent) || intent.final !== false);
}

/** ended returns intents with the end of the gesture that they leave open. */
function ended(intents: Intent[]): Intent[] {
  const last = intents.at(-1);
  if (last?.do === 'press' || last?.do === 'drag') return [...intents, release()];
  return last && 'final' in last && last.final === false ? [...intents.slice(0, -1), { ...last, final: true }] : intents;
}

const decoder = new TextDecoder();
const text = (bytes: Uint8Array): string => decoder.decode(bytes);
