// Keeps the work and the look of the page on this machine after every change, and offers them at the next visit. They are never restored
// without being asked for, and stay until something else is drawn.

import { lookOf, withLook } from './look.js';
import { notice } from './notice.js';
import { offer } from './offer.js';
import { forget, large, store, stored } from './storage.js';

const name = 'work';
const most = 3 << 20; // characters of work that is stored at once; browsers refuse more than about five million in all

export class Autosave {
  /** look is the page's (look.js); save offers the work as a file. */
  constructor(look, save) {
    Object.assign(this, { look, save, last: null, storing: Promise.resolve(), told: false, isLarge: true });
    this.states = null; // what the newest work has that is worth keeping
    this.read = this.find();
  }

  /** find reads what the visit before left. */
  async find() {
    this.last = whole(stored(name)) ?? whole(await large.get(name));
  }

  /** begin notes what the session begins with, which is nobody's work. */
  begin(solver) {
    solver.ask('work').then((work) => { this.states ??= states(work); }, () => {});
  }

  /** take keeps the work, if it has changed. */
  take(work) {
    const now = states(work);
    if (this.states !== null && now !== this.states) this.keep(withLook(work, this.look.get()));
    this.states = now;
  }

  /** keep stores a text, one after the other; in one place, so that there is never older work beside it. */
  keep(text) {
    this.storing = this.storing.then(async () => {
      if (text.length <= most && store(name, text)) {
        if (this.isLarge) this.isLarge = !(await large.remove(name));
      } else if (await large.set(name, text)) {
        this.isLarge = true;
        forget(name);
      } else if (text.length > most && !this.told) {
        this.told = true;
        notice('This work is too large to be kept in this browser: save it as a file before you leave.', { text: 'Save as file', run: this.save });
      }
    });
  }

  /** offer offers what the visit before left. */
  offer(solver) {
    const { last } = this;
    if (!last) return;
    offer('Your last work is still here.', 'Restore', async () => {
      try {
        await solver.request({ intent: `{"do":"open","work":${last}}` });
        const look = lookOf(last);
        if (look) this.look.use(look);
      } catch (error) {
        notice(error.message);
      }
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

/** states returns the parts of kept work that are worth keeping: not the controls and the film, which are between the others. */
const states = (work) => work.slice(0, work.lastIndexOf(',"tool":')) + work.slice(work.lastIndexOf(',"playing":')).replace(/^,"playing":\w+/, '');
