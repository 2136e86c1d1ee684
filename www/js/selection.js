// The points that are chosen, to be moved, changed and copied together: the buttons of the panel Data, and the keys of the picture.

import { readBlock } from './block.js';
import { byId, setText } from './dom.js';
import { notice } from './notice.js';
import { byName } from './tiles.js';

const step = 1; // per cent of half the picture that an arrow key moves; with Shift ten of it
const arrows = {
  ArrowLeft: [-1, 0, 0], ArrowRight: [1, 0, 0], ArrowDown: [0, -1, 0], ArrowUp: [0, 1, 0], PageDown: [0, 0, -1], PageUp: [0, 0, 1],
};

/** indicesOf returns the indices of the selection of an answer. */
export const indicesOf = ({ selected = [] }) => selected.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i));

/** selectionPanel wires buttons and keys. It returns the function that renders an answer. */
export function selectionPanel(solver) {
  const now = { page: null, count: 0, copied: '' };
  const request = (intent) => solver.request({ intent: JSON.stringify(intent) }).catch((error) => notice(error.message));
  const edit = (name, more = {}) => request({ do: 'selected', name, ...more });
  const paste = (text) => {
    const { rows, fault } = readBlock(text);
    return fault ? notice(fault) : edit('paste', { add: rows });
  };
  const actions = {
    all: () => request({ do: 'select', name: 'all' }),
    none: () => request({ do: 'select', name: 'none' }),
    flip: () => edit('flip'),
    label: () => edit('relabel'),
    duplicate: () => edit('duplicate'),
    remove: () => edit('remove'),
    copy: () => copy(solver, now),
    paste: async () => paste(await readClipboard() || now.copied),
  };
  const buttons = [...document.querySelectorAll('[data-selected]')];
  for (const button of buttons) button.addEventListener('click', () => actions[button.dataset.selected]());
  keys(now, actions, (at) => edit('nudge', { at }));
  byName.data.area.addEventListener('paste', (event) => {
    event.preventDefault();
    paste(event.clipboardData.getData('text/plain'));
  });

  return (page) => {
    now.page = page;
    now.count = (page.selected ?? []).reduce((sum, [first, last]) => sum + last - first + 1, 0);
    byId('selection').hidden = page.tool !== 'select' && now.count === 0;
    setText(byId('selection-note'), now.count
      ? `${now.count} of ${page.samples} points selected: drag one to move ${now.count > 1 ? 'all' : 'it'}.`
      : 'Draw a rectangle around points, or tap them.');
    for (const button of buttons) button.disabled = now.count === 0 && !['all', 'paste'].includes(button.dataset.selected);
  };
}

/** keys gives the picture of the data its keys, before those of its camera. */
function keys(now, actions, nudge) {
  const { area, article } = byName.data;
  article.addEventListener('keydown', (event) => {
    if (event.target !== area || event.altKey || !now.page) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const action = event.ctrlKey || event.metaKey
      ? { a: 'all', c: now.count && 'copy', d: now.count && 'duplicate' }[key]
      : now.count && { Escape: 'none', Delete: 'remove', Backspace: 'remove' }[key];
    if (action) {
      actions[action]();
    } else if (event.ctrlKey && key === 'x' && now.count) {
      actions.copy().then(actions.remove);
    } else {
      // In space the arrows turn the picture: with Shift they move points.
      const space = now.page.dimension === 3;
      if (!arrows[key] || !now.count || event.ctrlKey || event.metaKey || space && !event.shiftKey || !space && key.startsWith('Page')) return;
      const size = step * (event.shiftKey ? space ? 4 : 10 : 1);
      nudge(arrows[key].slice(0, space ? 3 : 2).map((v) => v * size));
    }
    event.preventDefault();
    event.stopPropagation();
  }, true);
}

/** copy puts the chosen points into the clipboard, and remembers them where that is refused. */
async function copy(solver, now) {
  const text = solver.ask('selection').then((rows) => { now.copied = rows; return rows; });
  try {
    if ('ClipboardItem' in window) {
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text.then((rows) => new Blob([rows], { type: 'text/plain' })) })]);
    } else {
      await navigator.clipboard.writeText(await text);
    }
  } catch {
    // Pasting here still works.
  }
  try {
    const lines = (await text).split('\n').length - 1;
    notice(`${lines === 1 ? 'One point' : `${lines} points`} copied; they can be pasted here, into a table, or as text.`);
  } catch (error) {
    notice(error.message);
  }
}

async function readClipboard() {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return '';
  }
}
