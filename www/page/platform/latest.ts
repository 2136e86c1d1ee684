// Documents that follow the session's answers.

import type { Solver } from './solver';

/** A Latest is a document that is requested again whenever its key has changed, one request at a time. */
export class Latest<T> {
  private wanted: { key: string; request: () => Promise<T> } | null = null;
  private taken = ''; // key of the document that was taken last, and the solver's run
  private asking = false;

  /** take takes a document with its key, or null if there is none: then the next call of ask requests it again. */
  constructor(private readonly solver: Solver, private readonly take: (document: T | null, key: string) => void) {}

  /** ask requests the document with a key, unless it is the one that was taken last. */
  async ask(key: string, request: () => Promise<T>): Promise<void> {
    this.wanted = { key, request };
    if (this.asking) return;
    this.asking = true;
    for (let next = this.wanted; this.runKey(next.key) !== this.taken; next = this.wanted) {
      const runKey = this.runKey(next.key);
      const document = await next.request().catch(() => null);
      if (document !== null) this.taken = runKey;
      this.take(document, next.key);
      if (document === null && next === this.wanted) break;
    }
    this.asking = false;
  }

  /** forget has the document requested again, even if its key stays the same. */
  forget(): void { this.taken = ''; }

  private runKey(key: string): string { return `${this.solver.runs} ${key}`; } // revisions of different runs cannot be compared
}
