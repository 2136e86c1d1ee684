// Keeps the work and the look of the page on this machine after every change, and offers them at the next visit. They are never restored
// without being asked for, and stay until something else is drawn.

import * as intent from '../platform/protocol';
import type { Solver } from '../platform/solver';
import { forget, large, store, stored } from '../platform/storage';
import * as say from '../sentences';
import { lookOf, withLook, type PageLook } from '../shell/look';
import { notice, noticeError } from '../shell/notice';
import { offer } from '../shell/offer';

const name = 'work';
const most = 3 << 20; // characters of work that is stored at once; browsers refuse more than about five million in all

export class Autosave {
  /** last is the work that the visit before left, or null; read is a promise of that it is known. */
  last: string | null = null;
  readonly read: Promise<void>;
  private storing = Promise.resolve();
  private isLarge = true; // there may be work in the store of large texts
  private told = false;
  private states: string | null = null; // what the newest work has that is worth keeping

  /** save offers the work as a file. */
  constructor(private readonly look: PageLook, private readonly save: () => void) {
    this.read = this.find();
  }

  private async find(): Promise<void> {
    this.last = whole(stored(name)) ?? whole(await large.get(name));
  }

  /** begin notes what the session begins with, which is nobody's work. */
  begin(solver: Solver): void {
    solver.ask('work').then((work) => { this.states ??= statesOf(work); }, () => {});
  }

  /** take keeps the work, if it has changed. */
  take(work: string): void {
    const now = statesOf(work);
    if (this.states !== null && now !== this.states) this.keep(withLook(work, this.look.kept));
    this.states = now;
  }

  /** renew keeps the work once more, when its look has something new that is worth keeping. */
  renew(solver: Solver): void {
    solver.ask('work').then((work) => this.keep(withLook(work, this.look.kept)), () => {});
  }

  /** keep stores texts one after the other. */
  private keep(text: string): void {
    this.storing = this.storing.then(() => this.put(text));
  }

  /** put stores a text, in one place, so that there is never older work beside it. */
  private async put(text: string): Promise<void> {
    if (text.length <= most && store(name, text)) {
      if (this.isLarge) this.isLarge = !(await large.remove(name));
    } else if (await large.set(name, text)) {
      this.isLarge = true;
      forget(name);
    } else if (text.length > most && !this.told) {
      this.told = true;
      notice(say.workTooLarge, { text: say.saveAsFile, run: this.save });
    }
  }

  /** offer offers what the visit before left. */
  offer(solver: Solver): void {
    const { last } = this;
    if (!last) return;
    offer(say.workIsHere, say.restore, () => {
      solver.request(intent.open({ work: JSON.parse(last) as unknown })).then(() => {
        const look = lookOf(last);
        if (look) this.look.use(look);
      }).catch(noticeError);
    });
  }
}

/** whole returns a text if it is JSON, else null. */
function whole(text: string | null): string | null {
  try {
    return text !== null && JSON.parse(text) ? text : null;
  } catch {
    return null;
  }
}

/** statesOf returns the parts of kept work that are worth keeping: not the controls and the film, which are between the others. */
function statesOf(work: string): string {
  return work.slice(0, work.lastIndexOf(',"tool":')) + work.slice(work.lastIndexOf(',"playing":')).replace(/^,"playing":\w+/, '');
}
