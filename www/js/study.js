// The picture Path: the optimum along one variable, asked for once the page rests while the picture is on the stage.

import { byId, setText } from './dom.js';
import { byName } from './tiles.js';

const rest = 500; // ms without a new answer
const slow = 1; // seconds of a solution above which a path would keep the machine busy for long

/** studyPanel wires the choice of the variable; reveal() brings the picture onto the stage. It returns the function that renders an answer. */
export function studyPanel(solver, reveal) {
  const choice = byId('study');
  const { article } = byName.path;
  let newest = null;
  let timer = 0;

  const wanted = () => !article.hidden && newest && newest.status !== 'empty' && newest.study?.variable !== choice.value;
  const ask = (patient) => {
    timer = 0;
    if (!wanted() || patient && newest.seconds > slow) return;
    if (solver.idle || !patient) solver.send({ do: 'study', name: choice.value });
    else later();
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(ask, rest, true);
  };
  choice.addEventListener('change', () => {
    reveal();
    ask(false);
  });
  new MutationObserver(() => newest && later()).observe(article, { attributes: true, attributeFilter: ['hidden'] });

  return (page) => {
    newest = page;
    if (page.architecture === 'quadratic') choice.value = 'beta';
    for (const option of choice.options) option.disabled = page.architecture === 'quadratic' && option.value !== 'beta';
    const known = page.study?.points > 0;
    let sentence = '';
    if (!known && page.status === 'empty') sentence = 'Draw some points first.';
    else if (!known && page.seconds > slow) sentence = 'One solution takes long here: choose the variable again in the panel Model, and the path is worked out.';
    else if (!known) sentence = 'It is worked out when the page rests.';
    setText(byId('study-empty'), sentence);
    if (wanted()) later();
  };
}
