// The one-sentence help of each control, from its data-help: a description for those who listen, a small bubble for those who look.

import { setAttribute } from './dom.js';
import { tiles } from './tiles.js';

const delay = 450; // ms of hovering

/** helpAll gives every element with data-help its description and its bubble, those that come later when they are reached. */
export function helpAll() {
  const texts = document.createElement('div');
  const described = new Map(); // sentences to the elements that say them
  texts.className = 'unseen';
  texts.hidden = true;
  document.body.append(texts);
  const describe = (node) => {
    const control = node.matches('label') ? node.querySelector('input, select') ?? node : node;
    if (control.hasAttribute('aria-describedby')) return;
    const { help } = node.dataset;
    if (!described.has(help)) {
      const text = texts.appendChild(document.createElement('span'));
      text.id = `help-${described.size}`;
      text.textContent = help;
      described.set(help, text.id);
    }
    control.setAttribute('aria-describedby', described.get(help));
  };
  document.querySelectorAll('[data-help]').forEach(describe);
  bubble(describe);
}

/** bubble shows the help of what the pointer rests on, or the keys have reached; first is called with it. */
function bubble(first) {
  const tip = document.createElement('div');
  tip.id = 'tip';
  tip.popover = 'manual'; // above a dialog, too
  tip.hidden = true;
  document.body.append(tip);
  let timer = 0;
  let now = null; // the element with the pointer or the keys
  const hide = () => {
    clearTimeout(timer);
    if (!tip.hidden) tip.hidePopover?.();
    tip.hidden = true;
  };
  const show = (node) => {
    if (!node.isConnected) return;
    tip.textContent = node.dataset.help;
    tip.hidden = false;
    tip.showPopover?.();
    place(tip, node);
  };
  const reach = (event, start) => {
    const node = event.target.closest?.('[data-help]') ?? null;
    if (node === now) return;
    hide();
    now = node;
    if (!node) return;
    first(node);
    start(node);
  };
  document.addEventListener('pointerover', (event) => event.pointerType === 'mouse' && reach(event, (node) => { timer = setTimeout(show, delay, node); }));
  document.addEventListener('pointerdown', hide);
  document.addEventListener('focusin', (event) => {
    now = null;
    reach(event, (node) => { if (event.target.matches(':focus-visible') && !event.target.type?.startsWith('text')) show(node); });
  });
  document.addEventListener('focusout', hide);
  document.addEventListener('keydown', (event) => { if (event.key === 'Escape') hide(); });
  addEventListener('scroll', hide, { passive: true });
}

/** place puts the bubble below a control, or above it where there is no room or something is below. */
function place(tip, node) {
  const box = node.getBoundingClientRect();
  const width = tip.offsetWidth;
  const below = !('helpAbove' in node.dataset) && box.bottom + 8 + tip.offsetHeight < innerHeight;
  const x = Math.max(8, Math.min(document.documentElement.clientWidth - width - 8, box.left + box.width / 2 - width / 2));
  const y = below ? box.bottom + 8 : box.top - 8 - tip.offsetHeight;
  tip.style.transform = `translate(${Math.round(x)}px,${Math.round(y)}px)`;
}

/** describeTiles keeps the pictures' descriptions in words up to date. */
export function describeTiles(page) {
  const count = page.neurons?.length ?? 0;
  const neurons = count === 1 ? '1 neuron' : `${count} neurons`;
  const usual = {
    data: `Data: ${page.samples} points, and the function of a network with ${neurons}.`,
    lorentz: `Lorentz cone: ${page.film.caption || 'no neurons.'}`,
    certificate: count ? `Certificate: largest |g| = beta at ${neurons}.` : 'Certificate: g stays within beta everywhere.',
  };
  for (const { name, index, area, article } of tiles) {
    setAttribute(area, 'aria-label', page.tiles?.[index]?.description ?? usual[name] ?? article.querySelector('h2').textContent);
  }
}
