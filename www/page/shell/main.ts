// The start of the page: it makes the parts, loads the program, starts the solver with it, then the pictures, and connects them all. All
// state belongs to the session, in the solver; the page keeps only its newest answer.

import { CheckPanel } from '../panels/check';
import { dataPanel } from '../data/data';
import { DataTable } from '../data/table';
import { formulaForm, samplingPanel } from '../data/sampling';
import { ImportDialog } from '../data/import';
import { SamplesPanel } from '../data/samples';
import { SelectionPanel } from '../data/selection';
import { Lessons } from '../learn/lessons';
import { ArgumentPanel } from '../panels/argument';
import { exportPanel } from '../panels/export';
import { layersControl, outputViewControl } from '../panels/layers';
import { MatrixTables } from '../panels/matrices';
import { modelPanel, showActivation } from '../panels/model';
import { NeuronTable } from '../panels/neurons';
import { PathStrip, sweepControl } from '../panels/path';
import { hushProof, proofFiles, reasonButtons, showProof, showScores, solvingBar, speakProof } from '../panels/proof';
import { racePanel } from '../panels/race';
import { recomputePanel } from '../panels/recompute';
import { transportBar } from '../panels/transport';
import { byId, setAttribute } from '../platform/dom';
import { completes } from '../platform/journal';
import { embedded, framed, store } from '../platform/storage';
import { perFrame } from '../platform/frames';
import { runtimeURL, workerURL } from '../platform/loader';
import { keepOffline } from '../platform/offline';
import type { Page } from '../platform/protocol';
import { Solver } from '../platform/solver';
import { Present } from '../present/present';
import * as messages from '../messages';
import { publishAPI } from '../share/api';
import { Autosave, workList } from '../share/autosave';
import { classDialog } from '../share/class';
import { embedCode, embedding } from '../share/embed';
import { linkWith, saveWork, Sharing } from '../share/files';
import { describeTiles, tileTools } from '../stage/tools';
import { readAgain, stageInput, swipe } from '../stage/input';
import { savePicture } from '../stage/picture';
import { DataDrawing } from '../stage/drawing';
import { View } from '../stage/view';
import { Answers, Statistics } from './answers';
import { dialogs, footDialogs, menus } from './dialogs';
import { helpAll } from './help';
import { sendingControls } from './fields';
import { Layout } from './layout';
import { loadWatched, reloadOr, styled } from './loading';
import { isGreeted } from './plan';
import { appearanceOf, PageAppearance } from '../share/appearance';
import { closeNotice, notice, offer, progressDone, refuse, sentenceOf } from './notice';
import { themeSwitch } from './theme';
import { byName, tiles } from './tiles';

const patience = 1500; // ms by which a store of earlier work may delay the start
const pictureFactor = 2; // pixels of a saved picture in a CSS pixel

styled(); // the line for pages without a running script can go
let module: WebAssembly.Module;
let silence: string | null = null; // what was said of it

const statistics = new Statistics();
const solver = new Solver(startWorker, {
  answer: (page, snapshot, granted) => answers.take(page, snapshot, granted),
  did: (sent) => {
    lessons.did(sent);
    argument.did(sent);
    present.did(sent);
    const isDone = sent.do === 'press' || sent.do !== 'release' && completes(sent); // the end of a press that was refused does nothing
    if (answers.newest && isDone) closeNotice('refusal');
  },
  error: (sentence) => {
    refuse(sentence);
    render(); // resets the controls
  },
  late: (is) => {
    if (!is) render();
    else if (answers.newest) show({ ...answers.newest, stale: true, status: 'solving', solving: { seconds: 0, bytes: 0, spent: 0, progress: 0, gap: 0, sentence: messages.solvingSoon } });
  },
  silent: (step) => {
    if (silence) closeNotice(silence);
    silence = step === null ? null : step ? messages.solverAtWork(step / 1000) : messages.solverSilent;
    if (silence) notice(silence);
  },
  crash: crashed,
  remember: () => autosave.remember(solver),
});
const { send } = solver;
const view = new View({
  intent: solver.send,
  drawn: (ms) => {
    statistics.drawn(ms);
    readAgain();
  },
  picture: (index, picture) => void savePicture(index, pictureFactor, picture),
  lost: () => render(),
  restored: (settings) => tools.restored(settings),
  restart: () => void reload(),
});
const transport = transportBar(solver);
const tools = tileTools({
  camera: (index, name) => view.call((live) => live.camera(index, name)),
  option: (index, name, value) => view.call((live) => live.option(index, name, value)),
  save: (index) => {
    if (answers.newest?.stale) notice(messages.pictureOfBefore);
    else if (!view.picture(index, pictureFactor)) notice(messages.picturesNotSaved);
  },
  full: (name) => layout.setFull(layout.full === name ? null : name),
});
const layout: Layout = new Layout(view.stage, {
  changed: layoutChanged, lists: () => lessons.list(), resumes: () => lessons.again(), asks: (chapter) => (chapter === 'try' ? argument.ask() : argument.begin(chapter)), leaves: () => argument.end(), animationLeft: transport.finish,
});
const theme = themeSwitch(() => {
  view.theme();
  layout.refit();
});
const present: Present = new Present({
  solver, view, layout, theme, page: () => answers.newest, changed: () => autosave.renew(solver),
  play: () => (layout.onStage.includes('race') ? race.play() : transport.toggle()),
});
const argument: ArgumentPanel = new ArgumentPanel(solver, (why) => layout.put({ why }));
const appearance = new PageAppearance(view, layout, theme, present, (name) => lessons.begin(name));
const sharing = new Sharing(solver, appearance);
const autosave = new Autosave(appearance, present, () => void saveWork(solver, appearance));
const lessons: Lessons = new Lessons(solver, (step) => layout.showStep(step), (names) => view.veil(names), () => autosave.setAside(solver));
layout.refit();
const drawData = shown(new DataDrawing(byName.data.area, solver));
const race = racePanel(send, () => layout.reveal('race'));
const panels: ((page: Page) => void)[] = [
  dataPanel(send, showNetwork),
  samplingPanel(send),
  modelPanel(solver),
  race.show,
  shown(new NeuronTable(send)),
  shown(new MatrixTables(send)),
  transport.show,
  shown(argument),
  showProof,
  solvingBar(),
  showScores,
  outputViewControl(send),
  ({ tiles: described }) => layout.put({ missing: tiles.filter(({ index }) => described[index]?.offered === false).map(({ name }) => name) }),
  layersControl(send, showNetwork),
  showActivation,
  tools.show,
  describeTiles,
  sendingControls(send),
  showWithoutView,
  (page) => lessons.show(page),
  () => present.render(),
  shown(new CheckPanel(solver)),
  shown(new PathStrip(solver)),
  sweepControl(solver, () => layout.reveal('path')),
  shown(new DataTable(solver)),
  shown(new SelectionPanel(solver)),
  shown(new ImportDialog(solver)),
  shown(new SamplesPanel(solver, (samples) => layout.put({ samples }))),
];
const render = perFrame(() => { if (answers.newest) show(answers.newest); });
const answers: Answers = new Answers(view, {
  render,
  solved: (count, page) => {
    if (page.stale) hushProof();
    else if (count) speakProof(page);
    statistics.solved(count, page.seconds);
  },
});

/** show renders an answer. */
function show(page: Page): void {
  for (const panel of panels) panel(page);
}

/** shown returns the function by which a panel shows an answer. */
function shown(panel: { show(page: Page): void }): (page: Page) => void {
  return (page) => panel.show(page);
}

function startWorker(): Worker {
  const worker = new Worker(workerURL());
  worker.postMessage({ runtime: runtimeURL(), module });
  return worker;
}

/** crashed says that the solver had to be restarted, or that this does not help. */
function crashed(reason: string, final: boolean): void {
  console.warn('The solver stopped:', reason);
  if (final) sharing.close();
  if (final) notice(messages.solverKeepsStopping, { text: messages.startAgain, run: startAgain });
  else notice(messages.solverBack);
  if (!final) present.again();
}

/** startAgain starts a solver without the change with which the previous one kept stopping, and offers that work. */
function startAgain(): void {
  autosave.leave(solver);
  solver.recover();
  autosave.afresh(solver);
}

/** showNetwork puts the picture of all layers beside the data, unless a lesson or a presentation decides what is visible. */
function showNetwork(): void {
  if (layout.mode === 'explore' || layout.mode === 'lab') layout.reveal('network');
}

/** showWithoutView draws the data without the view, while there is no view or it has no pictures of such data. */
function showWithoutView(page: Page): void {
  const flat = !page.drawable; // such data have only the drawing
  setAttribute(view.stage, 'data-plain', flat ? '' : null);
  layout.put({ only: flat || view.failed ? 'data' : null }); // the others have nothing to show
  if (flat || !view.isLive) drawData(page);
}

/** layoutChanged handles a change of the layout. */
function layoutChanged(): void {
  view.layout();
  tools.showFull(view.stage.dataset['full'] ?? null);
  present.modeChanged();
  if (layout.mode === 'explore' || layout.mode === 'lab') void autosave.bringBack(solver);
}

/**
 * reload reloads the page with its work and appearance. If they cannot be stored, a frame carries its state in its address, and a page is not
 * reloaded before the user has them as a file.
 */
async function reload(): Promise<void> {
  if (!await autosave.carry(solver)) {
    if (!framed && !embedded) return notice(messages.workNotKept, { text: messages.saveAsFile, run: () => void saveWork(solver, appearance) });
    history.replaceState(null, '', location.href.replace(/#.*$/s, '') + await linkWith(solver, appearance.get()).catch(() => ''));
  }
  location.reload();
}

async function start(): Promise<void> {
  const work = await autosave.works.carried();
  // After a reload the link of the page is already in its history. It is read while the solver loads.
  const link = work ? null : sharing.read();
  try {
    module = await loadWatched();
  } catch (error) {
    return notice(sentenceOf(error), { text: messages.tryAgain, run: () => reloadOr(() => void start()) });
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
  const isLinked = await opened;
  if (!work) void read.then(() => { if (!isLinked || autosave.isLost) autosave.offer(solver); });
  await view.start(module);
  progressDone();
  if (!framed && !embedded) void keepOffline((activate) => offer(messages.newVersion, messages.reload, activate), () => void reload());
  if (isGreeted() && store('tour', 'seen') && !work && !autosave.last) argument.ask();
  else if (!answers.newest?.argument) layout.put({ why: null });
}

// A page that is hidden may be left, and one that is left can wait for nothing.
addEventListener('pagehide', () => autosave.leave(solver));
document.addEventListener('visibilitychange', () => { if (document.hidden) autosave.leave(solver); });
proofFiles(solver);
exportPanel(solver);
recomputePanel();
reasonButtons((chapter) => layout.showWhy(chapter));
formulaForm(solver);
workList(solver, autosave);
footDialogs(async () => embedCode(await linkWith(solver, appearance.get())));
classDialog(solver, appearance, layout, () => {
  const page = answers.newest, unit = page?.unit.name ?? 'polynomial';
  if (!page?.preset) return '';
  return page.layers.count > 1 || unit !== 'polynomial' && unit !== 'relu' ? null : page.preset + (unit === 'relu' ? '-relu' : '');
});
embedding(view.stage, () => linkWith(solver, appearance.get()));
menus();
dialogs();
helpAll();
stageInput(view, transport.toggle);
swipe(byId('bench'), () => layout.canTurn, (by) => layout.turn(by));
publishAPI(solver, answers, () => statistics.take(), layout);
void start();
