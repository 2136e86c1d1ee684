// How many classes the labels have, and which of them new points are of.

import { all, byId, child, element, icon, one, setAttribute, setText } from '../platform/dom';
import * as intent from '../platform/protocol';
import type { Page } from '../platform/protocol';
import type { Send } from '../platform/solver';
import * as say from '../sentences';

/** classControls wires them. It returns the function that renders an answer. */
export function classControls(send: Send): (page: Page) => void {
  const count = byId('classes', HTMLSelectElement);
  const showPen = classPen(send);
  const showFlip = flipTool();
  count.addEventListener('change', () => send(intent.classes({ value: Number(count.value) })));

  return (page) => {
    const several = page.lens.outputs > 1;
    // Two classes may have one output or two: with one, the label is a sign.
    byId('label').hidden = several;
    one('[value="0"]', count, HTMLOptionElement).disabled = page.classes > 0 && !several;
    count.value = String(page.classes);
    showPen(page);
    showFlip(several);
  };
}

/** classPen wires the choice of the class of new points. */
function classPen(send: Send): (page: Page) => void {
  const pen = byId('class-pen');
  let made = '';
  const make = (classes: number, names: readonly string[]): void => {
    pen.replaceChildren(child(pen, HTMLElement), ...Array.from({ length: classes }, (_, k) => {
      const name = say.classNumber(k + 1, names[k]);
      const radio = element('input', { type: 'radio', name: 'class-pen', value: k + 1, 'aria-label': name });
      radio.addEventListener('change', () => send(intent.label({ value: k + 1 })));
      return element('label', { 'data-help': names[k] ? `${name}.` : null }, radio, element('span', {}, icon(`class-${k + 1}`, `class-${k + 1}`), String(k + 1)));
    }));
    setAttribute(pen, 'data-count', String(classes));
  };
  return ({ classes, lens, label, columns = [], dimension }) => {
    const several = lens.outputs > 1;
    pen.hidden = !several || classes === 0;
    const names = columns.slice(dimension, dimension + classes);
    const key = [classes, ...names].join();
    if (several && key !== made) make(classes, names);
    made = several ? key : made;
    for (const radio of all('input', pen, HTMLInputElement)) radio.checked = Number(radio.value) === label;
  };
}

/** flipTool returns a function that names the tool which changes labels: by their sign or, of several classes, to that of new points. */
function flipTool(): (several: boolean) => void {
  const flip = one('input[name="tool"][value="label"]').parentElement as HTMLElement;
  const usual = flip.dataset['help'] ?? '';
  const name = flip.lastElementChild?.lastChild;
  return (several) => {
    if (name) setText(name, several ? say.labelTool : say.flipTool);
    flip.dataset['help'] = several ? say.labelToolHelp : usual;
  };
}
