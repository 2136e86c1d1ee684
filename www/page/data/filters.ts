// The learned filters: the direction u of each neuron as a small signal or image, with its weight, the patches it reads, and what it adds to
// the output for the chosen sample. The session computes all numbers.

import { byId, element, icon, setAttribute, setSign, setText } from '../platform/dom';
import { number } from '../platform/format';
import type { Page, PageNeuron, Samples } from '../platform/protocol';
import * as say from '../sentences';
import { centred, filterBars, filterPixels, isSignal } from './glyphs';
import { Glyph, glyphBox } from './glyph';

const most = 60; // filters shown

/** A FilterCard shows a filter. */
interface FilterCard { li: HTMLElement; button: HTMLElement; glyph: Glyph; sign: Element; weight: HTMLElement; reads: HTMLElement; adds: HTMLElement }

export class Filters {
  private readonly list = byId('filter-list');
  private cards: FilterCard[] = [];

  /** choose is called when the user points at or chooses a filter, leave when no filter is pointed at any more. */
  constructor(private readonly choose: (index: number) => void, leave: () => void) {
    this.list.addEventListener('pointerleave', leave);
    this.list.addEventListener('focusout', leave);
  }

  show(page: Page, data: Samples, chosen: number): void {
    const neurons = (data.neurons ?? []).slice(0, most);
    for (const { li } of this.cards.splice(neurons.length)) li.remove();
    neurons.forEach((neuron, i) => fillFilter(this.cards[i] ??= this.make(i), neuron, i, page, data, chosen === i));
    setText(byId('filters-note'), say.filters(page.architecture, data.neurons?.length, most, data.corners.length, page.layers.count > 1));
  }

  private make(index: number): FilterCard {
    const [sign, weight, reads, adds] = [icon('plus'), element('b'), element('small'), element('small', { class: 'adds' })];
    const glyph = new Glyph();
    const button = element('button', { type: 'button' }, glyph.svg, element('span', {}, sign, weight), ' ', reads, ' ', adds);
    button.addEventListener('pointerenter', ({ pointerType }) => { if (pointerType === 'mouse') this.choose(index); });
    button.addEventListener('focus', () => this.choose(index));
    button.addEventListener('click', () => this.choose(index));
    const li = this.list.appendChild(element('li', {}, button));
    return { li, button, glyph, sign, weight, reads, adds };
  }
}

function fillFilter(card: FilterCard, neuron: PageNeuron, index: number, { signals }: Page, data: Samples, chosen: boolean): void {
  const { u, alpha, block = 0, output = 0 } = neuron;
  const { filter: [height, width], shape: [, , channels], corners, pool } = data;
  card.glyph.draw(`${height} ${width} ${channels} ${u}`, () => (
    signals && isSignal(signals.shape) ? filterBars(u, glyphBox) : filterPixels(u, [height, width, channels], centred([height, width, channels], glyphBox))));
  setSign(card.sign, alpha);
  const weight = number(alpha);
  setText(card.weight, weight);
  const reads = say.reads(block, pool, corners.length) + ((data.y[0]?.length ?? 0) > 1 ? say.ofOutput(output + 1) : '');
  setText(card.reads, reads);
  const value = data.picked?.adds[index];
  const adds = value === undefined ? '' : number(value, 2);
  setText(card.adds, adds && say.adds(adds));
  setAttribute(card.button, 'aria-pressed', String(chosen));
  setAttribute(card.button, 'aria-label', say.filter(neuron.number ?? index + 1, weight, reads, adds && say.adds(adds)));
}
