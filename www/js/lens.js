// Which part of the solution the pictures show: the choice of an output, beside that of the pictures, and of what the data compare.

import { byId, element, icon, setText } from './dom.js';

const most = 6; // outputs that have a button each; more are in a list

/** digits writes a number in subscript. */
const digits = (n) => [...String(n)].map((d) => String.fromCharCode(0x2080 + Number(d))).join('');

/** planeChooser wires the choice of the plane in which more than three features are shown. It returns the function that renders an answer. */
function planeChooser(send) {
  const [x, y] = [byId('lens-x'), byId('lens-y')];
  let made = 0;
  // Another first feature leaves the second, unless it is the same one.
  const choose = () => {
    const i = Number(x.value), j = Number(y.value);
    send({ do: 'lens', features: i === 0 ? [] : [i - 1, (j === 0 || j === i ? i % made + 1 : j) - 1] });
  };
  for (const select of [x, y]) select.addEventListener('change', choose);
  return ({ lens, dimension }) => {
    byId('lens-plane').hidden = !lens?.plane;
    if (!lens?.plane) return;
    if (dimension !== made) {
      made = dimension;
      const features = () => Array.from({ length: dimension }, (_, k) => element('option', { value: String(k + 1) }, `x${digits(k + 1)}`));
      x.replaceChildren(element('option', { value: '0' }, 'principal axes'), ...features());
      y.replaceChildren(...features());
    }
    x.value = String(lens.features[0]);
    y.hidden = lens.features[0] === 0;
    y.value = String(lens.features[1]);
    for (const option of y.options) option.disabled = option.value === x.value;
  };
}

/** lensChooser wires the chooser; send passes intents on. It returns the function that renders an answer. */
export function lensChooser(send) {
  const buttons = byId('lens-buttons');
  const list = byId('lens-list');
  const compare = [...document.querySelectorAll('input[name="lens-compare"]')];
  const choose = (output) => send({ do: 'lens', output });
  const showPlane = planeChooser(send);
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
  };

  return (page) => {
    const { lens, classes } = page;
    const outputs = lens?.outputs ?? 1;
    byId('lens').hidden = !lens?.note && !lens?.plane;
    buttons.hidden = outputs < 2 || outputs > most;
    list.hidden = outputs <= most;
    byId('lens-compare').hidden = !lens?.canCompare;
    showPlane(page);
    setText(byId('lens-note'), [lens?.plane, lens?.note].filter(Boolean).join(' '));
    if (outputs < 2) return;
    const key = `${outputs} ${classes > 0}`;
    if (key !== made) make(outputs, classes > 0);
    made = key;
    for (const radio of buttons.querySelectorAll('input')) radio.checked = Number(radio.value) === lens.output;
    if (!list.hidden) list.value = String(lens.output);
    for (const radio of compare) radio.checked = (radio.value === '1') === lens.compare;
    setText(byId('lens-alone'), `f${digits(lens.output + 1)} alone`);
  };
}
