// The page's side of the solver, with a worker that answers as the test says.

import type { Intent, Page } from '../platform/protocol';
import { Solver, type Listener } from '../platform/solver';
import * as messages from '../messages';
import { equal, refuses, test, until } from './test';

/** A Message is a message from the page. */
interface Message { id: number; intent?: Intent; ask?: string; grant?: number }

const encoder = new TextEncoder();
const workAsked = 'work {"theme":"dark"}'; // the document asked for to be stored

/** Double stands for the worker: it records what is sent, and answers when the test asks for it. */
class Double {
  sent: Message[] = [];
  isOver = false;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;

  postMessage(message: Message): void { this.sent.push(message); }
  terminate(): void { this.isOver = true; }
  reply(data: unknown): void { this.onmessage?.(new MessageEvent('message', { data })); }

  /** answer answers the newest message with a state of the session. */
  answer(page: Partial<Page> = {}): void {
    const state = { busy: false, background: false, racing: false, solves: 0, ...page };
    this.reply({ id: this.sent.at(-1)?.id, page: JSON.stringify(state), view: new Uint8Array() });
  }

  /** write answers the newest message with a document. */
  write(text: string): void {
    this.reply({ id: this.sent.at(-1)?.id, document: encoder.encode(text), revision: 3 });
  }
}

/** made starts a solver, and returns it with its workers, what the page received, and what sends intents that the worker answers. */
function made(): { solver: Solver; workers: Double[]; told: string[]; pending: boolean[]; worker(): Double; does(...intents: Intent[]): void } {
  const workers: Double[] = [];
  const told: string[] = [];
  const pending: boolean[] = []; // whether a change is said to be pending
  const on: Listener = {
    answer: (page, _, granted) => told.push(`answer ${page.solves}${granted ? ' granted' : ''}`),
    did: () => {},
    error: (sentence) => told.push(sentence),
    pending: (is) => pending.push(is),
    silent: (step) => told.push(step === null ? 'heard' : `silent ${step}`),
    crash: (reason, final) => told.push(`crash ${reason}${final ? ' final' : ''}`),
    remember: () => solver.work({ theme: 'dark' }).then(({ text }) => void told.push(`work ${text}`)),
  };
  const solver: Solver = new Solver(() => {
    workers.push(new Double());
    return workers.at(-1) as unknown as Worker;
  }, on);
  solver.run();
  const worker = (): Double => workers.at(-1) as Double;
  const does = (...intents: Intent[]): void => intents.forEach((intent) => {
    solver.send(intent);
    worker().answer();
  });
  return { solver, workers, told, pending, worker, does };
}

/** begun lets a worker start and report that there is nothing to do. */
function begun(worker: Double): void {
  worker.reply({ op: 'ready' });
  worker.answer();
}

/** timed adds a test in which the timers run when it lets time pass, by pass(ms). */
function timed(name: string, run: (pass: (ms: number) => void) => void): void {
  test(name, () => {
    const real = { setTimeout: window.setTimeout, clearTimeout: window.clearTimeout };
    const set = new Map<number, { at: number; run: () => void }>();
    let now = 0, last = 1e9;
    Object.assign(window, {
      setTimeout: (run: () => void, ms = 0) => {
        set.set(++last, { at: now + ms, run });
        return last;
      },
      clearTimeout: (timer: number) => set.delete(timer) || real.clearTimeout.call(window, timer),
    });
    const pass = (ms: number): void => {
      const end = now + ms, due = (): [number, { at: number; run: () => void }] | undefined => [...set].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
      for (let next = due(); next; next = due()) {
        const [timer, { at, run }] = next;
        set.delete(timer);
        now = at;
        run();
      }
      now = end;
    };
    try {
      run(pass);
    } finally {
      Object.assign(window, real);
    }
  });
}

test('nothing is sent before the worker is ready, then one message at a time', () => {
  const { solver, worker, told } = made();
  solver.send({ do: 'focus', neuron: 1 });
  equal(worker().sent, []);
  worker().reply({ op: 'ready' });
  solver.send({ do: 'drag', at: [1], radius: 1 });
  solver.send({ do: 'drag', at: [2], radius: 1 });
  equal(['focus', 'drag', 'press'].map((kind) => solver.waits(kind as Intent['do'])), [true, true, false]);
  equal(worker().sent, [{ id: 1, intent: { do: 'focus', neuron: 1 } }]);
  worker().answer({ solves: 7 });
  equal(told, ['answer 7']);
  equal(worker().sent.at(-1), { id: 2, intent: { do: 'drag', at: [2], radius: 1, path: [1] } });
});

test('time is granted while work is left', () => {
  const { worker, told } = made();
  worker().reply({ op: 'ready' });
  equal(worker().sent.length, 1, 'a new worker has work');
  worker().answer({ busy: true, solves: 1 });
  equal(worker().sent.map(({ grant = 0 }) => grant > 0), [true, true]);
  worker().answer({ solves: 2 });
  equal(worker().sent.length, 2);
  equal(told, ['answer 1 granted', 'answer 2 granted']);
});

test('a refusal goes to whom it concerns', async () => {
  const { solver, worker, told } = made();
  begun(worker());
  const asked = refuses(solver.request({ do: 'release' }), 'No.');
  worker().reply({ id: worker().sent.at(-1)?.id, error: 'No.' });
  await asked;
  told.length = 0;
  solver.send({ do: 'release' });
  worker().reply({ id: worker().sent.at(-1)?.id, error: 'No again.' });
  equal(told, ['No again.']);
  solver.send({ do: 'highlightPoint', index: 3 });
  worker().reply({ id: worker().sent.at(-1)?.id, error: 'There is no point 4.' });
  equal(told, ['No again.'], 'the point under the pointer has just been removed');
});

test('settled waits for the queue and for the work', async () => {
  const { solver, worker } = made();
  let isSettled = false;
  void solver.settled().then(() => { isSettled = true; });
  worker().reply({ op: 'ready' });
  worker().answer({ busy: true });
  await Promise.resolve();
  equal(isSettled, false);
  worker().answer();
  await until(() => isSettled);
  await solver.settled();
});

test('a worker that stops is started again with the work', async () => {
  const { solver, workers, worker, told } = made();
  begun(worker());
  await until(() => worker().sent.at(-1)?.ask === workAsked);
  worker().write('{"beta":1}');
  await until(() => told.includes('work {"beta":1}'));
  const asked = refuses(solver.request({ do: 'release' }), messages.solverRestarted);
  worker().reply({ op: 'exit', tail: 'panic' });
  await asked;
  equal([workers.length, workers[0]?.isOver, told.at(-1)], [2, true, 'crash panic']);
  worker().reply({ op: 'ready' });
  equal(worker().sent[0]?.intent, { do: 'resume', work: '{"beta":1}', revision: 3, back: false });
});

timed('the work is asked for after a change, also while something is being solved', (pass) => {
  const { worker } = made();
  worker().reply({ op: 'ready' });
  worker().answer({ busy: true });
  pass(1000);
  worker().answer({ busy: true });
  equal(worker().sent.at(-1)?.ask, workAsked);
});

timed('a change that is not answered at once is said to be pending, a large problem before it is read', (pass) => {
  const { solver, worker, pending } = made();
  begun(worker());
  solver.send({ do: 'clear' });
  pass(30);
  equal(pending, []);
  pass(30);
  equal(pending, [true]);
  worker().answer();
  solver.send({ do: 'loadProblem', problem: ' '.repeat(1e6) });
  pass(0);
  equal(pending, [true, true]);
  worker().reply({ id: worker().sent.at(-1)?.id, error: 'No.' });
  equal(pending, [true, true, false]);
});

timed('a gesture goes on after a restart', (pass) => {
  const { solver, worker, does } = made();
  begun(worker());
  pass(1000);
  worker().write('{"beta":1}');
  does({ do: 'press', at: [0], radius: 1 });
  pass(1000);
  does({ do: 'drag', at: [1], radius: 1 });
  pass(1000);
  worker().reply({ op: 'exit', tail: 'panic' });
  solver.send({ do: 'drag', at: [2], radius: 1 });
  worker().reply({ op: 'ready' });
  for (let k = 0; k < 4; k++) worker().answer();
  equal(worker().sent.map(({ intent, ask }) => intent?.do ?? ask), ['resume', 'press', 'drag', 'drag']);
  does({ do: 'release' });
  pass(1000);
  equal(worker().sent.at(-1)?.ask, workAsked);
});

timed('a worker that is at work is not taken for dead', (pass) => {
  const { solver, workers, worker, told } = made();
  begun(worker());
  solver.send({ do: 'release' });
  for (let k = 0; k < 5; k++) {
    pass(5000);
    worker().reply({ op: 'beat' });
  }
  equal([workers.length, told.slice(-2)], [1, ['silent 0', 'heard']]);
  worker().reply({ op: 'beat', step: 7000 });
  pass(69000);
  equal([workers.length, told.at(-1)], [1, 'silent 7000'], 'it said how long a step takes');
  pass(2000);
  equal([workers.length, told.slice(-2)], [2, ['heard', 'crash it gave no answer']]);
  worker().reply({ op: 'beat' }); // of nothing that was asked
  pass(60000);
  equal(workers.length, 2);
});

timed('a worker may take long for its first answer, for which the browser compiles its program', (pass) => {
  const { solver, workers, worker, told } = made();
  solver.send({ do: 'release' });
  worker().reply({ op: 'ready' });
  pass(19000);
  equal([workers.length, told], [1, ['silent 2000']]);
  worker().answer();
  solver.send({ do: 'release' });
  pass(6000);
  equal(workers.length, 2);
});

timed('a worker that falls silent is said within 3 s and restarted by 6 s, with what the user did', (pass) => {
  const { solver, workers, worker, told } = made();
  begun(worker());
  for (const one of [{ do: 'press', at: [0, 0], radius: 1 }, { do: 'release' }] as const) solver.send(one);
  pass(3000);
  equal([workers.length, told.at(-1)], [1, 'silent 0']);
  pass(3000);
  equal(workers.length, 2);
  worker().reply({ op: 'ready' });
  worker().answer();
  equal(worker().sent.map(({ intent }) => intent?.do), ['press', 'release']);
});

test('what a worker stops with twice is not tried a third time', () => {
  const { solver, workers, worker, told } = made();
  begun(worker());
  solver.send({ do: 'release' });
  for (const again of [true, false]) {
    worker().reply({ op: 'exit', tail: 'panic' });
    worker().reply({ op: 'ready' });
    equal([worker().sent[0]?.intent !== undefined, told.at(-1)], [again, 'crash panic']);
  }
  equal(workers.length, 3);
});

test('what a worker reports after its end does not end the next one', () => {
  const { workers, worker, told } = made();
  worker().reply({ op: 'exit', tail: 'panic' });
  workers[0]?.onerror?.(new ErrorEvent('error', { message: 'already exited' }));
  workers[0]?.reply({ op: 'exit', tail: 'panic' });
  equal([workers.map(({ isOver }) => isOver), told], [[true, false], ['crash panic']]);
});

test('a worker that keeps stopping is given up', async () => {
  const { solver, workers, worker, told } = made();
  const asked = refuses(solver.ask('problem'), messages.solverDoesNotStart);
  for (let k = 0; k < 2; k++) worker().reply({ op: 'exit', tail: 'panic' });
  await asked;
  equal([workers.length, told.at(-1)], [2, 'crash panic final']);
});

test('a worker that keeps stopping at work in the background is given up, though the work was stored in between', async () => {
  const { workers, worker, told } = made();
  for (let k = 1; k <= 2; k++) {
    worker().reply({ op: 'ready' });
    worker().answer({ background: true });
    await until(() => {
      if (worker().sent.at(-1)?.grant) worker().answer({ background: true });
      return worker().sent.at(-1)?.ask === workAsked;
    });
    worker().write('{"beta":1}');
    await until(() => told.filter((line) => line === 'work {"beta":1}').length === k);
    worker().reply({ op: 'exit', tail: 'panic' });
  }
  equal([workers.length, told.at(-1)], [2, 'crash panic final']);
});

/** storing starts a solver that has stored the work {"beta":1}. */
async function storing(): Promise<ReturnType<typeof made>> {
  const all = made();
  begun(all.worker());
  await until(() => all.worker().sent.at(-1)?.ask === workAsked);
  all.worker().write('{"beta":1}');
  await until(() => all.told.includes('work {"beta":1}'));
  all.solver.journal.stored(all.solver.journal.moment());
  return all;
}

test('changes that the work does not contain are made again by the next worker, and offered if it does not help', async () => {
  const { solver, worker, does } = await storing();
  const [first, last]: [Intent, Intent] = [{ do: 'beta', value: 2, final: true }, { do: 'release' }];
  const begins = (): unknown[] => worker().sent.flatMap(({ intent }) => intent ?? []);
  does(first, last);
  worker().reply({ op: 'exit', tail: 'panic' });
  equal(solver.unsaved?.intents, [first, last], 'again waiting');
  worker().reply({ op: 'ready' });
  for (let answers = 0; answers < 3; answers++) worker().answer();
  equal(begins(), [{ do: 'resume', work: '{"beta":1}', revision: 3, back: false }, first, last]);
  equal(solver.unsaved?.intents, [first, last], 'performed, and not stored');
  worker().reply({ op: 'exit', tail: 'panic' });
  equal([solver.lost.work?.text, solver.lost.unsaved?.intents, solver.journal.work], ['{"beta":1}', [first, last], null]);
  equal(solver.unsaved?.intents, [first, last], 'also if the page is left');
  solver.recover();
  equal(solver.unsaved, null, 'started again');
  worker().reply({ op: 'ready' });
  worker().answer();
  equal(begins(), [{ do: 'resume', work: '{"beta":1}', revision: 3, back: false }], 'without the changes');
  for (let k = 0; k < 2; k++) worker().reply({ op: 'exit', tail: 'panic' });
  solver.recover();
  worker().reply({ op: 'ready' });
  equal(begins(), [{ do: 'resume', work: '{"beta":1}', revision: 3, back: true }], 'as it was before');
});

test('what the pictures asked to be shown is asked of the next worker, which has no reason to ask again', () => {
  const { worker, does } = made();
  begun(worker());
  const shown: Intent[] = [{ do: 'extent', wide: 2, high: 1 }, { do: 'highlightPoint', index: 3 }, { do: 'focus', neuron: 1 }];
  does({ do: 'highlightPoint', index: 2 }, ...shown);
  worker().reply({ op: 'exit', tail: 'panic' });
  worker().reply({ op: 'ready' });
  for (let answers = 0; answers < 3; answers++) worker().answer();
  const again = worker().sent.flatMap(({ intent }) => intent ?? []);
  const byKind = (a: { do: string }, b: { do: string }): number => a.do.localeCompare(b.do);
  equal(again.sort(byKind), shown.sort(byKind));
});

test('a change with which a worker stops is not made again', async () => {
  const { solver, worker } = made();
  begun(worker());
  const asked = refuses(solver.request({ do: 'beta', value: 2, final: true }), messages.solverRestarted);
  worker().reply({ op: 'exit', tail: 'panic' });
  await asked;
  worker().reply({ op: 'ready' });
  equal([worker().sent.map(({ intent }) => intent), solver.unsaved], [[undefined], null]);
});

test('what is not stored yet is known when the page is left', async () => {
  const { solver, worker, does } = await storing();
  equal(solver.unsaved, null);
  solver.send({ do: 'release' });
  equal(solver.unsaved?.intents, [{ do: 'release' }], 'not answered');
  worker().answer();
  equal(solver.unsaved?.intents, [{ do: 'release' }], 'answered');
  const at = solver.journal.moment();
  does({ do: 'beta', value: 2, final: false });
  solver.journal.stored(at);
  equal(solver.unsaved?.intents, [{ do: 'beta', value: 2, final: true }], 'stored, and a slider moved since');
  equal((solver.unsaved?.at[0] ?? 0) > at, true);
});

test('what changes a scene is not kept as work', () => {
  const { solver, worker, does } = made();
  begun(worker());
  does({ do: 'showScene', shared: '{}' }, { do: 'release' });
  equal(solver.unsaved, null);
  does({ do: 'leave' }, { do: 'beta', value: 2, final: true });
  equal(solver.unsaved?.intents, [{ do: 'beta', value: 2, final: true }]);
});

test('leaving the page ends a gesture, which has the tool that was chosen for it', () => {
  const { solver, worker } = made();
  begun(worker());
  const gesture: Intent[] = [{ do: 'tool', name: 'erase' }, { do: 'press', at: [0, 0], radius: 1 }, { do: 'drag', at: [1, 1], radius: 1 }];
  solver.send({ do: 'tool', name: 'erase' });
  equal(solver.unsaved, null, 'a tool alone');
  worker().answer();
  solver.journal.stored(solver.journal.moment());
  for (const one of gesture.slice(1)) solver.send(one);
  equal(solver.unsaved?.intents, [...gesture, { do: 'release' }]);
});
