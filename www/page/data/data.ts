// The panel of the data: examples, tools, the brush, the classes and the label of new points, and the history.

import { all, byId, element, icon, one, radios, setAttribute, setText } from '../platform/dom';
import { choices } from '../shell/fields';
import { short } from '../platform/format';
import type { Page } from '../platform/protocol';
import type { Send } from '../platform/solver';
import * as messages from '../messages';

/** dataPanel wires the panel; reveal() shows an example with several layers, untouched() says that nothing was done yet that could be undone. */
export function dataPanel(send: Send, reveal: () => void, untouched: () => boolean): (page: Page) => void {
  const parts = [examples(send, reveal), showTools, historyButtons(send, untouched), showBrush, classControls(send)];
  return (page) => parts.forEach((show) => show(page));
}

/** examples wires the examples and the choice of their kind. */
function examples(send: Send, reveal: () => void): (page: Page) => void {
  const presets = all('[data-preset]');
  const kinds = radios('features');
  const note = byId('lesson');
  const hint = note.textContent;
  let isPiecewiseLinear = false; // the activation stays with an example that it suits
  const use = (preset: HTMLElement | undefined): void => {
    const layers = isPiecewiseLinear ? 1 : Number(preset?.dataset['layers'] ?? 1);
    send({ do: 'loadPreset', name: preset?.dataset['preset'] ?? '', keep: true, layers, ...(preset?.dataset['activation'] ? { activation: 'relu' as const } : {}) });
    if (layers > 1) reveal();
  };
  // Choosing another kind of data opens its first example.
  for (const radio of kinds) radio.addEventListener('change', () => use(presets.find((preset) => kindOfPreset(preset) === radio.value)));
  for (const button of presets) button.addEventListener('click', () => use(button));
  return (page) => {
    const kind = kindOf(page);
    isPiecewiseLinear = page.activation.name !== 'polynomial';
    for (const radio of kinds) radio.checked = radio.value === kind;
    for (const button of presets) {
      setAttribute(button, 'aria-pressed', String(button.dataset['preset'] === page.preset));
      button.hidden = kindOfPreset(button) !== (kind ?? '2');
    }
    setText(note, [page.lesson || (page.signals ? messages.chooseSamples : hint), page.presetChanges].filter(Boolean).join(' '));
  };
}

const kindOfPreset = (button: HTMLElement): string => button.dataset['features'] ?? '2';

/** kindOf returns the kind of a page's data: '1' to '3' features, signal, image, or null. */
function kindOf({ signals, dimension }: Page): string | null {
  if (signals) return signals.length === 1 ? 'signal' : 'image';
  return dimension >= 1 && dimension <= 3 ? String(dimension) : null;
}

/** showTools shows which tools there are, and what the label is that of. */
function showTools({ signals }: Page): void {
  byId('tool').hidden = Boolean(signals);
  setText(byId('label-title'), signals ? messages.newSamplesAre : messages.newPointsAre);
}

/** historyButtons wires the keyboard shortcuts of undo and redo, and of the classes. */
function historyButtons(send: Send, untouched: () => boolean): (page: Page) => void {
  document.addEventListener('keydown', (event) => onKey(event, send));
  document.addEventListener('keydown', onDigit);
  const [undo, redo, clear] = ['undo', 'redo', 'clear'].map((id) => byId(id, HTMLButtonElement)) as [HTMLButtonElement, HTMLButtonElement, HTMLButtonElement];
  return (page) => {
    undo.disabled = !page.canUndo || untouched();
    redo.disabled = !page.canRedo;
    clear.disabled = page.samples === 0 && !page.rows;
  };
}

/** onKey turns Ctrl+Z and Ctrl+Shift+Z (or Ctrl+Y) into intents, except in a text field, which has its own undo history. */
function onKey(event: KeyboardEvent, send: Send): void {
  const inText = event.target instanceof Element && event.target.matches('input[type="text"], textarea');
  if (!(event.ctrlKey || event.metaKey) || event.altKey || inText) return;
  const key = event.key.toLowerCase();
  if (key !== 'z' && key !== 'y') return;
  event.preventDefault();
  send(key === 'y' || event.shiftKey ? { do: 'redo' } : { do: 'undo' });
}

/** onDigit turns the keys 1 to 6 into the choice of a class, except in a field, and in a picture whose camera uses the digits. */
function onDigit(event: KeyboardEvent): void {
  const isTaken = event.target instanceof Element && event.target.closest('input:not([type="radio"], [type="range"]), textarea, select, dialog, [data-camera]');
  if (isTaken || event.ctrlKey || event.metaKey || event.altKey || !/^[1-6]$/.test(event.key)) return;
  const pens = all('#pens fieldset:not([hidden]) input', document, HTMLInputElement);
  pens[Number(event.key) - 1]?.click();
}

/** showBrush shows the size of the brush, for pictures of the plane. */
function showBrush({ brush, dimension, signals }: Page): void {
  byId('brush-field').hidden = dimension !== 2 || Boolean(signals);
  const text = brush > 0 ? messages.brushSize(short(brush)) : messages.singlePoints;
  setText(byId('brush-size'), text);
  setAttribute(byId('brush'), 'aria-valuetext', text);
}

/** classControls wires them. It returns the function that renders an answer. */
export function classControls(send: Send): (page: Page) => void {
  const count = byId('classes', HTMLSelectElement);
  const showPen = classPen(send), showSigns = signPen();

  return (page) => {
    const several = page.outputView.outputs > 1;
    // Two classes may have one output or two: with one, the label is a sign.
    byId('label').hidden = several;
    one('[value="0"]', count, HTMLOptionElement).disabled = page.classes > 0 && !several;
    showPen(page);
    showSigns(several ? [] : page.classNames ?? []);
  };
}

/** classPen wires the choice of the class of new points. */
function classPen(send: Send): (page: Page) => void {
  const pen = byId('class-pen');
  const show = choices(pen, (value) => send({ do: 'label', value }));
  return ({ classes, classNames = [], outputView, label }) => {
    pen.hidden = outputView.outputs < 2 || classes === 0;
    if (pen.hidden) return;
    setAttribute(pen, 'data-count', String(classes));
    pen.classList.toggle('named', classNames.length > 0);
    show(Array.from({ length: classes }, (_, k) => {
      const name = classNames[k], title = name === undefined ? messages.classNumber(k + 1) : messages.classNamed(k + 1, name);
      const seen = (): Node[] => [icon(`class-${k + 1}`, `class-${k + 1}`), element('b', {}, name ?? String(k + 1))];
      return { value: k + 1, title, ...(name === undefined ? {} : { help: `${title}.` }), seen };
    }), label);
  };
}

/** signPen returns a function that labels the two signs of new labels with the class names, that of -1 first, or with their numbers. */
function signPen(): (names: readonly string[]) => void {
  const labels = all('label', byId('label'), HTMLElement).map((label) => {
    const words = one('b', label);
    return { words, sign: words.textContent ?? '', label, help: label.dataset['help'] ?? '' };
  });
  return (names) => {
    labels.forEach(({ words, sign, label, help }, k) => {
      const name = names[1 - k];
      setText(words, name ?? sign);
      label.dataset['help'] = name === undefined ? help : messages.standsFor(help, name);
    });
  };
}
