// Sentences on the proof, and on what it is a proof of: neurons and matrices, the race and the path, checks and exports.

import { counted } from '../platform/format';

// The proof.

export const certified = 'Certified';
export const notYet = 'Not yet';
export const notOptimal = 'Not optimal';
export const noSamples = 'There are no samples yet: draw some.';
/** What to do while there are no points: regression needs some, classification some of each class. */
export const drawPoints = (classes: number): string => (classes === 0 ? 'Draw some points.' : `Draw points of ${classes === 2 ? 'both' : 'all'} classes.`);
export const optimal = 'No network with this activation and architecture, however wide, costs less.';
export const solvingNow = 'Solving';
export const solvingProgress = 'How far the solution is';
export const stopSolving = 'Stop';
export const stopHelp = 'Take the best network so far.';
export const boundNotTight = 'The lower bound is not tight enough.';
export const proofCopied = 'The proof is on the clipboard.';
export const spokenCertified = 'Certified.';
export const spokenCost = (cost: string, gap: string, neurons: number): string => ` Cost ${cost}, relative gap ${gap}, ${counted(neurons, 'neuron')}.`;

// The proof strip.

/** costName is the label of the cost; with several layers, that of one layer. */
export const costName = (layer: number): string => (layer ? `Layer ${layer}: cost` : 'Cost');
export const right = 'Right';
export const r2 = 'R\u00b2';
export const rightOf = (hits: number, samples: number): string => `${hits} of ${samples}`;
/** The layer is the one up to which the network gets so many right, 0 for all. */
export const rightPill = (text: string, layer: number): string => (layer ? `Layer ${layer}: ${text}` : `${text} right`);

// Outputs, neurons and matrices.

export const principalAxes = 'principal axes';
export const output = (k: number, ofClass: boolean): string => (ofClass ? `Output ${k}, of class ${k}` : `Output ${k}`);
export const addLayers = (count: number): string => count === 1 ? 'Add a layer' : `Add ${count} layers`;
export const layer = (k: number): string => `Layer ${k}`;
export const alone = (name: string): string => `${name} alone`;
export const neuronColumn = 'Neuron';
export const weightColumn = 'Weight ';
export const neuron = (k: number, alpha: number): string => `Neuron ${k}, ${alpha < 0 ? 'negative' : 'positive'}`;
export const entry = (matrix: string, row: number, column: number, value: string): string => `${matrix}, row ${row}, column ${column}: ${value}`;
export const matricesOf = (kind: string): string =>
  (kind === 'matrix'
    ? 'The matrix under check, as shown on the stage. Point at an entry to see its part.'
    : 'Of the network under check, as shown on the stage. Point at an entry to see its part.');

// Race and path.

export const drawFirst = 'Draw some points first.';
export const raceStarts = 'Start sets the runs off.';
export const raceStart = 'Start';
export const raceStartHelp = 'Start the runs, with the settings of the race\u2019s panel; in Present the key P does, too.';
export const racePause = 'Pause';
export const raceGoOn = 'Resume';
export const diverged = 'diverged';
export const excessUnder = (share: number): string => `< ${100 * share}\u2009%`;
/** The states of a race's runs. */
export const places: Readonly<Record<string, string>> = {
  moving: 'still moving', optimum: 'at the optimum', above: 'above the optimum', diverged,
};
/** The width of the runs if none is given: that of the optimum, if it is known. */
export const bestWidth = (neurons: number): string => (neurons > 0 ? `m* = ${neurons}` : 'm*');
export const ofRuns = (reached: number, runs: number): string => `${reached} of ${runs}`;
export const noneSoFar = 'none so far';
/** The search for the rate: time is '' if there was none, and rate is '' while the search is going on. */
export const rateSearch = (time: string, rate: string): string => `${time || 'none'}, ${rate ? `rate ${rate}` : 'in progress'}`;
export const noRun = 'no run';
export const run = (k: number): string => `run ${k}`;
export const pathSlow = 'One solution takes long here: choose the variable again under “Path along” to compute the path.';
export const pathLater = 'It is computed when the page is idle.';

// Check.

export const pass = 'PASS';
export const fail = 'FAIL';
export const nothingToCheck = 'Paste something to check first.';
export const filesTooLarge = 'These files are too large for the page; the command line accepts any size.';
export const backToData = 'Back to my data';
export const showOnStage = 'Show on the stage';
export const andMore = (n: number): string => `and ${n} more`;

// Export.

const languages: Readonly<Record<string, string>> = { python: 'Python', javascript: 'JavaScript', go: 'Go', latex: 'LaTeX' };
export const saved = (file: string): string => `Saved ${file}.`;
export const copiedAs = (language: string, lines: number): string => `Copied as ${languages[language] ?? language}, ${counted(lines, 'line')}.`;
export const copyByHand = 'The browser does not let the page copy: copy the selected text by hand, with Ctrl+C or the menu.';
