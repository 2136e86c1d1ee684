// The page's messages: what went wrong, in one sentence, with at most one thing to do about it; and the progress of loading.

import { byId, setText } from './dom.js';
import { megabytes } from './format.js';

let timer = 0;

/** notice shows a sentence; action is {text, run} or missing. Without an action it goes by itself. */
export function notice(sentence, action) {
  const button = byId('notice-action');
  setText(byId('notice-text'), sentence);
  byId('notice').hidden = false;
  button.hidden = !action;
  clearTimeout(timer);
  if (!action) {
    timer = setTimeout(closeNotice, 9000);
    return;
  }
  setText(button, action.text);
  button.onclick = () => {
    closeNotice();
    action.run();
  };
}

/** closeNotice takes the message away. */
export function closeNotice() {
  byId('notice').hidden = true;
}

byId('notice-close').addEventListener('click', closeNotice);

/** progress shows how much of a program has come. */
export function progress(what, done, total) {
  const bar = byId('progress');
  bar.max = total || 1;
  bar.value = done;
  setText(byId('progress-text'), `Loading the ${what}: ${megabytes(done)} of ${megabytes(total)} MB`);
}

/** progressDone takes the progress away. */
export function progressDone() {
  byId('loading').hidden = true;
}
