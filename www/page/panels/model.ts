// The panel of the model: regularisation, loss, architecture, tolerance and activation.

import { all, byId, element, setAttribute, setText } from '../platform/dom';
import { parse, short } from '../platform/format';
import { holder, numberField, show } from '../platform/fields';
import * as intent from '../platform/protocol';
import type { Page } from '../platform/protocol';
import type { Send, Solver } from '../platform/solver';
import * as say from '../sentences';
import { notice } from '../shell/notice';
import { Plot, type Range } from './activation';
import { architectureOf } from '../platform/architecture';
import { convolutionControls } from './convolution';

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
  numberField(field, (beta) => beta > 0, (beta) => send(intent.beta({ value: beta, final: true })), () => notice(say.betaExpected));

  return ({ beta }) => {
    hold.show(Math.log10(beta));
    show(field, short(beta));
    setAttribute(slider, 'aria-valuetext', short(beta));
  };
}

function choiceControls(send: Send): (page: Page) => void {
  const loss = byId('loss', HTMLSelectElement);
  const architecture = byId('architecture', HTMLSelectElement);
  const tolerance = byId('tolerance', HTMLInputElement);
  loss.append(...Object.entries(say.losses).map(([value, [name]]) => element('option', { value }, name)));
  loss.addEventListener('change', () => send(intent.loss({ name: loss.value })));
  architecture.addEventListener('change', () => send(architectureOf(architecture.value)));
  numberField(tolerance, (value) => value > 0 && value < 1, (value) => send(intent.tolerance({ value })), () => notice(say.toleranceExpected));
  return (page) => {
    for (const option of loss.options) option.disabled = !page.losses.includes(option.value);
    loss.value = page.loss;
    architecture.value = page.architecture;
    show(tolerance, short(page.tolerance));
    setText(byId('loss-note'), say.losses[page.loss]?.[1] ?? '');
  };
}

/** coefficients wires a, b and c, and the buttons of common activations. */
function coefficients(send: Send): (page: Page) => void {
  const fields = ['a', 'b', 'c'].map((name) => byId(`activation-${name}`, HTMLInputElement));
  const buttons = all('[data-activation]');
  const choose = ([a = 0, b = 0, c = 0]: number[]): void => send(intent.activation({ a, b, c, final: true }));

  for (const field of fields) numberField(field, () => true, () => choose(fields.map((f) => parse(f.value))), () => notice(say.coefficientExpected));
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
  for (const field of [low, high]) numberField(field, () => ends()[0] < ends()[1], changed, () => notice(say.rangeExpected));

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
