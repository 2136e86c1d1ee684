// How well the network does on the training points and on the held-out points: a small table under the proof, shown while points are held
// out. Programs read it by data-out and data-value.

import { all, byId, setAttribute, setText } from '../platform/dom';
import { none, number, percent } from '../platform/format';
import type { Page, PageScore } from '../platform/protocol';

const measures: [name: keyof PageScore, text: (value: number) => string][] = [
  ['samples', String], ['loss', (v) => number(v)], ['accuracy', percent], ['rms', (v) => number(v)], ['r2', (v) => number(v)],
];
const outputs = new Map(all('#scores [data-out]').map((node) => [node.dataset['out'] ?? '', node]));

/** showScores renders an answer. */
export function showScores({ train, test }: Page): void {
  byId('scores').hidden = !test;
  for (const [name, text] of measures) {
    for (const [part, score] of [['train', train], ['test', test]] as const) {
      const node = outputs.get(`${part}-${name}`);
      const value = score?.[name];
      if (!node) continue;
      setText(node, value === undefined ? none : text(value));
      setAttribute(node, 'data-value', String(value ?? ''));
      const row = node.closest('tr');
      if (row) row.hidden = train?.[name] === undefined && test?.[name] === undefined;
    }
  }
}
