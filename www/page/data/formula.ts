// The form that draws random points and labels them by a formula.

import { byId, setAttribute, setText } from '../platform/dom';
import { parse } from '../platform/format';
import * as intent from '../platform/protocol';
import type { Solver } from '../platform/solver';
import * as say from '../sentences';
import { sentenceOf } from '../shell/notice';

/** formulaForm wires the form; errors are shown under the formula. */
export function formulaForm(solver: Solver): void {
  const field = byId('formula', HTMLInputElement);
  const tell = (sentence: string): void => {
    setText(byId('formula-error'), sentence);
    setAttribute(field, 'aria-invalid', /formula/i.test(sentence) ? 'true' : null);
  };
  field.addEventListener('input', () => tell(''));
  byId('make-form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const value = (name: string): number => parse(byId(`formula-${name}`, HTMLInputElement).value);
    const [n, noise, seed] = [value('points'), value('noise'), value('seed')];
    if (!Number.isInteger(n)) return tell(say.pointsNotWhole);
    if (!Number.isFinite(noise)) return tell(say.noiseNoNumber);
    if (!Number.isSafeInteger(seed) || seed < 0) return tell(say.seedNotWhole);
    try {
      await solver.request(intent.formula({ text: field.value, n, noise, seed }));
      tell('');
    } catch (error) {
      tell(sentenceOf(error));
    }
  });
}
