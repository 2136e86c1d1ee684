// While the data shown are being solved, everything that belongs to the solution of the previous data is marked: the page's source calls it
// data-found, the style sheet says "Before", and screen readers are told that it is being renewed. The page shows how far the solution is, and
// offers to stop it.

import { all, byId, setAttribute } from '../platform/dom';
import type { Page } from '../platform/protocol';

const patience = 400; // ms after which a solve can be stopped

/** solvingBar returns the function that renders an answer. */
export function solvingBar(): (page: Page) => void {
  const bar = byId('solve-progress', HTMLProgressElement), button = byId('solve-stop');
  let timer = 0;
  const show = (is: boolean): void => { bar.hidden = button.hidden = !is; };
  let marked = false;
  return ({ solving, strip }) => {
    if (marked !== (Boolean(solving) && strip.known)) {
      marked = !marked;
      setAttribute(document.documentElement, 'data-stale', marked ? '' : null);
      for (const node of all('[data-found]')) setAttribute(node, 'aria-busy', marked ? 'true' : null);
    }
    if (!solving) {
      clearTimeout(timer);
      timer = 0;
      return show(false);
    }
    // The prediction may be too short: the bar never reaches its end.
    bar.value = Math.max(solving.progress, solving.spent / (solving.spent + Math.max(1, solving.seconds)));
    timer ||= setTimeout(() => show(true), patience);
  };
}
