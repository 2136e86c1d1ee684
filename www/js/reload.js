// Carries the work over a reload of the page, within this tab only: the problem, the tools and the place in the film. The layout and the
// theme are kept anyway.

const key = 'conelab-work';
const patience = 2000; // ms that the solver has for its answer

/**
 * keep stores the solver's problem, and what page, its newest answer, says beside it, for the next load; full names the picture on the
 * full stage.
 */
export async function keep(solver, page, full) {
  const late = new Promise((resolve, reject) => { setTimeout(() => reject(new Error('The solver is silent.')), patience); });
  const now = async () => JSON.parse(await Promise.race([solver.ask('problem'), late]));
  const empty = page?.samples === 0; // no points, no document
  const problem = empty ? null : await now().catch(() => solver.problem);
  sessionStorage.setItem(key, JSON.stringify({ problem, empty, full, intents: page ? intentsOf(page) : [] }));
}

/** intentsOf returns what brings a session that has the same problem to the same state. */
function intentsOf({ tool, label, brush, film, samples }) {
  const intents = [{ do: 'tool', name: tool }, { do: 'label', value: label }];
  if (brush !== undefined) intents.push({ do: 'brush', value: brush });
  if (film.name) intents.push({ do: 'film', name: film.name });
  if (film.speed) intents.push({ do: 'speed', value: film.speed });
  if (samples === 0) return [{ do: 'clear' }, ...intents];
  return [...intents, { do: 'pause' }, { do: 'seek', position: film.position }, ...(film.playing ? [{ do: 'play' }] : [])];
}

/** kept returns the stored {problem, full, intents}, once. */
export function kept() {
  try {
    const work = JSON.parse(sessionStorage.getItem(key));
    sessionStorage.removeItem(key);
    return work ?? { problem: null, full: null, intents: [] };
  } catch {
    return { problem: null, full: null, intents: [] };
  }
}
