// All samples as small pictures, with their labels and the network's answers.

import { byId, element, icon, setAttribute, setIcon, setSign, setText, child } from '../platform/dom';
import { none, number, short } from '../platform/format';
import type { Page, Samples } from '../platform/protocol';
import * as say from '../sentences';
import { centred, curve, greyness, isSignal, pixels } from './glyphs';
import { Glyph, glyphBox } from './glyph';

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
