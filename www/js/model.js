// The panel of the model: regularisation and activation.

import { byId, setAttribute } from './dom.js';
import { parse, short } from './format.js';

const held = new Set();

/** modelPanel wires the panel; send passes intents on. It returns the function that renders an answer. */
export function modelPanel(send) {
  const showBeta = betaControls(send);
  const showActivation = activationControls(send);
  return (page) => {
    showBeta(page.beta);
    showActivation(page.activation);
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

function activationControls(send) {
  const fields = ['a', 'b', 'c'].map((name) => byId(`activation-${name}`));
  const buttons = [...document.querySelectorAll('[data-activation]')];
  const choose = ([a, b, c]) => send({ do: 'activation', a, b, c, final: true });

  for (const field of fields) numberField(field, () => true, () => choose(fields.map((f) => parse(f.value))));
  for (const button of buttons) button.addEventListener('click', () => choose(button.dataset.activation.split(' ').map(Number)));

  return (activation) => {
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
