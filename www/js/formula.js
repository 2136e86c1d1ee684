// The form that makes points at random and labels them by a formula.

import { byId, setAttribute, setText } from './dom.js';
import { parse } from './format.js';

/** formulaForm wires the form; what is wrong is said under the formula. */
export function formulaForm(solver) {
  const field = byId('formula');
  const say = (sentence) => {
    setText(byId('formula-error'), sentence);
    setAttribute(field, 'aria-invalid', sentence && /formula/i.test(sentence) ? 'true' : null);
  };
  field.addEventListener('input', () => say(''));
  byId('make-form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const [n, noise, seed] = ['points', 'noise', 'seed'].map((name) => parse(byId(`formula-${name}`).value));
    if (!Number.isInteger(n)) return say('The number of points must be a whole number.');
    if (!Number.isFinite(noise)) return say('The noise must be a number.');
    if (!Number.isSafeInteger(seed) || seed < 0) return say('The seed must be a whole number that is not negative.');
    try {
      await solver.request({ intent: JSON.stringify({ do: 'formula', text: field.value, n, noise, seed }) });
      say('');
    } catch (error) {
      say(error.message);
    }
  });
}
