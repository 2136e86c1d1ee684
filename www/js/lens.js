// Which part of the solution the pictures show: the choice of an output, beside that of the pictures, and of what the data compare.

import { byId, element, icon, setText } from './dom.js';

const most = 6; // outputs that have a button each; more are in a list

/** digits writes a number in subscript. */
const digits = (n) => [...String(n)].map((d) => String.fromCharCode(0x2080 + Number(d))).join('');

/** lensChooser wires the chooser; send passes intents on. It returns the function that renders an answer. */
export function lensChooser(send) {
  const buttons = byId('lens-buttons');
  const list = byId('lens-list');
  const compare = [...document.querySelectorAll('input[name="lens-compare"]')];
  const choose = (output) => send({ do: 'lens', output });
  let made = '';

  list.addEventListener('change', () => choose(Number(list.value)));
  for (const radio of compare) radio.addEventListener('change', () => send({ do: 'lens', compare: radio.value === '1' }));

  const make = (outputs, classes) => {
    const name = (k) => (classes ? `Output ${k + 1}, of class ${k + 1}` : `Output ${k + 1}`);
    const all = Array.from({ length: outputs }, (_, k) => k);
    buttons.replaceChildren(buttons.firstElementChild, ...(outputs > most ? [] : all.map((k) => {
      const radio = element('input', { type: 'radio', name: 'lens-output', value: String(k), 'aria-label': name(k) });
      radio.addEventListener('change', () => choose(k));
      const marks = classes ? [icon(`class-${k + 1}`, `class-${k + 1}`)] : [];
      return element('label', {}, radio, element('span', {}, ...marks, `f${digits(k + 1)}`));
    })));
    list.replaceChildren(...(outputs > most ? all.map((k) => element('option', { value: String(k) }, name(k))) : []));
    list.hidden = outputs <= most;
  };

  return ({ lens, classes, drawable }) => {
    const outputs = lens?.outputs ?? 1;
    byId('lens').hidden = outputs < 2 || !drawable || !lens.note;
    if (outputs < 2) return;
    const key = `${outputs} ${classes > 0}`;
    if (key !== made) make(outputs, classes > 0);
    made = key;
    for (const radio of buttons.querySelectorAll('input')) radio.checked = Number(radio.value) === lens.output;
    if (!list.hidden) list.value = String(lens.output);
    byId('lens-compare').hidden = !lens.canCompare;
    for (const radio of compare) radio.checked = (radio.value === '1') === lens.compare;
    setText(byId('lens-alone'), `f${digits(lens.output + 1)} alone`);
    setText(byId('lens-note'), lens.note);
  };
}
