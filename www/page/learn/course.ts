// What the course consists of, and how its checks and sentences are evaluated. The lessons are data, in assets/lessons.json. A step says
// something that is true of the state it sets up, asks for a prediction, sets a task, and says what came of it. A test runs every lesson in
// the session itself (core/app/session/course_test.go), where each sentence has its check.

import { each as set, holds as common, lessons as data } from '../../../assets/lessons.json';
import { counted, number } from '../platform/format';
import type { Intent, Page } from '../platform/protocol';
import { at } from '../platform/values';
import type { Name } from '../shell/names';
import type { Need } from '../shell/parts';

/**
 * A Check is [path, comparison, value]; ~ means equal up to rounding. A path such as neurons.length refers to the page's answer; with the
 * prefix then. it refers to the answer with which the step began. A value that begins with then. or now. is such a path too.
 */
export type Check = readonly [path: string, comparison: string, value: number | string | boolean];

/**
 * An Outcome is a sentence that is shown while its checks hold; in it, {path} is a number of the answer and {path|noun} a count of things.
 */
interface Outcome { say: string; when?: Check[] }

/**
 * An Answered is a possible prediction: it is right always, or if its checks hold when the task is done. The key of the teacher's page has the
 * one that is right when the page does the task.
 */
interface Answered extends Outcome { right?: boolean; key?: boolean }

/** A Step is a step of a lesson; its fields are in the order in which they are used. */
export interface Step {
  /** show are the pictures, on a phone only the first; if empty, those of the step before. need is the control shown in the card. */
  show?: Name[];
  need?: Need;
  /** do sets up the state, after the intents with which every step begins. */
  do?: Intent[];
  /** holds are the conditions for the truth of the step's text: while they do not hold, it is not shown. */
  holds?: Check[];
  /**
   * hides says what would answer the question and is hidden until it is answered: pictures; fit, how many points are right; count, the number of
   * neurons; or path, the neurons along beta. What the verdict and the film say is hidden with every question.
   */
  hides?: (Name | 'fit' | 'count' | 'path')[];
  say: string;
  ask: string;
  answers: Answered[];
  /** begin are intents that bring what would answer the question, once it is answered. */
  begin?: Intent[];
  /** task is done when the learner has performed one of by since the step began, and all checks hold. */
  task?: string;
  by?: Intent['do'][];
  check?: Check[];
  /** answer does the task for the learner. */
  answer?: Intent[];
  /** see holds the possible outcomes of the task; the first whose checks hold is shown. */
  see: Outcome[];
}

/** A Lesson is a sequence of steps; was are its names in links of earlier versions. */
export interface Lesson { name: string; was?: string[]; title: string; about: string; steps: Step[] }

/** lessons are the lessons of the course, in order. */
export const lessons = data as unknown as Lesson[];

/** each are the intents with which every step begins; no step shows its text unless kept holds. */
export const each = set as unknown as Intent[];
const kept = common as unknown as Check[];

/** lessonOf returns the lesson with a name of this or an earlier version. */
export const lessonOf = (name: string): Lesson | undefined => lessons.find((one) => one.name === name) ?? lessons.find(({ was }) => was?.includes(name));

/** A Moment is the page's present answer, and the one with which the step began. */
export interface Moment { now: Page; then: Page }

/** valueAt returns the value of a moment at a path. */
function valueAt({ now, then }: Moment, path: string): unknown {
  return at(/^(then|now)\./.test(path) ? { now, then } : now, path);
}

const comparisons: Record<string, (x: unknown, y: unknown) => boolean> = {
  '=': (x, y) => x === y,
  '~': (x, y) => Math.abs(Number(x) - Number(y)) <= 1e-6 * Math.max(Math.abs(Number(x)), Math.abs(Number(y))),
  '<': (x, y) => Number(x) < Number(y),
  '<=': (x, y) => Number(x) <= Number(y),
  '>': (x, y) => Number(x) > Number(y),
  '>=': (x, y) => Number(x) >= Number(y),
};

/** holds reports whether all checks hold at a moment; an empty list holds. */
export function holds(checks: readonly Check[] | undefined, at: Moment): boolean {
  return (checks ?? []).every(([path, comparison, value]) => {
    const other = typeof value === 'string' && /^(then|now)\./.test(value) ? valueAt(at, value) : value;
    return comparisons[comparison]?.(valueAt(at, path), other) ?? false;
  });
}

/** stands reports whether the text of a step is true at a moment. */
export const stands = (step: Step, at: Moment): boolean => holds([...kept, ...step.holds ?? []], at);

/** told returns the text of a step: with the numbers with which the step began, so that it stays as it was when the question was asked. */
export const told = (step: Step, { then }: Moment): string => filled(step.say, { now: then, then });

/** filled returns a sentence with the numbers of a moment filled in. */
export function filled(text: string, at: Moment): string {
  return text.replace(/\{([\w.]+)(?:\|(\w+))?\}/g, (_, path: string, noun: string | undefined) => {
    const value = Number(valueAt(at, path));
    return noun ? counted(value, noun) : number(value, 6);
  });
}
