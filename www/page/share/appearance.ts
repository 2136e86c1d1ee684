// The appearance of the page: the settings of the pictures, the layout, the theme, and the hidden panels. It is part of links and saved work, and
// survives a reload; the data and the model are not part of it.

import { all, byId, setAttribute } from '../platform/dom';
import { pictures } from '../platform/protocol';
import type { Own, Pictures, Present } from '../present/present';
import type { Layout } from '../shell/layout';
import { isLayoutSettings, type LayoutSettings } from '../shell/arrangement';
import type { Name } from '../shell/names';
import { areScenes, type StoredScene } from '../shell/scenes';
import { isTheme, type ThemeSwitch } from '../shell/theme';

const longestName = 40; // characters of the name of a lesson
const longest = 2000; // characters of the view's settings, which usually have about 500

/** What students of a class get: lessons alone, the page to explore with, or everything. */
export const studentModes = ['learn', 'explore', 'lab'] as const;
export type StudentMode = (typeof studentModes)[number];

/**
 * An Appearance is the appearance as it is stored: view holds the settings of the pictures, hidden the names of panels. A class link may leave the theme
 * to those who open it, say what they get, and start a lesson. It may have scenes to present, with the one shown last.
 */
export interface Appearance {
  view: string | null;
  layout: LayoutSettings;
  theme?: string;
  hidden: string[];
  students?: StudentMode;
  lesson?: string;
  scenes?: StoredScene[];
  scene?: number;
}

/** panels are the names of the panels that a class link can hide. */
const panels = all('#class-panels input', document, HTMLInputElement).flatMap(({ value }) => value.split(' '));

/** picturesOf returns the pictures that are hidden together with a panel. */
const picturesOf = (panel: string): Name[] => pictures.filter((picture) => picture.panel === panel).map(({ name }) => name);

export class PageAppearance {
  private hidden: string[] = [];
  private students: StudentMode | undefined;

  /** begin(name) starts a lesson. */
  constructor(
    private readonly view: Pictures, private readonly layout: Layout, private readonly theme: ThemeSwitch, private readonly present: Present,
    private readonly begin: (lesson: string) => void,
  ) {
    byId('show-all').addEventListener('click', () => this.hide([]));
  }

  /** get returns the appearance of the screen. */
  get(): Appearance { return this.of({ view: this.view.settings, layout: this.layout.settings, theme: this.theme.name }); }

  /** kept returns the appearance of the user's own work, which scenes only cover temporarily. */
  get kept(): Appearance {
    const { own } = this.present;
    return own ? this.of(own) : this.get();
  }

  private of(own: Own): Appearance {
    return { ...own, hidden: this.hidden, ...(this.students ? { students: this.students } : {}), ...this.present.stored };
  }

  /** hide hides the panels with these names, and their pictures, and shows all others; students says which modes there are. */
  hide(names: string[], students?: StudentMode): void {
    this.hidden = names;
    this.students = students === 'lab' ? undefined : students;
    setAttribute(document.documentElement, 'data-hide', names.join(' ') || null);
    setAttribute(document.documentElement, 'data-students', this.students ?? null);
    byId('show-all').hidden = names.length === 0 && !this.students;
    this.layout.withhold(names.flatMap(picturesOf));
  }

  /** give shows what a class gets, and begins the lesson with a name if it gets lessons. */
  give(mode: StudentMode, name: string): void {
    this.hide([], mode);
    this.layout.setMode(mode);
    if (mode !== 'learn') this.layout.reveal('data'); // what the link is for, also on a phone that showed something else
    else if (name) this.begin(name);
  }

  use(appearance: Appearance): void {
    this.present.use(appearance.scenes, appearance.scene);
    if (appearance.view) this.view.restore(appearance.view);
    if (appearance.theme !== undefined) this.theme.use(appearance.theme);
    this.layout.use(appearance.layout);
    this.hide(appearance.hidden, appearance.students);
    if (appearance.lesson !== undefined) this.begin(appearance.lesson);
  }
}

/** isAppearance reports whether a value, which may come from an untrusted link, is an appearance. */
export function isAppearance(value: unknown): value is Appearance {
  const { view, layout, theme, hidden, students, lesson, scenes, scene } = (value ?? {}) as Partial<Record<keyof Appearance, unknown>>;
  return (view === null || (typeof view === 'string' && view.length <= longest)) && isLayoutSettings(layout) && (theme === undefined || isTheme(theme)) &&
    (students === undefined || (studentModes as readonly unknown[]).includes(students)) && (lesson === undefined || (typeof lesson === 'string' && lesson.length <= longestName)) &&
    (scenes === undefined || areScenes(scenes)) && (scene === undefined || (Number.isInteger(scene) && Number(scene) >= 0)) &&
    Array.isArray(hidden) && hidden.length <= panels.length && hidden.every((name) => panels.includes(String(name)));
}

/** appearanceOf returns the appearance in stored work, null if there is none or it is not valid. */
export function appearanceOf(work: string): Appearance | null {
  const { page } = JSON.parse(work) as { page?: unknown };
  return isAppearance(page) ? page : null;
}
