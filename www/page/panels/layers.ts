// The layers, and which part of the solution the pictures show: their number, and the choice of a layer, a plane, an output.

import { byId, icon, setAttribute, setText } from '../platform/dom';
import { choices, options } from '../shell/fields';
import { subscript } from '../platform/format';
import type { Page } from '../platform/protocol';
import type { Send } from '../platform/solver';
import * as messages from '../messages';

/** layersControl wires the list and the offer; reveal() puts the picture of the network on the stage. It returns the function that renders an answer. */
export function layersControl(send: Send, reveal: () => void): (page: Page) => void {
  const helpful = byId('add-layers', HTMLButtonElement);
  let count = 1;
  let offered = 0; // layers; 0 if a bias is
  helpful.addEventListener('click', () => {
    send(offered ? { do: 'layers', by: offered } : { do: 'bias', on: true });
    if (offered && count === 1) reveal();
  });
  const number = byId('layers-count', HTMLSelectElement);
  number.addEventListener('change', () => {
    const before = count;
    send(number.value === 'auto' ? { do: 'layers', auto: true } : { do: 'layers', value: Number(number.value) });
    if (before === 1) reveal();
  });

  return (page) => {
    count = page.layers.count;
    showCount(number, count);
    setAttribute(document.documentElement, 'data-layers', count > 1 ? String(count) : null);
    const { moreLayers = 0, addBias = false } = page.strip;
    helpful.hidden = !moreLayers && !addBias;
    offered = moreLayers;
    if (!helpful.hidden) setText(helpful, moreLayers ? messages.addLayers(moreLayers) : messages.addBias);
    byId('layers-how').hidden = count < 2;
  };
}

/** showCount shows the number of layers; a file may have more than the list offers. */
function showCount(number: HTMLSelectElement, count: number): void {
  const value = String(count);
  if (![...number.options].some((option) => option.value === value)) number.add(new Option(value), number.options.length - 1);
  number.value = value;
}

const most = 6; // outputs that have a button each; more outputs are in a list

/** outputViewControl wires the chooser. It returns the function that renders an answer. */
export function outputViewControl(send: Send): (page: Page) => void {
  const parts = [planeChooser(send), outputChooser(send), showComparison, layerChooser(send)];
  return (page) => {
    const { outputView } = page;
    byId('output-view').hidden = !outputView.note && !outputView.plane && page.layers.count < 2;
    setText(byId('output-note'), [outputView.plane, outputView.note].filter(Boolean).join(' '));
    for (const show of parts) show(page);
  };
}

/** planeChooser wires the choice of the plane in which more than three features are shown. */
function planeChooser(send: Send): (page: Page) => void {
  const [x, y] = [byId('plane-x', HTMLSelectElement), byId('plane-y', HTMLSelectElement)];
  let count = 0; // of the features
  // Choosing another first feature keeps the second, unless it is the same one.
  const choose = (): void => {
    const i = Number(x.value), j = Number(y.value);
    send({ do: 'outputView', features: i === 0 ? [] : [i - 1, (j === 0 || j === i ? i % count + 1 : j) - 1] });
  };
  for (const select of [x, y]) select.addEventListener('change', choose);
  return ({ outputView, dimension, columns }) => {
    byId('output-plane').hidden = !outputView.plane;
    if (!outputView.plane) return;
    count = dimension;
    const features = Array.from({ length: dimension }, (_, k): [string, string] => [String(k + 1), columns?.[k] ?? `x${subscript(k + 1)}`]);
    options(x, [['0', messages.principalAxes], ...features], String(outputView.features[0]));
    options(y, features, String(outputView.features[1]));
    y.hidden = outputView.features[0] === 0;
    for (const option of y.options) option.disabled = option.value === x.value;
  };
}

/** layerChooser wires the choice of the layer that the pictures show. */
function layerChooser(send: Send): (page: Page) => void {
  const field = byId('output-layers');
  const show = choices(field, (layer) => send({ do: 'outputView', layer }));
  return ({ outputView: { layers, layer } }) => {
    field.hidden = layers < 2;
    show(Array.from({ length: layers }, (_, k) => ({ value: k, title: messages.layer(k + 1), seen: () => [String(k + 1)] })), layer);
  };
}

/** outputChooser wires the choice of an output: buttons or, for many outputs, a list. */
function outputChooser(send: Send): (page: Page) => void {
  const buttons = byId('output-buttons');
  const list = byId('output-list', HTMLSelectElement);
  const show = choices(buttons, (output) => send({ do: 'outputView', output }));
  return ({ outputView, classes }) => {
    const isList = outputView.outputs > most;
    buttons.hidden = outputView.outputs < 2 || isList;
    list.hidden = !isList;
    const outputs = Array.from({ length: outputView.outputs }, (_, k) => ({ value: k, title: messages.output(k + 1, classes > 0) }));
    if (isList) return options(list, outputs.map(({ value, title }) => [String(value), title]), String(outputView.output));
    const mark = (k: number): Node[] => (classes > 0 ? [icon(`class-${k + 1}`, `class-${k + 1}`)] : []);
    show(outputs.map((one) => ({ ...one, seen: () => [...mark(one.value), `f${subscript(one.value + 1)}`] })), outputView.output);
  };
}

/** showComparison shows the choice between one output alone and the largest of all. */
function showComparison({ outputView }: Page): void {
  byId('output-compare').hidden = !outputView.canCompare;
  setText(byId('output-alone'), messages.alone(`f${subscript(outputView.output + 1)}`));
}
