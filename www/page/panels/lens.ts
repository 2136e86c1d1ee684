// Which part of the solution the pictures show: the choice of an output, next to that of the pictures, and of the comparison in the data
// picture.

import { all, byId, child, element, icon, radios, setText } from '../platform/dom';
import { subscript } from '../platform/format';
import * as intent from '../platform/protocol';
import type { Page, PageLens } from '../platform/protocol';
import type { Send } from '../platform/solver';
import * as say from '../sentences';

const most = 6; // outputs that have a button each; more outputs are in a list

/** lensChooser wires the chooser. It returns the function that renders an answer. */
export function lensChooser(send: Send): (page: Page) => void {
  const parts = [planeChooser(send), outputChooser(send), comparison(send), layerChooser(send)];
  return (page) => {
    const { lens } = page;
    byId('lens').hidden = !lens.note && !lens.plane && page.layers.count < 2;
    setText(byId('lens-note'), [lens.plane, lens.note].filter(Boolean).join(' '));
    for (const show of parts) show(page);
  };
}

/** planeChooser wires the choice of the plane in which more than three features are shown. */
function planeChooser(send: Send): (page: Page) => void {
  const [x, y] = [byId('lens-x', HTMLSelectElement), byId('lens-y', HTMLSelectElement)];
  let made = 0;
  let named = ''; // the names of the features in the lists
  // Choosing another first feature keeps the second, unless it is the same one.
  const choose = (): void => {
    const i = Number(x.value), j = Number(y.value);
    send(intent.lens({ features: i === 0 ? [] : [i - 1, (j === 0 || j === i ? i % made + 1 : j) - 1] }));
  };
  for (const select of [x, y]) select.addEventListener('change', choose);
  return ({ lens, dimension, columns }) => {
    byId('lens-plane').hidden = !lens.plane;
    if (!lens.plane) return;
    const names = (columns ?? []).slice(0, dimension).join('\n');
    if (dimension !== made || names !== named) {
      [made, named] = [dimension, names];
      const features = (): Node[] => Array.from({ length: dimension }, (_, k) => element('option', { value: k + 1 }, columns?.[k] ?? `x${subscript(k + 1)}`));
      x.replaceChildren(element('option', { value: 0 }, say.principalAxes), ...features());
      y.replaceChildren(...features());
    }
    x.value = String(lens.features[0]);
    y.hidden = lens.features[0] === 0;
    y.value = String(lens.features[1]);
    for (const option of y.options) option.disabled = option.value === x.value;
  };
}

/** layerChooser wires the choice of the layer that the pictures show. */
function layerChooser(send: Send): (page: Page) => void {
  const field = byId('lens-layers');
  let made = 0;
  return ({ layers }) => {
    const count = layers.shown;
    field.hidden = count < 2;
    if (count !== made) {
      const buttons = Array.from({ length: count }, (_, k) => {
        const radio = element('input', { type: 'radio', name: 'lens-layer', value: k, 'aria-label': say.layer(k + 1) });
        radio.addEventListener('change', () => send(intent.lens({ layer: k })));
        return element('label', {}, radio, element('span', {}, String(k + 1)));
      });
      field.replaceChildren(child(field, HTMLElement), ...buttons);
    }
    made = count;
    for (const radio of all('input', field, HTMLInputElement)) radio.checked = Number(radio.value) === layers.chosen;
  };
}

/** outputChooser wires the choice of an output: buttons or, for many outputs, a list. */
function outputChooser(send: Send): (page: Page) => void {
  const buttons = byId('lens-buttons');
  const list = byId('lens-list', HTMLSelectElement);
  const choose = (output: number): void => send(intent.lens({ output }));
  let made = '';
  list.addEventListener('change', () => choose(Number(list.value)));
  return ({ lens, classes }) => {
    const isList = lens.outputs > most;
    buttons.hidden = lens.outputs < 2 || isList;
    list.hidden = !isList;
    if (lens.outputs < 2) return;
    const key = `${lens.outputs} ${classes > 0}`;
    const outputs = Array.from({ length: lens.outputs }, (_, k) => k);
    if (key !== made) {
      const legend = child(buttons, HTMLElement);
      buttons.replaceChildren(legend, ...(isList ? [] : outputs.map((k) => outputButton(k, classes > 0, choose))));
      list.replaceChildren(...(isList ? outputs.map((k) => element('option', { value: k }, say.output(k + 1, classes > 0))) : []));
    }
    made = key;
    for (const radio of all('input', buttons, HTMLInputElement)) radio.checked = Number(radio.value) === lens.output;
    if (isList) list.value = String(lens.output);
  };
}

function outputButton(k: number, ofClass: boolean, choose: (output: number) => void): HTMLElement {
  const radio = element('input', { type: 'radio', name: 'lens-output', value: k, 'aria-label': say.output(k + 1, ofClass) });
  radio.addEventListener('change', () => choose(k));
  const marks = ofClass ? [icon(`class-${k + 1}`, `class-${k + 1}`)] : [];
  return element('label', {}, radio, element('span', {}, ...marks, `f${subscript(k + 1)}`));
}

/** comparison wires the choice between one output alone and the largest of all. */
function comparison(send: Send): (page: { lens: PageLens }) => void {
  const choices = radios('lens-compare');
  for (const radio of choices) radio.addEventListener('change', () => send(intent.lens({ compare: radio.value === '1' })));
  return ({ lens }) => {
    byId('lens-compare').hidden = !lens.canCompare;
    for (const radio of choices) radio.checked = (radio.value === '1') === lens.compare;
    setText(byId('lens-alone'), say.alone(`f${subscript(lens.output + 1)}`));
  };
}
