// Carries the work over a reload of the page: all that the session keeps, with the undo history, and the look of the page. Within this tab
// only, unless it is too large for that.

import { large } from './storage.js';

const key = 'conelab-work';
const name = 'reload';
const patience = 2000; // ms that the solver has for its answer

/** keep stores the work for the next load, the solver's or the last it gave, and the look (look.js). It returns whether that could be done. */
export async function keep(solver, look) {
  const late = new Promise((resolve, reject) => { setTimeout(() => reject(new Error('The solver is silent.')), patience); });
  const work = await Promise.race([solver.ask('work'), late]).catch(() => solver.work);
  if (put({ work, look })) return true;
  return (await large.set(name, work ?? '')) && put({ work: null, look, large: true });
}

function put(content) {
  try {
    sessionStorage.setItem(key, JSON.stringify(content));
    return true;
  } catch {
    return false;
  }
}

/** kept is a promise of the stored {work, look}, once; both are null when there is nothing. */
export async function kept() {
  let stored = null;
  try {
    stored = JSON.parse(sessionStorage.getItem(key));
    sessionStorage.removeItem(key);
  } catch {
    // There is nothing.
  }
  if (!stored) return { work: null, look: null };
  if (stored.large) {
    stored.work = (await large.get(name)) || null;
    if (stored.work) large.remove(name);
  }
  return stored;
}
