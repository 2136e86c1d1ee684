// The connection to the worker in which the solver runs: one message at a time is under way. A worker that ends, or gives no sign of life while
// an answer is awaited, is lost.

import type { Entry } from './queue';

const patience = 2500; // ms without a sign of life after which the worker is said to be silent; after twice that it is lost
const grace = 500; // further ms for an answer that arrived while the page was busy
const slowest = 10; // times as long as predicted that a step of the work may take: phones and busy machines are slow
const cold = 2000; // ms that are predicted for the first answer of a worker, whose program the browser compiles as it goes

/** What the worker sends: that it now accepts messages, that its program has ended, that it is at work, or the answer to a message. */
type Message =
  | { op: 'ready' }
  | { op: 'exit'; tail: string }
  | { op: 'beat'; step?: number } // ms until the next sign of life, if predicted
  | { op?: never; id: number } & Reply;

/** A Reply is the answer to a message: a sentence that refuses it, a document with the revision of the work, or a state of the session with its snapshot. */
export interface Reply { error?: string; document?: Uint8Array<ArrayBuffer>; revision: number; page: string; view: Uint8Array }

/** An Owner hears of what happens on a connection. */
export interface Owner {
  /** ready is called when the worker accepts messages. */
  ready(): void;
  /** reply takes the answer to the message that was under way. */
  reply(entry: Entry, reply: Reply): void;
  /** silent is called when there was no sign of life for a while, with the ms that were predicted for a step of the work or 0; heard at the next one. */
  silent(step: number): void;
  heard(): void;
  /** lost is called when the worker has stopped. */
  lost(reason: string): void;
}

export class Connection {
  /** underWay is the message that is not answered yet. */
  underWay: Entry | null = null;
  /** isReady says that the worker accepts messages. */
  isReady = false;
  private worker: Worker | null = null;
  private id = 0;
  private watch = 0;
  private isSilent = false;
  private hasAnswered = false;

  /** start returns a new worker. */
  constructor(private readonly start: () => Worker, private readonly owner: Owner) {}

  /** open starts a worker in place of the previous one. */
  open(): void {
    this.close();
    this.worker = this.start();
    this.worker.onmessage = ({ data }: MessageEvent<Message>) => this.receive(data);
    this.worker.onerror = (event) => this.owner.lost(event.message || 'the worker could not start');
  }

  /** close ends the worker; what is under way is not answered. Browsers report errors of a worker that was ended already: they are no news of the next. */
  close(): void {
    if (this.worker) this.worker.onmessage = this.worker.onerror = null;
    this.worker?.terminate();
    this.hear();
    this.isReady = this.hasAnswered = false;
    this.underWay = null;
  }

  /** post sends a message; none may be under way. */
  post(entry: Entry): void {
    this.underWay = entry;
    const { intent, ask, grant } = entry;
    this.worker?.postMessage({ id: ++this.id, intent, ask, grant });
    this.listen(this.hasAnswered ? 0 : cold);
  }

  private receive(message: Message): void {
    if (message.op === 'ready') {
      this.isReady = true;
      this.owner.ready();
    } else if (message.op === 'exit') {
      this.owner.lost(message.tail);
    } else if (message.op === 'beat') {
      if (this.underWay) this.listen(message.step ?? 0);
    } else if (message.id === this.id && this.underWay) {
      const entry = this.underWay;
      this.underWay = null;
      this.hasAnswered = true;
      this.hear();
      this.owner.reply(entry, message);
    }
  }

  /** listen waits for the next sign of life, for which a number of ms is predicted, or 0. */
  private listen(step: number): void {
    this.hear();
    this.watch = setTimeout(() => {
      this.isSilent = true;
      this.owner.silent(step);
      this.watch = setTimeout(() => { this.watch = setTimeout(() => this.owner.lost('it gave no answer'), grace); }, Math.max(patience, slowest * step - patience));
    }, patience);
  }

  /** hear notes a sign of life. */
  private hear(): void {
    clearTimeout(this.watch);
    if (this.isSilent) this.owner.heard();
    this.isSilent = false;
  }
}
