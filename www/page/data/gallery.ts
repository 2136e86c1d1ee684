// Many small pictures: all samples, with their labels and the network's answers, and the learned filters, the direction u of each neuron. The session
// computes all numbers.

import { centred, curve, filterBars, filterPixels, Glyph, glyphBox, greyness, isSignal, pixels } from './glyphs';
import { byId, child, element, icon, setAttribute, setIcon, setSign, setText } from '../platform/dom';
import { none, number, short } from '../platform/format';
import type { Page, PageNeuron, Samples } from '../platform/protocol';
import * as say from '../sentences';

/** A Card shows a sample. */
interface Card { li: HTMLElement; button: HTMLButtonElement; glyph: Glyph; mark: SVGElement; says: HTMLElement; verdict: SVGElement }

export class Gallery {
  private readonly list = byId('sample-list');
  private cards: Card[] = [];
  private picked = 0;

  /** pick is called when a sample is chosen. */
  constructor(private readonly pick: (index: number) => void) {
    this.list.addEventListener('keydown', (event) => this.onKey(event));
  }

  /** show shows the samples; drawn holds the values of the picked sample while it is being drawn. */
  show(page: Page, data: Samples, picked: number, drawn: number[] | null): void {
    this.picked = picked;
    for (const { li } of this.cards.splice(data.x.length)) li.remove();
    data.x.forEach((x, i) => {
      const card = this.cards[i] ??= this.make(i);
      draw(card.glyph, page, data, i === picked ? drawn ?? x : x);
      fill(card, data, i);
      setAttribute(card.button, 'aria-pressed', String(i === picked));
      setAttribute(card.button, 'tabindex', i === picked ? '0' : '-1');
    });
  }

  private make(index: number): Card {
    const [glyph, mark, says, verdict] = [new Glyph(), icon('plus', 'mark'), element('b', { 'data-found': '' }), icon('check', 'right')];
    const button = element('button', { type: 'button' }, glyph.svg, element('span', {}, mark, says, verdict));
    button.addEventListener('click', () => this.pick(index));
    const li = this.list.appendChild(element('li', {}, button));
    return { li, button, glyph, mark, says, verdict };
  }

  private onKey(event: KeyboardEvent): void {
    const across = Math.max(1, Math.round(this.list.clientWidth / (this.cards[0]?.li.offsetWidth || 1)));
    const by = new Map([['ArrowLeft', -1], ['ArrowRight', 1], ['ArrowUp', -across], ['ArrowDown', across]]).get(event.key);
    const to = this.picked + (by ?? 0);
    const card = this.cards[to];
    if (!by || !card) return;
    event.preventDefault();
    this.pick(to);
    card.button.focus();
  }
}

/** draw draws a sample. */
function draw(glyph: Glyph, { signals }: Page, data: Samples, x: number[]): void {
  const range = Math.max(1e-9, Math.abs(data.low), Math.abs(data.high));
  const signal = isSignal(signals?.shape ?? []);
  glyph.draw(`${signals?.shape} ${signal ? range : `${data.low} ${data.high}`} ${x}`, () => (
    signal ? curve(x, range, glyphBox) : pixels(x, data.shape, greyness(data), centred(data.shape, glyphBox))));
}

/** fill writes what is known about a sample. */
function fill({ button, mark, says, verdict }: Card, data: Samples, i: number): void {
  const y = data.y[i] ?? [], f = data.f?.[i], right = data.right?.[i];
  const label = y[0] ?? 0;
  const several = y.length > 1;
  const said = !f ? none : several ? String(data.named?.[i]) : number(f[0] ?? 0, 2);
  setSign(mark, label, 'mark ');
  mark.toggleAttribute('hidden', several || right === undefined);
  setText(says, said);
  verdict.toggleAttribute('hidden', right === undefined);
  setIcon(child(verdict, SVGUseElement), right ? 'check' : 'close');
  setAttribute(button, 'data-right', right === undefined ? null : String(right));
  setAttribute(button, 'aria-label', say.sampleCard(i + 1, several ? String(data.class[i]) : short(label), said, right));
}

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
