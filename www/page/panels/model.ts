// The panel of the model: regularisation, loss, architecture, tolerance and activation, with its picture: a polynomial, or one of the piecewise-linear
// functions, with which the layers and some pictures are not there. These say so.

import { all, byId, one, radios, setAttribute, setText, shape } from '../platform/dom';
import { options, holder, numberField, show } from '../shell/fields';
import { number, parse, short } from '../platform/format';
import { Latest } from '../platform/latest';
import type { ActivationCurves, Page } from '../platform/protocol';
import type { Send, Solver } from '../platform/solver';
import * as messages from '../messages';
import { refuse } from '../shell/notice';

/** modelPanel wires the panel. It returns the function that renders an answer. */
export function modelPanel(solver: Solver): (page: Page) => void {
  const { send } = solver;
  const parts = [betaControls(send), choiceControls(), convolutionControls(send), coefficients(send), fits(send, plotter(solver))];
  return (page) => parts.forEach((part) => part(page));
}

function betaControls(send: Send): (page: Page) => void {
  const slider = byId('beta', HTMLInputElement);
  const field = byId('beta-number', HTMLInputElement);
  const hold = holder(slider, (final) => {
    if (!final) field.value = short(10 ** slider.valueAsNumber, 2);
    send({ do: 'beta', value: Number(field.value), final });
  });
  numberField(field, (value) => send({ do: 'beta', value, final: true }));

  return ({ beta }) => {
    hold(Math.log10(beta));
    show(field, short(beta));
    setAttribute(slider, 'aria-valuetext', short(beta));
  };
}

function choiceControls(): (page: Page) => void {
  const loss = byId('loss', HTMLSelectElement);
  return (page) => {
    for (const option of loss.options) option.disabled = !page.losses.includes(option.value);
    byId('bias-field').hidden = page.bias === undefined;
    setText(byId('loss-note'), one(`[value="${page.loss}"]`, loss).dataset['note'] ?? '');
  };
}

/** coefficients wires a, b and c, and the buttons of common activations. */
function coefficients(send: Send): (page: Page) => void {
  const fields = ['a', 'b', 'c'].map((name) => byId(`activation-${name}`, HTMLInputElement));
  const buttons = all('[data-coefficients]');
  const choose = ([a = 0, b = 0, c = 0]: number[]): void => send({ do: 'coefficients', a, b, c, final: true });

  for (const field of fields) numberField(field, () => choose(fields.map((f) => parse(f.value))));
  for (const button of buttons) button.addEventListener('click', () => choose((button.dataset['coefficients'] ?? '').split(' ').map(Number)));

  return ({ coefficients }) => {
    fields.forEach((field, i) => show(field, short(coefficients[i] ?? 0)));
    const now = coefficients.map((value) => short(value)).join(' ');
    for (const button of buttons) setAttribute(button, 'aria-pressed', String(button.dataset['coefficients'] === now));
  };
}

/** fits wires the interval on which functions are fitted, and the picture of the fit. */
function fits(send: Send, plot: ReturnType<typeof plotter>): (page: Page) => void {
  const [low, high] = [byId('fit-low', HTMLInputElement), byId('fit-high', HTMLInputElement)];
  const buttons = all('[data-fit]');
  let newest: Page | null = null;
  const ends = (): Range => [parse(low.value), parse(high.value)];
  const fit = (name: string): void => send({ do: 'fit', name, low: ends()[0], high: ends()[1] });
  const changed = (): void => {
    if (!(ends()[0] < ends()[1])) refuse(messages.rangeExpected);
    else if (newest?.fit) fit(newest.fit.name);
    else if (newest) plot(newest, ends());
  };
  for (const button of buttons) button.addEventListener('click', () => fit(button.dataset['fit'] ?? ''));
  for (const field of [low, high]) numberField(field, changed);

  return (page) => {
    if (page.fit) {
      show(low, short(page.fit.low));
      show(high, short(page.fit.high));
    }
    newest = page;
    for (const button of buttons) setAttribute(button, 'aria-pressed', String(button.dataset['fit'] === page.fit?.name));
    plot(page, ends());
  };
}

const width = 320;
const height = 110;
const [above, below] = [14, 10]; // of the curves

/** A Range is the interval on which the activation is drawn if it is not a fit. */
type Range = [low: number, high: number];

/** plotter returns the function that draws an answer's activation. */
function plotter(solver: Solver): (page: Page, range: Range) => void {
  const svg = byId('activation-plot', SVGSVGElement);
  const latest = new Latest<[Page, ActivationCurves]>(solver, (found) => { if (found) draw(svg, ...found); });
  return (page, range) => {
    if (range[0] < range[1]) void latest.ask(`${page.revision.data} ${String(range)}`, async () => [page, await solver.read('activation', ` ${range.join(' ')}`)]);
  };
}

function draw(svg: SVGSVGElement, { fit, architecture }: Page, curves: ActivationCurves): void {
  const title = messages.functionNames[curves.name ?? ''] ?? curves.name ?? '';
  svg.replaceChildren(...plot(curves), ...legend(title));
  let note = messages.activationNote;
  if (architecture === 'quadratic') note = messages.activationSquare;
  else if (fit) note = messages.activationFit(title, short(fit.low), short(fit.high), number(fit.rms, 2), number(fit.max, 2));
  setText(byId('activation-note'), note);
  setAttribute(svg, 'aria-label', messages.activationPlot(`${short(curves.low)} to ${short(curves.high)}`, note));
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

/** convolutionControls wires them. It returns the function that renders an answer. */
function convolutionControls(send: Send): (page: Page) => void {
  const input = byId('conv-input', HTMLSelectElement);
  const pool = byId('conv-pool', HTMLSelectElement);
  input.addEventListener('change', () => send({ do: 'architecture', kind: 'convolutional', input: input.value.split(' ').map(Number) }));
  pool.addEventListener('change', () =>
    send({ do: 'architecture', kind: 'convolutional', pool: pool.value === 'global' ? 'global' : Number(pool.value) }));

  return ({ convolution: sizes }) => {
    byId('convolution').hidden = !sizes;
    if (!sizes) return;
    options(input, [...sizes.shapes, sizes.input].map((s) => [s.join(' '), messages.inputShape(s)]), sizes.input.join(' '));
    options(pool, [...sizes.pools.map((p): [string, string] => [String(p), p === 1 ? messages.poolNone : String(p)]), ['global', messages.poolGlobal(sizes.patches)]],
      sizes.pool < 0 || sizes.pool === sizes.patches ? 'global' : String(sizes.pool));
    const dimensions = sizes.input.length;
    setText(byId('conv-filter-name'), dimensions === 1 ? messages.filterLength : messages.filterSide);
    setText(byId('conv-filter-symbol'), ['f', '\u221af', ''][dimensions - 1] ?? '');
    setText(byId('conv-note'), messages.convolutionNote(sizes));
  };
}

const choice = radios('activation');

/** showActivation renders an answer. */
export function showActivation({ activation, layers }: Page): void {
  const isPolynomial = activation.name === 'polynomial';
  byId('activation-field').hidden = !activation.offered;
  for (const radio of choice) {
    radio.checked = (radio.value === 'polynomial') === isPolynomial;
    if (radio.value === 'polynomial') setAttribute(radio.closest('label') ?? radio, 'data-help', messages.polynomialHelp(activation.formula));
  }
  for (const option of byId('activation-kind', HTMLSelectElement).options) option.disabled = option.value !== 'polynomial' && !activation.offered;
  byId('activation-leak').hidden = activation.name !== 'leaky';
  for (const node of all('[data-polynomial]')) node.hidden = !isPolynomial;
  byId('polynomial-back').hidden = isPolynomial;
  byId('layers-field').hidden = isPolynomial && layers.most < 2;
  const sweep = byId('sweep', HTMLSelectElement);
  if (!isPolynomial && sweep.value) sweep.value = 'beta'; // none is chosen where the path would take long
  setAttribute(document.documentElement, 'data-activation', isPolynomial ? null : activation.name);
}
