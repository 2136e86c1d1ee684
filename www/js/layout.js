// The stage's layout: on a wide screen up to four pictures, chosen by a row of buttons; on a narrow one a single picture, chosen by the
// same buttons as tabs; and any picture alone on the full stage.

import { complete, first, slots, toggle, valid, withCount } from './arrangement.js';
import { byId, setAttribute } from './dom.js';
import { store, stored } from './storage.js';
import { names, tiles } from './tiles.js';

/** narrow is whether there is one column. It is measured in the size of type, which visitors choose. */
export const narrow = matchMedia('(max-width: 67.5em)');

/**
 * stageLayout wires the layout; changed() is called when a picture has come, gone or moved.
 * It returns {full, setFull(name or null), show(names), showOnly(name), look, use(look)}.
 */
export function stageLayout(stage, changed) {
  let state = remembered();
  let tab = names.includes(stored('tab')) ? stored('tab') : names[0];
  let full = null;
  let only = null;
  const counts = [...document.querySelectorAll('input[name="picture-count"]')];

  const visible = () => {
    if (only || narrow.matches) return [only ?? tab];
    return full ? [full] : state.shown;
  };
  const render = () => {
    byId('shelf').hidden = only !== null;
    place(stage, visible(), !narrow.matches && full);
    if (narrow.matches) showTabs(tab);
    else showToggles(full ? [full] : state.shown);
    for (const radio of counts) radio.checked = Number(radio.value) === state.count;
    changed();
  };
  const setFull = (name) => {
    full = name;
    render();
  };
  const choose = (name) => {
    if (narrow.matches) {
      tab = name;
      store('tab', tab);
    } else {
      // Out of the full stage the first click only goes to the picture that was asked for.
      state = full && state.shown.includes(name) ? state : toggle(state, name);
      full = null;
      store('layout', JSON.stringify(state));
    }
    render();
  };

  for (const { name, tab: button } of tiles) button.addEventListener('click', () => choose(name));
  for (const radio of counts) {
    radio.addEventListener('click', () => full && setFull(null)); // the one that is chosen already leads back too
    radio.addEventListener('change', () => {
      state = withCount(state, Number(radio.value));
      store('layout', JSON.stringify(state));
      setFull(null);
    });
  }
  byId('picture-names').addEventListener('keydown', (event) => {
    const next = narrow.matches ? neighbour(tab, event.key) : null;
    if (!next) return;
    event.preventDefault();
    choose(next);
    byId(`name-${next}`).focus();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && full && !event.defaultPrevented) setFull(null);
  });
  narrow.addEventListener('change', render);
  render();
  return {
    get full() { return full; },
    setFull,
    /** show puts these pictures on the stage; on a narrow one the first of them. */
    show(list) {
      full = null;
      if (narrow.matches) tab = list[0];
      else state = { ...state, count: list.length > 2 ? 4 : list.length, shown: list };
      render();
    },
    /** reveal brings a picture onto the stage, unless it is there. */
    reveal(name) {
      if (!visible().includes(name)) choose(name);
    },
    /** look is all that can be chosen; use() takes such a look over, without remembering it for the next visit. */
    get look() { return { ...state, tab, full }; },
    use({ count, shown, order, tab: name, full: alone }) {
      state = complete({ count, shown, order });
      tab = name;
      setFull(alone);
    },
    /** showOnly leaves one picture, because there is nothing to see in the others, or brings them back when name is null. */
    showOnly(name) {
      if (name === only) return;
      only = name;
      render();
    },
  };
}

/** isLook says whether a value is a look. */
export function isLook(look) {
  return valid(look) && names.includes(look.tab) && (look.full === null || names.includes(look.full));
}

/** remembered returns the layout of the last visit. */
function remembered() {
  try {
    const state = JSON.parse(stored('layout'));
    return valid(state) ? complete(state) : first;
  } catch {
    return first;
  }
}

/** neighbour returns the tab that a key leads to, or null. */
function neighbour(tab, key) {
  const last = names.length - 1;
  const now = names.indexOf(tab);
  const to = { ArrowLeft: now === 0 ? last : now - 1, ArrowRight: now === last ? 0 : now + 1, Home: 0, End: last }[key];
  return to === undefined ? null : names[to];
}

/** place shows the pictures in their slots and hides the others. */
function place(stage, shown, full) {
  const where = slots(shown);
  setAttribute(stage, 'data-pictures', String(shown.length));
  setAttribute(stage, 'data-full', full || null);
  for (const { name, article } of tiles) {
    article.hidden = !where.has(name);
    setAttribute(article, 'data-slot', where.get(name) ?? null);
    setAttribute(article, 'role', narrow.matches ? 'tabpanel' : null);
    setAttribute(article, 'aria-labelledby', narrow.matches ? `name-${name}` : null);
  }
}

function showTabs(chosen) {
  setAttribute(byId('picture-names'), 'role', 'tablist');
  for (const { name, tab } of tiles) {
    const selected = name === chosen;
    mark(tab, {
      role: 'tab', 'aria-selected': String(selected), 'aria-controls': `tile-${name}`, 'aria-pressed': null,
      tabindex: selected ? '0' : '-1',
    });
  }
}

function showToggles(shown) {
  setAttribute(byId('picture-names'), 'role', 'group');
  for (const { name, tab } of tiles) {
    mark(tab, { role: null, 'aria-selected': null, 'aria-controls': null, 'aria-pressed': String(shown.includes(name)), tabindex: null });
  }
}

function mark(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) setAttribute(node, name, value);
}
