// Loading of the program as the user sees it: how much has arrived, and what to do when it stalls.

import { load } from '../platform/loader';
import * as messages from '../messages';
import { closeNotice, notice, progress } from './notice';

const patience = 15000; // ms without a byte after which the user is asked whether to try again

/** loadWatched loads the program; if it stalls, it says so, and starts again on request. */
export function loadWatched(): Promise<WebAssembly.Module> {
  return new Promise((resolve, reject) => {
    let control = new AbortController();
    let timer = 0;
    const heard = (share: number): void => {
      clearTimeout(timer);
      closeNotice(messages.stalled);
      timer = setTimeout(() => notice(messages.stalled, { text: messages.tryAgain, run: () => begin('no-store') }), patience);
      progress(share);
    };
    const begin = (cache: RequestCache): void => {
      control.abort();
      const mine = control = new AbortController();
      const last = <T>(act: (value: T) => void) => (value: T): void => {
        if (mine !== control) return; // another attempt has started
        clearTimeout(timer);
        act(value);
      };
      heard(0);
      load(heard, mine.signal, cache).then(last(resolve), last(reject));
    };
    begin('default');
  });
}

const late = document.querySelector<HTMLElement>('.late'); // the line of a page that does not start

/** styled waits for the style sheet, and says that it is missing as long as it is, in the line of a page that does not start. */
export function styled(): void {
  const is = getComputedStyle(document.documentElement).getPropertyValue('--ink') !== '';
  if (late) late.hidden = is;
  if (!is && late?.firstChild) late.firstChild.textContent = messages.withoutStyle;
  if (!is) setTimeout(styled, 500);
}

/** reloadOr reloads the page if its server answers, to get its newest version; otherwise it calls otherwise. */
export function reloadOr(otherwise: () => void): void {
  fetch(location.href, { cache: 'reload' }).then(() => location.reload(), otherwise);
}
