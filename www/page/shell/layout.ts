// The layout of the page: its mode, the pictures on the stage, and which other parts are visible. In the lab up to four pictures are chosen
// by a row of buttons. In the other modes the data picture stands beside one other, chosen by the same buttons as tabs. On a phone there is
// one picture with a sheet below it. Any picture can fill the stage alone.

import { all, byId, radios, setAttribute } from '../platform/dom';
import { embedded, store, stored } from '../platform/storage';
import { pictures, type Page } from '../platform/protocol';
import { type Arrangement, type Drawer, isDrawer, type LayoutLook, pairOf, read, remembered, rememberedTab, seen, slots, toggle, withCount, written } from './arrangement';
import { groupNames, isMode, isName, large, largest, low, type Mode, type Name, names, narrow, pictureOf, small } from './names';
import { closeNotice } from './notice';
import { arrange, put, sheets, type Part, type Need, type Situation, type Sheet } from './parts';
import { neighbour, place, sheetOf, showDots, showSheet, showTabs, showToggles, visibleTabs } from './tabs';
import { tiles } from './tiles';

/** crowd is the number of pictures for which there is room beside a drawer on a screen of middle size. */
const crowd = 2;

export class Layout {
  private state = remembered();
  /** moded is called when the layout, and with it perhaps the mode, has changed. */
  moded: () => void = () => {};
  /** lists is called when the user is in a lesson and chooses the lessons again. */
  lists: () => void = () => {};
  /** asks is called when the user asks why nothing can be better, leaves when the answer must be hidden. */
  asks: () => void = () => {};
  leaves: () => void = () => {};
  /** filmLeft is called when a picture with an animation was replaced by one without: what the animation hides there must be shown again. */
  filmLeft: () => void = () => {};
  private now: Mode = 'explore';
  private last: Mode = 'explore'; // the mode before a presentation
  private beside: Name = 'certificate'; // the picture beside the data
  private tab: Name = rememberedTab();
  private alone: Name | null = null;
  private only: Name | null = null;
  private sheet: Sheet = 'draw';
  private drawer: Drawer | null = largest.matches ? 'data' : null; // on other screens the pictures have its room
  private column = true; // the lab's column of numbers, where there is room for it
  private samples: Situation['samples'] = 'none';
  private numbers = false; // all numbers, on top of the stage
  private asked = false; // the user has asked why nothing can be better
  private lesson: { show: Name[]; need: Need | null } | null = null; // the current step of a lesson
  private withheld: readonly Name[] = []; // pictures that must not be visible, with their panels
  private missing: readonly Name[] = ['network']; // pictures that do not exist for the present data; a first visitor's have one layer
  private staged: Name[] | null = null; // the pictures of a lesson's step or of a scene
  private readonly counts = radios('picture-count');
  private readonly modes = all('#modes button', document, HTMLButtonElement);
  private readonly members = groupNames.flatMap(radios); // of groups of pictures

  /** changed() is called when a picture has appeared, disappeared or moved, and when the layout is made. */
  constructor(private readonly stage: HTMLElement, private readonly changed: () => void) {
    for (const { name, tab } of tiles) tab.addEventListener('click', () => this.choose(name));
    for (const radio of this.counts) this.count(radio);
    for (const button of this.modes) button.addEventListener('click', () => { if (isMode(button.value)) this.pick(button.value); });
    for (const radio of this.members) radio.addEventListener('change', () => { if (isName(radio.value)) this.choose(radio.value); });
    byId('picture-names').addEventListener('keydown', (event) => this.onTabKey(event));
    for (const button of all('[data-drawer]', byId('rail'))) button.addEventListener('click', () => this.toggleDrawer(button.dataset['drawer']));
    for (const button of all('[data-sheet]', byId('sheet-tabs'))) button.addEventListener('click', () => this.setSheet(button.dataset['sheet'] as Sheet));
    byId('sheet-tabs').addEventListener('keydown', (event) => this.onSheetKey(event));
    byId('verdict').addEventListener('click', () => this.showNumbers());
    byId('why').addEventListener('click', () => this.showWhy());
    document.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog:modal')) return;
      if (this.asked) this.leaves();
      else if (this.alone) this.setFull(null);
      else if (byId('verdict').ariaExpanded === 'true') this.showNumbers(false);
    });
    for (const query of [small, large, largest, narrow, low]) query.addEventListener('change', () => this.render());
    if (!embedded) this.now = isMode(stored('mode')) ? stored('mode') as Mode : 'explore';
    if (this.now === 'present') this.now = 'explore';
    this.sheet = sheetOf(this.now, this.sheet);
    this.render();
  }

  /** refit lays everything out again after a change of the font size. */
  refit(): void { this.render(); }

  /** mode is the page's mode. */
  get mode(): Mode { return this.now; }

  /** before is the mode to which a presentation returns. */
  get before(): Mode { return this.last; }

  /** onStage are the visible pictures, the data first. */
  get onStage(): Name[] { return names.filter((name) => this.visible().includes(name)); }

  /** pair are the pictures of a scene made from the visible ones. */
  get pair(): Name[] { return pairOf(this.onStage, this.state.shown); }

  /** withhold hides pictures, as a class link may ask for, and shows all others again. */
  withhold(pictures: readonly Name[]): void {
    this.withheld = pictures;
    if (pictures.includes(this.tab)) this.tab = 'data';
    this.render();
  }

  /** offer hides, temporarily, the pictures that do not exist for the data, and shows all others again. */
  offer(page: Page): void {
    const missing = tiles.filter(({ index }) => page.tiles[index]?.offered === false).map(({ name }) => name);
    if (missing.join() === this.missing.join()) return;
    this.missing = missing;
    this.render();
  }

  /** has reports whether a picture can be chosen. */
  private has(name: Name): boolean { return !this.withheld.includes(name) && !this.missing.includes(name); }

  /** other is the picture beside the data: the chosen one or, if that is not available, the first available one. */
  private get other(): Name { return this.has(this.beside) ? this.beside : pictures.find(({ name }) => name !== 'data' && this.has(name))?.name ?? 'data'; }

  /** pick follows the choice of a mode. */
  private pick(mode: Mode): void {
    if (mode === 'learn' && this.now === mode && this.sheet === 'lesson') this.lists(); // else a phone's sheet goes back to the step
    this.setMode(mode);
  }

  /** setMode changes the mode; the lab's drawer and the sheet stay as they were. */
  setMode(mode: Mode): void {
    if (mode === 'present') closeNotice();
    if (this.now === 'learn' && mode === 'explore' && !hasFilm(small.matches ? this.tab : this.other)) this.filmLeft();
    if (this.now === 'learn' && mode === 'lab' && this.asked) this.leaves(); // the lab shows the optimum, not the network with which a lesson compares it
    // A presentation starts with what is on the screen.
    const staged = mode === 'present' ? this.pair : null;
    if (this.now !== 'present') this.last = this.now;
    this.now = mode;
    this.alone = null;
    this.numbers = false;
    this.staged = staged;
    this.sheet = sheetOf(mode, this.sheet);
    store('mode', mode);
    if (mode === 'learn' && this.lesson) this.follow(this.lesson);
    else this.render();
  }

  /** full is the picture that fills the stage alone, or null. */
  get full(): Name | null { return this.alone; }

  /** setFull shows a picture alone, or with null the previous ones. */
  setFull(name: Name | null): void {
    this.alone = name;
    this.render();
  }

  /**
   * follow shows the step of a lesson: its pictures, on a phone only the first, and in its card the control that it needs; null ends the
   * lesson.
   */
  follow(step: { show: Name[]; need: Need | null } | null): void {
    this.lesson = step;
    if (!step) return this.render();
    this.show(step.show, step.show[0]);
  }

  /** show puts the pictures of a lesson's step or of a scene on the stage, on a phone only one of them. */
  show(list: Name[], tab = list.find((name) => name !== 'data') ?? list[0]): void {
    this.alone = null;
    this.staged = list;
    if (tab) this.tab = tab;
    const other = list.find((name) => name !== 'data');
    if (other) this.beside = other;
    this.render();
  }

  /** reveal puts a picture on the stage, unless it is there. */
  reveal(name: Name): void {
    if (!this.visible().includes(name)) this.choose(name);
  }

  /** showOnly leaves only one picture, because the others have nothing to show, or brings them back if name is null. */
  showOnly(name: Name | null): void {
    if (name === this.only) return;
    this.only = name;
    this.render();
  }

  /** showSamples says where samples are drawn instead of points. */
  showSamples(where: Situation['samples']): void {
    if (where === this.samples) return;
    this.samples = where;
    this.render();
  }

  get look(): LayoutLook {
    return { ...written(this.state), tab: this.tab, full: this.alone, mode: this.now, picture: this.beside, ...(this.now === 'lab' && this.drawer ? { drawer: this.drawer } : {}) };
  }

  /** use applies a look without storing it for the next visit. */
  use({ tab, full, mode, picture, drawer, ...arrangement }: LayoutLook): void {
    this.state = read(arrangement);
    this.tab = tab;
    if (this.now !== 'present') this.last = this.now;
    this.now = mode ?? 'lab';
    this.beside = picture && picture !== 'data' ? picture : this.beside;
    this.drawer = drawer ?? this.drawer;
    this.staged = null;
    this.sheet = sheetOf(this.now, 'draw');
    this.setFull(full);
  }

  private visible(): Name[] {
    if (this.only) return [this.only];
    if (small.matches) return [this.has(this.tab) ? this.tab : 'data'];
    if (this.alone) return [this.alone];
    if (this.now === 'lab') return this.allowed(this.seen);
    const staged = this.staged?.filter((name) => !this.missing.includes(name)).slice(0, 2);
    return staged?.length ? staged : [...new Set<Name>(['data', this.other])];
  }

  /**
   * isCrowded reports whether the lab has room for at most two pictures: beside a drawer or numbers, unless the screen is large for its
   * font size.
   */
  private get isCrowded(): boolean {
    if (small.matches || low.matches) return low.matches;
    const isLarge = document.documentElement.dataset['theme'] === 'projector' ? largest.matches : large.matches;
    return (this.drawer !== null || this.showsColumn) && !isLarge && !narrow.matches;
  }

  /**
   * room is the number of pictures that fit in the lab, and the one that must be among them: that of the argument, whose controls are there.
   */
  private get room(): [most: number, must: Name | null] {
    const isFull = this.isCrowded || this.asked && !largest.matches && !narrow.matches; // its controls take the height of a picture
    return [isFull ? crowd : 4, this.asked ? 'certificate' : null];
  }

  /** seen are the pictures of the lab's arrangement that fit. */
  private get seen(): Name[] { return seen(this.state, ...this.room); }

  /** allowed removes pictures that are not available, unless none would be left. */
  private allowed(list: Name[]): Name[] {
    const left = list.filter((name) => this.has(name));
    return left.length ? left : ['data'];
  }

  /** picture is the picture whose controls are shown. */
  private get picture(): Name {
    if (small.matches) return this.visible()[0] ?? 'data';
    return this.visible().find((name) => name !== 'data') ?? 'data';
  }

  private render(): void {
    const root = document.documentElement;
    const size = small.matches ? 'small' : large.matches ? 'large' : 'middle';
    setAttribute(root, 'data-mode', this.now);
    setAttribute(root, 'data-size', size);
    setAttribute(root, 'data-sheet', this.sheet);
    setAttribute(root, 'data-drawer', this.hasColumn && this.drawer === 'details' ? null : this.drawer);
    setAttribute(root, 'data-column', this.showsColumn ? '' : null);
    for (const button of this.modes) setAttribute(button, 'aria-current', button.value === this.now ? 'true' : null);
    put(arrange({ mode: this.now, size, picture: this.picture, sheet: this.sheet, samples: this.samples, lesson: this.lesson, why: this.asked, embedded }));
    byId('shelf').hidden = this.only !== null;
    byId('why').hidden = !this.has('certificate') || this.samples === 'over'; // there is no picture that says it
    place(this.stage, slots(this.visible(), this.now === 'learn'), this.isTabbed ? null : this.alone, this.isTabbed);
    if (this.isTabbed) showTabs(this.picture, (name) => this.has(name));
    else showToggles(this.alone ? [this.alone] : this.seen);
    for (const { name, tab } of tiles) if (!this.has(name)) tab.hidden = true;
    for (const radio of this.counts) radio.checked = Number(radio.value) === Math.min(this.state.count, this.room[0]);
    for (const radio of this.members) radio.checked = radio.value === this.picture;
    for (const button of all('[data-drawer]', byId('rail'))) setAttribute(button, 'aria-expanded', String(this.isOpen(button.dataset['drawer'])));
    showSheet(this.sheet, this.now, this.picture);
    showDots(this.canTurn, this.picture);
    setAttribute(root, 'data-numbers', this.numbers ? '' : null);
    setAttribute(byId('verdict'), 'aria-expanded', this.expanded);
    this.changed();
    this.moded();
  }

  private get isTabbed(): boolean { return small.matches || this.now !== 'lab'; }

  private onSheetKey(event: KeyboardEvent): void {
    const shown = sheets.filter((sheet) => !byId(`sheet-${sheet}`).hidden);
    const next = neighbour(shown, this.sheet, event.key);
    if (!next) return;
    event.preventDefault();
    this.setSheet(next);
    byId(`sheet-${next}`).focus();
  }

  private setSheet(sheet: Sheet): void {
    if (!sheets.includes(sheet)) return;
    this.sheet = sheet;
    this.render();
  }

  private toggleDrawer(name: unknown): void {
    if (!isDrawer(name)) return;
    if (name === 'details' && this.hasColumn) return this.showNumbers(!this.showsColumn);
    this.drawer = this.drawer === name ? null : name;
    this.render();
  }

  /** hasColumn reports whether all numbers have their own column. */
  private get hasColumn(): boolean { return this.now === 'lab' && large.matches; }

  /** showsColumn reports whether that column is visible: a drawer takes its room, unless there is enough for both. */
  private get showsColumn(): boolean { return this.hasColumn && this.column && (largest.matches || this.drawer === null || this.drawer === 'details'); }

  private isOpen(name: unknown): boolean { return name === 'details' && this.hasColumn ? this.showsColumn : name === this.drawer; }

  /** expanded reports whether all numbers are shown. */
  private get expanded(): string {
    if (small.matches) return String(this.sheet === 'proof');
    return String(this.now === 'lab' ? this.isOpen('details') : this.numbers);
  }

  /** showNumbers shows or hides all numbers of the proof. */
  private showNumbers(is = byId('verdict').ariaExpanded !== 'true'): void {
    if (small.matches) return this.setSheet(is ? 'proof' : sheetOf(this.now, 'draw'));
    if (this.hasColumn) {
      this.column = is;
      if (is && !largest.matches) this.drawer = null;
    } else if (this.now === 'lab') this.drawer = is ? 'details' : null;
    else this.numbers = is;
    this.render();
  }

  /** showWhy shows why nothing can be better, in the tile of the certificate. */
  private showWhy(): void {
    if (small.matches) this.sheet = 'film';
    this.numbers = false; // they would lie over the picture
    this.choose('certificate', true);
    this.asks();
  }

  /** argue notes whether a picture of the argument is shown. */
  argue(is: boolean): void {
    if (this.asked === is) return;
    this.asked = is;
    this.render();
  }

  private choose(name: Name, stays = false): void {
    if (this.asked && name !== 'certificate' && !(this.now === 'lab' && !small.matches)) this.leaves();
    if (small.matches || this.now !== 'lab') {
      if (hasFilm(this.picture) && !hasFilm(name)) this.filmLeft();
      this.tab = name;
      store('tab', name);
      if (name !== 'data') this.beside = name;
      this.staged = null;
      this.alone = null;
      this.render();
      if (small.matches) byId(`name-${name}`).scrollIntoView({ block: 'nearest', inline: 'nearest' });
      return;
    }
    // On the full stage the first click only returns to the requested picture.
    const isOnlyBack = (this.alone || stays) && this.seen.includes(name);
    if ((name === 'race' || name === 'path') && !this.seen.includes(name)) this.drawer = 'record'; // their controls
    if (!isOnlyBack) this.remember(toggle(this.state, name, this.seen));
    this.setFull(null);
  }

  private remember(state: Arrangement): void {
    this.state = state;
    store('layout', JSON.stringify(written(state)));
  }

  /** count wires the choice of the number of pictures. */
  private count(radio: HTMLInputElement): void {
    radio.addEventListener('click', () => { if (this.alone) this.setFull(null); }); // choosing the present number returns, too
    radio.addEventListener('change', () => {
      const count = Number(radio.value);
      if (count > crowd && this.isCrowded) { // make room
        this.drawer = null;
        if (this.isCrowded) this.column = false;
      }
      this.remember(withCount(this.state, count));
      this.setFull(null);
    });
  }

  private onTabKey(event: KeyboardEvent): void {
    const next = this.isTabbed ? neighbour(visibleTabs(), this.picture, event.key) : null;
    if (!next) return;
    event.preventDefault();
    this.choose(next);
    byId(`name-${next}`).focus();
  }

  /** canTurn reports whether one of several pictures is shown, as on a phone; turn shows the next or the previous one. */
  get canTurn(): boolean { return small.matches && !this.only && (this.now === 'explore' || this.now === 'lab'); }

  turn(by: 1 | -1): void {
    const tabs = visibleTabs();
    const next = tabs[tabs.indexOf(this.picture) + by];
    if (next) this.choose(next);
  }
}

/** hasFilm reports whether a picture has an animation; on a phone the data picture has one, too. */
const hasFilm = (name: Name): boolean => name === 'data' && small.matches || (pictureOf(name).controls as readonly Part[]).includes('transport');
