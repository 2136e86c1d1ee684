// The most recent works stored on this machine. Each open page has its own work, which no other page writes: a lock marks it as taken for as
// long as the page is open. So a work is overwritten only by the page that has it open.

import { chooses, type Unsaved } from '../platform/journal';
import { forget, large, store, stored, storedNames, tried } from '../platform/storage';
import type { StoredScene } from '../shell/scenes';

const start = 'work:';
const most = 8; // largest number of works
const tab = 'conelab-tab'; // where a tab has the name of the work that it carries over a reload

/** A Left is what was not stored when a page was left, with the scenes if they are part of it. */
export interface Left extends Partial<Unsaved> { scenes?: StoredScene[]; scene?: number }

/**
 * A Work is a stored work: the time of its last change, in ms, its text, which is empty if it was never stored, and what had not been stored
 * when its page was left.
 */
export interface Work { name: string; time: number; text: string; unsaved?: Left | null }

/** stamp returns a text as it is stored, preceded by the time; unstamp splits it again. */
const stamp = (time: number, text: string): string => `${time} ${text}`;
function unstamp(name: string, kept: string | null): Work {
  const [, time = '0', text = ''] = /^(?:(\d+) )?(.*)$/s.exec(kept ?? '') ?? [];
  return { name, time: Number(time), text };
}

// What has not been stored when a page is left is kept under another name, in the store of short texts: a page that is left can wait for no
// other. A newer text of the work may have been stored meanwhile: its time says which of the changes it contains.
const rest = 'late:';
interface Kept extends Left { time: number }

/** completed returns a stored work with what was not stored of it. */
function completed(work: Work): Work {
  const unsaved = read(stored(rest + work.name));
  if (!unsaved || unsaved.time < work.time) return work;
  const isNew = (unsaved.intents ?? []).map(({ do: name }, k) => (unsaved.at?.[k] ?? 0) > work.time || chooses(name));
  return { ...work, time: unsaved.time, unsaved: { ...unsaved, intents: (unsaved.intents ?? []).filter((_, k) => isNew[k]) } };
}

/** read reads what was left. */
const read = (text: string | null): Kept | null => tried(() => JSON.parse(text ?? 'null') as Kept | null, null);

/** isWhole reports whether a work can be read. */
export const isWhole = ({ text, unsaved }: Work): boolean => tried(() => Boolean(JSON.parse(text || (unsaved ? 'true' : ''))), false);

export class Works {
  /** name is the name of this page's work. */
  name = start + Math.random().toString(36).slice(2);
  private free: () => void = () => {};

  constructor() {
    void this.lock(this.name);
    // Browsers release the locks of a page a while after it was left, and may keep the page itself for going back.
    addEventListener('pagehide', () => this.free());
    addEventListener('pageshow', async ({ persisted }) => {
      if (persisted && !(await this.lock(this.name))) this.renew();
    });
  }

  /**
   * put stores a text, with all changes up to a moment, as this page's work; it is a promise of whether that worked. What was left before is then
   * forgotten, also the changes since that text. So the promise resolves in the same task: who waits for it can leave them again before the page may
   * be gone.
   */
  async put(text: string, at: number): Promise<boolean> {
    const { name } = this;
    if (!await large.set(name, stamp(at, text))) return false;
    forget(rest + name);
    void this.prune();
    return true;
  }

  /** carry stores a text for the next load of the page in this tab; it is a promise of whether that worked. */
  async carry(text: string, at: number): Promise<boolean> {
    return await this.put(text, at) && tried(() => {
      sessionStorage.setItem(tab, this.name);
      return true;
    }, false);
  }

  /** carried is a promise of the text that was carried over a reload, given out once, or null; its work is then this page's. */
  async carried(): Promise<string | null> {
    const name = tried(() => sessionStorage.getItem(tab), null);
    tried(() => sessionStorage.removeItem(tab), undefined);
    const work = name && unstamp(name, await large.get(name));
    if (!work || !isWhole(work)) return null;
    await this.adopt(work.name);
    return work.text;
  }

  /** leave stores at once what is not stored yet of this page's work. */
  leave(unsaved: Left): void {
    store(rest + this.name, JSON.stringify({ ...unsaved, time: Math.max(Date.now(), unsaved.at?.at(-1) ?? 0) } satisfies Kept));
  }

  /** list is a promise of all works except this page's, the newest first, including those that other pages have open; some may be damaged. */
  async list(): Promise<Work[]> {
    return (await this.all()).filter(({ text, unsaved }) => text || unsaved);
  }

  /** all is list with what is left of works that are gone, which have neither a text nor a time. */
  private async all(): Promise<Work[]> {
    const works = await Promise.all((await this.names()).map((name) => this.find(name)));
    return works.sort((a, b) => b.time - a.time);
  }

  /** find is a promise of a stored work, whose text is empty if it is gone. */
  async find(name: string): Promise<Work> { return completed(unstamp(name, await large.get(name))); }

  /** left is a promise of the newest work that no page has open, or null; it may be damaged. */
  async left(): Promise<Work | null> {
    const taken = await held();
    return (await this.list()).find((work) => !taken.has(work.name)) ?? null;
  }

  /** adopt makes a stored work this page's work, unless another page has it open: then this page keeps a copy. */
  async adopt(name: string): Promise<void> {
    if (name && await this.lock(name)) this.name = name;
  }

  /** renew starts a new work for this page; the previous one stays. */
  renew(): void {
    this.name = start + Math.random().toString(36).slice(2);
    void this.lock(this.name);
  }

  /** remove removes a work. */
  remove(name: string): Promise<void> {
    forget(rest + name);
    return large.remove(name);
  }

  /** names is a promise of the names of all works except this page's. */
  private async names(): Promise<string[]> {
    const left = storedNames().filter((name) => name.startsWith(rest)).map((name) => name.slice(rest.length));
    return [...new Set([...await large.names(), ...left])].filter((name) => name.startsWith(start) && name !== this.name);
  }

  /** prune removes the oldest works if there are too many, except those that a page has open. */
  private async prune(): Promise<void> {
    if ((await this.names()).length < most) return;
    const taken = await held();
    const over = (await this.all()).slice(most - 1).filter(({ name }) => !taken.has(name));
    await Promise.all(over.map(({ name }) => this.remove(name)));
  }

  /** lock takes the lock of a work, replacing this page's present lock; it is a promise of whether the lock was free. */
  private lock(name: string): Promise<boolean> {
    const { locks } = navigator;
    if (!locks) return Promise.resolve(true); // without locks, pages have only their names to keep works apart
    return new Promise((resolve) => {
      locks.request(lockOf(name), { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        if (!lock) return undefined;
        this.free();
        return new Promise<void>((free) => { this.free = free; });
      }).catch(() => resolve(true));
    });
  }
}

const lockOf = (name: string): string => `conelab ${name}`;

/** held is a promise of the names of the works that pages have open. */
async function held(): Promise<Set<string>> {
  const locks = await navigator.locks?.query().catch(() => null);
  return new Set((locks?.held ?? []).map(({ name }) => (name ?? '').replace(/^conelab /, '')));
}
