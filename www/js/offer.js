// Offers that can wait: a line in the header, where no picture moves for it, with one thing to do and one to leave it.

import { byId, element } from './dom.js';

/** offer shows a sentence with a button that runs an action, and one that takes the offer away. */
export function offer(sentence, text, run) {
  const accept = element('button', { type: 'button', 'data-offer': 'accept', 'data-help': 'Take the offer.' }, text);
  const dismiss = element('button', { type: 'button', 'data-offer': 'dismiss', 'data-help': 'Leave the offer; nothing changes.' }, 'Dismiss');
  const line = element('div', { class: 'offer' }, element('span', {}, sentence), accept, dismiss);
  accept.addEventListener('click', () => {
    line.remove();
    run();
  });
  dismiss.addEventListener('click', () => line.remove());
  byId('offers').append(line);
}
