// All sentences of the page itself, in one place to be read and edited. The session's sentences (core/app) and those in index.html are not
// here. A sentence with variable parts is a function of them; the parts are formatted numbers, names and counts.

import { counted, subscript } from './platform/format';
import type { PageConvolution, Samples } from './platform/protocol';

/** A Choice is one of several: its value, its text and its help. */
export type Choice = readonly [value: string, text: string, help: string];

const quoted = (text: string, most = 60): string => `\u201c${text.slice(0, most)}\u201d`;
const shapeOf = (shape: readonly number[]): string => shape.join(' \u00d7 ');

// Loading.

export const loading = (done: number, total: number): string => `Loading: ${(done / 1e6).toFixed(2)} of ${(total / 1e6).toFixed(2)} MB`;
export const noWebAssembly = 'This browser has no WebAssembly.';
export const networkGone = 'The page cannot load its program: there is no network connection.';
export const serverAnswered = (status: number): string => status === 404 ?
  'The page is of another version than its program, which is no longer there.' : `The server cannot send the program now: it answers ${status}.`;
export const fileDamaged = 'What the server sent is damaged: it is not the program that belongs to this page.';
export const stalled = 'Nothing more of the program has come for a while.';
export const tryAgain = 'Try again';
export const sandboxed = 'The solver cannot start in this frame: its sandbox must allow scripts and the same origin.';
export const newVersion = 'A new version of the page is ready.';
export const reload = 'Reload';
export const dismiss = 'Dismiss';
export const acceptHelp = 'Accept the offer.';
export const dismissHelp = 'Dismiss the offer; nothing changes.';

// The solver.

export const solverRestarted = 'The solver stopped and was restarted.';
export const solverBack = 'The solver stopped and was restarted with your work.';
export const solverDoesNotStart = 'The solver does not start.';
export const solverKeepsStopping = 'The solver keeps stopping.';
export const startAgain = 'Restart it';

// The pictures.

export const noWebGL = 'This browser does not support WebGL 2.';
export const picturesDropped = 'The graphics card lost the pictures.';
export const picturesStopped = 'The pictures have stopped.';
export const picturesNotSaved = 'The pictures cannot be saved now.';
export const drawnPlainly = (reason: string): string => `${reason} This is a plain drawing; all numbers still work.`;
export const restart = 'Restart the pictures';
export const restartHelp = 'Reload the page with your work.';
export const picture = 'picture';
export const sides: readonly Choice[] = [
  ['home', 'Home', 'Look from the starting point.'],
  ['front', 'Front', 'Look along the second axis.'],
  ['side', 'Side', 'Look along the first axis.'],
  ['top', 'Top', 'Look down along the third axis.'],
];
export const projection = 'Projection';
export const projections: readonly Choice[] = [
  ['perspective', 'Perspective', 'Nearer things are larger.'],
  ['orthographic', 'Orthographic', 'Equal lengths stay equal, as in a plan.'],
];
export const scale = 'Scale';
export const scales: readonly Choice[] = [
  ['0', 'To scale', 'The prices ±β move apart as β grows.'],
  ['1', 'In units of β', 'The prices ±β stay, and the curve moves between them.'],
];
export const stages = 'How far the body is built up';
export const stageChoices: readonly Choice[] = [
  ['0', 'Neurons', 'Show single neurons of weight 1: a curve, or a surface.'],
  ['1', 'Chords', 'Add all that two neurons make: the chords between them.'],
  ['2', 'Hull', 'Show all that neurons of weights that add up to 1 make: the body.'],
  ['3', 'Cost', 'Turn g upwards, and lower the planes on which a neuron wins what it costs until they rest on the body.'],
];
export const slice: Choice = ['slice', 'Slice', 'Show the section of the body through its centre.'];
export const sweep = 'Sweep';
export const sweepLabel = 'Direction that traces the cone';
export const sweepHelp = 'Sweep one direction around, and trace the rays of its neurons.';
export const turn = 'Turn';
export const turnLabel = 'Turn the hidden coordinate';
export const turnHelp = 'Rotate the body through the coordinate that the picture leaves out.';
export const degrees = (n: number): string => `${n} degrees`;
export const savePicture = 'Save picture (PNG)';
export const savePictureHelp = 'Save this picture with its labels as a file.';
export const optionsOf = (title: string): string => `Options of ${title}`;
export const optionsHelp = 'Other views of this picture, and saving it.';
export const fullHelp = 'Show this picture alone on the stage, or all of them again (Escape).';
export const showAlone = (title: string): string => `Show ${title} alone`;
export const showOthers = (title: string): string => `Show the other pictures beside ${title} again`;

// The plain drawing.

export const samplesElsewhere = 'Signals and images are shown and drawn in the panel Samples.';
export const hollow = 'Hollow points are held out.';
export const firstTwoOfThree = 'The first two of three features, and f where the third is 0.';
export const firstPoints = (shown: number, more: number): string => `The first ${shown} points; ${more} more are not drawn.`;
export const firstTwoOf = (features: number): string => `The first two of ${features} features.`;

// The animation.

export const films = 'Five short films show why no network costs less.';
export const filmsOfLayer = (layer: number): string => `Five short films show why nothing in the place of layer ${layer} costs less${layer > 1 ? ', on the layers below it' : ''}.`;

export const play = 'Play';
export const pause = 'Pause';
export const nothingToPlay = 'Nothing to play';
export const noFilm = (name: string): string =>
  (name === 'solver' ? 'Nothing to play: nothing has been solved yet.' : 'Nothing to decompose: the best network has no neurons.');
export const stepOf = (step: number, steps: number): string => `${step} of ${steps}`;
export const lessonStep = (step: number, steps: number): string => `Step ${stepOf(step, steps)}`;

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

// The model.

/** The losses in the order of the list, each with its name and a description of the cost. */
export const losses: Readonly<Record<string, readonly [name: string, note: string]>> = {
  squared: ['squared', 'The cost is the full sum of squared errors (not half of it)'],
  huber: ['Huber', 'The cost is the sum of squared errors, or 2|x| \u2212 1 for errors above 1,'],
  l1: ['absolute', 'The cost is the sum of absolute errors'],
  hinge: ['hinge', 'The cost is the sum of max(0, 1 \u2212 y\u0177)'],
  logistic: ['logistic', 'The cost is the sum of log(1 + exp(\u2212y\u0177))'],
  softmax: ['softmax', 'The cost is the cross-entropy of the classes'],
};
export const betaExpected = '\u03b2 must be a number above 0, such as 0.01 or 1e-4.';
export const toleranceExpected = 'The tolerance must be a number between 0 and 1, such as 1e-8.';
export const coefficientExpected = 'The coefficients a, b and c must be numbers, such as 0.5 or -2.';
export const rangeExpected = 'The range needs two numbers, the lower one first.';
export const wholeExpected = (least: number): string => `This must be a whole number, ${least} or above.`;
export const functionNames: Readonly<Record<string, string>> = { relu: 'ReLU', swish: 'swish', gelu: 'GELU', tanh: 'tanh', softplus: 'softplus' };
export const activationNote = 'What each neuron does with x\u2032u.';
export const activationSquare = 'The activation of a quadratic network is the square, whatever a, b and c are.';
export const activationFit = (name: string, low: string, high: string, rms: string, most: string): string =>
  `The closest parabola to ${name} on [${low}, ${high}]: its root mean square error is ${rms}, the largest ${most}.`;
export const activationPlot = (range: string, note: string): string => `The activation on ${range}. ${note}`;

export const inputShape = (shape: readonly number[]): string => (shape.length === 1 ? `signal of ${shape.join()}` : `image ${shapeOf(shape)}`);
export const poolNone = '1: none';
export const poolGlobal = (patches: number): string => `${patches}: global`;
export const filterLength = 'Length of the filter';
export const filterSide = 'Side of the filter';
export const convolutionNote = ({ patches, blocks, size, order, matrices }: PageConvolution): string =>
  `K = ${counted(patches, 'patch', 'patches')} of f = ${counted(size, 'number')}, in K/P = ${counted(blocks, 'pool')}: ` +
  `the program has ${matrices} matrices Z of order f\u00a0+\u00a01\u00a0=\u00a0${order}.`;

export const neuronsAlong = (values: readonly string[]): string => `Neurons along beta: ${values.join(', ')}`;
export const neuronsAt = (neurons: number, beta: string): string => `${neurons} at ${beta}`;
export const leastHeldOut = (loss: string): string => `The held-out loss is least, ${loss}, at `;
export const withoutNeuron = ', without a neuron';
export const withRight = (share: string): string => `, with ${share} right`;
export const curves = (loss: string, beta: string): string =>
  `Mean loss along beta, of the training points and of those held out; held out it is least, ${loss}, at beta ${beta}`;

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
  moving: 'still moving', optimum: 'at the optimum', minimum: 'at rest above it', saddle: 'saddle', above: 'above the optimum', diverged,
};
/** The width of the runs if none is given: that of the optimum, if it is known. */
export const bestWidth = (neurons: number): string => (neurons > 0 ? `m* = ${neurons}` : 'm*');
export const ofRuns = (reached: number, runs: number): string => `${reached} of ${runs}`;
export const noneSoFar = 'none so far';
/** The search for the rate: time is '' if there was none, and rate is '' while the search is going on. */
export const rateSearch = (time: string, rate: string): string => `${time || 'none'}, ${rate ? `rate ${rate}` : 'in progress'}`;
export const noRun = 'no run';
export const run = (k: number): string => `run ${k}`;
export const pathSlow = 'One solution takes long here: choose the variable again in the panel Model to compute the path.';
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

// The data.

export const chooseSamples = 'Choose an example, or draw samples of your own.';
export const newPointsAre = 'New points are';
export const newSamplesAre = 'New samples are';
export const brushSize = (size: string): string => `${size} % of the picture`;
export const singlePoints = 'single points';
export const classNumber = (k: number): string => `Class ${k}`;
export const classNamed = (k: number, name: string): string => `Class ${k}: ${name}`;
export const standsFor = (help: string, name: string): string => `${help} It stands for ${name}.`;
export const labelTool = 'Label';
export const flipTool = 'Flip';
export const labelToolHelp = 'Give the points you touch the class of new points.';
export const none = 'none';
export const perCent = (share: string): string => `${share} %`;
export const heldPoints = (held: number, points: number): string => `${held} of ${counted(points, 'point')}`;
export const noneHeldYet = (share: string): string => `${share} %, none yet`;
export const heldOut = (points: number): string => `${points} held out`;
export const noisy = (share: string): string => `${share} % noise`;
export const pointsNotWhole = 'The number of points must be a whole number.';
export const noiseNoNumber = 'The noise must be a number.';
export const seedNotWhole = 'The seed must be a whole number, 0 or above.';

export const selected = (count: number, points: number): string => `${count} of ${points} selected`;
export const selectHint = 'Draw a rectangle around points, or tap them.';
export const pointsCopied = (n: number): string => `${n === 1 ? 'One point' : `${n} points`} copied; paste here, into a table, or as text.`;

// The table.

export const pointColumn = 'Point';
export const chooseAll = 'Choose all points';
export const choosePoint = (k: number): string => `Choose point ${k}`;
export const cell = (column: string, point: number): string => `${column} of point ${point}`;
export const testMark = 'test ';
export const tableNote = (points: number, chosen: number): string => `${counted(points, 'point')}${chosen ? `, ${chosen} chosen` : ''}`;
export const cellNoNumber = (column: string, point: number): string => `The cell ${column} of point ${point} must be a number; it keeps the one it has.`;
export const labelNoNumber = 'The label to set must be a number.';
export const pastedNoNumber = (line: number, text: string): string => `Line ${line} of what you pasted has ${quoted(text, 40)} where a number is expected.`;
export const pastedRagged = (line: number, numbers: number, first: number): string =>
  `Line ${line} of what you pasted has ${counted(numbers, 'number')}, but the first line has ${first}.`;
export const pastedNothing = 'There are no numbers in what you pasted.';
export const pastedBelow = (width: number): string =>
  `What you pasted has ${counted(width, 'column')} and goes beyond the last row; use Import for tables of another width.`;
export const pastedWidth = (width: number, room: number): string =>
  `What you pasted has ${counted(width, 'column')}, but ${room} are expected here; use Import for tables of another width.`;

// Import.

export const pastedData = 'Pasted data';
export const fileLarger = (name: string, megabytes: number): string =>
  `The file ${quoted(name)} is larger than ${megabytes} MB, the most that the page can read.`;
export const oneFile = 'Choose one file, or two NumPy files, one of them with the labels.';
export const fileUnreadable = 'The file cannot be read.';
export const unknownFile = (name: string): string => `The file ${quoted(name)} is of no kind that the page reads.`;
export const tableSize = (name: string, rows: number, columns: number): string =>
  `${name || 'The table'}: ${counted(rows, 'row')}, ${counted(columns, 'column')}.`;
export const isFeature = (column: string): string => `${column} is a feature`;
export const isLabel = (column: string): string => `${column} is the label`;
export const columnKind = (isText: boolean, distinct: number): string =>
  `${isText ? 'words' : 'numbers'}, ${distinct >= 1000 ? 'many' : distinct} different`;
export const featureHelp = 'Use this column as a feature x.';
export const labelHelp = 'Use this column as the label y.';
export const wordsNoFeature = 'Words cannot be a feature.';
export const featureCount = (n: number): string =>
  `${counted(n, 'feature')}, of 1 to 60.${n > 3 ? ' More than three are trained and proved as usual; the pictures show a plane of them.' : ''}`;

// Signals and images.

export const sample = (k: number): string => `Sample ${k}`;
export const noSample = 'No sample';
export const noSampleYet = 'No sample yet: press Add.';
export const drawSample = 'Draw in the sample.';
export const pointAtPatch = 'Point at a patch to see what the filter makes of it.';
export const sampleDrawing = (k: number, isSignal: boolean): string =>
  `Sample ${k}, to draw in: ${isSignal
    ? 'left and right choose an entry, up and down change it'
    : 'the arrow keys choose a pixel, Space paints it, plus and minus change it'}.`;
export const sampleCell = (place: readonly number[], value: string): string => `x(${place.join(', ')}) = ${value}`;
export const patchOf = (patch: number, patches: number): string => `patch ${patch} of ${patches}`;
export const response = (product: string, value: string): string => `: x\u2032u = ${product}, \u03c3 = ${value}`;
export const notRead = ', which this filter does not read';
export const responsesOf = (filter: number): string => `\u03c3(x\u2032u), filter ${filter}`;
export const sampleLabelNoNumber = 'The label of a sample must be a number.';
export const className = (k: number): string => `class ${k}`;
export const verdict = (isRight: boolean): string => (isRight ? 'right' : 'wrong');
export const sampleCard = (k: number, label: string, said: string, isRight: boolean | undefined): string =>
  `Sample ${k}, label ${label}, the network says ${said}${isRight === undefined ? '' : `, ${verdict(isRight)}`}`;
export const samples = ({ samples: n, x, right, hits }: Samples, shape: readonly number[]): string => {
  const what = shape.length === 1 ? `${n === 1 ? 'signal' : 'signals'} of length ${shape.join()}` : `${n === 1 ? 'image' : 'images'} of ${shapeOf(shape)}`;
  const shown = x.length < n ? `, of which the first ${x.length} are shown` : '';
  return `${n} ${what}${shown}.${right ? ` The network gets the class of ${hits} of ${n} right.` : ''}`;
};
/** What a neuron's block reads: pool of the patches. */
export const reads = (block: number, pool: number, patches: number): string => {
  if (patches === 1) return 'the whole sample';
  if (pool === patches) return 'all patches';
  return pool === 1 ? `patch ${block + 1}` : `patches ${block * pool + 1}\u2013${(block + 1) * pool}`;
};
export const ofOutput = (k: number): string => `, output ${k}`;
export const adds = (value: string): string => `adds ${value}`;
export const filter = (k: number, weight: string, what: string, value: string): string =>
  `Filter ${k}, weight ${weight} ${what}${value && ` ${value} for the chosen sample`}`;
/** The number of filters, undefined before there is a network; at most most of them are shown. */
export const filters = (architecture: string, count: number | undefined, most: number, patches: number, isBelow: boolean): string => {
  if (count === undefined) return 'They appear as soon as there is a network.';
  if (count === 0) return 'None: no filter is worth its cost at this \u03b2.';
  const more = count > most ? ` The first ${most} of ${count} are shown.` : '';
  if (isBelow) return `Layer 1: each adds this to the output of that layer; the layers above read its own.${more}`;
  if (architecture !== 'convolutional') return `Each neuron\u2019s u sees the whole sample; their sum is f(x).${more}`;
  return `Each is a vector from the decomposition of Z or Z\u2032 of its patches; their sum is f(x).${patches > 1 ? '' : ' There is one patch.'}${more}`;
};

// Links and files.

export const copyLink = 'Copy link';
export const linkIsCopied = 'Copied';
export const linkCopied = (size: string): string => `Link copied: it opens all of this anywhere (${size}).`;
export const linkInAddress = (size: string): string => `The link is in the address bar: copy it from there (${size}).`;
export const longLink = (size: string): string =>
  `A link with all these points would have ${size}, more than many programs accept: save your work as a file instead.`;
export const linkDamaged = 'This link is damaged or incomplete; nothing has changed.';
export const linkOfOtherVersion = 'This link was made by another version of the page and cannot be read; nothing has changed.';
export const linkTooLong = 'This link is longer than any that the page makes; nothing has changed.';
export const linkTooLarge = 'This link unpacks to more than any that the page makes; nothing has changed.';
export const linkUnreadable = 'This browser is too old to read such links.';
export const linkWithoutState = 'This link does not hold a state of the page; nothing has changed.';
export const saveAsFile = 'Save as file';
export const fileTooLarge = 'This file is larger than any that the page writes.';
export const fileNotJSON = 'This file is not JSON; nothing has changed.';
export const fileUnknown = 'This file is neither a problem nor work saved from this page; nothing has changed.';
export const lookUnusable = 'The work is open; the look of the page that came with it cannot be used.';
export const workIsHere = 'Your last work is still here.';
export const restore = 'Restore';
export const workNotStored = 'This browser does not keep your work, which is refused or too large: save it as a file before you leave.';
export const workOfPreset = (name: string, points: number): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}, ${points} points`;
export const workOfPoints = (count: number, features: number): string =>
  (count ? `${count === 1 ? 'One point' : `${count} points`} with ${features === 1 ? 'one feature' : `${features} features`}` : 'Nothing drawn yet');
export const keptAt = (time: number, letters: number): string =>
  `${time ? new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' }) : 'earlier'}, ${letters < 1e6 ? `${Math.ceil(letters / 1e3)} kB` : `${(letters / 1e6).toFixed(1)} MB`}`;
export const openWorkHelp = 'Open it on top of what there is; undo leads back.';
export const removeWork = (title: string): string => `Remove ${title}`;
export const removeWorkHelp = 'Remove it from this browser.';
export const workNotKept = 'The page should be reloaded, but this browser does not let it keep your work: save it as a file first.';

// The proof strip.

/** costName is the label of the cost; with several layers, that of one layer. */
export const costName = (layer: number): string => (layer ? `Layer ${layer}: cost` : 'Cost');
export const right = 'Right';
export const r2 = 'R\u00b2';
export const rightOf = (hits: number, samples: number): string => `${hits} of ${samples}`;
/** The layer is the one up to which the network gets so many right, 0 for all. */
export const rightPill = (text: string, layer: number): string => (layer ? `Layer ${layer}: ${text}` : `${text} right`);

// Tabs.

/** The tab of a phone's sheet with the controls of a picture that has no panel. */
export const film = 'Film';

// Hints.

export const hintDraw = 'Draw or drag a point: a network is trained on it at once, to an optimum that is proved.';
export const hintCurve = 'Whatever you draw, this curve stays between the two lines.';
export const hintWhy = 'So no network with this activation costs less. Why?';
export const hintClose = 'No hints';

// Dialogs and lessons.

/** The parts of the page that can be hidden, by their names in links. */
export const panelNames = {
  shelf: 'Choice of pictures', transport: 'Film', data: 'Data', proof: 'Proof', model: 'Model', race: 'Race', neurons: 'Neurons', matrices: 'Matrices',
  samples: 'Samples', check: 'Check', keep: 'Export',
};
export const sceneOf = (k: number, n: number): string => `scene ${k} / ${n}`;
export const sceneAdded = (k: number, shown: boolean): string => `Scene ${k} is added${shown ? '' : ': the mode Present shows it'}.`;
export const sceneRemoved = (k: number): string => `Scene ${k} is removed.`;
export const bringBack = 'Bring it back';
export const tooManyScenes = (most: number): string => `A presentation has at most ${most} scenes: remove one first.`;
export const sceneUnusable = (k: number, why: string): string => `Scene ${k} cannot be opened, and nothing has changed: ${why}`;
export const linkLength = (letters: number): string => `${letters.toLocaleString('en')} letters`;
export const preview = 'What students find';
export const linkSelected = 'The link is selected: copy it from there.';
export const qrName = 'QR code of the link';
export const tooLongForQR = (letters: number): string =>
  `This link has ${letters.toLocaleString('en')} letters, more than a QR code holds: hand out the link, or the file.`;
export const linkTooLongToShare = 'Many mail and chat programs cut links of this length: hand out the file.';
/** What students see besides the mode that the link opens; with scenes this includes Present. */
export const studentsGet = (gift: string, scenes: boolean): string => {
  if (gift === 'lab') return 'The lab opens, with all modes.';
  const beside = gift === 'learn' ? (scenes ? 'Learn opens, Present is beside it.' : 'Learn opens, and no other mode.')
    : `Explore opens, ${scenes ? 'Learn and Present are' : 'Learn is'} beside it.`;
  return `${beside} Everyone can bring the rest back in the menu Share.`;
};
export const lessonList = 'the list of lessons';
export const panelHelp = (title: string): string => `Students see the panel ${title}, and the picture that goes with it.`;
export const copied = 'Copied.';
export const codeSelected = 'The code is selected: copy it from there.';
export const lessons = 'Lessons';
export const lessonDone = 'done';
export const courseDone = 'You have followed the whole course. Draw data of your own in Explore, or take a pencil to the exercises.';
export const preparing = 'One moment …';
export const predictHelp = 'What do you expect? Any answer is fine; you will see.';
export const showMe = 'Show me';
export const foreseen = 'As you expected.';
export const unforeseen = 'Not what you expected.';
export const next = 'Next';
export const skip = 'Skip';
export const finish = 'Finish';

// Within another page.

export const open = 'Open';
export const inConelab = ' in Conelab';
export const drawing = 'Drawing';
export const wheelHint = 'Use Ctrl and the wheel to zoom, or click the picture first';
export const tapToDraw = 'Tap to draw and turn';
export const doneDrawing = 'Done drawing';
export const frameTitle = 'Conelab: a network trained to its proven optimum';
export const noSuchMode = 'The modes are explore, learn, present and lab.';
export const problemNotJSON = 'The problem cannot be written as JSON; nothing has changed.';
export const problemTooLarge = 'The problem is larger than 16 MB; nothing has changed.';
export const badMessageId = (most: number): string => `The id of a message must be a number or a text of at most ${most} characters.`;
export const noSuchMethod = (methods: readonly string[]): string => `There is no method of that name; the methods are ${methods.join(', ')}.`;
export const tooManyQuestions = (most: number): string => `There are ${most} questions in progress already; wait for their answers.`;

// The argument.

/** neuronName is the name of the neuron with a number. */
export const neuronName = (number: number): string => `u${subscript(number)}`;

/** degreesOf formats an angle, a small one with a decimal. */
export const degreesOf = (angle: number): string => `${angle === 0 ? '0' : Math.abs(angle) < 1 ? angle.toPrecision(2) : angle.toFixed(Math.abs(angle) < 10 ? 1 : 0)}°`;

/** factor formats a factor, with more digits if it is close to 1. */
export const factor = (scale: number): string => `× ${scale.toFixed(scale !== 1 && Math.abs(scale - 1) < 0.01 ? 5 : 2)}`;
