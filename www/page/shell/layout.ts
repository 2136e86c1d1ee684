// The layout of the page: its mode, the pictures on the stage, and which other parts are visible. In the lab up to four pictures are chosen
// by a row of buttons. In the other modes the data picture stands beside one other, chosen by the same buttons as tabs. On a phone there is
// one picture with a sheet below it. Any picture can fill the stage alone.

import { all, byId, radios } from '../platform/dom';
import { store } from '../platform/storage';
import { equal } from '../platform/values';
import { groups, type IntentOf } from '../platform/protocol';
import { type Arrangement, isDrawer, type LayoutSettings, pairOf, raised, read, toggle, written } from './arrangement';
import { isMode, isName, large, largest, low, type Mode, type Name, narrow, pictureOf, small, tall, wide } from './names';
import { closeNotice } from './notice';
import { sheets, type Part, type Sheet } from './parts';
import { firstState, has, inOrder, type Plan, planOf, screenNow, sheetOf, staging, type State } from './plan';
import { onArrows, show } from './show';
import { tiles } from './tiles';

/** A Chapter is one of the films that show why nothing can be better. */
type Chapter = IntentOf<'animation'>['name'];

/** Events are what the rest of the page does when the layout changes. */
interface Events {
  /** changed: the layout, and with it perhaps the mode or the places of the pictures, has changed. */
  changed(): void;
  /** lists: the user is in a lesson and chooses the lessons again; resumes: the user comes back to a lesson. */
  lists(): void;
  resumes(): void;
  /** asks: the user asks why nothing can be better, with a chapter, from its start or from a later place, or to try a neuron; leaves: the answer must be hidden. */
  asks(chapter?: Chapter | 'try', from?: number): void;
  leaves(): void;
  /** reads: the proof is opened, and read. */
  reads(): void;
  /** animationLeft: a picture with an animation was replaced by one without. What the animation hides there must be shown again. */
  animationLeft(): void;
  /** animationSeen: the picture of the decomposition has been chosen, whose animation is to be seen from its start. */
  animationSeen(): void;
}

export class Layout {
  private state: State = firstState();
  private beforeProof: Sheet = 'tools'; // the tab of a phone's sheet to which closing the proof returns
  private plan: Plan = planOf(this.state, screenNow());

  /** The layout is shown with the first call of refit. */
  constructor(private readonly stage: HTMLElement, private readonly on: Events) {
    for (const { name, tab } of tiles) tab.addEventListener('click', () => this.choose(name));
    for (const radio of groups.flatMap(radios)) radio.addEventListener('change', () => { if (isName(radio.value)) this.choose(radio.value); });
    for (const button of all('#modes button', document, HTMLButtonElement)) {
      button.addEventListener('click', () => { if (isMode(button.value)) this.pick(button.value); });
    }
    for (const button of all('[data-drawer]', byId('rail'))) button.addEventListener('click', () => this.toggleDrawer(button.dataset['drawer']));
    for (const button of all('[data-sheet]', byId('sheet-tabs'))) button.addEventListener('click', () => this.set({ sheet: button.dataset['sheet'] as Sheet }));
    onArrows(byId('picture-names'), 'name-', () => this.plan.isTabbed ? this.plan.tabs : [], () => this.plan.picture, (name) => this.choose(name));
    const shown = (): Sheet[] => sheets.filter((sheet) => !byId(`sheet-${sheet}`).hidden);
    onArrows(byId('sheet-tabs'), 'sheet-', shown, () => this.state.sheet, (sheet) => this.set({ sheet }));
    byId('verdict').addEventListener('click', () => this.showNumbers());
    byId('why').addEventListener('click', () => this.showWhy());
    byId('try').addEventListener('click', () => this.showWhy('try'));
    byId('details-close').addEventListener('click', () => {
      this.showNumbers(false);
      byId('verdict').focus();
    });
    document.addEventListener('click', (event) => {
      // The proof is read beside what it speaks of: the pictures with their controls, and β, which changes its numbers. Elsewhere a click closes it,
      // once it is over: what is laid out anew under a pressed button would take the click from it.
      const isOf = (node: EventTarget): boolean => node instanceof Element && node.matches('#side, #verdict, #why, #tip, .area, .tile .tools, #beta-field, #topic, #transport, #argument');
      if (this.isReading && !event.composedPath().some(isOf)) this.showNumbers(false);
    });
    document.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog:modal')) return;
      if (this.isReading) this.showNumbers(false);
      else if (this.state.why && !(this.mode === 'learn' && this.state.lesson)) this.on.leaves(); // a lesson's step shows what it asks about
      else if (this.state.full) this.setFull(null);
      else if (this.plan.numbers) this.showNumbers(false);
    });
    for (const query of [small, wide, large, largest, narrow, low, tall]) query.addEventListener('change', () => this.refit());
  }

  /** set changes the state, and shows it. */
  private set(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    this.plan = planOf(this.state, screenNow());
    show(this.stage, this.state, this.plan);
    if (change.sheet) byId('sheet-body').scrollTop = 0; // another tab begins at its start
    this.on.changed();
  }

  /** refit lays everything out again, as after a change of the font size. */
  refit(): void { this.set({}); }

  /** mode is the page's mode. */
  get mode(): Mode { return this.state.mode; }

  /** isReading says that the proof is open beside the stage or, on smaller screens, over a part of it. */
  private get isReading(): boolean { return this.plan.numbers && this.mode !== 'lab' && !small.matches; }

  /** before is the mode to which a presentation returns. */
  get before(): Mode { return this.state.before; }

  /** onStage are the visible pictures, the data first. */
  get onStage(): Name[] { return inOrder(this.plan.visible); }

  /** pair are the pictures of a scene made from the visible ones. */
  get pair(): Name[] { return pairOf(this.onStage, this.state.lab); }

  /** full is the picture that fills the stage alone, or null. */
  get full(): Name | null { return this.state.full; }

  /** setFull shows a picture alone, or with null the previous ones. */
  setFull(full: Name | null): void { this.set({ full }); }

  /** withhold hides pictures, as a class link may ask for, and shows all others again. */
  withhold(withheld: readonly Name[]): void { this.set({ withheld, tab: withheld.includes(this.state.tab) ? 'data' : this.state.tab }); }

  /** put takes over what follows from the session's answers, if it has changed. */
  put(change: Partial<Pick<State, 'missing' | 'only' | 'samples' | 'why'>>): void {
    const { lab } = this.state;
    // The picture of the argument is seen where there is room for few, and stays when the argument ends.
    if (!equal({ ...this.state, ...change }, this.state)) this.set({ ...change, lab: change.why ? raised(lab, 'certificate') : lab });
  }

  /**
   * showStep shows the step of a lesson: its pictures, on a phone only the first, and in its card the control that it needs; null ends the
   * lesson.
   */
  showStep(lesson: State['lesson']): void {
    if (!lesson && this.state.why) this.on.leaves();
    this.set({ lesson, ...(lesson ? staging(lesson.show, lesson.show[0]) : {}) });
  }

  /** show puts the pictures of a scene on the stage, on a phone only one of them. */
  show(list: Name[]): void { this.set(staging(list)); }

  /** reveal puts a picture on the stage, unless it is there. */
  reveal(name: Name): void { if (!this.plan.visible.includes(name)) this.choose(name); }

  /** settings are what links and saved work keep of the layout. */
  get settings(): LayoutSettings {
    const { lab, tab, full, mode, beside, drawer } = this.state;
    return { ...written(lab), tab, full, mode, picture: beside, ...(mode === 'lab' && drawer ? { drawer } : {}) };
  }

  /** use applies settings without storing it for the next visit. */
  use({ tab, full, mode = 'lab', picture, drawer, ...lab }: LayoutSettings): void {
    const { state } = this;
    this.set({
      lab: read(lab), tab, full, mode, before: this.returns, beside: picture && picture !== 'data' ? picture : state.beside, drawer: drawer ?? state.drawer, staged: null,
      sheet: sheetOf(mode, 'tools'),
    });
  }

  /** returns is the mode to which a presentation would return. */
  private get returns(): Mode { return this.mode === 'present' ? this.before : this.mode; }

  /** pick carries out the choice of a mode. */
  private pick(mode: Mode): void {
    if (mode === 'learn' && this.mode === mode && this.state.sheet === 'lesson') this.on.lists(); // else a phone's sheet goes back to the step
    this.setMode(mode);
  }

  /** setMode changes the mode; the lab's drawer and the sheet stay as they were. */
  setMode(mode: Mode): void {
    const { lesson, sheet, why } = this.state, isLeaving = this.mode === 'learn' && mode !== 'learn';
    if (mode === 'present') closeNotice();
    // The lab and the list of lessons show the optimum, not the network with which the argument compares it.
    // The visitor's own search for a neuron is over in the lab, and in a lecture hall, where the film is chosen by hand, from the optimum on.
    if (isLeaving) this.on.animationLeft();
    if (why && (isLeaving || mode === 'learn' && !lesson || (mode === 'lab' || mode === 'present') && why === 'try')) this.on.leaves();
    store('mode', mode);
    // A presentation starts with what is on the screen.
    const staged = mode === 'present' ? { staged: this.pair } : mode === 'learn' && lesson ? staging(lesson.show, lesson.show[0]) : { staged: null };
    byId('proof-numbers', HTMLDetailsElement).open = mode === 'lab';
    this.set({ mode, before: this.returns, full: null, numbers: false, sheet: sheetOf(mode, sheet), ...staged });
    if (mode === 'learn' && lesson && this.state.before !== mode) this.on.resumes();
    if (isLeaving && mode === 'explore' && !hasAnimation(this.plan.picture)) this.on.animationLeft();
  }

  private toggleDrawer(name: unknown): void {
    if (name === 'details' && this.mode === 'lab' && large.matches) this.showNumbers();
    else if (isDrawer(name)) this.set({ drawer: this.state.drawer === name ? null : name });
  }

  /** showNumbers shows or hides all numbers of the proof. */
  private showNumbers(numbers = !this.plan.numbers): void {
    const { mode, drawer, sheet } = this.state;
    if (numbers && sheet !== 'proof') this.beforeProof = sheet;
    if (numbers) this.on.reads();
    if (small.matches) this.set({ sheet: numbers ? 'proof' : sheetOf(mode, this.beforeProof) });
    else if (mode !== 'lab') this.set({ numbers });
    else if (!large.matches) this.set({ drawer: numbers ? 'details' : null });
    else this.set({ column: numbers, drawer: numbers && !largest.matches ? null : drawer });
  }

  /** showWhy shows why nothing can be better, in the tile of the certificate. */
  showWhy(chapter?: Chapter | 'try', from?: number): void {
    if (!has(this.state, 'certificate') || this.plan.samples === 'over') return this.showNumbers(true); // no picture says it, but three sentences do
    this.set({ numbers: this.state.numbers && this.plan.isBeside, ...(small.matches ? { sheet: 'tools' } : {}) }); // elsewhere they would lie over the picture
    this.choose('certificate', true);
    this.on.asks(chapter, from);
  }

  /** choose carries out the choice of a picture. In the lab a second choice hides it, unless it stays. */
  private choose(name: Name, stays = false): void {
    const { lab, full, why } = this.state, { isTabbed, picture, seen, lab: arranged } = this.plan, isSeen = seen.includes(name);
    if (!isTabbed) {
      // On the full stage the first click only returns to the requested picture.
      const next = (full || stays) && isSeen ? lab : this.keep(toggle(arranged, name, seen));
      this.set({ full: null, lab: next, ...(!isSeen && (name === 'race' || name === 'path') ? { drawer: 'record' } : {}) }); // their controls
      if (why && !isSeen && !this.plan.visible.includes(name)) this.on.leaves(); // the argument's picture has its room
      return;
    }
    // On a phone the new neuron is dragged in both pictures. Choosing the argument's own picture again puts the film or the question away.
    const isAgain = name === picture && !stays && this.mode !== 'learn';
    if (why && (name === 'certificate' ? isAgain : !(small.matches && name === 'data'))) this.on.leaves();
    if (hasAnimation(picture) && !hasAnimation(name)) this.on.animationLeft();
    if (name === 'lorentz' && picture !== name) this.on.animationSeen();
    this.set({ tab: name, full: null, staged: null, ...(name === 'data' ? {} : { beside: name }) });
    if (small.matches) byId(`name-${name}`).scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /** keep stores an arrangement for the next visit. */
  private keep(lab: Arrangement): Arrangement {
    store('layout', JSON.stringify(written(lab)));
    return lab;
  }
}

/** hasAnimation reports whether a picture has an animation. */
const hasAnimation = (name: Name): boolean => (pictureOf(name).controls as readonly Part[]).includes('transport');
