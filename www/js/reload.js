// Carries the problem over a reload of the page, within this tab only.

const key = 'conelab-problem';

/** keep stores the solver's problem for the next load. */
export async function keep(solver) {
  sessionStorage.setItem(key, await solver.ask('problem'));
}

/** kept returns the stored problem, once, or null. */
export function kept() {
  try {
    const text = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return text && JSON.parse(text);
  } catch {
    return null;
  }
}
