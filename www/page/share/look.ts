// The look of the page: the settings of the pictures, the layout, the theme, and the hidden panels. It is part of links and saved work, and
// survives a reload; the data and the model are not part of it.

import { all, byId, setAttribute } from '../platform/dom';
import { pictures } from '../platform/protocol';
import type { Own, Pictures, Present } from '../present/present';
import type { Layout } from '../shell/layout';
import { isLayoutLook, type LayoutLook } from '../shell/arrangement';
import type { Name } from '../shell/names';
import { areScenes, type StoredScene } from '../shell/scenes';
import { isTheme, type ThemeSwitch } from '../shell/theme';

const longestName = 40; // characters of the name of a lesson
const longest = 2000; // characters of the view's settings, which usually have about 500

/** What students of a class get: lessons alone, the page to explore with, or everything. */
export const gifts = ['learn', 'explore', 'lab'] as const;
export type Gift = (typeof gifts)[number];

/**
 * A Look is the look as it is stored: view holds the settings of the pictures, hidden the names of panels. A class link may leave the theme
 * to those who open it, say what they get, and start a lesson. It may have scenes to present, with the one shown last.
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

/** panels are the names of the panels that a class link can hide. */
const panels = all('#class-panels input', document, HTMLInputElement).map(({ value }) => value);

/** picturesOf returns the pictures that are hidden together with a panel. */
const picturesOf = (panel: string): Name[] => pictures.filter((picture) => picture.panel === panel).map(({ name }) => name);

export class PageLook {
  private hidden: string[] = [];
  private students: Gift | undefined;

  /** begin(name) starts a lesson. */
  constructor(
    private readonly view: Pictures, private readonly layout: Layout, private readonly theme: ThemeSwitch, private readonly present: Present,
    private readonly begin: (lesson: string) => void,
  ) {
    byId('show-all').addEventListener('click', () => this.hide([]));
  }

  /** get returns the look of the screen. */
  get(): Look { return this.of({ view: this.view.settings, layout: this.layout.look, theme: this.theme.name }); }

  /** kept returns the look of the user's own work, which scenes only cover temporarily. */
  get kept(): Look {
    const { own } = this.present;
    return own ? this.of(own) : this.get();
  }

  private of(own: Own): Look {
    return { ...own, hidden: this.hidden, ...(this.students ? { students: this.students } : {}), ...this.present.stored };
  }

  /** hide hides the panels with these names, and their pictures, and shows all others; students says which modes there are. */
  hide(names: string[], students?: Gift): void {
    this.hidden = names;
    this.students = students === 'lab' ? undefined : students;
    setAttribute(document.documentElement, 'data-hide', names.join(' ') || null);
    setAttribute(document.documentElement, 'data-students', this.students ?? null);
    byId('show-all').hidden = names.length === 0 && !this.students;
    this.layout.withhold(names.flatMap(picturesOf));
  }

  /** give shows what a class gets, and begins the lesson with a name if it gets lessons. */
  give(gift: Gift, name: string): void {
    this.hide([], gift);
    this.layout.setMode(gift);
    if (gift === 'learn' && name) this.begin(name);
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

/** isLook reports whether a value, which may come from an untrusted link, is a look. */
export function isLook(value: unknown): value is Look {
  const { view, layout, theme, hidden, students, lesson, scenes, scene } = (value ?? {}) as Partial<Record<keyof Look, unknown>>;
  return (view === null || (typeof view === 'string' && view.length <= longest)) && isLayoutLook(layout) && (theme === undefined || isTheme(theme)) &&
    (students === undefined || (gifts as readonly unknown[]).includes(students)) && (lesson === undefined || (typeof lesson === 'string' && lesson.length <= longestName)) &&
    (scenes === undefined || areScenes(scenes)) && (scene === undefined || (Number.isInteger(scene) && Number(scene) >= 0)) &&
    Array.isArray(hidden) && hidden.length <= panels.length && hidden.every((name) => panels.includes(String(name)));
}

/** lookOf returns the look in stored work, null if there is none or it is not valid. */
export function lookOf(work: string): Look | null {
  const { page } = JSON.parse(work) as { page?: unknown };
  return isLook(page) ? page : null;
}
