// The panel of the model: regularisation, loss, architecture, tolerance and activation, with its picture.

import { all, byId, element, setAttribute, setText, shape } from '../platform/dom';
import { architectureOf, options, holder, numberField, show } from '../platform/fields';
import { number, parse, short } from '../platform/format';
import * as intent from '../platform/protocol';
import type { ActivationCurves, Page } from '../platform/protocol';
import type { Send, Solver } from '../platform/solver';
import * as messages from '../messages';
import { notice } from '../shell/notice';

/** modelPanel wires the panel. It returns the function that renders an answer. */
export function modelPanel(solver: Solver): (page: Page) => void {
  const send = solver.send.bind(solver);
  const parts = [betaControls(send), choiceControls(send), convolutionControls(send), coefficients(send), fits(send, new Plot(solver))];
  return (page) => parts.forEach((part) => part(page));
}

function betaControls(send: Send): (page: Page) => void {
  const slider = byId('beta', HTMLInputElement);
  const field = byId('beta-number', HTMLInputElement);
  const hold = holder(slider, (final) => {
    if (!final) field.value = short(10 ** slider.valueAsNumber, 2);
    send(intent.beta({ value: Number(field.value), final }));
  });
  numberField(field, (beta) => beta > 0, (beta) => send(intent.beta({ value: beta, final: true })), () => notice(messages.betaExpected));

  return ({ beta }) => {
    hold(Math.log10(beta));
    show(field, short(beta));
    setAttribute(slider, 'aria-valuetext', short(beta));
  };
}

function choiceControls(send: Send): (page: Page) => void {
  const loss = byId('loss', HTMLSelectElement);
  const architecture = byId('architecture', HTMLSelectElement);
  const tolerance = byId('tolerance', HTMLInputElement);
  const bias = byId('bias', HTMLInputElement);
  loss.append(...Object.entries(messages.losses).map(([value, [name]]) => element('option', { value }, name)));
  loss.addEventListener('change', () => send(intent.loss({ name: loss.value })));
  bias.addEventListener('change', () => send(intent.bias({ on: bias.checked })));
  architecture.addEventListener('change', () => send(architectureOf(architecture.value)));
  numberField(tolerance, (value) => value > 0 && value < 1, (value) => send(intent.tolerance({ value })), () => notice(messages.toleranceExpected));
  return (page) => {
    for (const option of loss.options) option.disabled = !page.losses.includes(option.value);
    loss.value = page.loss;
    architecture.value = page.architecture;
    show(tolerance, short(page.tolerance));
    byId('bias-field').hidden = page.bias === undefined;
    bias.checked = page.bias === true;
    setText(byId('loss-note'), messages.losses[page.loss]?.[1] ?? '');
  };
}

/** coefficients wires a, b and c, and the buttons of common activations. */
function coefficients(send: Send): (page: Page) => void {
  const fields = ['a', 'b', 'c'].map((name) => byId(`activation-${name}`, HTMLInputElement));
  const buttons = all('[data-activation]');
  const choose = ([a = 0, b = 0, c = 0]: number[]): void => send(intent.activation({ a, b, c, final: true }));

  for (const field of fields) numberField(field, () => true, () => choose(fields.map((f) => parse(f.value))), () => notice(messages.coefficientExpected));
  for (const button of buttons) button.addEventListener('click', () => choose((button.dataset['activation'] ?? '').split(' ').map(Number)));

  return ({ activation }) => {
    fields.forEach((field, i) => show(field, short(activation[i] ?? 0)));
    const now = activation.map((value) => short(value)).join(' ');
    for (const button of buttons) setAttribute(button, 'aria-pressed', String(button.dataset['activation'] === now));
  };
}

/** fits wires the interval on which functions are fitted, and the picture of the fit. */
function fits(send: Send, plot: Plot): (page: Page) => void {
  const [low, high] = [byId('fit-low', HTMLInputElement), byId('fit-high', HTMLInputElement)];
  const buttons = all('[data-fit]');
  let newest: Page | null = null;
  const ends = (): Range => [parse(low.value), parse(high.value)];
  const fit = (name: string): void => send(intent.fit({ name, low: ends()[0], high: ends()[1] }));
  const changed = (): void => {
    if (newest?.fit) fit(newest.fit.name);
    else if (newest) plot.show(newest, ends());
  };
  for (const button of buttons) button.addEventListener('click', () => fit(button.dataset['fit'] ?? ''));
  for (const field of [low, high]) numberField(field, () => ends()[0] < ends()[1], changed, () => notice(messages.rangeExpected));

  return (page) => {
    if (page.fit) {
      show(low, short(page.fit.low));
      show(high, short(page.fit.high));
    }
    newest = page;
    for (const button of buttons) setAttribute(button, 'aria-pressed', String(button.dataset['fit'] === page.fit?.name));
    plot.show(page, ends());
  };
}

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
    const title = messages.functionNames[curves.name ?? ''] ?? curves.name ?? '';
    this.svg.replaceChildren(...plot(curves), ...legend(title));
    let note = messages.activationNote;
    if (architecture === 'quadratic') note = messages.activationSquare;
    else if (fit) note = messages.activationFit(title, short(fit.low), short(fit.high), number(fit.rms, 2), number(fit.max, 2));
    setText(byId('activation-note'), note);
    setAttribute(this.svg, 'aria-label', messages.activationPlot(`${short(curves.low)} to ${short(curves.high)}`, note));
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

const sizes = { filter: 1, stride: 1, padding: 0 }; // least values
type Size = keyof typeof sizes;

/** convolutionControls wires them. It returns the function that renders an answer. */
export function convolutionControls(send: Send): (page: Page) => void {
  const input = byId('conv-input', HTMLSelectElement);
  const pool = byId('conv-pool', HTMLSelectElement);
  const fields = Object.entries(sizes).map(([name, least]) => ({ name: name as Size, least, field: byId(`conv-${name}`, HTMLInputElement) }));
  for (const { name, least, field } of fields) {
    numberField(field, (v) => Number.isInteger(v) && v >= least, (v) => send(intent.convolutional({ [name]: v })), () => notice(messages.wholeExpected(least)));
  }
  input.addEventListener('change', () => send(intent.convolutional({ input: input.value.split(' ').map(Number) })));
  pool.addEventListener('change', () =>
    send(intent.convolutional({ pool: pool.value === 'global' ? 'global' : Number(pool.value) })));
  byId('conv-dense').addEventListener('click', () => send(intent.architecture({ kind: 'dense' })));

  return ({ convolution: sizes }) => {
    byId('convolution').hidden = !sizes;
    if (!sizes) return;
    options(input, [...sizes.shapes, sizes.input].map((s) => [s.join(' '), messages.inputShape(s)]), sizes.input.join(' '));
    for (const { name, field } of fields) show(field, String(sizes[name]));
    options(pool, [...sizes.pools.map((p): [string, string] => [String(p), p === 1 ? messages.poolNone : String(p)]), ['global', messages.poolGlobal(sizes.patches)]],
      sizes.pool < 0 || sizes.pool === sizes.patches ? 'global' : String(sizes.pool));
    const dimensions = sizes.input.length;
    setText(byId('conv-filter-name'), dimensions === 1 ? messages.filterLength : messages.filterSide);
    setText(byId('conv-filter-symbol'), ['f', '\u221af', ''][dimensions - 1] ?? '');
    setText(byId('conv-note'), messages.convolutionNote(sizes));
  };
}
