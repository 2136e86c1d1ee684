// How the page is put together. All state belongs to the session, which runs in a worker; the page keeps only its newest answer:
//
//   a control, a picture, a link, a lesson -- intent --> Solver -- message --> the session
//   the session -- answer --> Solver --> Answers -- numbers and words --> panels
//                                                -- snapshot --> View, which draws the pictures that Layout has chosen
//
// What follows makes these parts in that order. Some refer to others that are made below them: they do so once they are used.

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
import { cancelSpeech, reasonButtons, showProof, showScores, solvingBar, speakProof } from '../panels/proof';
import { racePanel } from '../panels/race';
import { recomputePanel } from '../panels/recompute';
import { transportBar } from '../panels/transport';
import { setAttribute } from '../platform/dom';
import { completes } from '../platform/journal';
import { perFrame } from '../platform/frames';
import type { Page } from '../platform/protocol';
import { Solver } from '../platform/solver';
import { Statistics } from '../platform/statistics';
import { Present } from '../present/present';
import * as messages from '../messages';
import { publishAPI } from '../share/api';
import { Autosave, workList } from '../share/autosave';
import { classDialog } from '../share/class';
import { embedCode, embedding } from '../share/embed';
import { linkWith, saveWork, Sharing } from '../share/files';
import { describeTiles, tileTools } from '../stage/tools';
import { readAgain, stageInput } from '../stage/input';
import { savePicture } from '../stage/picture';
import { DataDrawing } from '../stage/drawing';
import { View } from '../stage/view';
import { Answers } from './answers';
import { dialogs, menus, pageDialogs } from './dialogs';
import { helpAll } from './help';
import { sendingControls } from './fields';
import { Layout } from './layout';
import { styled } from './loading';
import { PageAppearance } from '../share/appearance';
import { closeNotice, notice, refuse } from './notice';
import { crashed, type Parts, reload, start, startWorker, storeOnLeaving } from './start';
import { themeSwitch } from './theme';
import { byName, tiles } from './tiles';

const pictureFactor = 2; // pixels of a saved picture in a CSS pixel

styled(); // the line for pages without a running script can go

// 1. The session, in a worker. Intents go to the solver, from every control; answers come back, and go to all panels and to the view.

const statistics = new Statistics();
let silence: string | null = null; // what was said of a session that does not answer
const solver: Solver = new Solver(startWorker, {
  answer: (page, snapshot, granted) => answers.take(page, snapshot, granted),
  did: (sent) => {
    for (const part of [lessons, argument, present]) part.did(sent);
    const isDone = sent.do === 'press' || sent.do !== 'release' && completes(sent); // the end of a press that was refused does nothing
    if (answers.newest && isDone) closeNotice('refusal');
  },
  error: (sentence) => {
    refuse(sentence);
    render(); // resets the controls
  },
  pending: (is) => {
    if (!is) render();
    else if (answers.newest) show({ ...answers.newest, stale: true, status: 'solving', solving: { seconds: 0, bytes: 0, spent: 0, progress: 0, gap: 0, sentence: messages.solvingSoon } });
  },
  silent: (step) => {
    if (silence) closeNotice(silence);
    silence = step === null ? null : step ? messages.solverAtWork(step / 1000) : messages.solverSilent;
    if (silence) notice(silence);
  },
  crash: (reason, final) => {
    crashed(parts, reason, final);
    cancelSpeech();
    if (!final || !answers.newest) return;
    const { solving: _solving, strip: { fit: _fit, note: _note, ...strip }, ...page } = answers.newest;
    show({ ...page, stale: true, status: 'stopped', message: messages.solverKeepsStopping, strip: { ...strip, certified: false } });
  },
  remember: () => autosave.remember(solver),
});
const { send } = solver;

// 2. The pictures: the view draws them, the layout decides which, the film and the lessons what they show.

const view: View = new View({
  intent: send,
  drawn: (ms) => {
    statistics.drawn(ms);
    readAgain();
  },
  picture: (index, picture) => void savePicture(index, pictureFactor, picture),
  lost: () => render(),
  restored: (settings) => tools.restored(settings),
  restart: () => void reload(parts),
});
const transport = transportBar(solver);
const tools = tileTools({
  option: (index, name, value) => view.call((live) => live.option(index, name, value)),
  save: (index) => {
    if (answers.newest?.stale) notice(messages.pictureOfBefore);
    else if (!view.picture(index, pictureFactor)) notice(messages.picturesNotSaved);
  },
  full: (name) => layout.setFull(layout.full === name ? null : name),
});
let answering: readonly string[] = []; // what would answer the question of the lesson
const layout: Layout = new Layout(view.stage, {
  changed: () => {
    view.layout();
    tools.showFull(view.stage.dataset['full'] ?? null);
    present.modeChanged();
    veil();
    if (isFree()) lessons.leave();
  },
  lists: () => lessons.list(), resumes: () => lessons.again(),
  asks: (chapter, from) => (chapter === 'try' ? argument.ask() : argument.begin(chapter, from)), leaves: () => argument.end(), reads: () => argument.pause(), animationLeft: transport.finish, animationSeen: transport.start,
});
const argument: ArgumentPanel = new ArgumentPanel(solver, (why) => layout.put({ why }));
const theme = themeSwitch(() => {
  view.theme();
  layout.refit();
});
const present: Present = new Present({
  solver, view, layout, theme, page: () => answers.newest, changed: () => autosave.renew(solver),
  play: () => (layout.onStage.includes('race') ? race.play() : transport.toggle()),
});

// 3. What is kept and handed on: the appearance of all this, links and files with it, the work of earlier visits.

const appearance = new PageAppearance(view, layout, theme, present, (name) => lessons.begin(name));
const sharing = new Sharing(solver, appearance, () => { if (layout.mode === 'learn') layout.setMode('explore'); });
const autosave = new Autosave(appearance, present, () => void saveWork(solver, appearance));
const lessons: Lessons = new Lessons(solver, (step) => layout.showStep(step), (names) => {
  answering = names;
  veil();
});
layout.refit();

// 4. The panels, each with its controls and with the function that shows an answer in it.

const drawing = new DataDrawing(byName.data.area, solver);
const race = racePanel(send, () => layout.reveal('race'));
const panels: ((page: Page) => void)[] = [
  dataPanel(send, showNetwork, () => lessons.isUntouched),
  samplingPanel(send),
  modelPanel(solver),
  race.show,
  shown(new NeuronTable(send)),
  shown(new MatrixTables(send)),
  transport.show,
  shown(argument),
  showProof,
  solvingBar(),
  ({ solving, strip }) => view.age(Boolean(solving) && strip.known),
  showScores,
  outputViewControl(send),
  ({ tiles: described }) => layout.put({ missing: tiles.filter(({ index }) => described[index]?.offered === false).map(({ name }) => name) }),
  layersControl(send, showNetwork),
  showActivation,
  tools.show,
  describeTiles,
  sendingControls(solver),
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
    if (page.stale) cancelSpeech();
    else if (count) speakProof(page);
    statistics.solved(count, page.seconds);
  },
});

/** show shows an answer. */
function show(page: Page): void {
  for (const panel of panels) panel(page);
}

/** shown returns the function by which a panel shows an answer. */
function shown(panel: { show(page: Page): void }): (page: Page) => void {
  return (page) => panel.show(page);
}

/** isFree says that no lesson and no presentation decides what is visible. */
function isFree(): boolean { return layout.mode === 'explore' || layout.mode === 'lab'; }

/** veil hides what would answer the question of a lesson, while that is on the screen. */
function veil(): void { view.veil(layout.mode === 'learn' ? answering : []); }

/** showNetwork puts the picture of all layers beside the data. */
function showNetwork(): void {
  if (isFree()) layout.reveal('network');
}

/** showWithoutView draws the data without the view, while there is no view or it has no pictures of such data. */
function showWithoutView(page: Page): void {
  const flat = !page.drawable; // such data have only the drawing
  setAttribute(view.stage, 'data-plain', flat ? '' : null);
  layout.put({ only: flat || view.failed ? 'data' : null }); // the others have nothing to show
  if (flat || !view.isLive) drawing.show(page);
}

// 5. Controls that show nothing of an answer.

exportPanel(solver);
recomputePanel();
reasonButtons((chapter, from) => layout.showWhy(chapter, from));
formulaForm(solver);
workList(solver, autosave);
pageDialogs(async () => embedCode(await linkWith(solver, appearance.get())));
classDialog(solver, appearance, layout, () => {
  const page = answers.newest, activation = page?.activation.name ?? 'polynomial';
  if (!page?.preset) return '';
  return page.layers.count > 1 || activation !== 'polynomial' && activation !== 'relu' ? null : page.preset + (activation === 'relu' ? '-relu' : '');
});
embedding(view.stage, () => linkWith(solver, appearance.get()));
menus();
dialogs();
helpAll();
stageInput(view, drawing.take, transport.toggle);
publishAPI(solver, answers, () => statistics.take(), layout);

// 6. The beginning.

const parts: Parts = { solver, view, answers, layout, argument, lessons, present, appearance, sharing, autosave };
storeOnLeaving(parts);
void start(parts);
