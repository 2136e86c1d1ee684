// Sentences on the model.

import { counted } from '../platform/format';
import type { PageConvolution } from '../platform/protocol';
import { shapeOf } from './words';

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
export const neuronsUnknown = 'Neurons along beta: not known yet';
export const curvesUnknown = 'Mean loss along beta: not known yet';
export const neuronsAt = (neurons: number, beta: string): string => `${neurons} at ${beta}`;
export const leastHeldOut = (loss: string): string => `The held-out loss is least, ${loss}, at `;
export const withoutNeuron = ', without a neuron';
export const withRight = (share: string): string => `, with ${share} right`;
export const curves = (loss: string, beta: string): string =>
  `Mean loss along beta, of the training points and of those held out; held out it is least, ${loss}, at beta ${beta}`;
