// window.conelab: the page for other programs (ready is a promise of the first solution, null if there is none), and the same by postMessage for a page that embeds this one:
// {conelab: "get" | "set" | "solution" | "stats", id, problem} is answered by {conelab: "answer", id, result} or {.., error}.

const methods = ['get', 'set', 'solution', 'stats'];

/** publishAPI defines window.conelab. settled() is a promise of the next answer that leaves no work; stats() is taken as it is. */
export function publishAPI({ solver, ready, settled, subscribe, stats }) {
  const document = async (name) => JSON.parse(await solver.ask(name));
  const api = {
    ready: ready.then(() => document('solution')).catch(() => null),
    get: () => document('problem'),
    set: async (problem) => {
      const page = await solver.request({ intent: JSON.stringify({ do: 'set', problem }) });
      if (page.busy) await settled();
      return document('solution');
    },
    solution: () => document('solution'),
    subscribe,
    stats,
  };
  window.conelab = Object.freeze(api);
  addEventListener('message', (event) => answer(api, event));
}

async function answer(api, { data, source }) {
  if (source !== parent || source === window || !methods.includes(data?.conelab)) return;
  const { conelab: method, id, problem } = data;
  try {
    source.postMessage({ conelab: 'answer', id, result: await api[method](problem) }, '*');
  } catch (error) {
    source.postMessage({ conelab: 'answer', id, error: error.message }, '*');
  }
}
