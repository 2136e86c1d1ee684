// What the course is made of, and how its checks and sentences are read. The lessons are data, in assets/lessons.json: a step says something
// that is true of the state it brings, asks what will happen, sets a task, and says what came of it. A test follows every one of them in the
// session itself (core/app/session/course_test.go), where each sentence has its check.

import { each as set, holds as common, lessons as data } from '../../../assets/lessons.json';
import { counted, number } from '../platform/format';
import type { Intent, Page } from '../platform/protocol';
import type { Name } from '../shell/names';
import type { Need } from '../shell/parts';

/**
 * A Check is [path, comparison, value]; ~ is equal but for rounding. A path such as neurons.length leads into the page's answer; with then. before it, into that with which
 * the step began. A value that begins with then. or now. is such a path too.
 */
export type Check = readonly [path: string, comparison: string, value: number | string | boolean];

/** An Outcome is what is said while its checks hold; in it, {path} is a number of the answer and {path|noun} so many things. */
interface Outcome { say: string; when?: Check[] }

/** An Answered is a prediction: right always, or where its checks hold when the task is done. */
interface Answered extends Outcome { right?: boolean }

/** A Step is one of a lesson; what each field is for stands in the order in which it is used. */
export interface Step {
  /** show are the pictures, on a phone the first of them, as in the step before if there are none; need is the control within the card. */
  show?: Name[];
  need?: Need;
  /** do brings the state, after what every step begins with. */
  do?: Intent[];
  /** holds are the checks without which what the step says is not true: while they do not hold, it is not said. */
  holds?: Check[];
  say: string;
  ask: string;
  answers: Answered[];
  /** begin are intents that bring what would answer the question, once it is answered. */
  begin?: Intent[];
  /** task is done when the learner has done one of by since the step began, and all checks hold. */
  task?: string;
  by?: Intent['do'][];
  check?: Check[];
  /** answer does the task, with a button of that name. */
  button?: string;
  answer?: Intent[];
  /** see says what came of it: the first whose checks hold. */
  see: Outcome[];
}

/** A Lesson is a sequence of steps; was are names that links of earlier versions may have. */
export interface Lesson { name: string; was?: string[]; title: string; about: string; steps: Step[] }

/** lessons are those of the course, in their order. */
export const lessons = data as unknown as Lesson[];

/** each is what every step begins with; without kept no step says anything. */
export const each = set as unknown as Intent[];
const kept = common as unknown as Check[];

/** lessonTitles are the titles of the lessons, by their names. */
export const lessonTitles: readonly (readonly [name: string, title: string])[] = lessons.map(({ name, title }) => [name, title]);

/** lessonOf returns the lesson of a name, of this version or of an earlier one. */
export const lessonOf = (name: string): Lesson | undefined => lessons.find((one) => one.name === name) ?? lessons.find(({ was }) => was?.includes(name));

/** A Moment is the page's answer now, and that with which the step began. */
export interface Moment { now: Page; then: Page }

/** valueAt returns what a moment has at a path. */
function valueAt({ now, then }: Moment, path: string): unknown {
  const [first, ...rest] = path.split('.');
  const [from, words] = first === 'then' ? [then, rest] : first === 'now' ? [now, rest] : [now, [first ?? '', ...rest]];
  return words.reduce<unknown>((within, word) => (within as Record<string, unknown> | null | undefined)?.[word], from);
}

const comparisons: Record<string, (x: unknown, y: unknown) => boolean> = {
  '=': (x, y) => x === y,
  '~': (x, y) => Math.abs(Number(x) - Number(y)) <= 1e-6 * Math.max(Math.abs(Number(x)), Math.abs(Number(y))),
  '<': (x, y) => Number(x) < Number(y),
  '<=': (x, y) => Number(x) <= Number(y),
  '>': (x, y) => Number(x) > Number(y),
  '>=': (x, y) => Number(x) >= Number(y),
};

/** holds says whether all checks hold at a moment; without any they do. */
export function holds(checks: readonly Check[] | undefined, at: Moment): boolean {
  return (checks ?? []).every(([path, comparison, value]) => {
    const other = typeof value === 'string' && /^(then|now)\./.test(value) ? valueAt(at, value) : value;
    return comparisons[comparison]?.(valueAt(at, path), other) ?? false;
  });
}

/** stands says whether a step speaks of what there is at a moment. */
export const stands = (step: Step, at: Moment): boolean => holds([...kept, ...step.holds ?? []], at);

/** written writes a number of a sentence: whole ones as they are, others with as many digits as one can compare. */
function written(x: number): string {
  const size = Math.abs(x);
  if (size >= 1e6 || (size > 0 && size < 1e-4)) return number(x, 2);
  return String(Number(x.toPrecision(5))).replace('-', '\u2212');
}

/** filled returns a sentence with the numbers of a moment in it. */
export function filled(text: string, at: Moment): string {
  return text.replace(/\{([\w.]+)(?:\|(\w+))?\}/g, (_, path: string, noun: string | undefined) => {
    const value = Number(valueAt(at, path));
    return noun ? counted(value, noun) : written(value);
  });
}
