// Stores the work and the appearance of the page on this machine after every change, and offers what the last visit left at the next one, if that is
// more than an example. Nothing is restored without a request, but a presentation goes on after a reload. The offer is withdrawn once something else is drawn, and does not come again once
// it was declined; the work stays among the stored works (works.ts), of which "Your work" is the list, each with its title, time, and size.

import type * as journal from '../platform/journal';
import { chooses } from '../platform/journal';
import type { Solver } from '../platform/solver';
import { byId, element } from '../platform/dom';
import { downloadText } from '../platform/files';
import { remembers, store, stored, tried } from '../platform/storage';
import * as messages from '../messages';
import type { Present } from '../present/present';
import { appearanceOf, type PageAppearance } from './appearance';
import { notice, noticeError, offer } from '../shell/notice';
import { areScenes } from '../shell/scenes';
import { isWhole, Works, type Work } from './works';

const patience = 10000; // ms for the solver's answer before a reload
const declined = 'declined'; // where the name of the work is stored that the visitor does not want back

/** A Current is the work with the version of the scenes that it has. */
type Current = journal.Work & { version: number };

export class Autosave {
  /** last is the work left by the last visit, or null, once it was looked for; isLost says that it cannot be read. */
  last: Work | null = null;
  get isLost(): boolean { return this.last !== null && !isWhole(this.last); }
  readonly works = new Works();
  private storing = Promise.resolve(true); // of whether the last text is stored
  private told = false;
  private withdraw: (() => void) | null = null; // the offer
  private known: number | null = null; // the revision of the newest work
  private version = 0; // of the scenes that are stored, or are those of the beginning

  /** save offers the work as a file. */
  constructor(private readonly appearance: PageAppearance, private readonly present: Present, private readonly save: () => void) {}

  /** find looks for the work left by the last visit. */
  async find(): Promise<void> {
    this.last = await this.works.left().catch(() => null);
  }

  /** begin notes the session's initial state, which is not the user's work, before the changes that wait for the solver. */
  begin(solver: Solver): void {
    solver.revision().then((revision) => { this.known ??= revision; }, () => { this.known ??= -1; }); // not known: whatever comes is stored
  }

  /** restarted is told of a new solver: one that goes on with no work counts revisions from the start, so whatever it has is stored. */
  restarted({ journal }: Solver): void {
    if (!journal.work) this.known = -1;
  }

  /** afresh starts again after a solver that kept stopping, and offers what that knew before anything else is stored. */
  afresh(solver: Solver): void {
    const { work, unsaved } = solver.lost;
    this.works.renew();
    this.known = null;
    this.begin(solver);
    if (work || unsaved) this.offer(solver, { name: '', time: 0, text: work?.text ?? '', unsaved });
  }

  /** remember requests the work, and stores it if it or a scene has changed. */
  async remember(solver: Solver): Promise<void> {
    const work = await this.ask(solver);
    if (this.known !== null && (work.revision !== this.known || work.version !== this.version)) {
      this.withdraw?.();
      this.withdraw = null;
      this.keep(work);
    }
    this.known = work.revision;
    if (await this.storing) solver.journal.stored(work.at);
    if (document.hidden) this.leave(solver); // another text may have been left before
  }

  /** ask is a promise of the work with the appearance of now. */
  private async ask(solver: Solver): Promise<Current> {
    const { version } = this.present;
    return { ...await solver.work(this.appearance.kept), version };
  }

  /** leave stores at once what is not stored yet, since the page may be about to be left. */
  leave({ unsaved }: Solver): void {
    const hasScenes = this.version !== this.present.version;
    if (unsaved || hasScenes) this.works.leave({ ...unsaved, ...(hasScenes ? this.present.stored : {}) });
  }

  /** carry stores the work for the next load of the page, the solver's or the last it gave; it is a promise of whether that worked. */
  async carry(solver: Solver): Promise<boolean> {
    const tooLate = new Promise<never>((_, reject) => { setTimeout(reject, patience); });
    const work = await Promise.race([this.ask(solver), tooLate]).catch(() => solver.journal.work);
    return work !== null && this.works.carry(work.text, solver.journal.moment());
  }

  /** renew stores the work again when its appearance has changed in a way that is worth storing. */
  renew(solver: Solver): void {
    this.ask(solver).then((work) => this.keep(work), () => {});
  }

  /** keep stores works one after the other, and says once if that fails. */
  private keep({ text, at, version }: Current): void {
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

  /** offer offers a work, that left by the last visit if no other is given; one that cannot be read, as a file. */
  offer(solver: Solver, work = this.last): void {
    if (!work || work === this.last && (stored(declined) === work.name || isWhole(work) && !isOwn(work))) return;
    const decline = (): void => void store(declined, work.name);
    if (isWhole(work)) this.withdraw = offer(messages.workIsKept(scenesOf(work)), messages.restore, () => void this.restore(solver, work), decline);
    else offer(messages.workDamaged, messages.saveAsFile, () => saveText(work), decline);
  }

  /** restore restores a stored work, as a change of the present state, with its appearance. */
  async restore(solver: Solver, work: Work): Promise<void> {
    const { text, unsaved } = work;
    try {
      if (text) await solver.request({ do: 'open', work: text });
    } catch (error) {
      return noticeError(error);
    }
    for (const last of unsaved?.intents ?? []) await solver.request(last).catch(() => {}); // what it needs may be gone, such as a selection
    await this.works.adopt(work.name);
    const appearance = text ? appearanceOf(text) : null;
    if (appearance) this.appearance.use(appearance);
    if (areScenes(unsaved?.scenes)) this.present.use(unsaved.scenes, unsaved.scene);
  }
}

/** saveText saves the text of a stored work as it is. */
export const saveText = ({ text }: Work): void => downloadText(text, 'conelab-work.json');

/** workList wires the dialog. */
export function workList(solver: Solver, autosave: Autosave): void {
  const node = byId('works', HTMLDialogElement);
  const open = async (name: string): Promise<void> => {
    const work = await autosave.works.find(name);
    if (!isWhole(work)) return saveText(work);
    node.close();
    await autosave.restore(solver, work);
  };
  const fill = async (): Promise<void> => {
    const works = await autosave.works.list();
    byId('works-list').replaceChildren(...works.map((work) => row(work, (name) => void open(name), (name) => void autosave.works.remove(name).then(fill))));
    byId('works-none').hidden = works.length > 0;
  };
  byId('works-open').addEventListener('click', () => void fill());
}

/** row returns the line of a work, which keeps its name only: its text may be long. */
function row(work: Work, open: (name: string) => void, remove: (name: string) => void): HTMLElement {
  const { name } = work, title = isWhole(work) ? titleOf(work) : messages.workUnreadable;
  const about = messages.keptAt(work.time, work.text.length);
  const opener = element('button', { type: 'button', class: 'work', 'data-help': isWhole(work) ? messages.openWorkHelp : messages.saveWorkHelp },
    element('span', {}, element('strong', {}, title), element('small', {}, about)));
  const remover = element('button', { type: 'button', class: 'icon plain', 'aria-label': messages.removeWork(title), 'data-help': messages.removeWorkHelp },
    element('span', { class: 'cross', 'aria-hidden': true }, '\u00d7'));
  opener.addEventListener('click', () => open(name));
  remover.addEventListener('click', () => remove(name));
  return element('li', {}, opener, remover);
}

/** A State is the part of a stored state that is read here. */
interface State { problem?: { title?: string; data?: { x?: number[][]; y?: number[][] } }; pointsOf?: string; preset?: { name?: string; points?: number } }

/** isOwn says that a work is more than an example: points of the visitor's, scenes, or changes besides the choice of an example. */
const isOwn = (work: Work): boolean => stateOf(work)?.problem !== undefined || (work.unsaved?.intents ?? []).some(({ do: name }) => name !== 'loadPreset' && !chooses(name))
  || scenesOf(work) > 0;

/** scenesOf counts the scenes of a work that can be read. */
const scenesOf = ({ text, unsaved }: Work): number => (unsaved?.scenes ?? (text ? appearanceOf(text)?.scenes : undefined))?.length ?? 0;

/** stateOf returns the state of a work that can be read. */
const stateOf = ({ text }: Work): State | undefined => tried(() => (JSON.parse(text) as { state?: State }).state, undefined);

function titleOf(work: Work): string {
  const scenes = scenesOf(work), title = titleOfState(stateOf(work));
  return scenes ? messages.workWithScenes(scenes, title) : title;
}

function titleOfState({ problem, preset }: State = {}): string {
  if (preset?.name) return messages.workOfPreset(preset.name, preset.points ?? 0);
  const x = problem?.data?.x ?? [];
  return problem?.title ? problem.title.slice(0, 60) : messages.workOfPoints(x.length, x[0]?.length ?? 0);
}
