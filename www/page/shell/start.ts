// Beginning and end: the page loads the program, the solver goes on with the work of before a reload, opens the link of the address, or begins with
// an example; the pictures follow. A solver that stops is restarted, and a page is left or reloaded with all its work.

import type { Lessons } from '../learn/lessons';
import type { ArgumentPanel } from '../panels/argument';
import { all } from '../platform/dom';
import { runtimeURL, workerURL } from '../platform/loader';
import { keepOffline } from '../platform/offline';
import type { Solver } from '../platform/solver';
import { embedded, framed, store, stored } from '../platform/storage';
import * as messages from '../messages';
import type { Present } from '../present/present';
import { appearanceOf, type PageAppearance } from '../share/appearance';
import type { Autosave } from '../share/autosave';
import { linkWith, saveWork, type Sharing } from '../share/files';
import type { View } from '../stage/view';
import type { Answers } from './answers';
import type { Layout } from './layout';
import { loadWatched, reloadOr } from './loading';
import { notice, offer, progressDone, progressOfPictures, sentenceOf } from './notice';
import { isGreeted } from './plan';

const patience = 1500; // ms by which a store of earlier work may delay the start

/** The Parts of the page that begin and end. */
export interface Parts {
  solver: Solver; view: View; answers: Answers; layout: Layout; argument: ArgumentPanel; lessons: Lessons; present: Present; appearance: PageAppearance; sharing: Sharing; autosave: Autosave;
}

let module: WebAssembly.Module; // the program, once it is loaded

/** startWorker starts a session. */
export function startWorker(): Worker {
  const worker = new Worker(workerURL());
  worker.postMessage({ runtime: runtimeURL(), module });
  return worker;
}

/** start starts the page, with the work of before a reload, a link, or an example. */
export async function start(parts: Parts): Promise<void> {
  const { solver, view, answers, layout, argument, appearance, sharing, autosave } = parts;
  const left = isReload() ? stored('mode') : null, resumes = left === 'present', scene = Number(stored('scene') ?? 0);
  const work = await autosave.works.carried();
  // After a reload the link of the page is already in its history. It is read while the solver loads.
  const link = work ? null : sharing.read();
  try {
    module = await loadWatched();
  } catch (error) {
    return notice(sentenceOf(error), { text: messages.tryAgain, run: () => reloadOr(() => void start(parts)) });
  }
  const content = await link;
  const read = autosave.find();
  await Promise.race([read, new Promise((resolve) => { setTimeout(resolve, patience); })]);
  const carried = work ? appearanceOf(work) : null;
  if (carried) appearance.use(carried);
  // Each of these goes to the head of the queue: the solver resumes the work of before a reload, opens the link and returns the resulting
  // work, before it makes the changes that the user made while it was loading.
  autosave.begin(solver);
  const opened = content ? sharing.open(content, autosave.isLost ? undefined : autosave.last?.text, true) : Promise.resolve(false);
  try {
    solver.run(work ? { text: work, revision: 0, at: 0 } : null);
  } catch {
    return notice(messages.sandboxed);
  }
  await answers.ready;
  progressOfPictures();
  const isLinked = await opened;
  const isAgain = resumes && !work && !isLinked && autosave.last !== null && !autosave.isLost;
  if (isAgain && autosave.last) await autosave.restore(solver, autosave.last);
  else if (!work) void read.then(() => { if (!isLinked || autosave.isLost) autosave.offer(solver); });
  // Before the pictures come: they would show what the question is about.
  const isAsked = !resumes && left !== 'learn' && layout.mode === 'explore' && isGreeted() && !work && !autosave.last && store('tour', '');
  if (isAsked) greet(argument);
  await view.start(module);
  progressDone();
  if (!framed && !embedded) void keepOffline((activate) => offer(messages.newVersion, messages.reload, activate), () => void reload(parts));
  if (resumes) return parts.present.resume(scene);
  if (left === 'learn') parts.lessons.resume();
  if (!isAsked && !answers.newest?.argument) layout.put({ why: null });
}

/** greet asks a first visitor the question, which is seen once anything was touched: a page that was slow to come and is loaded again asks again. */
function greet(argument: ArgumentPanel): void {
  argument.ask();
  for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, () => store('tour', 'seen'), { once: true });
}

/** isReload reports whether the visitor has reloaded the page: a presentation or a lesson then goes on. */
const isReload = (): boolean => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.type === 'reload';

/** crashed says that the solver had to be restarted, or that this does not help. */
export function crashed({ solver, layout, argument, lessons, present, sharing, autosave }: Parts, reason: string, final: boolean): void {
  console.warn('The solver stopped:', reason);
  if (!final) {
    notice(messages.solverBack);
    if (layout.mode === 'learn') lessons.again();
    autosave.restarted(solver);
    argument.again();
    return present.again();
  }
  sharing.close();
  for (const dialog of all('dialog:modal', document, HTMLDialogElement)) dialog.close(); // it would lie over the message
  // Another solver starts without the change with which this one kept stopping, and that work is offered.
  notice(messages.solverKeepsStopping, { text: messages.startAgain, run: () => {
    autosave.leave(solver);
    solver.recover();
    autosave.afresh(solver);
  } });
}

/**
 * reload reloads the page with its work and appearance. If they cannot be stored, a frame carries its state in its address, and a page is not
 * reloaded before the user has them as a file.
 */
export async function reload({ solver, appearance, autosave }: Parts): Promise<void> {
  if (!await autosave.carry(solver)) {
    if (!framed && !embedded) return notice(messages.workNotKept, { text: messages.saveAsFile, run: () => void saveWork(solver, appearance) });
    history.replaceState(null, '', location.href.replace(/#.*$/s, '') + await linkWith(solver, appearance.get()).catch(() => ''));
  }
  location.reload();
}

/** storeOnLeaving stores what a page that may be left has not stored: a page that is hidden may be, and one that is left can wait for nothing. */
export function storeOnLeaving({ solver, autosave }: Parts): void {
  addEventListener('pagehide', () => autosave.leave(solver));
  document.addEventListener('visibilitychange', () => { if (document.hidden) autosave.leave(solver); });
}
