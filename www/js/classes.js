// How many classes the labels have, and which of them new points are of.

import { byId, element, icon, setAttribute, setText } from './dom.js';

/** classControls wires them; send passes intents on. It returns the function that renders an answer. */
export function classControls(send) {
  const count = byId('classes');
  const pen = byId('class-pen');
  const flip = document.querySelector('input[name="tool"][value="label"]').parentElement;
  const flipHelp = flip.dataset.help;
  let made = 0;

  count.addEventListener('change', () => send({ do: 'classes', value: Number(count.value) }));

  const make = (classes) => {
    made = classes;
    pen.replaceChildren(pen.firstElementChild, ...Array.from({ length: classes }, (_, k) => {
      const radio = element('input', { type: 'radio', name: 'class-pen', value: String(k + 1), 'aria-label': `Class ${k + 1}` });
      radio.addEventListener('change', () => send({ do: 'label', value: k + 1 }));
      return element('label', {}, radio, element('span', {}, icon(`class-${k + 1}`, `class-${k + 1}`), String(k + 1)));
    }));
    setAttribute(pen, 'data-count', String(classes));
  };

  return ({ classes = 2, lens, label }) => {
    const several = (lens?.outputs ?? 1) > 1;
    // Two classes may have one output or two: with one, the label is a sign.
    byId('label').hidden = several;
    pen.hidden = !several || classes === 0;
    if (several && classes !== made) make(classes);
    for (const radio of pen.querySelectorAll('input')) radio.checked = Number(radio.value) === label;
    count.querySelector('[value="0"]').disabled = classes > 0 && !several;
    count.value = String(classes);
    setText(flip.lastElementChild.lastChild, several ? 'Label' : 'Flip');
    flip.dataset.help = several ? 'Give the points you touch the class of new points.' : flipHelp;
  };
}
