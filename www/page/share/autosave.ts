// Keeps the work and the look of the page on this machine after every change, and offers what the visit before left at the next. It is never
// restored without being asked for. The offer goes once something else is drawn; the work stays among the works kept (works.ts).

import * as intent from '../platform/protocol';
import type { Solver } from '../platform/solver';
import { remembers } from '../platform/storage';
import * as say from '../sentences';
import { lookOf, withLook, type PageLook } from '../shell/look';
import { notice, noticeError } from '../shell/notice';
import { offer } from '../shell/offer';
import { Works, type Work } from './works';

export class Autosave {
  /** last is the work that the visit before left, or null, once it was looked for. */
  last: Work | null = null;
  readonly works = new Works();
  private storing = Promise.resolve();
  private told = false;
  private withdraw: (() => void) | null = null; // the offer
  private states: string | null = null; // what the newest work has that is worth keeping

  /** save offers the work as a file. */
  constructor(private readonly look: PageLook, private readonly save: () => void) {}

  /** find looks for the work that the visit before left. */
  async find(): Promise<void> {
    this.last = await this.works.left().catch(() => null);
  }

  /** begin notes what the session begins with, which is nobody's work. */
  begin(solver: Solver): void {
    solver.ask('work').then((work) => { this.states ??= statesOf(work); }, () => {});
  }

  /** afresh begins anew after a solver that kept stopping with a work, and offers that work back before anything else is kept. */
  afresh(solver: Solver): void {
    const { lost } = solver;
    this.works.renew();
    this.states = null;
    this.begin(solver);
    if (lost) this.offerWork(solver, { name: '', time: 0, text: lost });
  }

  /** take keeps the work, if it has changed. */
  take(work: string): void {
    const now = statesOf(work);
    if (this.states !== null && now !== this.states) {
      this.withdraw?.();
      this.withdraw = null;
      this.keep(withLook(work, this.look.kept));
    }
    this.states = now;
  }

  /** renew keeps the work once more, when its look has something new that is worth keeping. */
  renew(solver: Solver): void {
    solver.ask('work').then((work) => this.keep(withLook(work, this.look.kept)), () => {});
  }

  /** keep stores texts one after the other, and says once if that cannot be done. */
  private keep(text: string): void {
    this.storing = this.storing.then(async () => {
      if (!remembers || await this.works.put(text) || this.told) return;
      this.told = true;
      notice(say.workNotStored, { text: say.saveAsFile, run: this.save });
    });
  }

  /** offer offers what the visit before left. */
  offer(solver: Solver): void {
    if (this.last) this.offerWork(solver, this.last);
  }

  private offerWork(solver: Solver, work: Work): void {
    this.withdraw = offer(say.workIsHere, say.restore, () => void this.restore(solver, work));
  }

  /** restore takes a kept work back, on top of what there is. */
  async restore(solver: Solver, work: Work): Promise<void> {
    try {
      await solver.request(intent.open({ work: JSON.parse(work.text) as unknown }));
    } catch (error) {
      return noticeError(error);
    }
    await this.works.adopt(work.name);
    const look = lookOf(work.text);
    if (look) this.look.use(look);
  }
}

/** statesOf returns the parts of kept work that are worth keeping: not the controls and the film, which are between the others. */
function statesOf(work: string): string {
  return work.slice(0, work.lastIndexOf(',"tool":')) + work.slice(work.lastIndexOf(',"playing":')).replace(/^,"playing":\w+/, '');
}
