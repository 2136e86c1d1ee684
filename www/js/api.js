// window.conelab: the page for other programs (ready is a promise of the first solution, null if there is none), and the same by messages
// for a page that shows this one in a frame. The messages are described in www/embed.html, the page that shows how to use them.
//
// Messages are taken from that page alone, and answers go to its origin alone. It may be any page: it learns what its frame shows, never
// what the visitor keeps on this machine (storage.js).

const most = 32; // questions under way at a time
const longest = 100; // letters of an id
const largest = 16 << 20; // letters of a problem
const ours = ['answer', 'update', 'ready']; // what this page sends: if it comes back, it is not a question

/** publishAPI defines window.conelab. settled() is a promise of the next answer that leaves no work; stats() is taken as it is. */
export function publishAPI({ solver, ready, settled, subscribe, stats }) {
  const document = async (name) => JSON.parse(await solver.ask(name));
  const set = async (problem) => {
    const page = await solver.request({ intent: `{"do":"set","problem":${written(problem)}}` });
    if (page.busy) await settled();
    return document('solution');
  };
  let turn = Promise.resolve();
  const api = {
    ready: ready.then(() => document('solution')).catch(() => null),
    get: () => document('problem'),
    // One after the other, so that each is answered by its own solution.
    set: (problem) => {
      const mine = turn.then(() => set(problem));
      turn = mine.catch(() => {});
      return mine;
    },
    solution: () => document('solution'),
    subscribe,
    stats,
  };
  window.conelab = Object.freeze(api);
  if (parent !== window) listen(api, ready);
}

/** written returns a problem as JSON. */
function written(problem) {
  let text;
  try {
    text = JSON.stringify(problem);
  } catch {
    // It stays undefined.
  }
  if (text === undefined) throw new Error('The problem cannot be written as JSON; nothing has changed.');
  if (text.length > largest) throw new Error('The problem is larger than 16 MB; nothing has changed.');
  return text;
}

/** listen answers the messages of the page around this one, and tells it that it may ask. */
function listen(api, ready) {
  let underWay = 0;
  let unsubscribe = () => {};
  const methods = {
    get: api.get,
    set: ({ problem }) => api.set(problem),
    solution: api.solution,
    stats: api.stats,
    subscribe: (data, send) => {
      unsubscribe();
      unsubscribe = api.subscribe(news((page) => send({ conelab: 'update', id: data.id, result: page })));
      return true;
    },
    unsubscribe: () => {
      unsubscribe();
      return true;
    },
  };
  addEventListener('message', async ({ data, source, origin }) => {
    if (source !== parent || !isQuestion(data)) return;
    // An origin without a name, as of a file, cannot be addressed; nobody else than the page around can be the parent.
    const send = (message) => source.postMessage(message, origin === 'null' ? '*' : origin);
    const { conelab: name, id } = data;
    const fail = (sentence) => send({ conelab: 'answer', id: isId(id) ? id : undefined, error: sentence });
    if (!isId(id)) return fail(`The id of a message must be a number or a text of at most ${longest} letters.`);
    if (!Object.hasOwn(methods, name)) return fail(`There is no method of that name; there are ${Object.keys(methods).join(', ')}.`);
    if (underWay >= most) return fail(`There are ${most} questions under way already; wait for their answers.`);
    underWay++;
    try {
      await ready;
      send({ conelab: 'answer', id, result: await methods[name](data, send) });
    } catch (error) {
      fail(error.message);
    }
    underWay--;
    return undefined;
  });
  ready.then(() => parent.postMessage({ conelab: 'ready' }, '*')); // it says nothing that the page around does not see
}

/** isQuestion says whether a message is meant for this page; all others are left to those whom they concern. */
function isQuestion(data) {
  return typeof data === 'object' && data !== null && Object.hasOwn(data, 'conelab') && typeof data.conelab === 'string' &&
    !ours.includes(data.conelab);
}

const isId = (id) => id === undefined || typeof id === 'number' || (typeof id === 'string' && id.length <= longest);

/** news passes those answers on that bring another result, not those that only move the film or light something up. */
function news(fn) {
  let last = {};
  return (page) => {
    if (page.busy || (page.solves === last.solves && page.status === last.status)) return;
    last = page;
    fn(page);
  };
}
