// The script of embed.html, the example of a page that shows Conelab in a frame and talks with it by messages. It uses nothing of the page's
// own modules, so that it can be copied.

const frame = document.getElementById('conelab');
const site = new URL(frame.src).origin;
const waiting = new Map(); // questions without an answer, by their ids
let last = 0;

/** ask sends a question to the frame and returns a promise of its answer. */
function ask(method, fields = {}) {
  last++;
  frame.contentWindow.postMessage({ conelab: method, id: last, ...fields }, site);
  return new Promise((resolve, reject) => { waiting.set(last, { resolve, reject }); });
}

addEventListener('message', ({ data, source, origin }) => {
  if (source !== frame.contentWindow || origin !== site) return;
  if (data.conelab === 'ready') begin();
  if (data.conelab === 'update') show(data.result);
  if (data.conelab !== 'answer' || !waiting.has(data.id)) return;
  const { resolve, reject } = waiting.get(data.id);
  waiting.delete(data.id);
  if (data.error === undefined) resolve(data.result);
  else reject(new Error(data.error));
});

/** problem returns a problem document; rows are x1, x2 and the label. */
const problem = (rows, beta) => ({
  format: 'conelab/problem/1',
  data: { x: rows.map((row) => row.slice(0, 2)), y: rows.map((row) => row.slice(2)) },
  architecture: { kind: 'dense' },
  activation: { a: 1, b: 0.5, c: -0.25 },
  loss: 'squared',
  beta,
});

/** circle returns n points at a distance from the middle, all with one label. */
const circle = (n, radius, label) => Array.from({ length: n }, (_, i) => {
  const t = (2 * Math.PI * i) / n;
  return [radius * Math.cos(t), radius * Math.sin(t), label];
});

const problems = {
  xor: () => problem([[0.8, 0.8, 1], [-0.8, -0.8, 1], [0.8, -0.8, -1], [-0.8, 0.8, -1]], 0.01),
  ring: () => problem([...circle(24, 0.9, 1), ...circle(8, 0.35, -1)], 0.01),
  stripe: () => problem(Array.from({ length: 30 }, (_, i) => [i / 15 - 1, ((7 * i) % 30) / 15 - 1, Math.abs(i - 15) < 6 ? 1 : -1]), 0.01),
};

const say = (name, text) => { document.getElementById(name).textContent = text; };

/** show writes a result: what a subscription brings, or a solution document. The certified gap is (cost - bound) / cost. */
function show(result) {
  const { status, objective, gap, lowerBound = result.lower_bound, neurons = result.network.neurons } = result;
  say('host-status', status);
  say('host-cost', objective.toPrecision(10));
  say('host-bound', lowerBound.toPrecision(10));
  say('host-gap', Math.max(0, gap).toExponential(1));
  say('host-neurons', String(neurons.length));
}

/** change sets a problem and says what came back for it. */
async function change(next) {
  say('host-answer', 'Solving \u2026');
  try {
    const { objective, gap, network: { neurons } } = await ask('set', { problem: await next() });
    say('host-answer', `${neurons.length} neurons, cost ${objective.toPrecision(6)}, relative gap ${Math.max(0, gap).toExponential(1)}.`);
  } catch (error) {
    say('host-answer', error.message);
  }
}

/** priced returns the problem on the stage with another price of a neuron's weight. */
const priced = (factor) => async () => {
  const now = await ask('get');
  return { ...now, beta: now.beta * factor };
};

/** begin subscribes, and lets the buttons be used, once the frame has said that it is ready. */
async function begin() {
  await ask('subscribe');
  show(await ask('solution'));
  for (const button of document.querySelectorAll('button')) button.disabled = false;
}

for (const button of document.querySelectorAll('[data-problem]')) button.addEventListener('click', () => change(problems[button.dataset.problem]));
for (const button of document.querySelectorAll('[data-price]')) button.addEventListener('click', () => change(priced(Number(button.dataset.price))));
document.getElementById('host-wrong').addEventListener('click', () => change(() => ({ ...problems.xor(), beta: -1 })));
