// The page's beginning: it loads the solver, then the pictures, and passes on what each has to say. All state is the session's, in the
// solver; what is kept here is its newest answer.

import { publishAPI } from './api.js';
import { Autosave } from './autosave.js';
import { checkPanel } from './check.js';
import { dataPanel } from './data.js';
import { footDialogs } from './dialogs.js';
import { setAttribute } from './dom.js';
import { embedding } from './embed.js';
import { exportPanel } from './export.js';
import { formulaForm } from './formula.js';
import { embedded, framed } from './framed.js';
import { frame, perFrame } from './frames.js';
import { describeTiles, helpAll } from './help.js';
import { stageLayout } from './layout.js';
import { importDialog } from './import.js';
import { lensChooser } from './lens.js';
import { load, program, runtimeURL, warm } from './loader.js';
import { lessonPanel } from './lessons.js';
import { pageLook } from './look.js';
import { modelPanel } from './model.js';
import { matrixTables } from './matrices.js';
import { neuronTable } from './neurons.js';
import { notice, progress, progressDone } from './notice.js';
import { keepOffline } from './offline.js';
import { orderParts } from './order.js';
import { pathStrip } from './path.js';
import { savePicture } from './picture.js';
import { isFlat, plainDrawing } from './plain.js';
import { proofFiles, showProof, speakProof } from './proof.js';
import { racePanel } from './race.js';
import { kept, keep } from './reload.js';
import { samplesPanel } from './samples.js';
import { samplingPanel } from './sampling.js';
import { showScores } from './scores.js';
import { selectionPanel } from './selection.js';
import { saveWork, sharing, stateLink } from './share.js';
import { Solver } from './solver.js';
import { stageInput } from './stage.js';
import { Statistics } from './statistics.js';
import { dataTable } from './table.js';
import { studyPanel } from './study.js';
import { themeSwitch } from './theme.js';
import { byName } from './tiles.js';
import { tileTools } from './tools.js';
import { tourGuide } from './tour.js';
import { transportBar } from './transport.js';
import { View } from './view.js';

const racePause = 100; // ms between pictures of a race, at least
const raceShare = 8; // of the time goes into them, at most: one part in so many, where pictures are slow
const swift = 34; // ms for two frames of a machine that keeps up
const patience = 1500; // ms that a store of earlier work may delay the start
const pictureFactor = 2; // pixels of a saved picture in a CSS pixel

const statistics = new Statistics();
const subscribers = new Set();
const settling = [];
const carried = kept(); // over a reload
let module = null;
let newest = null;
let raced = 0; // when the last answer was shown
let raceLag = 0; // ms by which its frames were late
let told; // what the newest answer had to say
let ready;
const isReady = new Promise((resolve) => { ready = resolve; });

const solver = new Solver(startWorker, { answer, error: refused, crash, work: (text) => autosave.take(text) });
const send = (intent) => solver.send(intent);
const view = new View({
  intent: (text) => send(JSON.parse(text)),
  drawn: (ms) => statistics.drawn(ms),
  progress: (done, total) => progress('pictures', done, total),
  picture: (index, width, height, rgba, lines) => savePicture(index, pictureFactor, { width, height, rgba, lines }),
  lost: () => newest && render(),
  restart: () => reload(),
});
const transport = transportBar(solver);
const tools = tileTools({
  camera: (index, name) => view.camera(index, name),
  option: (index, name, value) => view.option(index, name, value),
  save: (index) => view.picture(index, pictureFactor) || notice('The pictures cannot be saved now.'),
  full: (name) => layout.setFull(layout.full === name ? null : name),
});
const layout = stageLayout(view.stage, () => layoutChanged());
const lessons = lessonPanel(send, (names) => layout.show(names));
const drawPlainly = plainDrawing(byName.data.area, async () => JSON.parse(await solver.ask('points')), send);
const panels = [
  dataPanel(send),
  samplingPanel(send),
  modelPanel(send),
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
  exportPanel(solver),
  checkPanel(solver),
  pathStrip(solver),
  studyPanel(solver, () => layout.reveal('path')),
  dataTable(solver),
  selectionPanel(solver),
  importDialog(solver),
  samplesPanel(solver),
];
const tour = tourGuide();
const theme = themeSwitch(() => view.theme());
const look = pageLook(view, layout, theme);
const share = sharing(solver, look);
const save = () => saveWork(solver, look);
const autosave = new Autosave(look, save);
const embed = embedding(view.stage, () => stateLink(solver, look));
panels.push(embed.show);
const render = perFrame(() => panels.forEach((show) => show(newest)));

function startWorker() {
  const worker = new Worker(document.getElementById('script-worker').content);
  worker.postMessage({ runtime: runtimeURL(), module });
  return worker;
}

/** answer takes a new state of the session, granted if nothing but time led to it. While a race goes on not every one of those is shown. */
function answer(page, snapshot, granted) {
  const now = performance.now();
  if (granted && page.racing && newest?.racing && page.solves === newest.solves && now - raced < Math.max(racePause, raceShare * raceLag)) return;
  raced = now;
  if (page.racing) frame(() => frame(() => { raceLag = Math.min(100, Math.max(0, performance.now() - now - swift)); }));
  const solves = page.solves - (newest?.solves ?? 0);
  statistics.solved(solves < 0 ? page.solves : solves, page.seconds);
  newest = page;
  view.snapshot(snapshot);
  render();
  for (const fn of subscribers) fn(page);
  if (solves) speakProof(page);
  if (page.notice && page.notice !== told) notice(page.notice);
  told = page.notice;
  if (page.busy) return;
  settling.splice(0).forEach((resolve) => resolve(page));
  if (page.solves > 0 || page.status === 'empty') ready(page);
}

/** refused tells why an intent was not followed, and puts the controls back. */
function refused(sentence) {
  notice(sentence);
  if (newest) render();
}

/** crash tells that the solver had to be started anew, or that this does not help. */
function crash(reason, final) {
  console.warn('The solver stopped:', reason);
  if (final) notice('The solver keeps stopping.', { text: 'Start it again', run: () => solver.run() });
  else notice('The solver stopped and was started again with your work.');
}

/** showPlainly draws the data without the view, while there is none or when it has no pictures of such data. */
function showPlainly(page) {
  const flat = isFlat(page);
  setAttribute(view.stage, 'data-plain', flat ? '' : null);
  layout.showOnly(flat || view.failed ? 'data' : null);
  if (flat || !view.isLive) drawPlainly(page);
}

/** layoutChanged follows a change of the layout, the first of which comes while the layout is made. */
function layoutChanged() {
  view.layout();
  tools.showFull(view.stage.dataset.full);
}

/**
 * reload loads the page again, with the work and the look. Where they cannot be kept, a frame carries its state in its address, and a page
 * is not loaded again before the user has them as a file.
 */
async function reload() {
  if (await keep(solver, look.get()).catch(() => false)) return location.reload();
  if (!framed && !embedded) {
    return notice('The page should be loaded again, but this browser does not let it keep your work: save it as a file first.', { text: 'Save as file', run: save });
  }
  history.replaceState(null, '', location.href.replace(/#.*$/s, '') + await stateLink(solver, look).catch(() => ''));
  return location.reload();
}

async function start() {
  const { work, look: keptLook } = await carried;
  // A page that comes back from a reload has its link in its history already. It is read while the solver comes.
  const link = work ? null : share.read();
  try {
    warm();
    module = await load(program('solver'), (done, total) => progress('solver', done, total));
  } catch (error) {
    notice(error.message, { text: 'Try again', run: start });
    return;
  }
  const content = await link;
  await Promise.race([autosave.read, new Promise((resolve) => { setTimeout(resolve, patience); })]);
  solver.work = work;
  if (keptLook) look.use(keptLook);
  try {
    solver.run();
  } catch {
    notice('This frame does not let the solver start: its sandbox has to allow scripts and the same origin.');
    return;
  }
  view.fetch(); // while the solver starts
  const opened = share.open(content, autosave.last);
  autosave.begin(solver);
  await isReady;
  if (!work && !(await opened)) autosave.read.then(() => autosave.offer(solver));
  await view.start();
  progressDone();
  if (!framed && !embedded) keepOffline(reload);
  // Who comes with work, or by a link, has something else in mind.
  if (!work && !autosave.last && !location.hash) tour.first();
}

proofFiles(solver);
formulaForm(solver);
footDialogs(look, () => stateLink(solver, look));
orderParts();
helpAll();
stageInput(view.stage, view, () => view.size.scale, transport.toggle);
publishAPI({
  solver,
  ready: isReady,
  settled: () => new Promise((resolve) => { settling.push(resolve); }),
  subscribe: (fn) => {
    subscribers.add(fn);
    return () => subscribers.delete(fn);
  },
  stats: () => statistics.take(),
});
start();
