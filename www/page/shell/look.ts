// The look of the page: what the pictures are set to, the layout, the theme, and the panels that are hidden. It travels in links, with saved
// work, and over a reload; the data and the model do not belong to it.

import { byId, setAttribute } from '../platform/dom';
import { pictures } from '../platform/protocol';
import { panelNames } from '../sentences';
import { isLayoutLook, type Layout, type LayoutLook } from './layout';
import type { Name } from './names';
import { areScenes, type StoredScene } from './scenes';
import { isTheme, type ThemeSwitch } from './theme';

const longestName = 40; // characters of the name of a lesson
const longest = 2000; // characters of the view's settings, which are about 500

/** What students of a class get: lessons alone, the page to explore with, or everything. */
export const gifts = ['learn', 'explore', 'lab'] as const;
export type Gift = (typeof gifts)[number];

/**
 * A Look is the look as it is kept: view has the settings of the pictures, hidden the names of panels. A class link may leave the theme to
 * those who open it, say what they get, and begin a lesson. There may be scenes to present, of which one was shown.
 */
export interface Look {
  view: string | null;
  layout: LayoutLook;
  theme?: string;
  hidden: string[];
  students?: Gift;
  lesson?: string;
  scenes?: StoredScene[];
  scene?: number;
}

/** picturesOf returns the pictures that go with a panel when it is hidden. */
const picturesOf = (panel: string): Name[] => pictures.filter((picture) => picture.panel === panel).map(({ name }) => name);

/** An Own is the look of the user's own work, which scenes only cover. */
export interface Own { view: string | null; theme: string; layout: LayoutLook }

/** A Presentation has scenes: own is what it returns to, null outside its mode, and stored what is kept of it. */
interface Presentation {
  readonly own: Own | null;
  readonly stored: { scenes?: StoredScene[]; scene?: number };
  use(scenes: StoredScene[] | undefined, at?: number): void;
}

/** A Pictures has settings that can be taken back. */
interface Pictures { readonly settings: string | null; restore(settings: string): void }

export class PageLook {
  private hidden: string[] = [];
  private students: Gift | undefined;

  /** begin(name) begins a lesson. */
  constructor(
    private readonly view: Pictures, private readonly layout: Layout, private readonly theme: ThemeSwitch, private readonly present: Presentation,
    private readonly begin: (lesson: string) => void,
  ) {
    byId('show-all').addEventListener('click', () => this.hide([]));
  }

  /** get returns the look of what is on the screen. */
  get(): Look { return this.of({ view: this.view.settings, layout: this.layout.look, theme: this.theme.name }); }

  /** kept returns the look that goes with the user's own work, which scenes only cover. */
  get kept(): Look {
    const { own } = this.present;
    return own ? this.of(own) : this.get();
  }

  private of(own: Own): Look {
    return { ...own, hidden: this.hidden, ...(this.students ? { students: this.students } : {}), ...this.present.stored };
  }

  /** hide hides the panels of these names, with their pictures, and shows all others; the modes are those that the students get. */
  hide(names: string[], students?: Gift): void {
    this.hidden = names;
    this.students = students === 'lab' ? undefined : students;
    setAttribute(document.documentElement, 'data-hide', names.join(' ') || null);
    setAttribute(document.documentElement, 'data-students', this.students ?? null);
    byId('show-all').hidden = names.length === 0 && !this.students;
    this.layout.withhold(names.flatMap(picturesOf));
  }

  use(look: Look): void {
    this.present.use(look.scenes, look.scene);
    if (look.view) this.view.restore(look.view);
    if (look.theme !== undefined) this.theme.use(look.theme);
    this.layout.use(look.layout);
    this.hide(look.hidden, look.students);
    if (look.lesson !== undefined) this.begin(look.lesson);
  }
}

/** isLook says whether a value, such as a stranger's link brings, is a look. */
export function isLook(value: unknown): value is Look {
  const { view, layout, theme, hidden, students, lesson, scenes, scene } = (value ?? {}) as Partial<Record<keyof Look, unknown>>;
  return (view === null || (typeof view === 'string' && view.length <= longest)) && isLayoutLook(layout) && (theme === undefined || isTheme(theme)) &&
    (students === undefined || (gifts as readonly unknown[]).includes(students)) && (lesson === undefined || (typeof lesson === 'string' && lesson.length <= longestName)) &&
    (scenes === undefined || areScenes(scenes)) && (scene === undefined || (Number.isInteger(scene) && Number(scene) >= 0)) &&
    Array.isArray(hidden) && hidden.length <= Object.keys(panelNames).length && hidden.every((name) => Object.hasOwn(panelNames, String(name)));
}

/** withLook returns the text of kept work with a look in it. */
export const withLook = (work: string, look: Look): string => `${work.slice(0, -1)},"page":${JSON.stringify(look)}}`;

/** lookOf returns the look that kept work has, null for none or one that is not valid. */
export function lookOf(work: string): Look | null {
  const { page } = JSON.parse(work) as { page?: unknown };
  return isLook(page) ? page : null;
}
