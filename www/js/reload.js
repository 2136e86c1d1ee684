// Carries the work over a reload of the page, within this tab only: all that the session keeps, with the undo history, and what the view was
// set to. The layout and the theme are kept anyway.

const key = 'conelab-work';
const patience = 2000; // ms that the solver has for its answer

/** keep stores the work for the next load: the solver's, or the last it gave; view is the state of the view, full the picture on the full stage. */
export async function keep(solver, view, full) {
  const late = new Promise((resolve, reject) => { setTimeout(() => reject(new Error('The solver is silent.')), patience); });
  const work = await Promise.race([solver.ask('work'), late]).catch(() => solver.work);
  sessionStorage.setItem(key, JSON.stringify({ work, view, full }));
}

/** kept returns the stored {work, view, full}, once; work and view are text, or null. */
export function kept() {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key));
    sessionStorage.removeItem(key);
    return stored ?? { work: null, view: null, full: null };
  } catch {
    return { work: null, view: null, full: null };
  }
}
