// Carries the work over a reload of the page: the session's whole work, with the undo history, and the look of the page. It is kept within
// this tab only, unless it is too large for that.

import type { Solver } from '../platform/solver';
import { large } from '../platform/storage';
import { isLook, type Look } from './look';

const key = 'conelab-work';
const name = 'reload';
const patience = 10000; // ms for the solver's answer

/** Carried is what is kept over a reload, and the name under which the work is stored; large says that it is stored elsewhere. */
interface Carried { work: string | null; look: Look | null; as?: string; large?: boolean }

/** keep stores the work for the next load, the solver's or the last it gave, and the look. It returns whether that worked. */
export async function keep(solver: Solver, look: Look, as: string): Promise<boolean> {
  const late = new Promise<never>((_, reject) => { setTimeout(reject, patience); });
  const work = await Promise.race([solver.ask('work'), late]).catch(() => solver.work);
  if (put({ work, look, as })) return true;
  return (await large.set(name, work ?? '')) && put({ work: null, look, as, large: true });
}

function put(content: Carried): boolean {
  try {
    sessionStorage.setItem(key, JSON.stringify(content));
    return true;
  } catch {
    return false;
  }
}

/** kept is a promise of what was stored, given out once; work and look are null if there is nothing. */
export async function kept(): Promise<Carried> {
  const stored = take();
  if (!stored) return { work: null, look: null };
  if (stored.large) {
    stored.work = (await large.get(name)) || null;
    if (stored.work) void large.remove(name);
  }
  return { work: stored.work, look: isLook(stored.look) ? stored.look : null, as: String(stored.as ?? '') };
}

function take(): Carried | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Carried | null;
    sessionStorage.removeItem(key);
    return stored;
  } catch {
    return null;
  }
}
