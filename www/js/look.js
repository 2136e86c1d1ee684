// The look of the page: what the pictures are set to, the layout, the theme, and the panels that are hidden. It travels in links, with saved
// work, and over a reload; the data and the model do not belong to it.

import { byId, setAttribute } from './dom.js';
import { isLook } from './layout.js';
import { themes } from './theme.js';

/** panels are the parts of the page that can be hidden, by the names that links have. */
export const panels = {
  shelf: 'Choice of pictures', transport: 'Film', data: 'Data', proof: 'Proof', model: 'Model', race: 'Race', neurons: 'Neurons', matrices: 'Matrices',
  samples: 'Samples', check: 'Check', keep: 'Take it with you',
};
const longest = 2000; // characters of the view's settings, which are about 500

/** pageLook returns {get(), hide(names), use(look)}. */
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
    hide,
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
    Array.isArray(look.hidden) && look.hidden.length <= Object.keys(panels).length && look.hidden.every((name) => Object.hasOwn(panels, name));
}

/** withLook returns the text of kept work with a look in it. */
export const withLook = (work, look) => `${work.slice(0, -1)},"page":${JSON.stringify(look)}}`;

/** lookOf returns the look that kept work has, null for none or one that is not valid. */
export function lookOf(work) {
  const { page } = JSON.parse(work);
  return valid(page) ? page : null;
}
