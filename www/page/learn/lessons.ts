// Lessons: each a sequence of states with a sentence, some with a task that is checked. They are data, in assets/lessons.json; a test follows
// every one of them in the session itself.

import { lessons as data } from '../../../assets/lessons.json';
import { byId, element, setAttribute, setIcon, setText } from '../platform/dom';
import type { Intent, Page } from '../platform/protocol';
import type { Send } from '../platform/solver';
import { store, stored } from '../platform/storage';
import * as say from '../sentences';
import type { Name } from '../shell/names';
import type { Sheet } from '../shell/parts';

/** A Check is [path, comparison, value] of a page's answer; a path is such as neurons.length. */
type Check = [path: string, comparison: string, value: number | string];

/** A Step shows pictures and what they need, sends intents, and says something; its task is done when all checks hold. */
interface Step { say: string; task?: string; show?: Name[]; need?: Sheet; do?: Intent[]; check?: Check[] }

interface Lesson { name: string; title: string; steps: Step[] }

const lessons = data as unknown as Lesson[];

/** lessonTitles are the titles of the lessons, by their names. */
export const lessonTitles: readonly (readonly [name: string, title: string])[] = lessons.map(({ name, title }) => [name, title]);

/** A Stage puts pictures on the stage, and beside the card, where it is short of room, the controls that a step needs. */
type Stage = (names: Name[], need: Sheet | null) => void;

/** lessonPanel wires the panel. */
export function lessonPanel(send: Send, stage: Stage): { show(page: Page): void; begin(name: string): void } {
  const panel = new Panel(send, stage);
  return { show: (page) => panel.show(page), begin: (name) => panel.begin(name) };
}

class Panel {
  private lesson: Lesson | null = null;
  private step = 0;
  private done = false;
  private page: Page | null = null;
  private old: Page | null = null; // the answer that was there when the step began

  constructor(private readonly send: Send, private readonly stage: Stage) {
    byId('lesson-next').addEventListener('click', () => this.next());
    byId('lesson-back').addEventListener('click', () => this.back());
    for (const lesson of lessons) {
      const attributes = { type: 'button', 'data-lesson': lesson.name, 'data-help': say.lessonHelp };
      const button = element('button', attributes, element('span', {}, lesson.title), element('small'));
      button.addEventListener('click', () => this.go(lesson, 0));
      byId('lesson-list').append(element('li', {}, button));
    }
    this.render();
  }

  /** show checks whether an answer is what the task asks for. One that is done already, such as to light up a neuron, is to be done anew. */
  show(page: Page): void {
    this.page = page;
    const check = this.lesson?.steps[this.step]?.check;
    if (!check || this.done || page === this.old || page.busy) return;
    this.done = check.every((one) => holds(page, one));
    if (this.done) this.render();
  }

  /** begin begins the lesson of a name, if there is one. */
  begin(name: string): void {
    const lesson = lessons.find((one) => one.name === name);
    if (lesson) this.go(lesson, 0);
  }

  private go(lesson: Lesson, index: number): void {
    const step = lesson.steps[index];
    if (!step) return this.finish(lesson);
    this.lesson = lesson;
    this.step = index;
    this.done = false;
    this.stage(lesson.steps.slice(0, index + 1).findLast((one) => one.show)?.show ?? ['data', 'certificate'], step.need ?? null);
    for (const intent of step.do ?? []) this.send(intent);
    this.old = this.page;
    this.render();
    byId('lesson-say').focus();
  }

  private next(): void {
    if (this.lesson) this.go(this.lesson, this.step + 1);
  }

  private back(): void {
    if (this.lesson && this.step > 0) return this.go(this.lesson, this.step - 1);
    this.lesson = null;
    this.render();
  }

  private finish(lesson: Lesson): void {
    remember(lesson.name);
    this.lesson = null;
    this.render();
    byId('lessons-title').focus();
  }

  /** render shows the list of lessons, or the step of one. */
  private render(): void {
    const { lesson, step, done } = this;
    const now = lesson?.steps[step];
    byId('lesson-list').hidden = lesson !== null;
    byId('course').hidden = lesson === null;
    setText(byId('lessons-title'), lesson?.title ?? say.lessons);
    if (!lesson || !now) return listDone();
    setText(byId('lesson-step'), say.stepOf(step + 1, lesson.steps.length));
    setText(byId('lesson-say'), now.say);
    byId('lesson-task').hidden = !now.task;
    setText(byId('lesson-task-text'), now.task ?? '');
    setAttribute(byId('lesson-task'), 'data-done', done ? '' : null);
    setIcon(byId('lesson-mark', SVGUseElement), done ? 'check' : 'wait');
    setText(byId('lesson-done'), done ? say.done : '');
    setText(byId('lesson-next'), step + 1 === lesson.steps.length ? say.finish : now.task && !done ? say.skip : say.next);
  }
}

const comparisons: Record<string, (x: unknown, y: number | string) => boolean> = {
  '=': (x, y) => x === y,
  '<': (x, y) => Number(x) < Number(y),
  '<=': (x, y) => Number(x) <= Number(y),
  '>': (x, y) => Number(x) > Number(y),
  '>=': (x, y) => Number(x) >= Number(y),
  includes: (x, y) => String(x).includes(String(y)),
};

/** holds says whether a check holds on the page's answer. */
function holds(page: Page, [path, comparison, value]: Check): boolean {
  const at = path.split('.').reduce<unknown>((within, word) => (within as Record<string, unknown> | null | undefined)?.[word], page);
  return comparisons[comparison]?.(at, value) ?? false;
}

/** finished returns the names of the lessons that were followed to their end on this machine. */
const finished = (): string[] => (stored('lessons') ?? '').split(' ').filter(Boolean);

function remember(name: string): void {
  store('lessons', [...new Set([...finished(), name])].join(' '));
}

function listDone(): void {
  const names = finished();
  for (const button of byId('lesson-list').querySelectorAll('button')) {
    if (button.lastElementChild) setText(button.lastElementChild, names.includes(button.dataset['lesson'] ?? '') ? say.lessonDone : '');
  }
}
