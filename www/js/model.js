// The panel of the model: regularisation, loss, architecture, tolerance and activation.

import { drawActivation } from './activation.js';
import { convolutionControls } from './convolution.js';
import { byId, setAttribute, setText } from './dom.js';
import { parse, short } from './format.js';

const held = new Set();

/** modelPanel wires the panel; send passes intents on. It returns the function that renders an answer. */
export function modelPanel(send) {
  const showBeta = betaControls(send);
  const showChoices = choiceControls(send);
  const showConvolution = convolutionControls(send, numberField, show);
  const showActivation = activationControls(send);
  return (page) => {
    showBeta(page.beta);
    showChoices(page);
    showConvolution(page);
    showActivation(page);
  };
}

/** show writes a value into a control, unless the user is at work in it. */
function show(input, text) {
  if (held.has(input) || document.activeElement === input && input.type === 'text') return;
  if (input.value !== text) input.value = text;
}

function betaControls(send) {
  const slider = byId('beta');
  const field = byId('beta-number');
  const value = () => 10 ** Number(slider.value);

  slider.addEventListener('input', () => {
    held.add(slider);
    field.value = short(Number(value().toPrecision(2)));
    send({ do: 'beta', value: Number(field.value), final: false });
  });
  slider.addEventListener('change', () => {
    held.delete(slider);
    send({ do: 'beta', value: Number(field.value), final: true });
  });
  numberField(field, (beta) => beta > 0, (beta) => send({ do: 'beta', value: beta, final: true }));

  return (beta) => {
    show(slider, String(Math.log10(beta)));
    show(field, short(beta));
    setAttribute(slider, 'aria-valuetext', short(beta));
  };
}

const lossNotes = {
  squared: 'The cost is the full sum of squared errors (not half of it)',
  huber: 'The cost is the sum of squared errors, of those above 1 the sum of 2|x| \u2212 1,',
  l1: 'The cost is the sum of the absolute errors',
  hinge: 'The cost is the sum of max(0, 1 \u2212 y\u0177)',
  logistic: 'The cost is the sum of log(1 + exp(\u2212y\u0177))',
  softmax: 'The cost is the cross-entropy of the classes',
};

function choiceControls(send) {
  const loss = byId('loss');
  const architecture = byId('architecture');
  const tolerance = byId('tolerance');
  loss.addEventListener('change', () => send({ do: 'loss', name: loss.value }));
  architecture.addEventListener('change', () => send({ do: 'architecture', kind: architecture.value }));
  numberField(tolerance, (value) => value > 0 && value < 1, (value) => send({ do: 'tolerance', value }));
  return (page) => {
    for (const option of loss.options) option.disabled = !page.losses.includes(option.value);
    loss.value = page.loss;
    architecture.value = page.architecture;
    show(tolerance, short(page.tolerance));
    setText(byId('loss-note'), lossNotes[page.loss]);
  };
}

function activationControls(send) {
  const fields = ['a', 'b', 'c'].map((name) => byId(`activation-${name}`));
  const buttons = [...document.querySelectorAll('[data-activation]')];
  const choose = ([a, b, c]) => send({ do: 'activation', a, b, c, final: true });

  for (const field of fields) numberField(field, () => true, () => choose(fields.map((f) => parse(f.value))));
  for (const button of buttons) button.addEventListener('click', () => choose(button.dataset.activation.split(' ').map(Number)));

  const range = [byId('fit-low'), byId('fit-high')];
  const fits = [...document.querySelectorAll('[data-fit]')];
  const fit = (name) => send({ do: 'fit', name, low: parse(range[0].value), high: parse(range[1].value) });
  let newest = null;
  for (const button of fits) button.addEventListener('click', () => fit(button.dataset.fit));
  for (const field of range) {
    numberField(field, () => parse(range[0].value) < parse(range[1].value), () => (newest?.fit ? fit(newest.fit.name) : drawActivation(newest, ends())));
  }
  const ends = () => range.map((field) => parse(field.value));

  return (page) => {
    const { activation } = page;
    if (page.fit && page.fit !== newest?.fit) [page.fit.low, page.fit.high].forEach((end, i) => show(range[i], short(end)));
    newest = page;
    for (const button of fits) setAttribute(button, 'aria-pressed', String(button.dataset.fit === page.fit?.name));
    drawActivation(page, ends());
    fields.forEach((field, i) => show(field, short(activation[i])));
    const now = activation.map(short).join(' ');
    for (const button of buttons) setAttribute(button, 'aria-pressed', String(button.dataset.activation === now));
  };
}

/** numberField calls accept(x) when a valid number was entered, and marks the field while it holds none. */
function numberField(field, valid, accept) {
  const ok = () => Number.isFinite(parse(field.value)) && valid(parse(field.value));
  field.addEventListener('input', () => setAttribute(field, 'aria-invalid', ok() ? null : 'true'));
  field.addEventListener('change', () => ok() && accept(parse(field.value)));
  field.addEventListener('keydown', (event) => event.key === 'Enter' && field.blur());
}
