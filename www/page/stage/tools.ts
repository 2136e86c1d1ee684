// The tools of each picture: its side and projection, saving, the full stage, shadow or slice, and the turn of what is hidden.

import { element, icon, one, setAttribute, setIcon, setText } from '../platform/dom';
import type { Page, PageTile } from '../platform/protocol';
import * as say from '../sentences';
import { disclose } from '../shell/menus';
import type { Name } from '../shell/names';
import { tiles, type Tile } from '../shell/tiles';

/** A Listener is told what is asked of a picture. */
interface Listener {
  /** camera is told a side or a projection, option the name and the value of an option. */
  camera(index: number, name: string): void;
  option(index: number, name: string, value: number): void;
  save(index: number): void;
  /** full is told that a picture is to be alone on the stage, or not any more. */
  full(name: Name): void;
}

/** TileTools show what pictures offer now, and which of them is alone on the stage. */
interface TileTools { show(page: Page): void; showFull(name: string | null): void }

/** tileTools adds the tools to each picture. */
export function tileTools(on: Listener): TileTools {
  const tools = tiles.map((tile) => new Tools(tile, on));
  return {
    show(page) {
      for (const one of tools) one.show(page);
    },
    showFull(name) {
      for (const one of tools) one.showFull(one.tile.name === name);
    },
  };
}

class Tools {
  private readonly title: HTMLElement;
  private readonly full: HTMLButtonElement;
  private readonly camera: HTMLElement;
  private readonly options: Options;

  constructor(readonly tile: Tile, on: Listener) {
    const { name, index, article } = tile;
    this.title = one('h2', article);
    const title = this.title.textContent;
    this.full = button('full', '', say.fullHelp, 'full');
    this.full.addEventListener('click', () => on.full(name));
    this.camera = cameraTools(name, (side) => on.camera(index, side));
    const menu = optionMenu(name, title, this.camera, saver(name, () => on.save(index)));
    this.options = new Options(name, (option, value) => on.option(index, option, value));
    this.title.after(element('div', { class: 'tools' }, menu, this.full));
    article.append(this.options.node);
    this.showFull(false);
  }

  /** show shows the title, the sentence and those tools that the picture has now. */
  show(page: Page): void {
    const { name, index, article, area } = this.tile;
    const now: PageTile | undefined = page.tiles[index];
    if (!now) return;
    setText(this.title, now.title);
    setText(one('header p', article), now.note);
    this.camera.hidden = !now.camera;
    this.options.show(now.shadow, now.turn);
    // Only a picture that keys can turn, or whose points they can select, is a place to stop at; the others can be clicked, and Space plays
    // the film there too.
    const keys = now.camera || name === 'data' && (page.tool === 'select' || page.selected);
    setAttribute(area, 'tabindex', keys ? '0' : '-1');
    setAttribute(area, 'role', keys ? 'application' : 'img'); // a picture that takes the arrow keys, also from those who listen
    setAttribute(area, 'aria-roledescription', keys ? say.picture : null);
    setAttribute(area, 'aria-describedby', keys ? 'stage-help' : null);
    setAttribute(area, 'data-camera', now.camera ? '' : null);
  }

  showFull(isFull: boolean): void {
    setAttribute(this.full, 'aria-label', (isFull ? say.showOthers : say.showAlone)(this.title.textContent));
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

const saver = (name: Name, save: () => void): HTMLButtonElement => textButton(say.savePicture, say.savePictureHelp, { 'data-save': name }, save);

/** cameraTools returns the sides and projections of a camera. */
function cameraTools(name: Name, look: (side: string) => void): HTMLElement {
  const sides = say.sides.map(([side, text, help]) => textButton(text, help, { 'data-side': side }, () => look(side)));
  return element('div', { class: 'camera' }, ...sides, segments(`projection-${name}`, say.projection, say.projections, look));
}

/** optionMenu returns a button that opens a small sheet with contents. */
function optionMenu(name: Name, title: string, ...contents: Node[]): HTMLElement {
  const opener = button('options', say.optionsOf(title), say.optionsHelp, 'needs-view');
  const about = { class: 'sheet', id: `options-${name}`, role: 'group', 'aria-label': say.optionsOf(title), tabindex: '-1' };
  const sheet = element('div', about, ...contents);
  opener.setAttribute('aria-controls', sheet.id);
  const node = element('div', { class: 'menu' }, opener, sheet);
  disclose(node, opener, sheet);
  return node;
}

/** Options is the row under a picture with what it may be asked to show. */
class Options {
  readonly node: HTMLElement;
  private readonly shadow: HTMLElement;
  private readonly turn: HTMLElement;

  constructor(name: Name, choose: (option: string, value: number) => void) {
    const slider = element('input', {
      type: 'range', min: '-3.14', max: '3.14', step: '0.01', value: '0', 'aria-label': say.turnLabel, 'data-help': say.turnHelp,
    });
    this.shadow = segments(`slice-${name}`, say.shadowOrSlice, say.shadows, (value) => {
      slider.disabled = value === '1'; // a slice has nothing hidden
      choose('slice', Number(value));
    });
    this.turn = element('label', { class: 'turn' }, element('span', {}, say.turn), slider);
    slider.addEventListener('input', () => {
      slider.setAttribute('aria-valuetext', say.degrees(Math.round(slider.valueAsNumber * 180 / Math.PI)));
      choose('turn', slider.valueAsNumber);
    });
    this.node = element('div', { class: 'options needs-view', hidden: true }, this.shadow, this.turn);
  }

  show(hasShadow: boolean, hasTurn: boolean): void {
    this.shadow.hidden = !hasShadow;
    this.turn.hidden = !hasTurn;
    this.node.hidden = !hasShadow && !hasTurn;
  }
}

/** segments returns a choice of one of [value, text, help]; the first is chosen. */
function segments(name: string, legend: string, items: readonly say.Choice[], choose: (value: string) => void): HTMLFieldSetElement {
  const node = element('fieldset', { class: 'segments' }, element('legend', { class: 'unseen' }, legend));
  items.forEach(([value, text, help], i) => {
    const radio = element('input', { type: 'radio', name, value, checked: i === 0 });
    radio.addEventListener('change', () => choose(value));
    node.append(element('label', { 'data-help': help }, radio, element('span', {}, text)));
  });
  return node;
}
