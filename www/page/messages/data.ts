// Sentences on the data and the model: points, the table, imports, signals and images, losses and layers.

import { counted } from '../platform/format';
import type { PageConvolution, Samples } from '../platform/protocol';

/** quoted returns the beginning of a text in quotation marks. */
export const quoted = (text: string, most = 60): string => `\u201c${text.slice(0, most)}\u201d`;

/** shapeOf writes a shape as a product. */
export const shapeOf = (shape: readonly number[]): string => shape.join(' \u00d7 ');

// The data.

export const chooseSamples = 'Choose an example, or draw samples of your own.';
export const newPointsAre = 'New points are';
export const newSamplesAre = 'New samples are';
export const brushSize = (size: string): string => `${size} % of the picture`;
export const singlePoints = 'single points';
export const classNumber = (k: number): string => `Class ${k}`;
export const classNamed = (k: number, name: string): string => `Class ${k}: ${name}`;
export const standsFor = (help: string, name: string): string => `${help} It stands for ${name}.`;
export const none = 'none';
export const perCent = (share: string): string => `${share} %`;
export const heldPoints = (held: number, points: number): string => `${held} of ${counted(points, 'point')}`;
export const noneHeldYet = (share: string): string => `${share} %, none yet`;
export const heldOut = (points: number): string => `${points} held out`;
export const noisy = (share: string): string => `${share} % noise`;

export const selected = (count: number, points: number): string => `${count} of ${points} selected`;
export const selectHint = 'Draw a rectangle around points, or tap them.';
export const pointsCopied = (n: number): string => `${n === 1 ? 'One point' : `${n} points`} copied; paste here, into a table, or as text.`;

// The table.

export const pointColumn = 'Point';
export const chooseAll = 'Choose all points';
export const choosePoint = (k: number): string => `Choose point ${k}`;
export const cell = (column: string, point: number): string => `${column} of point ${point}`;
export const testMark = 'test ';
export const tableNote = (points: number, chosen: number, shown: number): string =>
  `${counted(points, 'point')}${shown < points ? `, the first ${shown} shown` : ''}${chosen ? `, ${chosen} chosen` : ''}`;
export const cellNoNumber = (column: string, point: number): string => `The cell ${column} of point ${point} must be a number; it keeps the one it has.`;
export const pastedNoNumber = (line: number, text: string): string => `Line ${line} of what you pasted has ${quoted(text, 40)} where a number is expected.`;
export const pastedRagged = (line: number, numbers: number, first: number): string =>
  `Line ${line} of what you pasted has ${counted(numbers, 'number')}, but the first line has ${first}.`;
export const pastedNothing = 'There are no numbers in what you pasted.';

// Import.

export const pastedData = 'Pasted data';
export const fileLarger = (name: string, megabytes: number): string =>
  `The file ${quoted(name)} is larger than ${megabytes} MB, the most that the page can read.`;
export const oneFile = 'Choose one file; features and labels go together into a NumPy file .npz.';
export const fileUnreadable = 'The file cannot be read.';
export const unknownFile = (name: string): string => `The file ${quoted(name)} is of no kind that the page reads.`;
export const tableSize = (name: string, rows: number, columns: number): string =>
  `${name || 'The table'}: ${counted(rows, 'row')}, ${counted(columns, 'column')}.`;
export const isFeature = (column: string): string => `${column} is a feature`;
export const isLabel = (column: string): string => `${column} is the label`;
const kinds: Readonly<Record<string, string>> = { number: 'numbers', text: 'words', date: 'dates', time: 'times', percentage: 'percentages' };
export const columnKind = (kind: string, distinct: number, missing: number): string =>
  `${kinds[kind] ?? kind}, ${distinct >= 1000 ? 'many' : distinct} different${missing ? `, ${missing} missing or no number` : ''}`;
export const featureHelp = 'Use this column as a feature x; of words, as one of 0 and 1 for each word.';
export const labelHelp = 'Use this column as the label y.';
export const featureCount = (n: number): string =>
  `${n === 0 ? 'Choose a feature' : `${counted(n, 'feature')} chosen`}; up to 60 are possible.${n > 3 ? ' More than three are trained and proved as usual; the pictures show a plane of them.' : ''}`;
export const takenAsWords = (kind: string): string =>
  `The ${kinds[kind] ?? kind} are taken as words, one feature of 0 and 1 for each; written as numbers, they would be one feature.`;
export const rowsLeftOut = (lost: number, rows: number): string =>
  `${lost} of ${counted(rows, 'row')} ${lost === 1 ? 'has' : 'have'} cells that are missing or not finite numbers in the chosen columns and will be left out.`;
export const manyFeatures = 'There are more features than rows, so getting all of them right says little: hold some out (Train and test).';

// Signals and images.

export const sample = (k: number): string => `Sample ${k}`;
export const noSample = 'No sample';
export const noSampleYet = 'No sample yet: press Add.';
export const drawSample = 'Draw in the sample.';
export const pointAtPatch = 'Point at a patch to see what the filter makes of it.';
export const sampleDrawing = (k: number): string => `Sample ${k}, to draw in; the Table has its numbers.`;
export const sampleCell = (place: readonly number[], value: string): string => `x(${place.join(', ')}) = ${value}`;
export const patchOf = (patch: number, patches: number): string => `patch ${patch} of ${patches}`;
export const response = (product: string, value: string): string => `: x\u2032u = ${product}, \u03c3 = ${value}`;
export const notRead = ', which this filter does not read';
export const responsesOf = (filter: number): string => `\u03c3(x\u2032u), filter ${filter}`;
export const className = (k: number): string => `class ${k}`;
export const verdict = (isRight: boolean): string => (isRight ? 'right' : 'wrong');
export const sampleCard = (k: number, label: string, said: string, isRight: boolean | undefined): string =>
  `Sample ${k}, label ${label}, the network predicts ${said}${isRight === undefined ? '' : `, ${verdict(isRight)}`}`;
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

/** A field is named by its label. */
export const numberTooLarge = (field: string): string => `${field} is too large: a number of at most 1.8e308 was expected.`;
export const numberExpected = (field: string): string => `${field} must be a number, such as 0.01 or 1e-4.`;
export const rangeExpected = 'The range needs two numbers, the lower one first.';
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
export const neuronsUnknown = 'Neurons along beta: not known yet';
export const curvesUnknown = 'Mean loss along beta: not known yet';
export const neuronsAt = (neurons: number, beta: string): string => `${neurons} at ${beta}`;
export const leastHeldOut = (loss: string): string => `The held-out loss is least, ${loss}, at `;
export const withoutNeuron = ', without a neuron';
export const withRight = (share: string): string => `, with ${share.replace(' ', '\u00a0')} right`;
export const curves = (loss: string, beta: string): string =>
  `Mean loss along beta, of the training points and of those held out; held out it is least, ${loss}, at beta ${beta}`;
