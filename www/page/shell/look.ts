// The look of the page: what the pictures are set to, the layout, the theme, and the panels that are hidden. It travels in links, with saved
// work, and over a reload; the data and the model do not belong to it.

import { byId, setAttribute } from '../platform/dom';
import { panelNames } from '../sentences';
import { isLayoutLook, type Layout, type LayoutLook } from './layout';
import { isTheme, type ThemeSwitch } from './theme';

const longest = 2000; // characters of the view's settings, which are about 500

/** A Look is the look as it is kept: view has the settings of the pictures, hidden the names of panels. */
export interface Look { view: string | null; layout: LayoutLook; theme: string; hidden: string[] }

/** A Pictures has settings that can be taken back. */
interface Pictures { readonly settings: string | null; restore(settings: string): void }

export class PageLook {
  private hidden: string[] = [];

  constructor(private readonly view: Pictures, private readonly layout: Layout, private readonly theme: ThemeSwitch) {
    byId('show-all').addEventListener('click', () => this.hide([]));
  }

  get(): Look {
    return { view: this.view.settings, layout: this.layout.look, theme: this.theme.name, hidden: this.hidden };
  }

  /** hide hides the panels of these names, and shows all others. */
  hide(names: string[]): void {
    this.hidden = names;
    setAttribute(document.documentElement, 'data-hide', names.join(' ') || null);
    byId('show-all').hidden = names.length === 0;
  }

  use(look: Look): void {
    if (look.view) this.view.restore(look.view);
    this.layout.use(look.layout);
    this.theme.use(look.theme);
    this.hide(look.hidden);
  }
}

/** isLook says whether a value, such as a stranger's link brings, is a look. */
export function isLook(value: unknown): value is Look {
  const { view, layout, theme, hidden } = (value ?? {}) as Partial<Record<keyof Look, unknown>>;
  return (view === null || (typeof view === 'string' && view.length <= longest)) && isLayoutLook(layout) && isTheme(theme) &&
    Array.isArray(hidden) && hidden.length <= Object.keys(panelNames).length && hidden.every((name) => Object.hasOwn(panelNames, String(name)));
}

/** withLook returns the text of kept work with a look in it. */
export const withLook = (work: string, look: Look): string => `${work.slice(0, -1)},"page":${JSON.stringify(look)}}`;

/** lookOf returns the look that kept work has, null for none or one that is not valid. */
export function lookOf(work: string): Look | null {
  const { page } = JSON.parse(work) as { page?: unknown };
  return isLook(page) ? page : null;
}
