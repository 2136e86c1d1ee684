// How good the network is, in numbers and in sentences. The strip says what is proved; the numbers of the proof
// have why the fit is no better, what would help, and the numbers of the training points and of the points held out.

import { byId, output, setAttribute, setText, showOutput } from '../platform/dom';
import { none, number, percent } from '../platform/format';
import type { Page, Score } from '../platform/protocol';
import * as messages from '../messages';

/** showFit shows how good the network is: its accuracy or, for numbers, R squared; and in words, with what would help. */
export function showFit({ strip: { fit, note, layer }, train, layers }: Page): void {
  const isCount = fit?.right !== undefined, r2 = fit && train?.r2;
  const text = fit === undefined ? none : isCount ? messages.rightOf(fit.right ?? 0, fit.total) : r2 === undefined ? none : number(r2, 3);
  showOutput('right', text, fit?.right ?? r2 ?? '');
  setText(byId('right-name'), fit && !isCount ? messages.r2 : messages.right);
  setText(byId('pill'), fit && !isCount ? `${messages.r2}\u00a0${text}` : fit ? messages.rightPill(text, layer && layer < layers.count ? layer : 0) : '');
  const joined = (...sentences: (string | undefined)[]): string => sentences.filter(Boolean).join(' ');
  setText(byId('fit-text'), joined(note, fit?.says?.replace(/;.*$/, '.'))); // what it gets right stands beside it, as a number
  setText(byId('fit-whole'), joined(note, fit?.says, fit?.why, ...fit?.helps ?? []));
  setAttribute(byId('proof'), 'data-poor', fit?.poor ? '' : null);
}

const measures: [name: keyof Score, text: (value: number) => string][] = [
  ['points', String], ['loss', (v) => number(v)], ['accuracy', percent], ['rms', (v) => number(v)], ['r2', (v) => number(v)],
];

/** showScores renders an answer. */
export function showScores({ train, test }: Page): void {
  byId('scores').hidden = !test;
  for (const [name, text] of measures) {
    for (const [part, score] of [['train', train], ['test', test]] as const) {
      const value = score?.[name];
      showOutput(`${part}-${name}`, value === undefined ? none : text(value), value ?? '');
      const row = output(`${part}-${name}`).closest('tr');
      if (row) row.hidden = train?.[name] === undefined && test?.[name] === undefined;
    }
  }
}
