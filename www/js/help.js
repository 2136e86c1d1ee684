// The one-sentence help of each control, from its data-help: a description for those who listen, a small bubble for those who look.

import { setAttribute } from './dom.js';
import { tiles } from './tiles.js';

const delay = 450; // ms of hovering

/** helpAll gives every element with data-help its description and its bubble. */
export function helpAll() {
  const tip = document.createElement('div');
  const texts = document.createElement('div');
  tip.id = 'tip';
  tip.hidden = true;
  texts.className = 'unseen';
  texts.hidden = true;
  document.body.append(tip, texts);
  [...document.querySelectorAll('[data-help]')].forEach((node, i) => {
    describe(node, texts, i);
    follow(node, tip);
  });
  document.addEventListener('keydown', (event) => { if (event.key === 'Escape') tip.hidden = true; });
  addEventListener('scroll', () => { tip.hidden = true; }, { passive: true });
}

function describe(node, texts, index) {
  const text = texts.appendChild(document.createElement('span'));
  text.id = `help-${index}`;
  text.textContent = node.dataset.help;
  const control = node.matches('label') ? node.querySelector('input, select') : node;
  control.setAttribute('aria-describedby', text.id);
}

function follow(node, tip) {
  let timer = 0;
  const show = () => {
    tip.textContent = node.dataset.help;
    tip.hidden = false;
    const box = node.getBoundingClientRect();
    const width = tip.offsetWidth;
    const below = !('helpAbove' in node.dataset) && box.bottom + 8 + tip.offsetHeight < innerHeight;
    const x = Math.max(8, Math.min(document.documentElement.clientWidth - width - 8, box.left + box.width / 2 - width / 2));
    const y = below ? box.bottom + 8 : box.top - 8 - tip.offsetHeight;
    tip.style.transform = `translate(${Math.round(x + scrollX)}px,${Math.round(y + scrollY)}px)`;
  };
  const hide = () => {
    clearTimeout(timer);
    tip.hidden = true;
  };
  node.addEventListener('pointerenter', (event) => {
    if (event.pointerType === 'mouse') timer = setTimeout(show, delay);
  });
  node.addEventListener('pointerleave', hide);
  node.addEventListener('pointerdown', hide);
  node.addEventListener('focusin', (event) => event.target.matches(':focus-visible') && !event.target.type?.startsWith('text') && show());
  node.addEventListener('focusout', hide);
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
