// The optimum along a variable: the strip under the slider of beta, with the number of neurons and the loss if points are held out, and the picture
// Path. Both are requested once the page rests and they are visible, and computed when there is nothing else to do.

import { byId, element, setAttribute, setText, shape } from '../platform/dom';
import { number, percent, short } from '../platform/format';
import type { Intent, IntentOf, Page, PagePath } from '../platform/protocol';
import type { Solver } from '../platform/solver';
import * as messages from '../messages';
import { byName } from '../shell/tiles';

const rest = 700; // ms without a new solution
const slow = 0.4; // seconds of a solution above which computing a path would keep the machine busy for long
const edge = 8; // css pixels from a slider's end to the middle of its knob

const digit = 7; // css pixels: the width of one of the numbers below the bars

/** isTooSlow reports whether the path of an answer's data, which have been solved, is not computed, as that would take long. */
const isTooSlow = ({ path, solving, seconds }: Page): boolean => !path && !solving && seconds > slow;

/** hasPath reports whether there is a path of an answer's data: those of one layer, since others depend on layers below that vary, too. */
const hasPath = ({ status, layers }: Page): boolean => status !== 'empty' && layers.count < 2;

/** An IdleRequest is sent when the page has been at rest for some ms and nothing is left to do, if it is wanted then. */
class IdleRequest {
  /** waits says that it may be sent. */
  waits = false;
  private timer = 0;

  constructor(private readonly solver: Solver, private readonly rest: number, private readonly wanted: () => Intent | null) {}

  later(): void {
    clearTimeout(this.timer);
    this.waits = true;
    this.timer = setTimeout(() => {
      const what = this.wanted();
      this.waits = false;
      if (what && this.solver.idle) this.solver.send(what);
      else if (what) this.later(); // an animation is playing, or a gesture is under way
    }, this.rest);
  }
}

/** PathStrip has a bar for each solution along beta. */
export class PathStrip {
  private readonly strip = byId('path');
  private seen = false;
  private readonly request: IdleRequest;
  private newest: Page | null = null;
  private drawn = -1; // revision of the jobs

  constructor(solver: Solver) {
    this.request = new IdleRequest(solver, rest, () => (this.isWanted ? { do: 'startSweep', name: 'path' } : null));
    new IntersectionObserver((entries) => {
      this.seen = entries.at(-1)?.isIntersecting ?? false;
      if (this.seen) this.request.later();
    }).observe(this.strip);
    new ResizeObserver(() => { if (this.newest?.path) this.draw(this.newest.path); }).observe(this.strip); // other numbers have room
  }

  show(page: Page): void {
    const changed = page.revision.solution !== this.newest?.revision.solution;
    this.newest = page;
    this.strip.hidden = page.status === 'empty';
    if (!page.split.held) byId('path-scores').hidden = true;
    this.mark(!page.path);
    if (isTooSlow(page)) this.forget();
    if (!page.path && (changed || !this.request.waits)) this.request.later();
    if (!page.path || page.revision.jobs === this.drawn) return;
    this.drawn = page.revision.jobs;
    this.draw(page.path);
    showCurves(page.path);
  }

  /** mark shows whether the path drawn is that of other data, until theirs is known. */
  private mark(isOld: boolean): void {
    for (const node of [this.strip, byId('path-scores')]) setAttribute(node, 'data-old', isOld ? '' : null);
    setAttribute(byId('path-best'), 'aria-hidden', isOld ? 'true' : null);
    if (!isOld) return;
    setAttribute(this.strip, 'aria-label', messages.neuronsUnknown);
    setAttribute(byId('path-curves', SVGSVGElement), 'aria-label', messages.curvesUnknown);
    this.drawn = -1; // so that the words come back with the path
  }

  /** forget takes the path of other data away, as that of these data is not computed. */
  private forget(): void {
    this.strip.replaceChildren();
    byId('path-scores').hidden = true;
  }

  /** isWanted says that the path is missing, visible, and soon computed. */
  private get isWanted(): boolean {
    const { newest } = this;
    return this.seen && newest !== null && !newest.path && hasPath(newest) && !isTooSlow(newest) && !document.hidden;
  }

  private draw(path: PagePath[]): void {
    const most = Math.max(1, ...path.map((p) => p.neurons)), width = Math.max(0, this.strip.clientWidth - 2 * edge);
    let end = Infinity; // of the room for the next number: the path begins at the right
    this.strip.replaceChildren(...path.map(({ place, neurons }) => {
      const middle = place * width, half = String(neurons).length * digit / 2, says = middle + half <= end - digit;
      if (says) end = middle - half;
      const bar = element('span', {}, says ? String(neurons) : '\u00a0');
      bar.style.left = `calc(${edge}px + ${place} * (100% - ${2 * edge}px))`;
      bar.style.setProperty('--share', String(neurons / most));
      return bar;
    }));
    setAttribute(this.strip, 'aria-label', messages.neuronsAlong(path.map((p) => messages.neuronsAt(p.neurons, short(p.beta, 2))).reverse()));
  }
}

/** equal is the relative difference up to which losses count as equal: of these the one of the largest beta is named. */
const equal = 1e-3;

/** showCurves draws the losses along a path, the largest beta first, if points are held out. */
function showCurves(path: PagePath[]): void {
  const least = Math.min(...path.map(({ test }) => test?.loss ?? Infinity));
  const best = path.find(({ test }) => test && test.loss <= least * (1 + equal));
  byId('path-scores').hidden = !best;
  if (!best?.test) return;
  const svg = byId('path-curves', SVGSVGElement), losses = (name: 'train' | 'test'): number[] => path.map((p) => p[name]?.loss ?? 0);
  const top = Math.max(1e-300, ...losses('train'), ...losses('test'));
  const spots = (name: 'train' | 'test'): string[] => losses(name).map((v, i) => `${path[i]!.place.toFixed(4)} ${(1 - v / top).toFixed(4)}`);
  svg.replaceChildren(...curve('train', spots('train')), ...curve('test', spots('test')));
  setText(byId('path-top'), number(top, 2));
  const [loss, beta] = [number(best.test.loss, 3), short(best.beta, 2)];
  let more = '';
  if (best.neurons === 0) more = messages.withoutNeuron;
  else if (best.test.accuracy !== undefined) more = messages.withRight(percent(best.test.accuracy));
  byId('path-best').replaceChildren(messages.leastHeldOut(loss), element('var', {}, '\u03b2'), ` = ${beta}${more}.`);
  setAttribute(svg, 'aria-label', messages.curves(loss, beta));
}

/** curve returns a line through points with a dot at each; the dots are lines of zero length, since the drawing is stretched. */
function curve(name: string, spots: string[]): SVGElement[] {
  const dots = spots.map((spot) => `M${spot}h0`).join('');
  return Object.entries({ line: `M${spots.join('L')}`, dots, middles: dots }).map(([kind, d]) => shape('path', { class: `${name} ${kind}`, d }));
}

const pictureRest = 500; // ms without a new answer
const pictureSlow = 1; // seconds of a solution above which computing a path would keep the machine busy for long

/** sweepControl wires the choice of the variable; reveal() puts the picture on the stage. It returns the function that renders an answer. */
export function sweepControl(solver: Solver, reveal: () => void): (page: Page) => void {
  const choice = byId('sweep', HTMLSelectElement);
  const { article } = byName.path;
  let newest: Page | null = null;

  /** isWanted says that the path of the variable is missing and visible. */
  const isWanted = (): boolean => !article.hidden && newest !== null && hasPath(newest) && newest.sweep?.variable !== choice.value;
  const wanted = (): Intent => ({ do: 'startSweep', name: choice.value as IntentOf<'startSweep'>['name'] });
  const request = new IdleRequest(solver, pictureRest, () => (isWanted() && (newest?.seconds ?? 0) <= pictureSlow ? wanted() : null));
  choice.addEventListener('change', () => {
    reveal();
    if (isWanted()) solver.send(wanted());
  });
  new MutationObserver(() => { if (newest) request.later(); }).observe(article, { attributes: true, attributeFilter: ['hidden'] });

  return (page) => {
    newest = page;
    const onlyBeta = page.architecture === 'quadratic' || page.rows !== undefined;
    // None is chosen while a path would take long and was not asked for, so that to choose one asks for it.
    if (missing(page) === messages.pathSlow) choice.selectedIndex = -1;
    else if (onlyBeta || choice.selectedIndex < 0) choice.value = page.sweep?.variable ?? 'beta';
    for (const option of choice.options) option.disabled = onlyBeta && option.value !== 'beta';
    setText(byId('empty-path'), missing(page));
    if (isWanted()) request.later();
  };
}

/** missing says why there is nothing to see yet. */
function missing({ sweep, status, seconds }: Page): string {
  if (sweep) return sweep.missing ?? '';
  if (status === 'empty') return messages.drawFirst;
  return seconds > pictureSlow ? messages.pathSlow : messages.pathLater;
}
