// The page's side of the solver. One message at a time is under way; the others wait in a queue, where of a continuous gesture only
// the newest state is kept, so a slow answer never makes the page lag behind the finger. A solver that crashes or falls silent is
// started anew with the last known work.

const patience = 10000; // ms without an answer
const slice = 12; // ms of work granted at a time
const stride = 16; // ms of a race granted at a time
const pause = 80; // ms between grants for work that nobody waits for
const continuous = new Set(['drag', 'tick', 'beta', 'activation', 'row', 'focus', 'seek', 'brush', 'point', 'entry', 'turn']);
const harmless = new Set(['tick', 'focus', 'seek', 'play', 'pause', 'step', 'tool', 'film', 'speed', 'brush', 'point', 'entry']);

export class Solver {
  /** start() returns a fresh worker; on: {answer(page, view, granted), error(sentence), crash(sentence, final), work(text)}. */
  constructor(start, on) {
    Object.assign(this, { start, on, queue: [], sent: null, id: 0, busy: true, ready: false, work: null, changed: true, crashes: [] });
    document.addEventListener('visibilitychange', () => this.pump());
  }

  /** run starts a worker, in place of the one before. */
  run() {
    this.worker?.terminate();
    clearTimeout(this.watch);
    this.ready = false;
    this.sent = null;
    this.worker = this.start();
    this.worker.onmessage = ({ data }) => this.receive(data);
    this.worker.onerror = (event) => this.crashed(event.message || 'the worker could not start');
    if (this.work) this.queue.unshift({ body: { intent: `{"do":"resume","work":${this.work}}` }, do: 'resume' });
  }

  /** send passes an intent on, as soon as it can. */
  send(intent) {
    const last = this.queue[this.queue.length - 1];
    const entry = { body: { intent: JSON.stringify(intent) }, do: intent.do, final: intent.final };
    if (last && last.do === intent.do && continuous.has(intent.do) && !last.final) this.queue.pop();
    if (!harmless.has(intent.do)) this.changed = true;
    this.queue.push(entry);
    this.pump();
  }

  /** request passes an intent or a question on and returns a promise of its answer. */
  request(body) {
    if (body.intent) this.changed = true;
    return new Promise((resolve, reject) => {
      this.queue.push({ body, resolve, reject });
      this.pump();
    });
  }

  /** ask returns a promise of a document: problem, solution or work. */
  ask(name) {
    return this.request({ ask: name });
  }

  /** bytes returns a promise of any document (see Session.Document) as it is, which need not be text. */
  bytes(name) {
    return this.request({ ask: name, raw: true });
  }

  /** waits says whether an intent of that kind is unanswered. */
  waits(kind) {
    return this.sent?.do === kind || this.queue.some((entry) => entry.do === kind);
  }

  /** idle says whether everything is answered and no work is left. */
  get idle() {
    return this.ready && !this.busy && !this.sent && this.queue.length === 0;
  }

  /** pump sends the next message, or grants time when there is none and work is left. */
  pump() {
    if (!this.ready || this.sent) return;
    const entry = this.queue.shift() ?? this.grant();
    if (!entry) {
      this.spare();
      return this.remember();
    }
    this.sent = entry;
    this.worker.postMessage({ id: ++this.id, ...entry.body });
    const { id } = this;
    this.watch = setTimeout(() => setTimeout(() => this.sent && this.id === id && this.crashed('it gave no answer'), 500), patience);
  }

  /** grant returns a message that grants time for work that is waited for, or null. */
  grant() {
    if (document.hidden || !(this.busy || this.racing)) return null;
    return { body: { grant: this.busy ? slice : stride } };
  }

  /** spare grants time, now and then, for work that nobody waits for. */
  spare() {
    if (!this.spared || this.resting || document.hidden) return;
    this.resting = setTimeout(() => {
      this.resting = 0;
      if (!this.ready || this.sent || this.queue.length > 0 || !this.spared) return;
      this.queue.push({ body: { grant: slice } });
      this.pump();
    }, pause);
  }

  receive(data) {
    if (data.op === 'ready') {
      this.ready = true;
      this.busy = true;
      this.pump();
    } else if (data.op === 'exit') {
      this.crashed(data.tail);
    } else if (data.id === this.id && this.sent) {
      this.answered(data);
    }
  }

  answered(data) {
    const entry = this.sent;
    this.sent = null;
    clearTimeout(this.watch);
    if (data.error) {
      if (entry.reject) entry.reject(new Error(data.error));
      else this.on.error(data.error);
      if (entry.body.grant) this.busy = this.racing = false;
    } else if (data.document) {
      entry.resolve?.(entry.body.raw ? data.document : text(data.document));
    } else {
      const page = JSON.parse(text(data.page));
      this.busy = page.busy;
      this.spared = page.idle;
      this.racing = page.racing;
      this.on.answer(page, data.view, Boolean(entry.body.grant));
      entry.resolve?.(page);
    }
    this.pump();
  }

  /** remember asks, every now and then when the page changed, for the work with which a new worker could go on. */
  remember() {
    if (!this.changed || this.later) return;
    this.later = setTimeout(async () => {
      this.later = 0;
      if (!this.idle) return; // the next answer comes back to it
      this.changed = false;
      try {
        this.work = await this.ask('work');
        this.on.work(this.work);
      } catch {
        this.changed = true;
      }
    }, 300);
  }

  crashed(reason) {
    const entry = this.sent;
    const now = performance.now();
    this.crashes = [...this.crashes.filter((t) => now - t < 30000), now];
    entry?.reject?.(new Error('The solver stopped and was started again.'));
    this.sent = null;
    if (this.crashes.length > 3) {
      this.worker.terminate();
      this.ready = false;
      clearTimeout(this.watch);
      this.queue.splice(0).forEach((e) => e.reject?.(new Error('The solver does not start.')));
      this.work = null;
      this.crashes = [];
      this.on.crash(reason, true);
      return;
    }
    this.on.crash(reason, false);
    this.run();
  }
}

const decoder = new TextDecoder();
const text = (bytes) => decoder.decode(bytes);
