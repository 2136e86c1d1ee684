// The tools of each picture: its view direction and projection, saving, full stage, its stage of construction, the turn of hidden
// coordinates, and its description in words.

import { byId, element, icon, one, setAttribute, setIcon, setText } from '../platform/dom';
import { calm, frame } from '../platform/frames';
import type { Page, PageSymbol, PageTile } from '../platform/protocol';
import { equal } from '../platform/values';
import * as messages from '../messages';
import { disclose } from '../shell/dialogs';
import type { Name } from '../shell/names';
import { type Tile, tiles } from '../shell/tiles';
import { readSettings, type Settings } from './labels';

/** A Listener is called with the requests to a picture. */
interface Listener {
  /** camera is called with a view direction or a projection, option with the name and the value of an option. */
  camera(index: number, name: string): void;
  option(index: number, name: string, value: number): void;
  save(index: number): void;
  /** full is called when a picture is to fill the stage alone, or no longer. */
  full(name: Name): void;
}

/** tileTools adds the tools to each picture: they show what it offers now, which one fills the stage, and which settings were restored. */
export function tileTools(on: Listener): { show(page: Page): void; showFull(name: string | null): void; restored(settings: string): void } {
  const tools = tiles.map((tile) => new Tools(tile, on));
  return {
    show: (page) => tools.forEach((one) => one.show(page)),
    showFull: (name) => tools.forEach((one) => one.showFull(one.tile.name === name)),
    restored: (text) => {
      const settings = readSettings(text);
      if (settings) for (const one of tools) one.restored(settings);
    },
  };
}

class Tools {
  private readonly title: HTMLElement;
  private readonly menu: HTMLElement;
  private readonly saver: HTMLElement;
  private readonly full: HTMLButtonElement;
  private readonly camera: HTMLElement;
  private readonly options: Options;
  private readonly legend: Legend;
  private note = '';
  private stages = false;

  constructor(readonly tile: Tile, on: Listener) {
    const { name, index, article } = tile;
    this.title = one('h2', article);
    const title = this.title.textContent;
    this.full = button('full', '', messages.fullHelp, 'full');
    this.full.addEventListener('click', () => on.full(name));
    this.camera = cameraTools(name, (side) => on.camera(index, side));
    this.menu = optionMenu(name, title, this.camera);
    this.saver = textButton(title, messages.savePictureHelp, { 'data-save': name }, () => on.save(index));
    byId('save-pictures').append(this.saver);
    this.options = new Options(name, (option, value) => {
      on.option(index, option, value);
      this.explain();
    });
    this.title.after(element('div', { class: 'tools' }, this.menu, this.full));
    this.legend = new Legend();
    article.append(this.legend.node, this.options.node);
    this.showFull(false);
  }

  /** show shows the title, the sentence and the tools that the picture has now. */
  show(page: Page): void {
    const { name, index, area } = this.tile;
    const now: PageTile | undefined = page.tiles[index];
    if (!now) return;
    setText(this.title, now.title);
    // An example says in its first sentence what there is to see; a lesson says it itself.
    const says = name === 'data' && document.documentElement.dataset['mode'] === 'explore' ? page.lesson.split(/(?<=\.) /)[0] : '';
    this.note = says || now.note;
    this.stages = now.stages;
    this.explain();
    this.camera.hidden = !now.camera;
    this.menu.hidden = !now.camera;
    setText(this.saver, now.title);
    this.options.show(now);
    this.legend.show(now.legend ?? []);
    // Only a picture that can be turned, or whose points can be selected, by keys is a Tab stop. The others can be clicked, and then Space
    // plays the animation there too.
    const keys = now.camera || name === 'data' && (page.tool === 'select' || page.selected);
    setAttribute(area, 'tabindex', keys ? '0' : '-1');
    setAttribute(area, 'role', keys ? 'application' : 'img'); // a picture that handles the arrow keys, also under a screen reader
    setAttribute(area, 'aria-roledescription', keys ? messages.picture : null);
    setAttribute(area, 'aria-describedby', keys ? 'stage-help' : null);
    setAttribute(area, 'data-camera', now.camera ? '' : null);
  }

  /** explain writes the picture's sentence, or that of the stage of construction which it shows. */
  private explain(): void {
    setText(one('header p', this.tile.article), this.stages ? messages.stageNotes[this.options.stage] ?? this.note : this.note);
  }

  /** restored shows settings restored from a link or from saved work. */
  restored(settings: Settings): void {
    this.options.restored(settings, settings.turns[this.tile.index] ?? 0);
    this.explain();
  }

  /** showFull shows whether the picture fills the stage alone, and whether it is there to be saved. */
  showFull(isFull: boolean): void {
    this.saver.hidden = this.tile.article.hidden;
    setAttribute(this.full, 'aria-label', (isFull ? messages.showOthers : messages.showAlone)(this.title.textContent));
    setAttribute(this.full, 'aria-pressed', String(isFull));
    setIcon(one('use', this.full, SVGUseElement), isFull ? 'restore' : 'full');
  }
}

function button(symbol: string, label: string, help: string, className: string): HTMLButtonElement {
  return element('button', { type: 'button', class: `icon plain ${className}`, 'aria-label': label, 'data-help': help }, icon(symbol));
}

function textButton(text: string, help: string, attributes: Record<string, string>, run: () => void): HTMLButtonElement {
  const node = element('button', { type: 'button', 'data-help': help, ...attributes }, text);
  node.addEventListener('click', run);
  return node;
}

/** cameraTools returns the view directions and projections of a camera. */
function cameraTools(name: Name, look: (side: string) => void): HTMLElement {
  const sides = messages.sides.map(([side, text, help]) => textButton(text, help, { 'data-side': side }, () => look(side)));
  return element('div', { class: 'camera' }, ...sides, segments(`projection-${name}`, messages.projection, messages.projections, look));
}

/** optionMenu returns a button that opens a small sheet with the given contents. */
function optionMenu(name: Name, title: string, contents: Node): HTMLElement {
  const opener = button('options', messages.optionsOf(title), messages.optionsHelp, 'needs-view');
  const about = { class: 'sheet', id: `options-${name}`, role: 'group', 'aria-label': messages.optionsOf(title), tabindex: '-1' };
  const sheet = element('div', about, contents);
  opener.setAttribute('aria-controls', sheet.id);
  const node = element('div', { class: 'menu' }, opener, sheet);
  disclose(node, opener, sheet);
  return node;
}

/** Options is the row under a picture with its display options. */
class Options {
  readonly node: HTMLElement;
  private readonly stages: HTMLElement;
  private readonly turn: HTMLElement;
  private readonly sweep: HTMLElement;
  private readonly climb: Climb;

  constructor(private readonly name: Name, choose: (option: string, value: number) => void) {
    const turn = angles(messages.turnLabel, messages.turnHelp, -3.14, 3.14, 0, (value) => choose('turn', value));
    const sweep = angles(messages.sweepLabel, messages.sweepHelp, 0, 6.28, 6.28, (value) => choose('sweep', value));
    const climb = this.climb = new Climb((stage) => choose('stage', stage));
    this.stages = segments(`stages-${name}`, messages.stages, messages.stageChoices, (value) => {
      turn.disabled = value === 'slice'; // a slice has no hidden coordinates
      choose('slice', Number(turn.disabled));
      if (!turn.disabled) climb.to(Number(value));
    }, Climb.first);
    this.turn = element('label', { class: 'turn' }, element('span', {}, messages.turn), turn);
    this.sweep = element('label', { class: 'turn' }, element('span', {}, messages.sweep), sweep);
    this.node = element('div', { class: 'options needs-view', hidden: true }, this.stages, this.turn, this.sweep);
  }

  /** stage is the stage of construction that was chosen. */
  get stage(): string { return this.stages.querySelector<HTMLInputElement>(':checked')?.value ?? ''; }

  /** restored shows restored options, which the view already has. */
  restored({ slice, stage, sweep }: Settings, turn: number): void {
    check(this.stages, `stages-${this.name}`, slice ? 'slice' : String(Math.round(stage)));
    this.climb.restored(stage);
    setAngle(one('input', this.turn, HTMLInputElement), turn);
    setAngle(one('input', this.sweep, HTMLInputElement), sweep);
  }

  show({ slice: isSlice, turn, stages, sweep }: PageTile): void {
    this.stages.hidden = !stages;
    const slice = one('label:last-child', this.stages);
    slice.hidden = !isSlice;
    one('input', this.turn, HTMLInputElement).disabled = isSlice && one('input', slice, HTMLInputElement).checked;
    this.turn.hidden = !turn;
    this.sweep.hidden = !sweep;
    this.node.hidden = !stages && !turn && !sweep;
  }
}

/** Legend is the row under a picture with its symbols, each with its help sentence. */
class Legend {
  readonly node = element('p', { class: 'legend', 'data-found': true, hidden: true });

  constructor() {
    // The help that opens on keyboard focus keeps the browser from scrolling the line.
    this.node.addEventListener('focusin', ({ target }) => { if (target instanceof HTMLElement) target.scrollIntoView({ block: 'nearest', inline: 'nearest' }); });
  }
  private shown: readonly PageSymbol[] = [];

  show(symbols: readonly PageSymbol[]): void {
    if (equal(symbols, this.shown)) return;
    this.shown = symbols;
    this.node.hidden = symbols.length === 0;
    this.node.replaceChildren(...symbols.map(({ symbol, short, help }) =>
      element('dfn', { tabindex: '0', 'data-help': help }, element('b', {}, symbol), element('span', {}, short))));
  }
}

/** angles returns a slider for an angle in radians. */
function angles(label: string, help: string, min: number, max: number, value: number, choose: (value: number) => void): HTMLInputElement {
  const slider = element('input', { type: 'range', min, max, step: '0.01', value, 'aria-label': label, 'data-help': help });
  slider.addEventListener('input', () => {
    setAngle(slider, slider.valueAsNumber);
    choose(slider.valueAsNumber);
  });
  return slider;
}

/** setAngle sets a slider to an angle. */
function setAngle(slider: HTMLInputElement, value: number): void {
  if (slider.valueAsNumber !== value) slider.value = String(value);
  slider.setAttribute('aria-valuetext', messages.degrees(Math.round(value * 180 / Math.PI)));
}

/** check checks the radio button of a value. */
function check(within: ParentNode, name: string, value: string): void {
  for (const radio of within.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)) radio.checked = radio.value === value;
}

const stageTime = 1400; // ms from one stage to the next

/** Climb moves from one stage of a picture to another, at once with reduced motion. */
class Climb {
  static readonly first = 2;
  private at = Climb.first;
  private turn = 0; // counts the moves: a new one ends the one before

  constructor(private readonly show: (stage: number) => void) {}

  /** restored sets a stage that is already shown. */
  restored(stage: number): void {
    this.at = stage;
    this.turn++;
  }

  /** to goes to a stage. */
  to(goal: number): void {
    const turn = ++this.turn, from = this.at, since = performance.now();
    const step = (now: number): void => {
      if (turn !== this.turn) return;
      const share = calm.matches || goal === from ? 1 : Math.min(1, Math.max(0, now - since) / (stageTime * Math.abs(goal - from)));
      this.at = from + share * (goal - from);
      this.show(this.at);
      if (share < 1) frame(step);
    };
    step(since);
  }
}

/** segments returns a choice of one of [value, text, help]; the one with index first is initially chosen. */
function segments(name: string, legend: string, items: readonly messages.Choice[], choose: (value: string) => void, first = 0): HTMLFieldSetElement {
  const node = element('fieldset', { class: 'segments' }, element('legend', { class: 'unseen' }, legend));
  items.forEach(([value, text, help], i) => {
    const radio = element('input', { type: 'radio', name, value, checked: i === first });
    radio.addEventListener('change', () => choose(value));
    node.append(element('label', { 'data-help': help }, radio, element('span', {}, text)));
  });
  return node;
}

/** describeTiles keeps the descriptions up to date. */
export function describeTiles(page: Page): void {
  for (const { index, area, article } of tiles) {
    const description = 'veiled' in article.dataset ? messages.veiled : page.tiles[index]?.description ?? one('h2', article).textContent ?? '';
    setAttribute(area, 'aria-label', page.stale ? messages.descriptionBefore(description) : description);
  }
}
