// The script of embed.html, the example of a page that shows Conelab in a frame and talks to it by messages. It does not use the page's own
// modules, so that it can be copied.

/** A Result is the part of the frame's state that is shown. */
interface Result { status: string; objective: number; lowerBound: number; gap: number; neurons: unknown[] }

/** A Reply is a message from the frame. */
interface Reply { conelab?: string; id?: number; result?: unknown; error?: string }

const byId = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;
const frame = byId('conelab') as HTMLIFrameElement;
const site = new URL(frame.src).origin;
const waiting = new Map<number, (reply: Reply) => void>(); // unanswered requests, by their ids

/** ask sends a request to the frame and returns a promise of its answer. */
function ask(method: string, fields: object = {}): Promise<Reply> {
  const id = waiting.size + 1;
  frame.contentWindow?.postMessage({ conelab: method, id, ...fields }, site);
  return new Promise((resolve) => { waiting.set(id, resolve); });
}

addEventListener('message', ({ data, source, origin }: MessageEvent<Reply>) => {
  if (source !== frame.contentWindow || origin !== site) return;
  if (data.conelab === 'ready') void begin();
  if (data.conelab === 'update') show(data.result as Result);
  if (data.conelab === 'answer') waiting.get(data.id ?? 0)?.(data);
});

/** problem returns a problem document; rows are x1, x2 and the label. */
const problem = (rows: number[][], beta = 0.01): object => ({
  format: 'conelab/problem/1', data: { x: rows.map((row) => row.slice(0, 2)), y: rows.map((row) => row.slice(2)) },
  architecture: { kind: 'dense' }, activation: { a: 1, b: 0.5, c: -0.25 }, loss: 'squared', beta,
});

const xor = [[0.8, 0.8, 1], [-0.8, -0.8, 1], [0.8, -0.8, -1], [-0.8, 0.8, -1]];
const ring = [[0.9, 0, 1], [0, 0.9, 1], [-0.9, 0, 1], [0, -0.9, 1], [0.2, 0.2, -1], [-0.2, -0.2, -1]];
const problems: Record<string, object> = { xor: problem(xor), ring: problem(ring), wrong: problem(xor, -1) };

const write = (name: string, text: string): void => { byId(`host-${name}`).textContent = text; };

/** show writes a result. The certified gap is (cost - bound) / cost. */
function show({ status, objective, lowerBound, gap, neurons }: Result): void {
  write('status', status);
  write('cost', objective.toPrecision(10));
  write('bound', lowerBound.toPrecision(10));
  write('gap', Math.max(0, gap).toExponential(1));
  write('neurons', String(neurons.length));
}

/** begin sets the first problem, subscribes, and enables the buttons, once the frame has said that it is ready. */
async function begin(): Promise<void> {
  await ask('set', { problem: problems['xor'] }); // what the article begins with
  await ask('subscribe');
  const { lower_bound: lowerBound, network: { neurons }, ...rest } = (await ask('solution')).result as Result & { lower_bound: number; network: { neurons: unknown[] } };
  show({ ...rest, lowerBound, neurons });
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-problem]')) {
    button.disabled = false;
    button.addEventListener('click', async () => {
      write('answer', 'Solving \u2026');
      const { result, error } = await ask('set', { problem: problems[button.dataset['problem'] ?? ''] });
      write('answer', error ?? `relative gap ${Math.max(0, (result as Result).gap).toExponential(1)}.`);
    });
  }
}

export {};
