// The table of neurons. The neuron under the pointer, or chosen, is lit up in every picture.

import { byId, icon, setAttribute, setText } from './dom.js';
import { fixed, number } from './format.js';

/** neuronTable makes the table; send passes intents on. It returns the function that renders an answer. */
export function neuronTable(send) {
  const body = byId('neuron-rows');
  const empty = body.firstElementChild;
  const rows = [];
  let focus = -1;
  let chosen = -1;

  const light = (index) => index !== focus && send({ do: 'focus', neuron: index });
  const row = (index) => {
    const tr = body.insertRow();
    const button = document.createElement('button');
    button.type = 'button';
    button.append(icon('plus', ''), document.createElement('span'));
    tr.insertCell().append(button);
    for (let i = 0; i < 3; i++) tr.insertCell();
    tr.addEventListener('pointerenter', () => light(index));
    tr.addEventListener('pointerleave', () => light(chosen));
    button.addEventListener('focus', () => light(index));
    button.addEventListener('blur', () => light(chosen));
    button.addEventListener('click', () => {
      chosen = chosen === index ? -1 : index;
      light(chosen);
    });
    return tr;
  };

  return (page) => {
    const neurons = page.neurons ?? [];
    focus = page.focus;
    if (chosen >= neurons.length) chosen = -1;
    empty.hidden = neurons.length > 0;
    while (rows.length > neurons.length) rows.pop().remove();
    while (rows.length < neurons.length) rows.push(row(rows.length));
    neurons.forEach((neuron, i) => fill(rows[i], neuron, i, { lit: i === focus, chosen: i === chosen }));
  };
}

function fill(tr, { u, alpha }, index, { lit, chosen }) {
  const button = tr.cells[0].firstElementChild;
  const sign = alpha < 0 ? 'minus' : 'plus';
  setAttribute(button.firstElementChild, 'class', alpha < 0 ? 'negative' : 'positive');
  setAttribute(button.firstElementChild.firstElementChild, 'href', `#i-${sign}`);
  setText(button.lastElementChild, String(index + 1));
  setAttribute(button, 'aria-label', `Neuron ${index + 1}, ${sign === 'plus' ? 'positive' : 'negative'}`);
  setAttribute(button, 'aria-pressed', String(chosen));
  setAttribute(tr, 'data-focus', lit ? '' : null);
  setText(tr.cells[1], u.length > 0 ? fixed(u[0]) : '');
  setText(tr.cells[2], u.length > 1 ? fixed(u[1]) : '');
  setText(tr.cells[3], number(alpha, 4));
}
