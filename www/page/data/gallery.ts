// Many small pictures: all samples, with their labels and the network's answers, and the learned filters, the direction u of each neuron. The session
// computes all numbers.

import { byId, element, icon, setAttribute, setText, shape, sign } from '../platform/dom';
import { none, number, short } from '../platform/format';
import type { Page, PageNeuron, Samples } from '../platform/protocol';
import { equal } from '../platform/values';
import * as messages from '../messages';
import { centred, curve, filterBars, filterPixels, greyness, isSignal, pixels, type Box } from './glyphs';

const most = 60; // filters shown
const box: Box = { x: 2, y: 2, width: 60, height: 40 }; // of a small picture

/** A Card is a button with a small picture and some words: all that they depend on, its attributes, and its content. */
interface Card { key: unknown; attributes: Record<string, string | null>; drawing: () => SVGElement[]; words: () => (Node | string)[] }

/** Cards are the cards of a list; what they show is made again when that changes. */
class Cards {
  private made: { li: HTMLElement; button: HTMLButtonElement; key: unknown }[] = [];

  /** wire adds the listeners of a new button. */
  constructor(readonly list: HTMLElement, private readonly wire: (button: HTMLButtonElement, index: number) => void) {}

  show(cards: readonly Card[]): void {
    for (const { li } of this.made.splice(cards.length)) li.remove();
    cards.forEach(({ key, attributes, drawing, words }, i) => {
      const card = this.made[i] ??= this.make(i);
      for (const [name, value] of Object.entries(attributes)) setAttribute(card.button, name, value);
      if (equal(card.key, key)) return;
      card.key = key;
      const svg = shape('svg', { class: 'glyph', 'aria-hidden': 'true', viewBox: '0 0 64 44' });
      svg.append(...drawing());
      card.button.replaceChildren(svg, ...words());
    });
  }

  /** button returns the button of a card. */
  button(index: number): HTMLButtonElement | undefined { return this.made[index]?.button; }

  private make(index: number): { li: HTMLElement; button: HTMLButtonElement; key: unknown } {
    const button = element('button', { type: 'button' });
    this.wire(button, index);
    return { li: this.list.appendChild(element('li', {}, button)), button, key: null };
  }
}

/** A Gallery has all samples; the arrow keys lead from one to another. */
export class Gallery {
  private readonly cards = new Cards(byId('sample-list'), (button, index) => button.addEventListener('click', () => this.pick(index)));
  private picked = 0;

  /** pick is called when a sample is chosen. */
  constructor(private readonly pick: (index: number) => void) {
    this.cards.list.addEventListener('keydown', (event) => this.onKey(event));
  }

  /** show shows the samples; drawn holds the values of the picked sample while it is being drawn. */
  show(page: Page, data: Samples, picked: number, drawn: number[] | null): void {
    this.picked = picked;
    this.cards.show(data.x.map((x, i) => sampleCard(page, data, i === picked ? drawn ?? x : x, i, i === picked)));
  }

  private onKey(event: KeyboardEvent): void {
    const { list } = this.cards;
    const across = Math.max(1, Math.round(list.clientWidth / ((list.firstElementChild as HTMLElement | null)?.offsetWidth || 1)));
    const by = new Map([['ArrowLeft', -1], ['ArrowRight', 1], ['ArrowUp', -across], ['ArrowDown', across]]).get(event.key);
    const to = this.picked + (by ?? 0);
    if (!by || !this.cards.button(to)) return;
    event.preventDefault();
    this.pick(to);
    this.cards.button(to)?.focus();
  }
}

function sampleCard({ signals }: Page, data: Samples, x: number[], i: number, isPicked: boolean): Card {
  const y = data.y[i] ?? [], f = data.outputs?.[i], right = data.right?.[i];
  const several = y.length > 1;
  const said = !f ? none : several ? String(data.predicted?.[i]) : number(f[0] ?? 0, 2);
  const range = Math.max(1e-9, Math.abs(data.low), Math.abs(data.high));
  return {
    key: [signals, data.low, data.high, x, y, said, right],
    attributes: {
      'aria-pressed': String(isPicked), tabindex: isPicked ? '0' : '-1', 'data-right': right === undefined ? null : String(right),
      'aria-label': messages.sampleCard(i + 1, several ? String(data.class[i]) : short(y[0] ?? 0), said, right),
    },
    drawing: () => (isSignal(signals ?? []) ? curve(x, range, box) : pixels(x, data.shape, greyness(data), centred(data.shape, box))),
    words: () => [element('span', {}, ...(several || right === undefined ? [] : [sign(y[0] ?? 0, 'mark ')]), element('b', { 'data-found': '' }, said),
      ...(right === undefined ? [] : [icon(right ? 'check' : 'close', 'right')]))],
  };
}

/** Filters has the learned filters: each with its weight, the patches it reads, and what it adds to the output for the chosen sample. */
export class Filters {
  private readonly cards: Cards;

  /** choose is called when the user points at or chooses a filter, leave when no filter is pointed at any more. */
  constructor(choose: (index: number) => void, leave: () => void) {
    this.cards = new Cards(byId('filter-list'), (button, index) => {
      button.addEventListener('pointerenter', ({ pointerType }) => { if (pointerType === 'mouse') choose(index); });
      for (const type of ['focus', 'click']) button.addEventListener(type, () => choose(index));
    });
    for (const type of ['pointerleave', 'focusout']) this.cards.list.addEventListener(type, leave);
  }

  show(page: Page, data: Samples, chosen: number): void {
    const neurons = (data.neurons ?? []).slice(0, most);
    this.cards.show(neurons.map((neuron, i) => filterCard(page, data, neuron, i, i === chosen)));
    setText(byId('filters-note'), messages.filters(page.architecture, data.neurons?.length, most, data.corners.length, page.layers.count > 1));
  }
}

function filterCard({ signals }: Page, data: Samples, neuron: PageNeuron, index: number, isChosen: boolean): Card {
  const { u, alpha, block = 0, output = 0 } = neuron;
  const { filter: [height, width], shape: [, , channels], corners, pool } = data;
  const weight = number(alpha);
  const reads = messages.reads(block, pool, corners.length) + ((data.y[0]?.length ?? 0) > 1 ? messages.ofOutput(output + 1) : '');
  const value = data.picked?.contributions[index];
  const adds = value === undefined ? '' : messages.adds(number(value, 2));
  return {
    key: [height, width, channels, u, weight, reads, adds],
    attributes: { 'aria-pressed': String(isChosen), 'aria-label': messages.filter(neuron.number ?? index + 1, weight, reads, adds) },
    drawing: () => (signals && isSignal(signals) ? filterBars(u, box) : filterPixels(u, [height, width, channels], centred([height, width, channels], box))),
    words: () => [element('span', {}, sign(alpha), element('b', {}, weight)), ' ', element('small', {}, reads), ' ', element('small', { class: 'adds' }, adds)],
  };
}
