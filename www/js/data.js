// The panel of the data: examples, tools, the brush, the label of new points, and the history.

import { classControls } from './classes.js';
import { byId, setAttribute, setText } from './dom.js';
import { short } from './format.js';

/** dataPanel wires the panel; send passes intents on. It returns the function that renders an answer. */
export function dataPanel(send) {
  const presets = [...document.querySelectorAll('[data-preset]')];
  const radios = (name) => [...document.querySelectorAll(`input[name="${name}"]`)];
  const lesson = byId('lesson');
  const hint = lesson.textContent;

  // Another number of features begins with its first example.
  for (const radio of radios('features')) {
    radio.addEventListener('change', () => send({ do: 'preset', name: presets.find((p) => features(p) === radio.value).dataset.preset, keep: true }));
  }
  for (const button of presets) button.addEventListener('click', () => send({ do: 'preset', name: button.dataset.preset, keep: true }));
  for (const radio of radios('tool')) radio.addEventListener('change', () => send({ do: 'tool', name: radio.value }));
  for (const radio of radios('label')) radio.addEventListener('change', () => send({ do: 'label', value: Number(radio.value) }));
  for (const name of ['undo', 'redo', 'clear']) byId(name).addEventListener('click', () => send({ do: name }));
  document.addEventListener('keydown', (event) => history(event, send));
  const showBrush = brushControl(send);
  const showClasses = classControls(send);

  return (page) => {
    const kind = kindOf(page);
    const count = kind ?? '2';
    for (const radio of radios('features')) radio.checked = radio.value === kind;
    for (const button of presets) {
      setAttribute(button, 'aria-pressed', String(button.dataset.preset === page.preset));
      button.hidden = features(button) !== count;
    }
    for (const radio of radios('tool')) radio.checked = radio.value === page.tool;
    for (const radio of radios('label')) radio.checked = Number(radio.value) === page.label;
    byId('undo').disabled = !page.canUndo;
    byId('redo').disabled = !page.canRedo;
    byId('clear').disabled = page.samples === 0;
    byId('tool').hidden = Boolean(page.signals);
    showBrush(page);
    showClasses(page);
    setText(byId('label-title'), page.signals ? 'New samples are' : 'New points are');
    setText(lesson, page.lesson || (page.signals ? 'Choose an example, or draw samples of your own.' : hint));
  };
}

/** brushControl wires the size of the brush, which the pictures of the plane have. It returns the function that renders an answer. */
function brushControl(send) {
  const slider = byId('brush');
  slider.addEventListener('input', () => send({ do: 'brush', value: Number(slider.value) }));
  return ({ brush, dimension, signals }) => {
    byId('brush-field').hidden = brush === undefined || dimension !== 2 || Boolean(signals);
    if (brush === undefined) return;
    const text = brush > 0 ? `${short(brush)} % of the picture` : 'single points';
    if (Number(slider.value) !== brush) slider.value = brush;
    setText(byId('brush-size'), text);
    setAttribute(slider, 'aria-valuetext', text);
  };
}

const features = (button) => button.dataset.features ?? '2';

/** kindOf returns which of the kinds of data a page has: '1' to '3' features, signal, image, or null. */
function kindOf({ signals, dimension }) {
  if (signals) return signals.shape.length === 1 ? 'signal' : 'image';
  return dimension >= 1 && dimension <= 3 ? String(dimension) : null;
}

/** history turns Ctrl+Z and Ctrl+Shift+Z (or Ctrl+Y) into intents, except in a text field, which has its own history. */
function history(event, send) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.matches('input[type="text"], textarea')) return;
  const key = event.key.toLowerCase();
  if (key !== 'z' && key !== 'y') return;
  event.preventDefault();
  send({ do: key === 'y' || event.shiftKey ? 'redo' : 'undo' });
}
