// "Verify it yourself": the visitor's own lines of JavaScript on the data and the proof on the screen. They run in a worker of a data address,
// which has an origin of its own: it reaches neither the page nor what the visitor has stored, and it is stopped if it takes too long.

import { byId, setText } from '../platform/dom';
import * as messages from '../messages';
import { sentenceOf } from '../shell/notice';

const longest = 10; // s
const most = 200; // lines that are printed

/** What the lines get besides directions: all of the circle of two features, otherwise a sample of the sphere. */
const before = `const print = (...what) => postMessage(what.join(' '));
onmessage = ({ data: { X, y, v, neurons, beta, sigma } }) => {
  const d = X[0].length, normal = () => Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
  const directions = d === 1 ? [[1], [-1]] : Array.from({ length: 20000 }, (_, k) => {
    if (d === 2) return [Math.cos(Math.PI * k / 10000), Math.sin(Math.PI * k / 10000)];
    const u = Array.from({ length: d }, normal), size = Math.hypot(...u);
    return u.map((x) => x / size);
  });
`;

interface Problem {
  data: { x: number[][]; y: number[][] };
  architecture: { kind: string };
  activation: { a?: number };
  loss: string;
  beta: number;
}

interface Solution { network: { neurons: unknown[] }; dual: number[][]; layers?: unknown[] }

/** recomputePanel wires the lines and their button. */
export function recomputePanel(): void {
  const code = byId('recompute-code', HTMLTextAreaElement), out = byId('recompute-out');
  let stop = (): void => {};
  byId('recompute-run').addEventListener('click', async () => {
    stop();
    setText(out, messages.computing);
    try {
      const problem = await window.conelab.get() as unknown as Problem, solution = await window.conelab.solution() as unknown as Solution;
      const { data: { x, y }, activation } = problem;
      if (problem.loss !== 'squared' || problem.architecture.kind !== 'dense' || y[0]?.length !== 1 || activation.a === undefined || solution.layers) {
        return setText(out, messages.recomputeOnly);
      }
      const lines: string[] = [], show = (line: string): void => setText(out, [...lines.slice(0, most), line].filter(Boolean).join('\n'));
      const worker = new Worker(`data:text/javascript,${encodeURIComponent(`${before}${code.value}\npostMessage(null);\n};`)}`);
      const late = setTimeout(() => { stop(); show(messages.stoppedAfter(longest)); }, 1000 * longest);
      stop = () => { clearTimeout(late); worker.terminate(); };
      worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (data === null) stop();
        else lines.push(String(data));
        show('');
      });
      worker.addEventListener('error', ({ message }) => { stop(); show(message || messages.workerRefused); });
      worker.postMessage({
        X: x, y: y.map(([label]) => label), v: solution.dual.map(([value]) => value), neurons: solution.network.neurons, beta: problem.beta, sigma: activation,
      });
    } catch (error) {
      setText(out, sentenceOf(error));
    }
  });
}
