// Sentences on the proof, on what it is a proof of, and on the pictures: neurons and matrices, the race and the path, checks and exports, films.

import { counted, subscript } from '../platform/format';

// The proof.

export const certified = 'Certified';
export const certifiedLayers = 'Each layer certified';
export const notYet = 'Not yet';
export const noSamples = 'There are no samples yet: draw some.';
/** What to do while there are no points: regression needs some, classification some of each class. */
export const drawPoints = (classes: number): string => (classes === 0 ? 'Draw some points.' : `Draw points of ${classes === 2 ? 'both' : 'all'} classes.`);
export const proofTitle = (known: boolean, proven: boolean): string =>
  known && !proven ? 'What is proved so far' : 'The proof';
export const optimal = 'No network of this kind, one layer of this activation, however wide, costs less.';
export const solvingNow = 'Solving';
export const solvingSoon = 'Preparing the problem.';
export const boundNotTight = 'The lower bound is not tight enough.';
export const spokenCertified = (layers: number): string => `${layers > 1 ? certifiedLayers : certified}.`;
export const [relative, absolute] = ['Relative ', 'Absolute '];
export const spokenCost = (cost: string, gap: string, neurons: number): string => ` Cost ${cost}, relative gap ${gap}, ${counted(neurons, 'neuron')}.`;

/** reasonsOfLayer says what the three sentences are about if there are several layers. */
export const reasonsOfLayer = (layer: number): string => `Layer ${layer}: no replacement costs less${layer > 1 ? ' on the layers below it' : ''}, because:`;
const activation = 'The activation σ is a function that bends, a parabola or with ReLU a line with a kink: '
  + 'a neuron measures how far a point x lies along its direction u, the number x′u, and puts out σ(x′u).';
/** meaning defines a symbol or a word of the proof. */
export const meaning = (symbol: string): string => ({
  'neuron': 'A small function that is added to f: it measures how far a point lies along its direction u, bends that number by σ, and multiplies it by its weight α.',
  'direction': 'An arrow u of length 1: its neuron measures how far each point x lies along it, the number x′u.',
  'weight': 'The number α by which a neuron’s output is multiplied before it is added to f; one below 0 takes it away.',
  'lower bound': 'A number that no network of this kind can cost less than; the curve g proves it. When the cost equals it, nothing better exists.',
  'certified': 'Proven, with numbers that anybody can check: no network of this kind costs less.',
  'of this kind': 'One layer of neurons with this activation, as many of them as you like.',
  'σ': activation, activation, 'β': 'The price of a unit of weight.', 'price': 'What has to be paid for a unit of a neuron’s weight: β.', 'β|α|': 'The price of a neuron: β times its weight, without its sign.',
  '|g(u)|': 'The gain of a neuron of direction u, without its sign: a negative gain calls for a negative weight.',
  'g': 'How fast the losses fall, at first, as a neuron gets weight: one number for each direction u.', 'g(u)': 'How fast the losses fall, at first, as the neuron of direction u gets weight: σ is its output at a point, v that point’s pull.',
  'f': 'The output f of a network at a point: all its neurons added up, each its weight α times its output σ.', 'Σ v f': 'v times the output f, added up over all points: what the whole network gains.', 'h − v f': 'A straight line over f: its slope is −v, and h its height where f is 0.',
  'cost': 'The losses of all points, such as (f − y)², and the price of the neurons, β times the sum of their weights without signs. Training makes it as low as it can be.',
  'loss': 'By how much f misses the label y of a point: (f − y)² or, for classes with ReLU, max(0, 1 − y f), which is 0 once the point is right by a margin.',
  'Σ loss': 'The losses of all points, added up.', 'Σ h': 'The heights of all lines where f is 0, added up: the lower bound.',
})[symbol] ?? 'The price of all neurons: β times the sum of their weights, without signs.';
/** curveChapter is the second chapter; with all lines of a plane there is a map in place of the curve. */
export const curveChapter = (isMap: boolean): string => (isMap ? 'Map' : 'Curve');

// Verify it yourself.

export const computing = 'Computing …';
export const recomputeOnly = 'These lines are for one dense layer, one output and the squared loss; the command line checks all.';
export const stoppedAfter = (seconds: number): string => `Stopped after ${seconds} s.`;
export const workerRefused = 'This browser, or the host of this page, does not run these lines.';

// The proof strip.

/** costName is the label of the cost: with several layers, that of one layer; and with the name of the loss, unless that is ''. */
export const costName = (layer: number, loss: string): string => `${layer ? `Layer ${layer}: cost` : 'Cost'}${loss && `, ${loss} loss`}`;
export const right = 'Right';
export const costAndBound = (cost: string, bound: string): string => (cost === bound ? `cost ${cost}\u2009=\u2009bound` : `cost ${cost} ≥ ${bound}`);
export const r2 = 'R\u00b2';
/** heldOut is said of the points held out, '' if there are none. */
export const rightOf = (hits: number, samples: number, heldOut: string): string => `${hits} of ${samples}${heldOut && `, held out ${heldOut}`}`;
/** The layer is the one up to which the network gets so many right, 0 for all. */
export const rightPill = (text: string, layer: number): string => (layer ? `Layer ${layer}: ${text}` : `${text} right`);

// Outputs, neurons and matrices.

export const principalAxes = 'principal axes';
export const output = (k: number, ofClass: boolean): string => (ofClass ? `Output ${k}, of class ${k}` : `Output ${k}`);
export const addLayers = (count: number): string => count === 1 ? 'Add a layer' : `Add ${count} layers`;
export const addBias = 'Add a bias';
export const layer = (k: number): string => `Layer ${k}`;
export const alone = (name: string): string => `${name} alone`;
export const neuronColumn = 'Neuron';
export const directionAlong = (feature: string): string => `The neuron\u2019s direction u, along ${feature}`;
export const weightColumn = 'Weight ';
export const neuron = (k: number, alpha: number): string => `Neuron ${neuronName(k)}, ${alpha < 0 ? 'negative' : 'positive'}`;
export const entry = (matrix: string, row: number, column: number, value: string): string => `${matrix}, row ${row}, column ${column}: ${value}`;
export const copyMatrix = 'Copy';
export const copyMatrixHelp = 'Copy this matrix with all its digits, as Check takes it.';
export const matrixCopied = 'The matrix is on the clipboard, with all its digits.';

// Race and path.

export const polynomialHelp = (formula: string): string => `\u03c3(s) = ${formula}: f is a quadratic function of the features. Lab, Model changes it.`;
export const drawFirst = 'Draw some points first.';
export const raceNeedsRows = 'Gradient descent needs the rows, but only their sums are available.';
export const raceStarts = 'Press Start: each run begins at random.';
export const racePause = 'Pause';
export const raceGoOn = 'Resume';
export const diverged = 'diverged';
export const excessUnder = (share: number): string => `< ${100 * share}\u2009%`;
/** The states of a race's runs. */
export const states: Readonly<Record<string, string>> = {
  moving: 'still moving', optimum: 'within 1\u2009%', above: 'above the optimum', diverged,
};
/** The width of the runs if none is given: that of the optimum, if it is known. */
export const bestWidth = (neurons: number): string => (neurons > 0 ? `best: ${neurons}` : 'the best');
export const noneSoFar = 'none so far';
/** The search for the rate: time is '' if there was none, and rate is '' while the search is going on. */
export const rateSearch = (time: string, rate: string): string => `${time || 'none'}, ${rate ? `rate ${rate}` : 'in progress'}`;
export const noRun = 'no run';
export const run = (k: number): string => `run ${k}`;
export const pathSlow = 'One solution takes long here: choose the variable under “Path along” to compute the path.';
export const pathLater = 'It is computed when the page is idle.';

// Check.

export const pass = 'PASS';
/** validMatrix is said of a matrix that is feasible: nothing is certified to be optimal. */
export const validMatrix = 'Valid matrix';
export const fail = 'FAIL';
export const rounded = (decimals: number): string => `Right to ${counted(decimals, 'decimal')}.`;
export const otherProblem = 'Another problem';
export const nothingToCheck = 'Paste something to check first.';
export const filesTooLarge = 'These files are too large for the page; the command line accepts any size.';
export const andMore = (n: number): string => `and ${n} more`;

// Export.

export const saved = (file: string): string => `Saved ${file}.`;
export const savedInstead = (file: string): string => `This browser refuses to copy: saved ${file} instead.`;
export const copiedAs = (language: string, lines: number): string => `Copied as ${language}, ${counted(lines, 'line')}.`;

// The pictures.

export const noWebGL = 'This browser does not support WebGL 2.';
export const picturesDropped = 'The graphics card lost the pictures.';
export const picturesStopped = 'The pictures have stopped.';
export const pictureOfBefore = 'The picture still shows the previous network. Save it once the new one is found.';
/** A picture in words while it shows the solution of the data before. */
export const descriptionBefore = (description: string): string => `The data are being solved; for the previous data: ${description}`;
export const picturesNotSaved = 'The pictures cannot be saved now.';
export const plainDrawing = (reason: string): string => `${reason} This is a plain drawing; all numbers still work.`;
export const restart = 'Restart the pictures';
export const restartHelp = 'Reload the page with your work.';
export const picture = 'picture';
export const veiled = 'This picture is shown once you have answered.';
export const sliceNote = 'The slice Z\u2081\u2081 = Z\u2082\u2082, Z\u2032 = 0 of the body: Figure 2, right, of the paper.';
export const degrees = (n: number): string => `${n} degrees`;
export const showAlone = (title: string): string => `Show ${title} alone`;
export const showOthers = (title: string): string => `Show the other pictures beside ${title} again`;

// The drawing of the data without the pictures.

export const firstPoints = (shown: number, more: number): string => `The first ${shown} points; ${more} more are not drawn.`;
export const firstTwoOf = (features: number): string => `The first two of ${features} features.`;

// The animation.

export const ask = 'Can any network beat this one?';
export const askOfLayer = (layer: number): string => `Can anything beat layer ${layer}${layer > 1 ? ' on the layers below it' : ''}?`;
/** triedAll ends the search for a neuron that pays, and says why small steps are enough; its last word, bowl, leads to the film. */
export const triedAll = (ofLines: boolean): string =>
  `${ofLines ? 'You tried lines far apart, and the map has all: none' : 'You tried every direction: none'} gains more than its price. `
  + 'No larger step pays either, as the cost is a ';
/**
 * tried says how close the neurons that were tried came to their price, which may have the same figures; gain is '' before any was, and
 * reached the name of the neuron where it was, if it has one. round is how much of the circle was tried.
 */
export const tried = (gain: string, price: string, pays: boolean, ofLines: boolean, reached: string, round: number): string =>
  (pays && gain ? `${reached ? `The one at ${reached}` : 'One'} gained just its price, so ${reached ? `more of ${reached}` : 'adding it'} wins nothing.${ofLines || round >= 1 ? '' : ` ${Math.max(1, Math.round(100 - 100 * round))} % of the circle is left.`}`
    : gain ? `Best so far: a little weight w lowers the loss by ${gain}\u00a0w, for a price of ${gain === price ? 'a little more' : `${price}\u00a0w`}.`
      : `Drag ${ofLines ? 'the line of ' : ''}the new neuron: does it lower the loss (gain) by more than its price?`);

export const play = 'Play';
export const pause = 'Pause';
export const nothingToPlay = 'Nothing to play';
export const noAnimation = 'Nothing to play: nothing has been solved yet.';
/** onTo says with which chapter the film goes on. */
export const onTo = (chapter: string): string => `Next: ${chapter}`;
/** clock says how much of a chapter is over. */
export const clock = (elapsed: number, whole: number): string => {
  const time = (s: number): string => `${Math.floor(s / 60)}:${String(Math.floor(s % 60)).padStart(2, '0')}`;
  return `${time(elapsed)} of ${time(whole)}`;
};
export const stepOf = (step: number, steps: number): string => `${step} of ${steps}`;
export const lessonStep = (step: number, steps: number): string => `Step ${stepOf(step, steps)}`;

// The argument.

/** neuronName is the name of the neuron with a number. */
export const neuronName = (number: number): string => `u${subscript(number)}`;

/** degreesOf formats an angle, a small one with a decimal. */
export const degreesOf = (angle: number): string => `${angle === 0 ? '0' : Math.abs(angle) < 1 ? angle.toPrecision(2) : angle.toFixed(Math.abs(angle) < 10 ? 1 : 0)}°`;

/** factor formats a factor, with more digits if it is close to 1. */
export const factor = (scale: number): string => `× ${scale.toFixed(scale !== 1 && Math.abs(scale - 1) < 0.01 ? 4 : 2)}`;
