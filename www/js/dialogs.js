// Three dialogs that are opened from the foot of the page: the keyboard shortcuts, the choice of what a class finds on the page, and the
// code with which another page shows this one.

import { byId, element, setText } from './dom.js';
import { embedCode } from './embed.js';
import { embedded } from './framed.js';
import { panels } from './look.js';
import { copy } from './share.js';

/** footDialogs wires them; link() is a promise of the link to the state. */
export function footDialogs(look, link) {
  if (embedded) return; // it has no foot
  const keys = dialog('keys');
  document.addEventListener('keydown', (event) => {
    if (event.key !== '?' || event.target.matches('input, textarea, select') || document.querySelector('dialog:modal')) return;
    event.preventDefault();
    keys.showModal();
  });
  classDialog(look);
  embedDialog(link);
}

/** dialog wires a dialog's opening and its closing: by its cross, by Escape, or by a press beside it. */
function dialog(name) {
  const node = byId(name);
  byId(`${name}-open`).addEventListener('click', () => node.showModal());
  node.querySelector('[data-close]').addEventListener('click', () => node.close());
  node.addEventListener('click', (event) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    const beside = event.clientX < left || event.clientX > right || event.clientY < top || event.clientY > bottom;
    if (event.target === node && beside) node.close();
  });
  return node;
}

function embedDialog(link) {
  dialog('embed');
  const code = byId('embed-code');
  byId('embed-open').addEventListener('click', async () => {
    setText(byId('embed-note'), '');
    code.value = '';
    try {
      code.value = embedCode(await link());
    } catch (error) {
      setText(byId('embed-note'), error.message);
    }
  });
  byId('embed-copy').addEventListener('click', async () => {
    if (await copy(Promise.resolve(code.value))) return setText(byId('embed-note'), 'Copied.');
    code.select();
    return setText(byId('embed-note'), 'The code is selected: copy it from there.');
  });
}

function classDialog(look) {
  const node = dialog('class');
  const boxes = Object.entries(panels).map(([name, title]) => {
    const box = element('input', { type: 'checkbox', value: name });
    byId('class-panels').append(element('label', { class: 'check', 'data-help': `Students find the panel ${title}.` }, box, title));
    return box;
  });
  byId('class-panels').addEventListener('change', () => look.hide(boxes.filter((box) => !box.checked).map((box) => box.value)));
  byId('class-open').addEventListener('click', () => {
    const { hidden } = look.get();
    for (const box of boxes) box.checked = !hidden.includes(box.value);
  });
  byId('class-copy').addEventListener('click', () => {
    node.close(); // what is said of the link would be behind it
    byId('copy-link').click();
  });
}
