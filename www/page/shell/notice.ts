// The page's messages: what went wrong, in one sentence, with at most one thing to do about it; and the progress of loading.

import { byId, setText } from '../platform/dom';
import * as say from '../sentences';

const shown = 9000; // ms for which a message without an action stays, once the page is loaded

/** An Action is a button's text and what it does. */
export interface Action { text: string; run(): void }

let timer = 0;

/** notice shows a sentence. Without an action it goes by itself. */
export function notice(sentence: string, action?: Action): void {
  const button = byId('notice-action');
  setText(byId('notice-text'), sentence);
  byId('notice').hidden = false;
  button.hidden = !action;
  clearTimeout(timer);
  if (!action) return closeLater();
  setText(button, action.text);
  button.onclick = () => {
    closeNotice();
    action.run();
  };
}

/** closeLater dismisses the message after a while. While the page loads there is nothing else to read. */
function closeLater(): void {
  if (byId('loading').hidden) timer = setTimeout(closeNotice, shown);
}

/** noticeError shows what an error says. */
export function noticeError(error: unknown): void {
  notice(sentenceOf(error));
}

/** sentenceOf returns what an error says; those of this page and of the session are one sentence. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** closeNotice dismisses the message. */
export function closeNotice(): void {
  byId('notice').hidden = true;
}

byId('notice-close').addEventListener('click', closeNotice);

/** progress shows how much of the program has come. */
export function progress(done: number, total: number): void {
  const bar = byId('progress', HTMLProgressElement);
  bar.max = total || 1;
  bar.value = done;
  setText(byId('progress-text'), say.loading(done, total));
}

/** progressDone hides the progress. */
export function progressDone(): void {
  byId('loading').hidden = true;
  if (byId('notice-action').hidden) closeLater();
}
