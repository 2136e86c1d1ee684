// The page's messages: what went wrong, in one sentence, with at most one action; the progress of loading; and offers that can wait, as a line in
// the header. Messages have the place of a caption or a row of their own, over no picture and no control (shell/parts.ts).

import { byId, element, setText } from '../platform/dom';
import * as messages from '../messages';

const shown = 7000; // ms for which a message without an action stays, once the page has loaded
const offered = 15000; // ms for which a message with an optional action stays

/** An Action is a button's text and effect; passes says that the message disappears even if the action is not taken. */
export interface Action { text: string; passes?: boolean; run(): void }

let timer = 0;
let stay = 0; // ms for which the present message stays, 0 until it is dismissed
let kind = ''; // of the present message: refusal, if it says why something was not done, passing, if its action is optional, or told by the session

/** notice shows a sentence. Without an action, or with one that passes, it disappears by itself. */
export function notice(sentence: string, action?: Action, of = action?.passes ? 'passing' : ''): void {
  const button = byId('notice-action');
  setText(byId('notice-text'), sentence);
  byId('notice').hidden = false;
  button.hidden = !action;
  stay = !action ? shown : action.passes ? offered : 0;
  kind = of;
  closeLater();
  if (!action) return;
  setText(button, action.text);
  button.onclick = () => {
    closeNotice();
    action.run();
  };
}

/** closeLater dismisses the message after a while. During loading it stays. */
function closeLater(): void {
  clearTimeout(timer);
  if (stay && byId('loading').hidden) timer = setTimeout(() => closeNotice(), stay);
}

/** refuse shows why something was not done, until it passes or something else is done. */
export function refuse(sentence: string): void {
  notice(sentence, undefined, 'refusal');
}

/** noticeError shows the message of an error. */
export function noticeError(error: unknown): void {
  refuse(sentenceOf(error));
}

/** sentenceOf returns the message of an error; errors of this page and of the session are one sentence. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** closeNotice dismisses the message, or only one of a kind or with a sentence. */
export function closeNotice(only?: string): void {
  if (only && only !== kind && only !== byId('notice-text').textContent) return;
  clearTimeout(timer);
  byId('notice').hidden = true;
}

byId('notice-close').addEventListener('click', () => closeNotice());
// It stays while it is under the pointer or has the focus.
for (const come of ['pointerenter', 'focusin']) byId('notice').addEventListener(come, () => clearTimeout(timer));
for (const gone of ['pointerleave', 'focusout']) byId('notice').addEventListener(gone, closeLater);

/** progress shows which share of the program has arrived. */
export function progress(share: number): void {
  byId('progress', HTMLProgressElement).value = share;
  setText(byId('progress-text'), messages.loading(share));
}

/** progressOfPictures says that the solver is there, and what is being waited for. */
export function progressOfPictures(): void { setText(byId('progress-text'), messages.loadingPictures); }

/** progressDone hides the progress. */
export function progressDone(): void {
  byId('loading').hidden = true;
  closeLater();
}

/** offer shows a sentence with a button that runs an action, and a cross that dismisses the offer, of which declined() is told. It returns a function that withdraws it. */
export function offer(sentence: string, text: string, run: () => void, declined = (): void => {}): () => void {
  const accept = element('button', { type: 'button', 'data-offer': 'accept', 'data-help': messages.acceptHelp }, text);
  const dismiss = element('button', { type: 'button', class: 'icon plain', 'data-offer': 'dismiss', 'aria-label': messages.dismiss, 'data-help': messages.dismissHelp },
    element('span', { class: 'cross', 'aria-hidden': true }, '\u00d7'));
  const line = element('div', { class: 'offer' }, element('span', {}, sentence), accept, dismiss);
  for (const [button, then] of [[accept, run], [dismiss, declined]] as const) {
    button.addEventListener('click', () => {
      line.remove();
      then();
    });
  }
  byId('offers').append(line);
  return () => line.remove();
}
