// The one-sentence help of each control, from its data-help: a description for screen readers, and a small bubble.

import { all, byId, closest, element } from '../platform/dom';
import { glued } from '../platform/format';
import * as messages from '../messages';

const delay = 450; // ms of hovering
const gap = 8; // css pixels around the bubble

/**
 * helpAll gives every element with data-help its description and its bubble; elements that are added later get them when they are reached.
 */
export function helpAll(): void {
  const describe = describer();
  for (const node of all('dfn[data-term]')) node.dataset['help'] = messages.meaning(node.dataset['term'] ?? '');
  all('[data-help]').forEach(describe);
  new Bubble(describe);
  document.addEventListener('keydown', fromDefinition);
}

/** setSentence sets an element's text; symbols and words that have a definition have it where they first stand. */
export function setSentence(node: Element, text: string): void {
  const said = glued(text);
  if (node.textContent !== said) node.replaceChildren(...defined(said, new Set()));
}

/** terms are the symbols and words that have a definition wherever a sentence has them. */
const terms = /(?<![\p{L}\p{N}])([fgσβ]|(?:cost|price|neuron|weight|direction)s?|loss|activation|(?:lower )?bound|certified|of this kind)(?![\p{L}\p{N}(′])/u;

/** defined returns a text with definitions of the terms that were not said before. */
export const defined = (text: string, said: Set<string>): (Node | string)[] => text.split(terms).map((part, k) => {
  const word = part === 'bound' ? 'lower bound' : part.replace(/(?<!s)s$/, '');
  if (k % 2 === 0 || said.has(word)) return part;
  said.add(word);
  return element('dfn', { tabindex: '-1', 'data-help': messages.meaning(word) }, part);
});

/** fromDefinition leads from a definition to the next one by the arrow keys: those that are not read one after the other share one stop of the Tab key. */
function fromDefinition(event: KeyboardEvent): void {
  const by = new Map([['ArrowRight', 1], ['ArrowLeft', -1]]).get(event.key), from = closest(event.target, 'dfn');
  if (!by || !from) return;
  const each = all('dfn[data-help]').filter((node) => node.checkVisibility());
  event.preventDefault();
  each.at((each.indexOf(from) + by) % each.length)?.focus();
}

/** describer returns a function that gives an element the description of its help; equal descriptions share an element. */
function describer(): (node: HTMLElement) => void {
  const texts = element('div', { class: 'unseen', hidden: true });
  const described = new Map<string, string>(); // sentences to the ids of their elements
  document.body.append(texts);
  return (node) => {
    const control = node.matches('label') ? node.querySelector('input, select') ?? node : node;
    if (control.hasAttribute('aria-describedby')) return;
    const help = node.dataset['help'] ?? '';
    const id = described.get(help) ?? `help-${described.size}`;
    if (!described.has(help)) texts.append(element('span', { id }, help));
    described.set(help, id);
    control.setAttribute('aria-describedby', id);
  };
}

/** Bubble shows the help of the element under the pointer or with the keyboard focus; reached is called with that element. */
class Bubble {
  private readonly tip = element('div', { id: 'tip', popover: 'manual', 'aria-hidden': 'true', hidden: true }); // a popover is above dialogs, too
  private timer = 0;
  private now: HTMLElement | null = null; // the element under the pointer or with the focus
  private taps = false; // a finger was the last to touch anything
  private escaped = false; // what Escape has closed gives the focus back, which asks nothing

  constructor(private readonly reached: (node: HTMLElement) => void) {
    document.body.append(this.tip);
    const hide = (): void => this.hide();
    let at = ''; // where the pointer is: what comes under it while it rests was not pointed at
    const place = ({ clientX, clientY }: PointerEvent): string => `${clientX} ${clientY}`;
    document.addEventListener('pointermove', (event) => {
      at = place(event);
      if (event.pointerType === 'mouse') this.taps = false;
    });
    document.addEventListener('pointerover', (event) => {
      if (event.pointerType === 'mouse' && !this.taps && place(event) !== at) this.reach(event, (node) => { this.timer = setTimeout(() => this.show(node), delay); });
    });
    // A finger that rests on a control asks what it is; where it was, no mouse comes later, though browsers say so of what the page puts there.
    document.addEventListener('pointerdown', (event) => {
      hide();
      at = place(event);
      this.taps = event.pointerType === 'touch';
      if (!this.taps) return;
      this.now = null; // it may rest on the same one again
      this.reach(event, (node) => { this.timer = setTimeout(() => this.show(node), delay); });
    });
    for (const end of ['pointerup', 'click'] as const) document.addEventListener(end, () => { if (this.taps) clearTimeout(this.timer); }, { capture: true });
    document.addEventListener('pointercancel', hide); // it was a swipe
    // A symbol's only purpose is its explanation, so a tap shows it too.
    document.addEventListener('click', ({ target }) => { const symbol = closest(target, 'dfn[data-help], #path'); if (symbol) this.show(symbol); });
    document.addEventListener('focusin', (event) => this.focused(event));
    document.addEventListener('focusout', hide);
    document.addEventListener('keydown', ({ key }) => {
      this.escaped = key === 'Escape';
      this.taps = false;
      if (this.escaped) hide();
    });
    // What is scrolled under a finger is not what it asked about; a focus may scroll the page to the very thing it explains.
    addEventListener('scroll', () => { if (this.taps) hide(); }, { passive: true, capture: true });
    addEventListener('scroll', hide, { passive: true });
  }

  private focused(event: FocusEvent): void {
    const { target } = event;
    const isText = target instanceof HTMLInputElement && target.type.startsWith('text') || target instanceof HTMLTextAreaElement;
    if (!this.tip.hidden && closest(target, '[data-help]') === this.now) return; // a finger that has rested on it leaves
    this.now = null;
    this.reach(event, (node) => {
      if (!isText && !this.escaped && !this.taps && target instanceof Element && target.matches(':focus-visible')) this.show(node);
    });
  }

  private reach(event: Event, start: (node: HTMLElement) => void): void {
    const node = closest(event.target, '[data-help]');
    if (node === this.now) return;
    this.hide();
    this.now = node;
    if (!node) return;
    this.reached(node);
    start(node);
  }

  private hide(): void {
    const { tip } = this;
    clearTimeout(this.timer);
    if (!tip.hidden && 'hidePopover' in tip) tip.hidePopover();
    tip.hidden = true;
  }

  private show(node: HTMLElement): void {
    const { tip } = this;
    if (!node.isConnected) return;
    tip.textContent = node.dataset['help'] ?? '';
    tip.hidden = false;
    if ('showPopover' in tip) tip.showPopover();
    place(tip, node);
  }
}

/** place puts the bubble below a control, or above it if there is no room, or the proof or something else below. */
function place(tip: HTMLElement, node: HTMLElement): void {
  const box = node.getBoundingClientRect();
  const width = tip.offsetWidth;
  const strip = byId('proof').getBoundingClientRect().top, floor = box.bottom <= strip ? strip : innerHeight;
  const below = !('helpAbove' in node.dataset) && box.bottom + gap + tip.offsetHeight < floor;
  const x = Math.max(gap, Math.min(document.documentElement.clientWidth - width - gap, box.left + box.width / 2 - width / 2));
  const y = below ? box.bottom + gap : box.top - gap - tip.offsetHeight;
  tip.style.transform = `translate(${Math.round(x)}px,${Math.round(y)}px)`;
}
