// The works that are kept on this machine, the last few of them. Each page that is open has one of its own, which no other page writes: a lock says
// that it is taken for as long as the page is there. So nothing is ever written over that was not opened.

import { large } from '../platform/storage';

const start = 'work:';
const former = 'work'; // where the only work was kept once
const most = 8; // works

/** A Work is one that is kept: when it was written last, in ms, and its text. */
export interface Work { name: string; time: number; text: string }

/** stamp is how a text is kept, with the time before it; unstamp takes it apart. */
const stamp = (text: string): string => `${Date.now()} ${text}`;
function unstamp(name: string, kept: string | null): Work {
  const [, time = '0', text = ''] = /^(?:(\d+) )?(.*)$/s.exec(kept ?? '') ?? [];
  return { name, time: Number(time), text };
}

/** isWhole says whether a work can be read. */
function isWhole({ text }: Work): boolean {
  try {
    return Boolean(JSON.parse(text));
  } catch {
    return false;
  }
}

export class Works {
  /** name is that of the work of this page. */
  name = start + Math.random().toString(36).slice(2);
  private free: () => void = () => {};

  constructor() {
    void this.lock(this.name);
    // Browsers give the locks of a page up a while after it was left, and may keep the page itself to go back to.
    addEventListener('pagehide', () => this.free());
    addEventListener('pageshow', async ({ persisted }) => {
      if (persisted && !(await this.lock(this.name))) this.renew();
    });
  }

  /** put keeps a text as the work of this page; it is a promise of whether that could be done. */
  async put(text: string): Promise<boolean> {
    const isKept = await large.set(this.name, stamp(text));
    if (isKept) await this.prune();
    return isKept;
  }

  /** list is a promise of all works but that of this page, the newest first, those that other pages have open among them; some may be damaged. */
  async list(): Promise<Work[]> {
    const names = (await large.names(former)).filter((name) => name !== this.name && (name === former || name.startsWith(start)));
    const works = await Promise.all(names.map(async (name) => unstamp(name, await large.get(name))));
    return works.sort((a, b) => b.time - a.time);
  }

  /** left is a promise of the newest work that no page has open, or null. */
  async left(): Promise<Work | null> {
    const taken = await held();
    return (await this.list()).find((work) => !taken.has(work.name) && isWhole(work)) ?? null;
  }

  /** adopt makes a kept work that of this page, unless another page has it open: then this one keeps a copy. */
  async adopt(name: string): Promise<void> {
    if (name.startsWith(start) && await this.lock(name)) this.name = name;
  }

  /** renew has this page begin a new work; the one before stays. */
  renew(): void {
    this.name = start + Math.random().toString(36).slice(2);
    void this.lock(this.name);
  }

  /** remove removes a work. */
  remove({ name }: Work): Promise<void> {
    return large.remove(name);
  }

  /** prune removes the oldest of too many works, but none that a page has open. */
  private async prune(): Promise<void> {
    if ((await large.names(former)).length <= most) return;
    const taken = await held();
    const over = (await this.list()).slice(most - 1).filter(({ name }) => !taken.has(name));
    await Promise.all(over.map((work) => this.remove(work)));
  }

  /** lock takes the lock of a work in place of the one that this page has; it is a promise of whether it was free. */
  private lock(name: string): Promise<boolean> {
    const { locks } = navigator;
    if (!locks) return Promise.resolve(true); // where there are none, pages are told apart by their names alone
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
