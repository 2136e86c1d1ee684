// The tools of each picture: its view direction and projection, saving, full stage, its stage of construction, the turn of hidden
// coordinates, its symbols, and its description in words.

import { all, element, one, setAttribute, setIcon, setText } from '../platform/dom';
import type { Page, PageSymbol, PageTile } from '../platform/protocol';
import { equal } from '../platform/values';
import * as messages from '../messages';
import { setSentence } from '../shell/help';
import type { Name } from '../shell/names';
import { type Tile, tiles } from '../shell/tiles';
import { readSettings, type Settings } from './labels';

/** A Listener is called with the requests to a picture. */
interface Listener {
  /** option is called with the name and the value of an option. */
  option(index: number, name: string, value: number): void;
  save(index: number): void;
  /** full is called when a picture is to fill the stage alone, or no longer. */
  full(name: Name): void;
}

/** tileTools wires the tools of each picture: they show what it offers now, which one fills the stage, and which settings were restored. */
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
  private readonly saver: HTMLElement;
  private readonly full: HTMLElement;
  /** slices are the radio buttons of the body and its slice, sliders those of angles; most pictures have none. */
  private readonly slices: HTMLInputElement[];
  private readonly sliders: HTMLInputElement[];
  private note = '';
  private hasSlice = false;
  private legend: readonly PageSymbol[] = [];

  constructor(readonly tile: Tile, on: Listener) {
    const { name, index, article } = tile;
    this.title = one('h2', article);
    this.full = one('.full', article);
    this.saver = one(`[data-save="${name}"]`);
    this.slices = all('[name="slice"]', article, HTMLInputElement);
    this.sliders = all('[data-option]', article, HTMLInputElement);
    this.full.addEventListener('click', () => on.full(name));
    this.saver.addEventListener('click', () => on.save(index));
    for (const radio of this.slices) {
      radio.addEventListener('change', () => {
        on.option(index, 'slice', Number(radio.value));
        this.explain();
      });
    }
    for (const slider of this.sliders) {
      setAngle(slider, slider.valueAsNumber);
      slider.addEventListener('input', () => {
        setAngle(slider, slider.valueAsNumber);
        on.option(index, slider.dataset['option'] ?? '', slider.valueAsNumber);
      });
    }
    // The help that opens on keyboard focus keeps the browser from scrolling the line.
    one('.legend', article).addEventListener('focusin', ({ target }) => { if (target instanceof HTMLElement) target.scrollIntoView({ block: 'nearest', inline: 'nearest' }); });
    this.showFull(false);
  }

  /** show shows the title, the sentence and the tools that the picture has now. */
  show(page: Page): void {
    const { name, index, area } = this.tile;
    const now: PageTile | undefined = page.tiles[index];
    if (!now) return;
    setText(this.title, now.title);
    // An example says in its first sentence what there is to see, of the best network, and what else it has set; a lesson says it itself.
    const says = name === 'data' && document.documentElement.dataset['mode'] === 'explore' && !page.strip.other
      ? [page.lesson.split(/(?<=\.) /)[0], page.presetChanges].filter(Boolean).join(' ') : '';
    this.note = name === 'data' && page.animation.name === 'price' ? now.note : says || now.note; // dashed lines are explained where they are
    this.hasSlice = now.slice;
    setText(this.saver, now.title);
    this.showOptions(now);
    this.showLegend(now.legend ?? []);
    this.explain();
    // Only a picture that can be turned, or whose points can be selected, by keys is a Tab stop. The others can be clicked, and then Space
    // plays the animation there too.
    const keys = now.camera || name === 'data' && (page.tool === 'select' || page.selected);
    setAttribute(area, 'tabindex', keys ? '0' : '-1');
    setAttribute(area, 'role', keys ? 'application' : 'img'); // a picture that handles the arrow keys, also under a screen reader
    setAttribute(area, 'aria-roledescription', keys ? messages.picture : null);
    setAttribute(area, 'aria-describedby', keys ? 'stage-help' : null);
    setAttribute(area, 'data-camera', now.camera ? '' : null);
  }

  /** explain writes the picture's sentence, or that of the slice, which has no hidden coordinates to turn. */
  private explain(): void {
    const isSlice = this.hasSlice && this.slices.some((radio) => radio.checked && radio.value === '1');
    setSentence(one('header p', this.tile.article), isSlice ? messages.sliceNote : this.note);
    for (const slider of this.sliders) slider.disabled = isSlice;
  }

  /** showOptions shows those of the row under the picture that it has now. */
  private showOptions({ slice, turn }: PageTile): void {
    for (const radio of this.slices) if (radio.parentElement?.parentElement) radio.parentElement.parentElement.hidden = !slice;
    for (const slider of this.sliders) if (slider.parentElement) slider.parentElement.hidden = !turn;
    const row = this.tile.article.querySelector<HTMLElement>('.options');
    if (row) row.hidden = !slice && !turn;
  }

  /** showLegend shows the symbols of the picture, each with its help sentence. */
  private showLegend(symbols: readonly PageSymbol[]): void {
    if (equal(symbols, this.legend)) return;
    this.legend = symbols;
    const node = one('.legend', this.tile.article);
    node.hidden = symbols.length === 0;
    node.replaceChildren(...symbols.map(({ symbol, short, help }) =>
      element('dfn', { tabindex: '0', 'data-help': help }, element('b', {}, symbol), element('span', {}, short))));
  }

  /** restored shows settings restored from a link or from saved work, which the view already has. */
  restored({ slice, turns }: Settings): void {
    const { index } = this.tile;
    for (const radio of this.slices) radio.checked = radio.value === String(Number(slice));
    for (const slider of this.sliders) setAngle(slider, turns[index] ?? 0);
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

/** setAngle sets a slider to an angle in radians. */
function setAngle(slider: HTMLInputElement, value: number): void {
  if (slider.valueAsNumber !== value) slider.value = String(value);
  slider.setAttribute('aria-valuetext', messages.degrees(Math.round(value * 180 / Math.PI)));
}

/** describeTiles keeps the descriptions up to date. */
export function describeTiles(page: Page): void {
  for (const { index, area, article } of tiles) {
    const description = 'veiled' in article.dataset ? messages.veiled : page.tiles[index]?.description ?? one('h2', article).textContent ?? '';
    setAttribute(area, 'aria-label', page.stale ? messages.descriptionBefore(description) : description);
  }
}
