// What a new solver needs to continue: the session's work when it was last requested, and the changes since. It also knows which changes are
// not stored on this machine yet, which would be lost if the page were left.

import { continuous, ends, edits, type Intent } from './protocol';

/** Unsaved holds the changes of the work that are not stored yet: the intents, each with its moment. */
export interface Unsaved { intents: Intent[]; at: number[] }

/** A Work is the session's work as text, with its revision and the moment up to which it has all changes. */
export interface Work { text: string; revision: number; at: number }

/** A Lost is what a new solver does not begin with: the work, and what it does not contain yet. */
export interface Lost { work: Work | null; unsaved: Unsaved | null }

/** A Change is an intent that was performed, and its moment: the time in ms, made larger where two would be equal. */
interface Change { intent: Intent; at: number }

export class Journal {
  /** work is the session's work when it was last requested. */
  work: Work | null = null;
  private readonly lastShown = new Map<Intent['do'], Intent>(); // what the pictures last asked to be shown
  private changes: Change[] = []; // that are not stored yet, with the choices of the tool that they were made with
  /** isScene says that a scene or a lesson is shown, in place of the work. */
  isScene = false;
  private last = 0; // moment

  /** moment returns the present time in ms, always later than the one returned before. */
  moment(): number {
    this.last = Math.max(this.last + 1, Date.now());
    return this.last;
  }

  /** take takes the work, which has all changes so far. */
  take(text: string, revision: number): Work {
    this.work = { text, revision, at: this.moment() };
    return this.work;
  }

  /** did notes an intent that was performed. */
  did(intent: Intent): void {
    if (shownKinds.has(intent.do)) this.lastShown.set(intent.do, intent);
    this.isScene = intent.do === 'showScene' || this.isScene && !leaves.has(intent.do);
    if (!this.isScene && (changes(intent.do) || chooses(intent.do))) this.changes.push({ intent, at: this.moment() });
  }

  /** stored says that the work is stored with all changes up to a moment. */
  stored(at: number): void {
    this.changes = this.changes.filter((change, k) => change.at > at || chooses(change.intent.do) && k >= this.changes.length - 2);
  }

  /** again returns what a new solver has to do again: the changes that the work does not contain, which are then noted anew, and what is shown. */
  again(): Intent[] {
    const included = this.work?.at ?? 0;
    const missing = this.changes.filter(({ at }) => at > included);
    this.changes = this.changes.filter(({ at }) => at <= included);
    this.isScene = false;
    return [...missing.map(({ intent }) => intent), ...this.lastShown.values()];
  }

  /** isOpen reports whether the newest change is part of a gesture that has not ended. */
  get isOpen(): boolean { return isOpen(this.changes.at(-1)?.intent); }

  /** lost is what a new solver does not begin with if it was not at fault. */
  get lost(): Lost { return { work: this.work, unsaved: this.unsaved([], this.work?.at) }; }

  /** clear forgets all changes. */
  clear(): void { this.changes = []; }

  /**
   * unsaved returns what would be lost if the page were left now, given the intents that wait for the solver, and if all changes up to a moment
   * were stored; or null.
   */
  unsaved(waiting: Intent[], stored = 0): Unsaved | null {
    const next = this.isScene ? [] : waiting.map((intent) => ({ intent, at: this.moment() }));
    const all = [...this.changes.filter(({ intent, at }) => at > stored || chooses(intent.do)), ...next.filter(({ intent }) => changes(intent.do) || chooses(intent.do))];
    if (!all.some(({ intent }) => changes(intent.do))) return null;
    const intents = ended(all.map(({ intent }) => intent));
    return { intents, at: intents.map((_, k) => all[k]?.at ?? this.last) };
  }
}

/** shownKinds are the intents that are no part of the work and that the pictures and the tables send only when they change. */
const shownKinds: ReadonlySet<string> = new Set(['extent', 'focus', 'highlightPoint', 'entry']);

/** leaves are the intents after which the work is shown. */
const leaves: ReadonlySet<string> = new Set(['leave', 'open', 'resume']);

/** changes reports whether an intent changes the work. */
function changes(name: Intent['do']): boolean {
  return name !== 'resume' && edits.has(name);
}

/** chooses reports whether an intent chooses the tool of the changes that follow, which is not stored for its own sake. */
export function chooses(name: Intent['do']): boolean {
  return name === 'tool' || name === 'brush';
}

/** completes reports whether an intent ends a change of the work, rather than being a part of a gesture. */
export function completes(intent: Intent): boolean {
  if (!changes(intent.do) || intent.do === 'press') return false;
  if (!continuous.has(intent.do)) return true;
  return ends.has(intent.do) && !('final' in intent && intent.final === false);
}

/** isOpen reports whether an intent leaves a gesture open. */
const isOpen = (last?: Intent): boolean => last?.do === 'press' || last?.do === 'drag' || last !== undefined && 'final' in last && last.final === false;

/** ended returns intents with the end of the gesture that they leave open. */
function ended(intents: Intent[]): Intent[] {
  const last = intents.at(-1);
  if (!last || !isOpen(last)) return intents;
  return 'final' in last ? [...intents.slice(0, -1), { ...last, final: true }] : [...intents, { do: 'release' }];
}
