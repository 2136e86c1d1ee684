// The picture of the activation: the network's parabola, and the function that it approximates. The session computes their values.

import { byId, setAttribute, setText, shape } from '../platform/dom';
import { number, short } from '../platform/format';
import type { ActivationCurves, Page } from '../platform/protocol';
import type { Solver } from '../platform/solver';
import * as say from '../sentences';

const width = 320;
const height = 110;
const [above, below] = [14, 10]; // of the curves

/** A Range is the interval on which the activation is drawn if it is not a fit. */
export type Range = [low: number, high: number];

/** Plot is the picture. */
export class Plot {
  private readonly svg = byId('activation-plot', SVGSVGElement);
  private shown = '';
  private asking = false;
  private wanted: { page: Page; range: Range } | null = null;

  constructor(private readonly solver: Solver) {}

  /** show draws an answer's activation. */
  show(page: Page, range: Range): void {
    this.wanted = { page, range };
    void this.ask();
  }

  /** ask fetches the curves if they have changed. */
  private async ask(): Promise<void> {
    if (!this.wanted || this.asking) return;
    const { page, range } = this.wanted;
    const key = `${page.revision.data} ${String(range)}`;
    if (key === this.shown || !(range[0] < range[1])) return;
    this.asking = true;
    const curves = await this.solver.read('activation', ` ${range.join(' ')}`).catch(() => null);
    this.asking = false;
    this.shown = key;
    if (curves) this.draw(page, curves);
    void this.ask();
  }

  private draw({ fit, architecture }: Page, curves: ActivationCurves): void {
    const title = say.functionNames[curves.name ?? ''] ?? curves.name ?? '';
    this.svg.replaceChildren(...plot(curves), ...legend(title));
    let note = say.activationNote;
    if (architecture === 'quadratic') note = say.activationSquare;
    else if (fit) note = say.activationFit(title, short(fit.low), short(fit.high), number(fit.rms, 2), number(fit.max, 2));
    setText(byId('activation-note'), note);
    setAttribute(this.svg, 'aria-label', say.activationPlot(`${short(curves.low)} to ${short(curves.high)}`, note));
  }
}

const line = (d: string, name: string): SVGElement => shape('path', { d, class: name });

/** plot returns the curves and the axes. */
function plot({ low, high, bottom, top, sigma, goal }: ActivationCurves): SVGElement[] {
  const scale = (height - above - below) / (top - bottom || 1);
  const y = (v: number): string => (height - below - (v - bottom) * scale).toFixed(1);
  const path = (values: number[]): string => `M${values.map((v, i) => `${(i / (values.length - 1) * width).toFixed(1)} ${y(v)}`).join('L')}`;
  const nodes = [line(`M0 ${y(0)}H${width}`, 'axis')];
  if (low < 0 && high > 0) nodes.push(line(`M${(-low / (high - low) * width).toFixed(1)} 0V${height}`, 'axis'));
  if (goal) nodes.push(line(path(goal), 'goal'));
  return [...nodes, line(path(sigma), 'sigma')];
}

/** legend names the curves, each with a short piece of its line; title is '' if there is only one. */
function legend(title: string): SVGElement[] {
  const names = [['sigma', '\u03c3'], ...(title ? [['goal', title]] : [])];
  return names.flatMap(([name = '', text], k) => [line(`M${12 + 60 * k} 12h20`, name), shape('text', { x: 38 + 60 * k, y: 16 }, text)]);
}
