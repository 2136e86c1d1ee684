// The session's answers: the newest one, who waits for one, and how often they are shown while they result only from time passing.

import type { Page } from '../platform/protocol';
import { closeNotice, notice } from './notice';

const racePause = 150; // least time in ms between pictures of a race

/** An Audience is told about answers. */
interface Audience {
  /** render is called for every answer to be shown. */
  render(): void;
  /** solved is called with the number of solutions in an answer. */
  solved(count: number, page: Page): void;
}

export class Answers {
  newest: Page | null = null;
  /** ready is a promise of the first answer with a solution, or with nothing to solve. */
  readonly ready: Promise<Page>;
  private isReady: (page: Page) => void = () => {};
  private readonly subscribers = new Set<(page: Page) => void>();
  private shown = 0; // when the last answer was shown
  private told: string | undefined; // the message of the last answer

  constructor(private readonly view: { snapshot(data: Uint8Array): void }, private readonly on: Audience) {
    this.ready = new Promise((resolve) => { this.isReady = resolve; });
  }

  /** subscribe calls fn with every answer; it returns a function that ends the subscription. */
  subscribe(fn: (page: Page) => void): () => void {
    this.subscribers.add(fn);
    return () => void this.subscribers.delete(fn);
  }

  /**
   * take takes a new state of the session; granted says that it results only from time granted. During a race not every such state is shown.
   */
  take(page: Page, snapshot: Uint8Array, granted: boolean): void {
    const now = performance.now();
    const before = this.newest;
    if (granted && this.isEarly(page, now)) return;
    this.shown = now;
    const solves = page.solves - (before?.solves ?? 0);
    this.newest = page;
    this.view.snapshot(snapshot);
    this.on.render();
    for (const fn of this.subscribers) {
      try {
        fn(page);
      } catch (error) {
        reportError(error); // another program's, which is no reason to stop here
      }
    }
    this.on.solved(solves < 0 ? page.solves : solves, page);
    const isOther = !granted && page.revision.data !== before?.revision.data; // the state: what was said of the one before is over
    if (page.notice && (isOther || page.notice !== this.told)) notice(page.notice, undefined, 'told');
    else if (isOther) closeNotice('told');
    this.told = page.notice;
    if (!page.busy && (page.solves > 0 || page.status === 'empty')) this.isReady(page);
  }

  /** isEarly reports whether an answer shows only a race that was shown a moment ago. */
  private isEarly(page: Page, now: number): boolean {
    const before = this.newest;
    return page.racing && before !== null && before.racing && page.solves === before.solves && now - this.shown < racePause;
  }
}
