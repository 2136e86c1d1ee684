// Keeps the work on this machine after every change, and offers it at the next visit. It is never restored without being asked for, and
// stays until something else is drawn.

import { notice } from './notice.js';
import { offer } from './offer.js';
import { store, stored } from './storage.js';

const name = 'work';
const most = 3 << 20; // characters; browsers refuse more than about five million in all

export class Autosave {
  constructor() {
    this.last = whole(stored(name)); // what the visit before left
    this.states = null; // what the newest work has that is worth keeping
  }

  /** begin notes what the session begins with, which is nobody's work. */
  begin(solver) {
    solver.ask('work').then((work) => { this.states ??= states(work); }, () => {});
  }

  /** take keeps the work, if it has changed. */
  take(work) {
    const now = states(work);
    if (this.states !== null && now !== this.states && work.length <= most) store(name, work);
    this.states = now;
  }

  /** offer offers what the visit before left. */
  offer(solver) {
    if (!this.last) return;
    offer('Your last work is still here.', 'Restore', () => {
      solver.request({ intent: `{"do":"open","work":${this.last}}` }).catch((error) => notice(error.message));
    });
  }
}

/** whole returns a text if it is JSON, else null: it goes into an intent as it is. */
function whole(text) {
  try {
    return JSON.parse(text) && text;
  } catch {
    return null;
  }
}

/** states returns the part of kept work with the data and the models: what comes after them are the controls. */
const states = (work) => work.slice(0, work.lastIndexOf(',"tool":'));
