// The learned filters: the direction u of each neuron as a small signal or image, with its weight, the patches it reads, and what it adds
// to the output for the chosen sample. What is written was computed by the session.

import { byId, element, icon, setAttribute, setText } from './dom.js';
import { number } from './format.js';
import { filterBars, filterPixels, isSignal, shape } from './glyphs.js';

const most = 60; // filters shown
const box = { x: 2, y: 2, width: 60, height: 40 };

/**
 * filterList makes the list; choose(index) is called when a filter is pointed at or chosen, leave() when none is any more. It returns
 * show(page, data, chosen).
 */
export function filterList(choose, leave) {
  const list = byId('filter-list');
  const cards = [];
  list.addEventListener('pointerleave', leave);
  list.addEventListener('focusout', leave);
  const card = (index) => {
    const button = element('button', { type: 'button' }, shape('svg', { class: 'glyph', 'aria-hidden': 'true', viewBox: '0 0 64 44' }),
      element('span', {}, icon('plus'), element('b', {})), element('small', {}), element('small', { class: 'adds' }));
    button.addEventListener('pointerenter', ({ pointerType }) => pointerType === 'mouse' && choose(index));
    button.addEventListener('focus', () => choose(index));
    button.addEventListener('click', () => choose(index));
    list.append(element('li', {}, button));
    return button;
  };
  return (page, data, chosen) => {
    const neurons = data.neurons ?? [];
    const count = Math.min(most, neurons.length);
    while (cards.length > count) cards.pop().parentElement.remove();
    while (cards.length < count) cards.push(card(cards.length));
    neurons.slice(0, count).forEach((neuron, i) => fill(cards[i], neuron, i, page, data, chosen === i));
    setText(byId('filters-note'), note(page, data));
  };
}

function fill(button, { u, alpha, block = 0, output = 0 }, index, page, data, chosen) {
  const { filter, shape: [, , channels], corners, pool } = data;
  const svg = button.firstElementChild;
  const key = `${filter} ${channels} ${u}`;
  if (svg.dataset.key !== key) {
    svg.dataset.key = key;
    svg.replaceChildren(...(isSignal(page.signals.shape) ? filterBars(u, box) : centred(u, [...filter, channels])));
  }
  const use = button.querySelector('svg:not(.glyph)');
  setAttribute(use, 'class', alpha < 0 ? 'negative' : 'positive');
  setAttribute(use.firstElementChild, 'href', alpha < 0 ? '#i-minus' : '#i-plus');
  const weight = number(alpha);
  setText(button.querySelector('b'), weight);
  const reads = where(block, pool, corners.length) + (page.signals && data.y[0]?.length > 1 ? `, output ${output + 1}` : '');
  const [small, adds] = button.querySelectorAll('small');
  setText(small, reads);
  const value = data.picked?.adds[index];
  setText(adds, value === undefined ? '' : `adds ${number(value, 2)}`);
  setAttribute(button, 'aria-pressed', String(chosen));
  setAttribute(button, 'aria-label', `Filter ${index + 1}, weight ${weight}, reads ${reads}${value === undefined ? '' : `, adds ${number(value, 2)} for the chosen sample`}`);
}

/** centred draws the filter of an image in the middle of its card. */
function centred(u, size) {
  const side = Math.min(box.width / (size[1] * size[2] + 0.4 * (size[2] - 1)), box.height / size[0]);
  const width = side * (size[1] * size[2] + 0.4 * (size[2] - 1));
  return filterPixels(u, size, { ...box, x: 32 - width / 2, width });
}

/** where says which patches a block reads. */
function where(block, pool, patches) {
  if (patches === 1) return 'the whole sample';
  if (pool === patches) return 'all patches';
  if (pool === 1) return `patch ${block + 1}`;
  return `patches ${block * pool + 1}\u2013${(block + 1) * pool}`;
}

function note({ architecture }, { neurons, corners }) {
  if (!neurons) return 'They follow as soon as there is a network.';
  if (!neurons.length) return 'None: no filter is worth its price at this \u03b2.';
  const more = neurons.length > most ? ` The first ${most} of ${neurons.length} are shown.` : '';
  if (architecture !== 'convolutional') return `Each neuron\u2019s u looks at the whole sample, and what all add is f(x).${more}`;
  return `Each is a vector that Z or Z\u2032 of its patches was taken apart into; what all add is f(x).${corners.length > 1 ? '' : ' There is one patch.'}${more}`;
}
