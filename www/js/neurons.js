// The table of neurons. The neuron under the pointer, or chosen, is lit up in every picture.

import { byId, element, icon, setAttribute, setText } from './dom.js';
import { fixed, number } from './format.js';

const most = 3; // entries of a direction that have a column

/** neuronTable makes the table; send passes intents on. It returns the function that renders an answer. */
export function neuronTable(send) {
  const body = byId('neuron-rows');
  const empty = body.firstElementChild;
  const rows = [];
  let focus = -1;
  let chosen = -1;
  let entries = 2;

  const light = (index) => index !== focus && send({ do: 'focus', neuron: index });
  const row = (index) => {
    const tr = body.insertRow();
    const button = document.createElement('button');
    button.type = 'button';
    button.setAttribute('aria-describedby', 'neurons-how');
    button.append(icon('plus', ''), document.createElement('span'));
    tr.insertCell().append(button);
    for (let i = 0; i <= entries; i++) tr.insertCell();
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
    byId('can-turn').hidden = !page.canTurn;
    const length = neurons[0]?.u.length ?? page.dimension;
    if (Math.min(length, most) !== entries) {
      entries = Math.min(length, most);
      rows.splice(0).forEach((tr) => tr.remove());
    }
    head(empty, entries, length > most);
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
  const last = tr.cells.length - 1;
  for (let i = 1; i < last; i++) setText(tr.cells[i], i <= u.length ? fixed(u[i - 1]) : '');
  setText(tr.cells[last], number(alpha, 4));
}

/** head writes the table's first row: a column for each entry of the directions, the last marked when there are more. */
function head(empty, entries, more) {
  const row = byId('neuron-head');
  const key = `${entries} ${more}`;
  if (row.dataset.shows === key) return;
  row.dataset.shows = key;
  empty.firstElementChild.colSpan = entries + 2;
  const column = (...children) => element('th', { scope: 'col' }, ...children);
  const letter = (text) => element('var', {}, text);
  const entry = (_, i) => column(letter('u'), element('sub', {}, String(i + 1)), more && i === entries - 1 ? ' \u2026' : '');
  const us = Array.from({ length: entries }, entry);
  row.replaceChildren(column('Neuron'), ...us, column('Weight ', letter('\u03b1')));
}
