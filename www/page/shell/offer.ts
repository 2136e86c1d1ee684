// Offers that can wait: a line in the header, which moves no picture, with one action and a button to dismiss it.

import { byId, element } from '../platform/dom';
import * as say from '../sentences';

/** offer shows a sentence with a button that runs an action, and one that dismisses the offer. It returns a function that withdraws it. */
export function offer(sentence: string, text: string, run: () => void): () => void {
  const accept = element('button', { type: 'button', 'data-offer': 'accept', 'data-help': say.acceptHelp }, text);
  const dismiss = element('button', { type: 'button', 'data-offer': 'dismiss', 'data-help': say.dismissHelp }, say.dismiss);
  const line = element('div', { class: 'offer' }, element('span', {}, sentence), accept, dismiss);
  accept.addEventListener('click', () => {
    line.remove();
    run();
  });
  dismiss.addEventListener('click', () => line.remove());
  byId('offers').append(line);
  return () => line.remove();
}
