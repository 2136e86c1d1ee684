// Carries the work over a reload of the page, within this tab only: all that the session keeps, with the undo history, and the look of the
// page.

const key = 'conelab-work';
const patience = 2000; // ms that the solver has for its answer

/**
 * keep stores the work for the next load, the solver's or the last it gave, and the look (look.js). Where storage is refused the address
 * takes what link() promises, the state without the way back.
 */
export async function keep(solver, look, link) {
  const late = new Promise((resolve, reject) => { setTimeout(() => reject(new Error('The solver is silent.')), patience); });
  const work = await Promise.race([solver.ask('work'), late]).catch(() => solver.work);
  try {
    sessionStorage.setItem(key, JSON.stringify({ work, look }));
  } catch {
    history.replaceState(null, '', location.href.replace(/#.*$/s, '') + await link());
  }
}

/** kept returns the stored {work, look}, once; both are null when there is nothing. */
export function kept() {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key));
    sessionStorage.removeItem(key);
    return stored ?? { work: null, look: null };
  } catch {
    return { work: null, look: null };
  }
}
