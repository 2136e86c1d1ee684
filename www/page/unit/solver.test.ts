// The page's side of the solver, with a worker that answers as the test says.

import { beta, brush, drag, focus, leave, open, press, release, resume, scene, tool, type Page } from '../platform/protocol';
import { Solver, type Listener } from '../platform/solver';
import * as say from '../sentences';
import { equal, refuses, test, until } from './test';

/** A Message is a message from the page. */
interface Message { id: number; intent?: string; ask?: string; grant?: number }

const encoder = new TextEncoder();

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
    const state = { busy: false, idle: false, racing: false, solves: 0, kept: true, ...page };
    this.reply({ id: this.sent.at(-1)?.id, page: encoder.encode(JSON.stringify(state)), view: new Uint8Array() });
  }

  /** write answers the newest message with a document. */
  write(text: string): void {
    this.reply({ id: this.sent.at(-1)?.id, document: encoder.encode(text) });
  }
}

/** made starts a solver, and returns it with its workers and what the page received. */
function made(): { solver: Solver; workers: Double[]; told: string[]; worker(): Double } {
  const workers: Double[] = [];
  const told: string[] = [];
  const on: Listener = {
    answer: (page, _, granted) => told.push(`answer ${page.solves}${granted ? ' granted' : ''}`),
    did: () => {},
    error: (sentence) => told.push(sentence),
    crash: (reason, final) => told.push(`crash ${reason}${final ? ' final' : ''}`),
    work: (text) => told.push(`work ${text}`),
    drawn: (at) => told.push(`drawn ${at}`),
  };
  const solver = new Solver(() => {
    workers.push(new Double());
    return workers.at(-1) as unknown as Worker;
  }, on);
  solver.run();
  return { solver, workers, told, worker: () => workers.at(-1) as Double };
}

/** settle lets a worker start and report that there is nothing to do. */
function settle(worker: Double): void {
  worker.reply({ op: 'ready' });
  worker.answer();
}

/** timers replaces the timers by ones that run when the test lets time pass, until they are stopped. */
function timers(): { pass(ms: number): void; stop(): void } {
  const real = { setTimeout: window.setTimeout, clearTimeout: window.clearTimeout };
  const set = new Map<number, { at: number; run: () => void }>();
  let now = 0;
  let last = 1e9;
  const due = (end: number): [number, { at: number; run: () => void }] | undefined => [...set].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
  Object.assign(window, {
    setTimeout: (run: () => void, ms = 0) => {
      set.set(++last, { at: now + ms, run });
      return last;
    },
    clearTimeout: (timer: number) => set.delete(timer) || real.clearTimeout.call(window, timer),
  });
  return {
    pass(ms: number): void {
      const end = now + ms;
      for (let next = due(end); next; next = due(end)) {
        const [timer, { at, run }] = next;
        set.delete(timer);
        now = at;
        run();
      }
      now = end;
    },
    stop: () => void Object.assign(window, real),
  };
}

test('nothing is sent before the worker is ready, then one message at a time', () => {
  const { solver, worker, told } = made();
  solver.send(focus({ neuron: 1 }));
  equal(worker().sent, []);
  worker().reply({ op: 'ready' });
  solver.send(drag({ at: [1], radius: 1 }));
  solver.send(drag({ at: [2], radius: 1 }));
  equal(worker().sent, [{ id: 1, intent: JSON.stringify(focus({ neuron: 1 })) }]);
  worker().answer({ solves: 7 });
  equal(told, ['answer 7']);
  equal(worker().sent.at(-1), { id: 2, intent: JSON.stringify(drag({ at: [2], radius: 1, path: [1] })) });
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

test('answers to what was sent before are not taken for others', async () => {
  const { solver, worker } = made();
  settle(worker());
  const promise = solver.ask('problem');
  worker().reply({ id: 1, document: encoder.encode('an old answer') });
  worker().write('the problem');
  equal(await promise, 'the problem');
});

test('a refusal goes to whom it concerns', async () => {
  const { solver, worker, told } = made();
  settle(worker());
  const asked = refuses(solver.request(release()), 'No.');
  worker().reply({ id: worker().sent.at(-1)?.id, error: 'No.' });
  await asked;
  told.length = 0;
  solver.send(release());
  worker().reply({ id: worker().sent.at(-1)?.id, error: 'No again.' });
  equal(told, ['No again.']);
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
  settle(worker());
  await until(() => worker().sent.at(-1)?.ask === 'work');
  worker().write('{"beta":1}');
  await until(() => told.includes('work {"beta":1}'));
  const asked = refuses(solver.request(release()), say.solverRestarted);
  worker().reply({ op: 'exit', tail: 'panic' });
  await asked;
  equal([workers.length, workers[0]?.isOver, told.at(-1)], [2, true, 'crash panic']);
  worker().reply({ op: 'ready' });
  equal(worker().sent[0]?.intent, '{"do":"resume","work":{"beta":1}}');
});

test('the work is asked for when it is written, also while something is being solved', async () => {
  const { worker, told } = made();
  const clock = timers();
  const isAsked = (): boolean => worker().sent.at(-1)?.ask === 'work';
  try {
    worker().reply({ op: 'ready' });
    worker().answer({ busy: true, kept: false });
    clock.pass(5000);
    equal(worker().sent.some(({ ask }) => ask === 'work'), false);
    for (let k = 0; k < 4 && !isAsked(); k++) {
      worker().answer({ busy: true, kept: true });
      clock.pass(1000);
    }
    equal(isAsked(), true);
    worker().write('{"beta":2}');
  } finally {
    clock.stop();
  }
  await until(() => told.includes('work {"beta":2}'));
});

test('a worker that is at work is not taken for dead, and one that falls silent is', () => {
  const { solver, workers, worker, told } = made();
  const clock = timers();
  try {
    settle(worker());
    solver.send(release());
    for (let k = 0; k < 5; k++) {
      clock.pass(9000);
      worker().reply({ op: 'beat' });
    }
    equal(workers.length, 1);
    clock.pass(11000);
    equal([workers.length, told.at(-1)], [2, 'crash it gave no answer']);
    worker().reply({ op: 'beat' }); // of nothing that was asked
    clock.pass(60000);
    equal(workers.length, 2);
  } finally {
    clock.stop();
  }
});

test('a worker that keeps stopping is given up', async () => {
  const { solver, workers, worker, told } = made();
  const asked = refuses(solver.ask('problem'), say.solverDoesNotStart);
  for (let k = 0; k < 4; k++) worker().reply({ op: 'exit', tail: 'panic' });
  await asked;
  equal([workers.length, told.at(-1)], [4, 'crash panic final']);
});

test('the work with which a worker keeps stopping is not lost', async () => {
  const { solver, worker, told } = made();
  settle(worker());
  await until(() => worker().sent.at(-1)?.ask === 'work');
  worker().write('{"beta":1}');
  await until(() => told.includes('work {"beta":1}'));
  for (let k = 0; k < 4; k++) worker().reply({ op: 'exit', tail: 'panic' });
  equal([solver.lost, solver.work], [{ work: '{"beta":1}', late: null }, null]);
});

test('changes that the work does not contain are made again by the next worker', async () => {
  const { solver, worker, told } = made();
  settle(worker());
  await until(() => worker().sent.at(-1)?.ask === 'work');
  worker().write('{"beta":1}');
  await until(() => told.includes('work {"beta":1}'));
  solver.send(beta({ value: 2, final: true }));
  worker().answer();
  worker().write('{"beta":2}'); // noted
  solver.send(release());
  worker().answer();
  const late = { shared: '{"beta":2}', intents: [release()] };
  equal({ ...solver.late, at: 0 }, { ...late, at: 0 });
  for (let k = 0; k < 2; k++) { // the second of them is performing the first change when it stops
    worker().reply({ op: 'exit', tail: 'panic' });
    equal(solver.late?.intents, [open({ shared: { beta: 2 } }), release()], 'again waiting');
    worker().reply({ op: 'ready' });
    worker().answer();
  }
  worker().answer();
  worker().answer();
  const again = worker().sent.flatMap(({ intent }) => (intent ? [JSON.parse(intent) as unknown] : []));
  equal(again, [resume({ work: { beta: 1 } }), open({ shared: { beta: 2 } }), release()]);
  equal(solver.late?.intents, [open({ shared: { beta: 2 } }), release()], 'performed, and not stored');
});

test('a change with which a worker stops is not made again', async () => {
  const { solver, worker } = made();
  settle(worker());
  const asked = refuses(solver.request(beta({ value: 2, final: true })), say.solverRestarted);
  worker().reply({ op: 'exit', tail: 'panic' });
  await asked;
  worker().reply({ op: 'ready' });
  equal([worker().sent.map(({ intent }) => intent), solver.late], [[undefined], null]);
});

test('what a solver that is given up has not stored is not lost', () => {
  const { solver, worker } = made();
  settle(worker());
  solver.send(beta({ value: 2, final: true }));
  worker().answer();
  worker().write('{"beta":2}');
  solver.send(release());
  solver.send(beta({ value: 3, final: false }));
  for (let k = 0; k < 4; k++) {
    worker().reply({ op: 'ready' });
    worker().reply({ op: 'exit', tail: 'panic' });
  }
  equal(solver.lost.late?.intents, [open({ shared: { beta: 2 } }), beta({ value: 3, final: true })]);
  equal([solver.lost.work, solver.late], [null, solver.lost.late], 'also if the page is left');
  solver.run();
  equal(solver.late, null, 'started again');
});

test('what was noted is not lost when the next worker does not even start', () => {
  const { solver, worker } = made();
  settle(worker());
  solver.send(beta({ value: 2, final: true }));
  worker().answer();
  for (let k = 0; k < 4; k++) worker().reply({ op: 'exit', tail: 'panic' });
  equal(solver.lost.late?.intents, [beta({ value: 2, final: true })]);
});

test('what is not stored yet is known when the page is left', async () => {
  const { solver, worker, told } = made();
  settle(worker());
  equal(solver.late, null);
  solver.send(release());
  equal(solver.late, { shared: null, intents: [release()], at: [1] }, 'not answered');
  worker().answer();
  equal(solver.late, { shared: null, intents: [release()], at: [1] }, 'answered');
  equal(worker().sent.at(-1)?.ask, 'present');
  worker().write('{"beta":1}');
  equal(solver.late, { shared: '{"beta":1}', intents: [], at: [] }, 'noted');
  await until(() => worker().sent.at(-1)?.ask === 'work');
  solver.send(release());
  worker().write('{"beta":2}');
  await until(() => told.includes('work {"beta":2}'));
  solver.stored(1);
  equal(solver.late, { shared: null, intents: [release()], at: [2] }, 'stored, and changed since');
});

test('what changes a scene is not kept as work', () => {
  const { solver, worker } = made();
  settle(worker());
  solver.send(release());
  worker().answer();
  worker().write('null');
  equal(solver.late, null);
});

test('a scene leaves what was noted before', () => {
  const { solver, worker } = made();
  settle(worker());
  solver.send(release());
  worker().answer();
  worker().write('{"beta":1}');
  solver.send(release()); // in the scene
  worker().answer();
  worker().write('null');
  equal(solver.late, { shared: '{"beta":1}', intents: [], at: [] });
});

test('what is drawn in a scene is late until the scene has it', () => {
  const { solver, worker, told } = made();
  settle(worker());
  solver.send(scene({ shared: {} }));
  worker().answer();
  solver.send(release());
  worker().answer();
  worker().write('null');
  equal(told.at(-1), 'drawn 1');
  equal(solver.late, { shared: null, intents: [], at: [], drawn: [release()] });
  solver.stored(1); // the work, without the scene
  equal(solver.late?.drawn, [release()]);
  solver.taken(1);
  equal(solver.late, null);
  solver.send(leave());
  worker().answer();
  solver.send(release());
  equal(solver.late, { shared: null, intents: [release()], at: [2] });
});

test('leaving the page ends a gesture, which has the tool that it had', () => {
  const { solver, worker } = made();
  const at = press({ at: [0, 0], radius: 1 });
  const pen = [tool({ name: 'erase' }), brush({ value: 3 })];
  worker().reply({ op: 'ready' });
  worker().answer({ tool: 'erase', brush: 3 });
  solver.send(at);
  equal(solver.late?.intents, [...pen, at, release()], 'not answered');
  equal(solver.late?.at, [1, 1, 1, 1]);
  worker().answer({ tool: 'erase', brush: 3 });
  solver.send(tool({ name: 'draw' }));
  solver.send(drag({ at: [1, 1], radius: 1 }));
  equal(solver.late?.intents, [...pen, at, tool({ name: 'draw' }), drag({ at: [1, 1], radius: 1 }), release()], 'answered');
  equal(solver.late?.at, [1, 1, 1, 2, 2, 2]);
});

test('leaving the page ends the use of a slider', () => {
  const { solver, worker } = made();
  settle(worker());
  equal(solver.late, null);
  solver.send(tool({ name: 'draw' }));
  equal(solver.late, null);
  solver.send(beta({ value: 2, final: false }));
  equal(solver.late?.intents, [tool({ name: 'draw' }), beta({ value: 2, final: true })]);
});

test('what is asked for first is asked for before all that waits', () => {
  const { solver, worker } = made();
  solver.send(release());
  void solver.ask('work', true);
  worker().reply({ op: 'ready' });
  equal(worker().sent[0]?.ask, 'work');
});
