// Sentences on the pictures, their films and the argument.

import { subscript } from '../platform/format';
import { type Choice } from './words';

// The pictures.

export const noWebGL = 'This browser does not support WebGL 2.';
export const picturesDropped = 'The graphics card lost the pictures.';
export const picturesStopped = 'The pictures have stopped.';
export const pictureOfBefore = 'The picture still shows the network before. Save it once the new one is found.';
/** A picture in words while it shows the solution of the data before. */
export const descriptionBefore = (description: string): string => `The data are being solved; of the data before: ${description}`;
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
export const sweep = 'Sweep';
export const sweepLabel = 'Direction that traces the cone';
export const sweepHelp = 'Sweep one direction around, and trace the rays of its neurons.';
export const turn = 'Turn';
export const turnLabel = 'Turn the hidden coordinate';
export const turnHelp = 'Rotate the body through the coordinate that the picture leaves out.';
export const degrees = (n: number): string => `${n} degrees`;
export const savePictureHelp = 'Save this picture with its labels as a PNG file.';
export const optionsOf = (title: string): string => `Options of ${title}`;
export const optionsHelp = 'Other views of this picture.';
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

// The argument.

/** neuronName is the name of the neuron with a number. */
export const neuronName = (number: number): string => `u${subscript(number)}`;

/** degreesOf formats an angle, a small one with a decimal. */
export const degreesOf = (angle: number): string => `${angle === 0 ? '0' : Math.abs(angle) < 1 ? angle.toPrecision(2) : angle.toFixed(Math.abs(angle) < 10 ? 1 : 0)}°`;

/** factor formats a factor, with more digits if it is close to 1. */
export const factor = (scale: number): string => `× ${scale.toFixed(scale !== 1 && Math.abs(scale - 1) < 0.01 ? 5 : 2)}`;
