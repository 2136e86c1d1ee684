// The script of embed.html, the example of a page that shows Conelab in a frame and talks to it by messages. It does not use the page's own
// modules, so that it can be copied.

/** A Problem is a problem document; rows of x are points. */
interface Problem {
  format: string;
  data: { x: number[][]; y: number[][] };
  architecture: { kind: string };
  activation: { a: number; b: number; c: number };
  loss: string;
  beta: number;
}

/** A Result is the part of a solution document that is shown. */
interface Result { status: string; objective: number; lowerBound: number; gap: number; neurons: unknown[] }

/** A Solution is a solution document. */
interface Solution { status: string; objective: number; lower_bound: number; gap: number; network: { neurons: unknown[] } }

/** A Reply is a message from the frame. */
interface Reply { conelab?: string; id?: number; result?: unknown; error?: string }

const byId = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;
const frame = byId('conelab') as HTMLIFrameElement;
const site = new URL(frame.src).origin;
const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>(); // unanswered requests, by their ids
let last = 0;

/** ask sends a request to the frame and returns a promise of its answer. */
function ask<T>(method: string, fields: object = {}): Promise<T> {
  const id = ++last;
  frame.contentWindow?.postMessage({ conelab: method, id, ...fields }, site);
  return new Promise<unknown>((resolve, reject) => { waiting.set(id, { resolve, reject }); }) as Promise<T>;
}

addEventListener('message', ({ data, source, origin }: MessageEvent<Reply>) => {
  if (source !== frame.contentWindow || origin !== site) return;
  if (data.conelab === 'ready') void begin();
  if (data.conelab === 'update') show(data.result as Result);
  const asked = waiting.get(data.id ?? 0);
  if (data.conelab !== 'answer' || !asked) return;
  waiting.delete(data.id ?? 0);
  if (data.error === undefined) asked.resolve(data.result);
  else asked.reject(new Error(data.error));
});

/** problem returns a problem document; rows are x1, x2 and the label. */
const problem = (rows: number[][], beta: number): Problem => ({
  format: 'conelab/problem/1',
  data: { x: rows.map((row) => row.slice(0, 2)), y: rows.map((row) => row.slice(2)) },
  architecture: { kind: 'dense' },
  activation: { a: 1, b: 0.5, c: -0.25 },
  loss: 'squared',
  beta,
});

/** circle returns n points at a distance from the origin, all with the same label. */
const circle = (n: number, radius: number, label: number): number[][] => Array.from({ length: n }, (_, i) => {
  const t = (2 * Math.PI * i) / n;
  return [radius * Math.cos(t), radius * Math.sin(t), label];
});

const xor = (): Problem => problem([[0.8, 0.8, 1], [-0.8, -0.8, 1], [0.8, -0.8, -1], [-0.8, 0.8, -1]], 0.01);
const problems: Record<string, () => Problem> = {
  xor,
  ring: () => problem([...circle(24, 0.9, 1), ...circle(8, 0.35, -1)], 0.01),
  stripe: () => problem(Array.from({ length: 30 }, (_, i) => [i / 15 - 1, ((7 * i) % 30) / 15 - 1, Math.abs(i - 15) < 6 ? 1 : -1]), 0.01),
};

const say = (name: string, text: string): void => { byId(name).textContent = text; };

/** show writes a result. The certified gap is (cost - bound) / cost. */
function show({ status, objective, lowerBound, gap, neurons }: Result): void {
  say('host-status', status);
  say('host-cost', objective.toPrecision(10));
  say('host-bound', lowerBound.toPrecision(10));
  say('host-gap', Math.max(0, gap).toExponential(1));
  say('host-neurons', String(neurons.length));
}

/** change sets a problem and shows the result. */
async function change(next: () => Problem | Promise<Problem>): Promise<void> {
  say('host-answer', 'Solving \u2026');
  try {
    const { objective, gap, network: { neurons } } = await ask<Solution>('set', { problem: await next() });
    say('host-answer', `${neurons.length} neurons, cost ${objective.toPrecision(6)}, relative gap ${Math.max(0, gap).toExponential(1)}.`);
  } catch (error) {
    say('host-answer', (error as Error).message);
  }
}

/** priced returns the problem on the stage with another beta. */
const priced = (factor: number) => async (): Promise<Problem> => {
  const now = await ask<Problem>('get');
  return { ...now, beta: now.beta * factor };
};

/** begin subscribes, and enables the buttons, once the frame has said that it is ready. */
async function begin(): Promise<void> {
  await ask('subscribe');
  const { lower_bound: lowerBound, network: { neurons }, ...solution } = await ask<Solution>('solution');
  show({ ...solution, lowerBound, neurons });
  for (const button of document.querySelectorAll('button')) button.disabled = false;
}

for (const button of document.querySelectorAll<HTMLElement>('[data-problem]')) {
  button.addEventListener('click', () => void change(problems[button.dataset['problem'] ?? ''] ?? xor));
}
for (const button of document.querySelectorAll<HTMLElement>('[data-price]')) {
  button.addEventListener('click', () => void change(priced(Number(button.dataset['price']))));
}
byId('host-wrong').addEventListener('click', () => void change(() => ({ ...xor(), beta: -1 })));

export {};
