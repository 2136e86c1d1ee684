// The strip under the slider of beta: the number of neurons of the optimum along beta, and the loss if points are held out. It is requested
// once the page rests and the strip is visible, and computed when there is nothing else to do.

import { byId, element, setAttribute } from '../platform/dom';
import { short } from '../platform/format';
import * as intent from '../platform/protocol';
import type { Page, PagePath } from '../platform/protocol';
import type { Solver } from '../platform/solver';
import * as say from '../sentences';
import { showCurves } from './curves';

const rest = 700; // ms without a new solution
const slow = 0.4; // seconds of a solution above which computing a path would keep the machine busy for long
const edge = 8; // css pixels from a slider's end to the middle of its knob

/** pathStrip makes the strip. It returns the function that renders an answer. */
export function pathStrip(solver: Solver): (page: Page) => void {
  const strip = new Strip(solver);
  return (page) => strip.show(page);
}

/** isTooSlow says whether the path of an answer's data, which have been solved, is not computed, as that would take long. */
const isTooSlow = ({ path, solving, seconds }: Page): boolean => !path && !solving && seconds > slow;

class Strip {
  private readonly strip = byId('path');
  private seen = false;
  private timer = 0;
  private newest: Page | null = null;
  private drawn = -1; // revision of the jobs

  constructor(private readonly solver: Solver) {
    new IntersectionObserver((entries) => {
      this.seen = entries.at(-1)?.isIntersecting ?? false;
      if (this.seen) this.askLater();
    }).observe(this.strip);
  }

  show(page: Page): void {
    const changed = page.revision.solution !== this.newest?.revision.solution;
    this.newest = page;
    this.strip.hidden = page.status === 'empty';
    if (!page.split.held) byId('path-scores').hidden = true;
    this.mark(!page.path);
    if (isTooSlow(page)) this.forget();
    if (!page.path && (changed || !this.timer)) this.askLater();
    if (!page.path || page.revision.jobs === this.drawn) return;
    this.drawn = page.revision.jobs;
    this.draw(page.path);
    showCurves(page.path, page.curves);
  }

  /** mark says whether the path drawn is that of other data, until theirs is known. */
  private mark(isOld: boolean): void {
    for (const node of [this.strip, byId('path-scores')]) setAttribute(node, 'data-old', isOld ? '' : null);
    setAttribute(byId('path-best'), 'aria-hidden', isOld ? 'true' : null);
    if (!isOld) return;
    setAttribute(this.strip, 'aria-label', say.neuronsUnknown);
    setAttribute(byId('path-curves', SVGSVGElement), 'aria-label', say.curvesUnknown);
    this.drawn = -1; // so that the words come back with the path
  }

  /** forget takes the path of other data away, as that of these data is not computed. */
  private forget(): void {
    this.strip.replaceChildren();
    byId('path-scores').hidden = true;
  }

  private askLater(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), rest);
  }

  private ask(): void {
    const { newest } = this;
    this.timer = 0;
    if (!this.seen || !newest || newest.path || newest.status === 'empty' || isTooSlow(newest) || document.hidden) return;
    if (this.solver.idle) this.solver.send(intent.path());
    else this.askLater(); // an animation is playing, or a gesture is under way
  }

  private draw(path: PagePath[]): void {
    const most = Math.max(1, ...path.map((p) => p.neurons));
    this.strip.replaceChildren(...path.map(({ place, neurons }) => {
      const bar = element('span', {}, String(neurons));
      bar.style.left = `calc(${edge}px + ${place} * (100% - ${2 * edge}px))`;
      bar.style.setProperty('--share', String(neurons / most));
      return bar;
    }));
    setAttribute(this.strip, 'aria-label', say.neuronsAlong(path.map((p) => say.neuronsAt(p.neurons, short(p.beta, 2))).reverse()));
  }
}
