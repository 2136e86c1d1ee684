// The picture Path: the optimum along one variable. It is requested once the page rests while the picture is on the stage.

import { byId, setText } from '../platform/dom';
import * as intent from '../platform/protocol';
import type { Page, StudyIntent } from '../platform/protocol';
import type { Solver } from '../platform/solver';
import * as say from '../sentences';
import { byName } from '../shell/tiles';

const pictureRest = 500; // ms without a new answer
const pictureSlow = 1; // seconds of a solution above which computing a path would keep the machine busy for long

/** studyPanel wires the choice of the variable; reveal() puts the picture on the stage. It returns the function that renders an answer. */
export function studyPanel(solver: Solver, reveal: () => void): (page: Page) => void {
  const choice = byId('study', HTMLSelectElement);
  const { article } = byName.path;
  let newest: Page | null = null;
  let timer = 0;

  /** wanted returns the answer for which a path is missing, or null. */
  const wanted = (): Page | null =>
    (!article.hidden && newest && newest.status !== 'empty' && newest.study?.variable !== choice.value ? newest : null);
  const ask = (patient: boolean): void => {
    timer = 0;
    const page = wanted();
    if (!page || patient && page.seconds > pictureSlow) return;
    if (solver.idle || !patient) solver.send(intent.study({ name: choice.value as StudyIntent['name'] }));
    else askLater();
  };
  const askLater = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => ask(true), pictureRest);
  };
  choice.addEventListener('change', () => {
    reveal();
    ask(false);
  });
  new MutationObserver(() => { if (newest) askLater(); }).observe(article, { attributes: true, attributeFilter: ['hidden'] });

  return (page) => {
    newest = page;
    const onlyBeta = page.architecture === 'quadratic';
    if (onlyBeta) choice.value = 'beta';
    for (const option of choice.options) option.disabled = onlyBeta && option.value !== 'beta';
    setText(byId('empty-path'), missing(page));
    if (wanted()) askLater();
  };
}

/** missing says why there is nothing to see yet. */
function missing({ study, status, seconds }: Page): string {
  if (study && study.points > 0) return '';
  if (status === 'empty') return say.drawFirst;
  return seconds > pictureSlow ? say.pathSlow : say.pathLater;
}
