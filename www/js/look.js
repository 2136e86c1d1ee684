// The look of the page: what the pictures are set to, the layout, the theme, and the panels that are hidden. It travels in links and over
// a reload; the data and the model do not belong to it.

import { byId, setAttribute } from './dom.js';
import { isLook } from './layout.js';
import { themes } from './theme.js';

const panels = ['data', 'proof', 'model', 'neurons', 'matrices', 'transport', 'shelf'];
const longest = 2000; // characters of the view's settings, which are about 500

/** pageLook returns {get(), use(look)}. */
export function pageLook(view, layout, theme) {
  let hidden = [];
  const hide = (names) => {
    hidden = names;
    setAttribute(document.documentElement, 'data-hide', names.join(' ') || null);
    byId('show-all').hidden = names.length === 0;
  };
  byId('show-all').addEventListener('click', () => hide([]));
  return {
    get: () => ({ view: view.settings, layout: layout.look, theme: theme.name, hidden }),
    use(look) {
      if (look.view) view.restore(look.view);
      layout.use(look.layout);
      theme.use(look.theme);
      hide(look.hidden);
    },
  };
}

/** valid says whether a value, such as a stranger's link brings, is a look. */
export function valid(look) {
  return (look?.view === null || (typeof look?.view === 'string' && look.view.length <= longest)) &&
    isLook(look.layout) && themes.includes(look.theme) &&
    Array.isArray(look.hidden) && look.hidden.length <= panels.length && look.hidden.every((name) => panels.includes(name));
}
