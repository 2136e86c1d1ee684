// How well the network does on the points that it was trained on, and on those held out: a small table under the proof, while there are
// such points. Programs read it by data-out and data-value.

import { byId, setAttribute, setText } from './dom.js';
import { number } from './format.js';

const percent = (share) => `${Number((100 * share).toFixed(1))} %`;
const measures = {
  samples: String, loss: (v) => number(v, 3), accuracy: percent, rms: (v) => number(v, 3), r2: (v) => number(v, 3),
};
const outputs = new Map([...document.querySelectorAll('#scores [data-out]')].map((node) => [node.dataset.out, node]));

/** showScores renders an answer. */
export function showScores({ train, test }) {
  byId('scores').hidden = !test;
  for (const [name, text] of Object.entries(measures)) {
    const values = [train?.[name], test?.[name]];
    outputs.get(`train-${name}`).closest('tr').hidden = values.every((v) => v === undefined);
    ['train', 'test'].forEach((part, i) => {
      const node = outputs.get(`${part}-${name}`);
      setText(node, values[i] === undefined ? '\u2013' : text(values[i]));
      setAttribute(node, 'data-value', String(values[i] ?? ''));
    });
  }
}
