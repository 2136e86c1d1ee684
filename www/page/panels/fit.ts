// How good the network is, in numbers and in sentences. The strip shows what fits into its lines; the numbers of the proof have all,
// and those of the training points and of the points held out.

import { byId, output, setAttribute, setText, showOutput } from '../platform/dom';
import { none, number, percent } from '../platform/format';
import { perFrame } from '../platform/frames';
import type { Page, PageScore } from '../platform/protocol';
import * as messages from '../messages';

const box = byId('fit');
const why = byId('fit-why');
const helps = byId('fit-helps');
let shown = ''; // the sentences that were fitted last

/** showFit shows how good the network is: its accuracy or, for numbers, R squared; and in words, with what would help. */
export function showFit({ strip: { fit, note, layer }, layers }: Page): void {
  const isCount = fit?.right !== undefined;
  const text = fit === undefined ? none : isCount ? messages.rightOf(fit.right ?? 0, fit.total) : fit.r2 === undefined ? none : number(fit.r2, 3);
  showOutput('right', text, fit?.right ?? fit?.r2 ?? '');
  setText(byId('right-name'), fit && !isCount ? messages.r2 : messages.right);
  setText(byId('pill'), fit && !isCount ? `${messages.r2}\u00a0${text}` : fit ? messages.rightPill(text, layer && layer < layers.count ? layer : 0) : '');
  const joined = (...sentences: (string | undefined)[]): string => sentences.filter(Boolean).join(' ');
  const more = joined(...fit?.helps ?? []);
  setText(byId('fit-text'), joined(note, fit?.says?.replace(/;.*$/, '.'))); // what it gets right stands beside it, as a number
  setText(why, fit?.why ?? '');
  setText(helps, more);
  setText(byId('fit-whole'), joined(note, fit?.says, fit?.why, more));
  setAttribute(byId('proof'), 'data-poor', fit?.poor ? '' : null);
  if (shown !== box.textContent) fitSoon();
}

/**
 * fitSentences hides why the fit is no better, and then what would help, if they do not fit into the strip's lines; the line that remains at last may
 * take more lines.
 */
function fitSentences(): void {
  shown = box.textContent ?? '';
  setAttribute(box, 'data-long', null);
  for (const part of [why, helps]) part.hidden = false;
  for (const part of [why, helps]) part.hidden = isCut();
  if (isCut()) setAttribute(box, 'data-long', '');
}

const isCut = (): boolean => box.scrollHeight > box.clientHeight + 1;

const fitSoon = perFrame(fitSentences); // before that frame is drawn

new ResizeObserver(fitSoon).observe(box);

const measures: [name: keyof PageScore, text: (value: number) => string][] = [
  ['samples', String], ['loss', (v) => number(v)], ['accuracy', percent], ['rms', (v) => number(v)], ['r2', (v) => number(v)],
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
