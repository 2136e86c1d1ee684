// How many classes the labels have, and which class new points get.

import { all, byId, child, element, icon, one, setAttribute, setText } from '../platform/dom';
import * as intent from '../platform/protocol';
import type { Page } from '../platform/protocol';
import type { Send } from '../platform/solver';
import * as say from '../sentences';

/** classControls wires them. It returns the function that renders an answer. */
export function classControls(send: Send): (page: Page) => void {
  const count = byId('classes', HTMLSelectElement);
  const showPen = classPen(send), showSigns = signPen();
  const showFlip = flipTool();
  count.addEventListener('change', () => send(intent.classes({ value: Number(count.value) })));

  return (page) => {
    const several = page.lens.outputs > 1;
    // Two classes may have one output or two: with one, the label is a sign.
    byId('label').hidden = several;
    one('[value="0"]', count, HTMLOptionElement).disabled = page.classes > 0 && !several;
    count.value = String(page.classes);
    showPen(page);
    showSigns(several ? [] : page.classNames ?? []);
    showFlip(several);
  };
}

/** classPen wires the choice of the class of new points. */
function classPen(send: Send): (page: Page) => void {
  const pen = byId('class-pen');
  let made = '';
  const make = (classes: number, names: readonly string[]): void => {
    pen.replaceChildren(child(pen, HTMLElement), ...Array.from({ length: classes }, (_, k) => {
      const name = names[k], title = name === undefined ? say.classNumber(k + 1) : say.classNamed(k + 1, name);
      const radio = element('input', { type: 'radio', name: 'class-pen', value: k + 1, 'aria-label': title });
      radio.addEventListener('change', () => send(intent.label({ value: k + 1 })));
      const words = element('b', {}, name ?? String(k + 1));
      return element('label', { 'data-help': name === undefined ? null : `${title}.` }, radio, element('span', {}, icon(`class-${k + 1}`, `class-${k + 1}`), words));
    }));
    setAttribute(pen, 'data-count', String(classes));
    pen.classList.toggle('named', names.length > 0);
  };
  return ({ classes, classNames = [], lens, label }) => {
    const several = lens.outputs > 1;
    pen.hidden = !several || classes === 0;
    const now = JSON.stringify([classes, classNames]);
    if (several && now !== made) make(classes, classNames);
    if (several) made = now;
    for (const radio of all('input', pen, HTMLInputElement)) radio.checked = Number(radio.value) === label;
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
      label.dataset['help'] = name === undefined ? help : say.standsFor(help, name);
    });
  };
}

/**
 * flipTool returns a function that names the tool for changing labels: it flips signs or, with several classes, sets the class of new points.
 */
function flipTool(): (several: boolean) => void {
  const flip = one('input[name="tool"][value="label"]').parentElement as HTMLElement;
  const usual = flip.dataset['help'] ?? '';
  const name = flip.lastElementChild?.lastChild;
  return (several) => {
    if (name) setText(name, several ? say.labelTool : say.flipTool);
    flip.dataset['help'] = several ? say.labelToolHelp : usual;
  };
}
