// The stage's layout: on a wide screen up to four pictures, chosen by a row of buttons; on a narrow one a single picture, chosen by the
// same buttons as tabs; and any picture alone on the full stage.

import { byId, radios, setAttribute } from '../platform/dom';
import { store, stored } from '../platform/storage';
import { complete, first, slots, toggle, valid, withCount, type Arrangement } from './arrangement';
import { isName, names, type Name } from './names';
import { tiles } from './tiles';

/** narrow is whether there is one column. It is measured in the size of type, which visitors choose. */
export const narrow = matchMedia('(max-width: 67.5em)');

/** A LayoutLook is all that can be chosen: the tab is the picture of a narrow screen, full the one that is alone on a wide one. */
export interface LayoutLook extends Arrangement { tab: Name; full: Name | null }

/** isLayoutLook says whether a value is one. */
export function isLayoutLook(value: unknown): value is LayoutLook {
  const { tab, full } = (value ?? {}) as Partial<LayoutLook>;
  return valid(value) && isName(tab) && (full === null || isName(full));
}

export class Layout {
  private state = remembered();
  private tab: Name = rememberedTab();
  private alone: Name | null = null;
  private only: Name | null = null;
  private readonly counts = radios('picture-count');

  /** changed() is called when a picture has come, gone or moved, and when the layout is made. */
  constructor(private readonly stage: HTMLElement, private readonly changed: () => void) {
    for (const { name, tab } of tiles) tab.addEventListener('click', () => this.choose(name));
    for (const radio of this.counts) this.count(radio);
    byId('picture-names').addEventListener('keydown', (event) => this.onTabKey(event));
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && this.alone && !event.defaultPrevented) this.setFull(null);
    });
    narrow.addEventListener('change', () => this.render());
    this.render();
  }

  /** full is the picture that is alone on the stage, or null. */
  get full(): Name | null { return this.alone; }

  /** setFull shows a picture alone, or with null those that were there before. */
  setFull(name: Name | null): void {
    this.alone = name;
    this.render();
  }

  /** show puts these pictures on the stage; on a narrow one the first of them. */
  show(list: Name[]): void {
    this.alone = null;
    if (narrow.matches) this.tab = list[0] ?? this.tab;
    else this.state = { ...this.state, count: list.length > 2 ? 4 : list.length, shown: list };
    this.render();
  }

  /** reveal brings a picture onto the stage, unless it is there. */
  reveal(name: Name): void {
    if (!this.visible().includes(name)) this.choose(name);
  }

  /** showOnly leaves one picture, because there is nothing to see in the others, or brings them back when name is null. */
  showOnly(name: Name | null): void {
    if (name === this.only) return;
    this.only = name;
    this.render();
  }

  get look(): LayoutLook { return { ...this.state, tab: this.tab, full: this.alone }; }

  /** use takes a look over, without remembering it for the next visit. */
  use({ count, shown, order, tab, full }: LayoutLook): void {
    this.state = complete({ count, shown, order });
    this.tab = tab;
    this.setFull(full);
  }

  private visible(): Name[] {
    if (this.only || narrow.matches) return [this.only ?? this.tab];
    return this.alone ? [this.alone] : this.state.shown;
  }

  private render(): void {
    byId('shelf').hidden = this.only !== null;
    place(this.stage, this.visible(), narrow.matches ? null : this.alone);
    if (narrow.matches) showTabs(this.tab);
    else showToggles(this.alone ? [this.alone] : this.state.shown);
    for (const radio of this.counts) radio.checked = Number(radio.value) === this.state.count;
    this.changed();
  }

  private choose(name: Name): void {
    if (narrow.matches) {
      this.tab = name;
      store('tab', name);
      this.render();
      return;
    }
    // Out of the full stage the first click only goes to the picture that was asked for.
    const isOnlyBack = this.alone && this.state.shown.includes(name);
    this.remember(isOnlyBack ? this.state : toggle(this.state, name));
    this.setFull(null);
  }

  private remember(state: Arrangement): void {
    this.state = state;
    store('layout', JSON.stringify(state));
  }

  /** count wires the choice of a number of pictures. */
  private count(radio: HTMLInputElement): void {
    radio.addEventListener('click', () => { if (this.alone) this.setFull(null); }); // the one that is chosen already leads back too
    radio.addEventListener('change', () => {
      this.remember(withCount(this.state, Number(radio.value)));
      this.setFull(null);
    });
  }

  private onTabKey(event: KeyboardEvent): void {
    const next = narrow.matches ? neighbour(this.tab, event.key) : null;
    if (!next) return;
    event.preventDefault();
    this.choose(next);
    byId(`name-${next}`).focus();
  }
}

/** remembered returns the arrangement of the last visit. */
function remembered(): Arrangement {
  try {
    const state: unknown = JSON.parse(stored('layout') ?? 'null');
    return valid(state) ? complete(state) : first;
  } catch {
    return first;
  }
}

function rememberedTab(): Name {
  const tab = stored('tab');
  return isName(tab) ? tab : names[0];
}

/** neighbour returns the tab that a key leads to, or null. */
function neighbour(tab: Name, key: string): Name | null {
  const last = names.length - 1;
  const now = names.indexOf(tab);
  const to = new Map([['ArrowLeft', now === 0 ? last : now - 1], ['ArrowRight', now === last ? 0 : now + 1], ['Home', 0], ['End', last]]).get(key);
  return names[to ?? -1] ?? null;
}

/** place shows the pictures in their slots and hides the others. */
function place(stage: HTMLElement, shown: Name[], full: Name | null): void {
  const where = slots(shown);
  setAttribute(stage, 'data-pictures', String(shown.length));
  setAttribute(stage, 'data-full', full);
  for (const { name, article } of tiles) {
    article.hidden = !where.has(name);
    mark(article, {
      'data-slot': where.get(name) ?? null, role: narrow.matches ? 'tabpanel' : null, 'aria-labelledby': narrow.matches ? `name-${name}` : null,
    });
  }
}

function showTabs(chosen: Name): void {
  setAttribute(byId('picture-names'), 'role', 'tablist');
  for (const { name, tab } of tiles) {
    const selected = name === chosen;
    mark(tab, {
      role: 'tab', 'aria-selected': String(selected), 'aria-controls': `tile-${name}`, 'aria-pressed': null,
      tabindex: selected ? '0' : '-1',
    });
  }
}

function showToggles(shown: Name[]): void {
  setAttribute(byId('picture-names'), 'role', 'group');
  for (const { name, tab } of tiles) {
    mark(tab, { role: null, 'aria-selected': null, 'aria-controls': null, 'aria-pressed': String(shown.includes(name)), tabindex: null });
  }
}

function mark(node: Element, attributes: Record<string, string | null>): void {
  for (const [name, value] of Object.entries(attributes)) setAttribute(node, name, value);
}
