// Stores the work and the look of the page on this machine after every change, and offers what the last visit left at the next one. Nothing
// is ever restored without a request. The offer is withdrawn once something else is drawn; the work stays among the stored works (works.ts).

import type { Unsaved } from '../platform/journal';
import * as intent from '../platform/protocol';
import type { Solver } from '../platform/solver';
import { remembers } from '../platform/storage';
import * as messages from '../messages';
import { lookOf, withLook, type PageLook } from './look';
import { notice, noticeError, offer } from '../shell/notice';
import { Works, type Work } from './works';

const patience = 10000; // ms for the solver's answer before a reload

export class Autosave {
  /** last is the work left by the last visit, or null, once it was looked for. */
  last: Work | null = null;
  readonly works = new Works();
  private storing = Promise.resolve(true); // of whether the last text is stored
  private told = false;
  private withdraw: (() => void) | null = null; // the offer
  private known: string | null = null; // the newest work
  private changed = false; // the work, by the user
  private aside: Work | null = null; // the user's work, in whose place there are lessons
  private version = 0; // of the scenes that are stored, or are those of the beginning

  /** save offers the work as a file. */
  constructor(private readonly look: PageLook, private readonly save: () => void) {}

  /** find looks for the work left by the last visit. */
  async find(): Promise<void> {
    this.last = await this.works.left().catch(() => null);
  }

  /** begin notes the session's initial state, which is not the user's work, before the changes that wait for the solver. */
  begin(solver: Solver): void {
    solver.ask('work', true).then((work) => { this.known ??= work; }, () => { this.known ??= ''; }); // not known: whatever comes is stored
  }

  /** afresh starts again after a solver that kept stopping, and offers what that knew before anything else is stored. */
  afresh(solver: Solver): void {
    const { work, unsaved } = solver.lost;
    this.works.renew();
    this.known = null;
    this.begin(solver);
    if (work || unsaved) this.offerWork(solver, { name: '', time: 0, text: work ?? '', unsaved });
  }

  /** take stores the work, with all changes up to a moment, if it or a scene has changed; it is a promise of whether all is stored. */
  take(work: string, at: number): Promise<boolean> {
    if (this.known !== null && (!isSame(work, this.known) || this.version !== this.look.version)) {
      this.withdraw?.();
      this.withdraw = null;
      this.changed = true;
      this.keep(withLook(work, this.look.kept), at);
    }
    this.known = work;
    return this.storing;
  }

  /** setAside leaves the user's work as it is among the stored works, since lessons take its place, which are stored as another. */
  async setAside(solver: Solver): Promise<void> {
    if (this.aside || !this.changed && !solver.unsaved) return;
    const text = withLook(await solver.ask('work'), this.look.kept);
    const at = solver.journal.moment();
    this.aside = { name: this.works.name, time: Date.now(), text };
    this.keep(text, at);
    if (await this.storing) solver.journal.stored(at);
    this.works.renew();
  }

  /** offerAside offers the work that was set aside, once the lessons are left. */
  offerAside(solver: Solver): void {
    const { aside } = this;
    this.aside = null;
    if (!aside) return;
    this.changed = false;
    this.withdraw?.();
    offer(messages.workIsAside, messages.restore, () => void this.restore(solver, aside, false));
  }

  /** leave stores at once what is not stored yet, since the page may be about to be left. */
  leave(unsaved: Unsaved | null): void {
    const hasScenes = this.version !== this.look.version;
    if (unsaved || hasScenes) this.works.leave({ ...unsaved, ...(hasScenes ? this.look.scenes : {}) });
  }

  /** carry stores the work for the next load of the page, the solver's or the last it gave; it is a promise of whether that worked. */
  async carry(solver: Solver): Promise<boolean> {
    const tooLate = new Promise<never>((_, reject) => { setTimeout(reject, patience); });
    const work = await Promise.race([solver.ask('work'), tooLate]).catch(() => solver.journal.work);
    return work !== null && this.works.carry(withLook(work, this.look.kept), solver.journal.moment());
  }

  /** renew stores the work again when its look has changed in a way that is worth storing. */
  renew(solver: Solver): void {
    solver.ask('work').then((work) => this.keep(withLook(work, this.look.kept), solver.journal.moment()), () => {});
  }

  /** keep stores texts one after the other, and says once if that fails. */
  private keep(text: string, at: number): void {
    const { version } = this.look; // which the text has
    this.storing = this.storing.then(async () => {
      if (!remembers) return true;
      if (await this.works.put(text, at)) {
        this.version = version;
        return true;
      }
      if (!this.told) notice(messages.workNotStored, { text: messages.saveAsFile, run: this.save });
      this.told = true;
      return false;
    });
  }

  /** offer offers the work left by the last visit. */
  offer(solver: Solver): void {
    if (this.last) this.offerWork(solver, this.last);
  }

  private offerWork(solver: Solver, work: Work): void {
    this.withdraw = offer(messages.workIsHere, messages.restore, () => void this.restore(solver, work));
  }

  /** restore restores a stored work, as a change of the present state, with its look unless that is to stay. */
  async restore(solver: Solver, work: Work, looks = true): Promise<void> {
    const { text, unsaved } = work;
    try {
      if (text) await solver.request(intent.open({ work: JSON.parse(text) as unknown }));
    } catch (error) {
      return noticeError(error);
    }
    for (const last of unsaved?.intents ?? []) await solver.request(last).catch(() => {}); // what it needs may be gone, such as a selection
    await this.works.adopt(work.name);
    const look = looks && text ? lookOf(text) : null;
    if (look) this.look.use(look);
    if (unsaved?.scenes) this.look.useScenes(unsaved.scenes, unsaved.scene ?? 0);
  }
}

/** isSame reports whether two stored works are the same but for the controls and the animation. Works may be long, so it copies none. */
function isSame(a: string, b: string): boolean {
  return a.slice(0, a.lastIndexOf(controls)) === b.slice(0, b.lastIndexOf(controls)) && endOf(a) === endOf(b);
}

const controls = ',"tool":', animation = ',"playing":'; // where the controls begin, and where the animation ends
const endOf = (work: string): string => work.slice(work.lastIndexOf(animation)).replace(/^,"playing":\w+/, '');
