// The page's beginning: it makes the parts, loads the program, starts the solver with it, then the pictures, and passes on what each has to
// say. All state is the session's, in the solver; what is kept here is its newest answer.

import { checkPanel } from '../panels/check';
import { dataPanel } from '../data/data';
import { dataTable } from '../data/table';
import { formulaForm } from '../data/formula';
import { importDialog } from '../data/import';
import { samplesPanel } from '../data/samples';
import { samplingPanel } from '../data/sampling';
import { selectionPanel } from '../data/selection';
import { lessonPanel } from '../learn/lessons';
import { hintGuide } from '../learn/hints';
import { exportPanel } from '../panels/export';
import { lensChooser } from '../panels/lens';
import { matrixTables } from '../panels/matrices';
import { modelPanel } from '../panels/model';
import { neuronTable } from '../panels/neurons';
import { pathStrip } from '../panels/path';
import { proofFiles, showProof, speakProof } from '../panels/proof';
import { racePanel } from '../panels/race';
import { showScores } from '../panels/scores';
import { studyPanel } from '../panels/study';
import { transportBar } from '../panels/transport';
import { setAttribute } from '../platform/dom';
import { embedded, framed } from '../platform/framed';
import { perFrame } from '../platform/frames';
import { load, runtimeURL, warm, workerURL } from '../platform/loader';
import { keepOffline } from '../platform/offline';
import type { Page } from '../platform/protocol';
import { Solver } from '../platform/solver';
import { Statistics } from '../platform/statistics';
import { Present } from '../present/present';
import * as say from '../sentences';
import { publishAPI } from '../share/api';
import { Autosave } from '../share/autosave';
import { classDialog } from '../share/class';
import { embedCode, embedding } from '../share/embed';
import { saveWork, Sharing, stateLink } from '../share/files';
import { describeTiles } from '../stage/describe';
import { stageInput } from '../stage/input';
import { savePicture } from '../stage/picture';
import { plainDrawing } from '../stage/plain';
import { tileTools } from '../stage/tools';
import { View } from '../stage/view';
import { Answers } from './answers';
import { footDialogs } from './dialogs';
import { helpAll } from './help';
import { Layout } from './layout';
import { PageLook } from './look';
import { menus } from './menus';
import { notice, progress, progressDone, sentenceOf } from './notice';
import { offer } from './offer';
import { keep, kept } from './reload';
import { themeSwitch } from './theme';
import { byName } from './tiles';

const patience = 1500; // ms that a store of earlier work may delay the start
const pictureFactor = 2; // pixels of a saved picture in a CSS pixel

const carried = kept(); // over a reload
let module: WebAssembly.Module;

const statistics = new Statistics();
const solver = new Solver(startWorker, {
  answer: (page, snapshot, granted) => answers.take(page, snapshot, granted),
  error: refused,
  crash: crashed,
  work: (text) => autosave.take(text),
});
const send = solver.send.bind(solver);
const view = new View({
  intent: send,
  drawn: (ms) => statistics.drawn(ms),
  picture: (index, picture) => void savePicture(index, pictureFactor, picture),
  lost: () => render(),
  restart: () => void reload(),
});
const transport = transportBar(solver);
const tools = tileTools({
  camera: (index, name) => view.camera(index, name),
  option: (index, name, value) => view.option(index, name, value),
  save: (index) => { if (!view.picture(index, pictureFactor)) notice(say.picturesNotSaved); },
  full: (name) => layout.setFull(layout.full === name ? null : name),
});
const layout: Layout = new Layout(view.stage, layoutChanged);
const theme = themeSwitch(() => view.theme());
const present: Present = new Present({ solver, view, layout, theme, play: transport.toggle, changed: () => autosave.renew(solver) });
layout.moded = () => present.follow();
const look = new PageLook(view, layout, theme, present, (name) => lessons.begin(name));
const sharing = new Sharing(solver, look);
const autosave = new Autosave(look, () => void saveWork(solver, look));
const hints = hintGuide();
const lessons = lessonPanel(send, (names, need) => layout.show(names, need));
const drawPlainly = plainDrawing(byName.data.area, solver);
const panels: ((page: Page) => void)[] = [
  dataPanel(send),
  samplingPanel(send),
  modelPanel(solver),
  racePanel(send, () => layout.reveal('race')),
  neuronTable(send),
  matrixTables(send),
  transport.show,
  showProof,
  showScores,
  lensChooser(send),
  tools.show,
  describeTiles,
  showPlainly,
  lessons.show,
  () => present.render(),
  hints.show,
  exportPanel(solver),
  checkPanel(solver),
  pathStrip(solver),
  studyPanel(solver, () => layout.reveal('path')),
  dataTable(solver),
  selectionPanel(solver),
  importDialog(solver),
  samplesPanel(solver, (where) => layout.showSamples(where)),
  embedding(view.stage, () => stateLink(solver, look)),
];
const render = perFrame(() => { if (answers.newest) show(answers.newest); });
const answers: Answers = new Answers({
  render,
  snapshot: (data) => view.snapshot(data),
  solved: (count, page) => {
    if (count) speakProof(page);
    statistics.solved(count, page.seconds);
  },
});

/** show renders an answer, and says on the document's element which revision of each part is to be seen: data-revision-data and so on. */
function show(page: Page): void {
  for (const panel of panels) panel(page);
  for (const [name, number] of Object.entries(page.revision)) setAttribute(document.documentElement, `data-revision-${name}`, String(number));
}

function startWorker(): Worker {
  const worker = new Worker(workerURL());
  worker.postMessage({ runtime: runtimeURL(), module });
  return worker;
}

/** refused tells why an intent was not followed, and puts the controls back. */
function refused(sentence: string): void {
  notice(sentence);
  render();
}

/** crashed tells that the solver had to be started anew, or that this does not help. */
function crashed(reason: string, final: boolean): void {
  console.warn('The solver stopped:', reason);
  if (final) notice(say.solverKeepsStopping, { text: say.startAgain, run: () => solver.run() });
  else notice(say.solverBack);
  if (!final) present.again();
}

/** showPlainly draws the data without the view, while there is none or when it has no pictures of such data. */
function showPlainly(page: Page): void {
  const flat = !page.drawable; // there is nothing but the plain drawing of such data
  setAttribute(view.stage, 'data-plain', flat ? '' : null);
  layout.showOnly(flat || view.failed ? 'data' : null);
  if (flat || !view.isLive) drawPlainly(page);
}

/** layoutChanged follows a change of the layout, the first of which comes while the layout is made. */
function layoutChanged(): void {
  view.layout();
  tools.showFull(view.stage.dataset['full'] ?? null);
}

/**
 * reload loads the page again, with the work and the look. Where they cannot be kept, a frame carries its state in its address, and a page
 * is not loaded again before the user has them as a file.
 */
async function reload(): Promise<void> {
  if (!await keep(solver, look.kept).catch(() => false)) {
    if (!framed && !embedded) return notice(say.workNotKept, { text: say.saveAsFile, run: () => void saveWork(solver, look) });
    history.replaceState(null, '', location.href.replace(/#.*$/s, '') + await stateLink(solver, look).catch(() => ''));
  }
  location.reload();
}

async function start(): Promise<void> {
  const { work, look: keptLook } = await carried;
  // A page that comes back from a reload has its link in its history already. It is read while the solver comes.
  const link = work ? null : sharing.read();
  try {
    warm();
    module = await load(progress);
  } catch (error) {
    return notice(sentenceOf(error), { text: say.tryAgain, run: () => void start() });
  }
  const content = await link;
  await Promise.race([autosave.read, new Promise((resolve) => { setTimeout(resolve, patience); })]);
  solver.work = work;
  if (keptLook) look.use(keptLook);
  try {
    solver.run();
  } catch {
    return notice(say.sandboxed);
  }
  const opened = content ? sharing.open(content, autosave.last) : Promise.resolve(false);
  autosave.begin(solver);
  await answers.ready;
  if (!work && !(await opened)) void autosave.read.then(() => autosave.offer(solver));
  await view.start(module);
  progressDone();
  if (!framed && !embedded) void keepOffline((activate) => offer(say.newVersion, say.reload, activate), () => void reload());
  // Who comes with work, or by a link, has something else in mind.
  if (!work && !autosave.last && !location.hash) hints.first();
}

proofFiles(solver);
formulaForm(solver);
footDialogs(async () => embedCode(await stateLink(solver, look)));
classDialog(solver, look, layout);
menus();
helpAll();
stageInput(view.stage, view, () => view.size.scale, transport.toggle);
publishAPI(solver, answers, () => statistics.take(), layout);
void start();
