// The card of a lesson: a step's text, its question, its task, and what came of it. Tasks are done by the learner's actions, the intents
// performed since the step began, never by what happens to be on the screen.

import { all, byId, element, one, setAttribute, setIcon, setText } from '../platform/dom';
import { glued } from '../platform/format';
import type { Intent, Page } from '../platform/protocol';
import type { Solver } from '../platform/solver';
import { framed, store, stored } from '../platform/storage';
import * as messages from '../messages';
import type { Name } from '../shell/names';
import { closeNotice, notice } from '../shell/notice';
import type { Need } from '../shell/parts';
import { each, filled, holds, lessonOf, lessons, stands, told, type Lesson, type Moment, type Step } from './course';

/** A Stage puts the pictures of a step on the stage and its control into the card; with null it ends the lesson. */
type Stage = (step: { show: Name[]; need: Need | null } | null) => void;

/** A Phase is what a step waits for: a prediction, its task, or nothing more. */
type Phase = 'predict' | 'do' | 'see';

export class Lessons {
  private lesson: Lesson | null = null;
  private index = 0;
  private phase: Phase = 'predict';
  private chosen: number | null = null;
  private foreseen: boolean | null = null; // whether the prediction came true
  private now: Page | null = null;
  private then: Page | null = null; // the answer with which the step began
  private ready = false; // whether the step's state is set up
  private isEarly = false; // a link or a reload begins a lesson, and what is shown before its step is set up would answer the question
  private latest = -1; // the number of the lesson that was left
  private isVote = false; // a reload opens the vote again, once its question is there
  private isIn = false; // the lessons have taken the place of the work
  private turn = 0;
  private bringing = 0; // counts what the step itself sends
  private readonly done = new Set<Intent['do']>(); // kinds of intents that the learner has performed since
  private readonly skipped = new Set<Step>(); // steps of the lesson whose questions were passed over

  /** veil(pictures) hides what would answer a question, and shows everything else. */
  constructor(private readonly solver: Solver, private readonly stage: Stage, private readonly veil: (pictures: readonly string[]) => void) {
    // An answer that is clicked twice gives way to these buttons: the second click is none of theirs.
    const own = ({ detail }: MouseEvent): boolean => this.phase === 'predict' || detail < 2;
    byId('lesson-next').addEventListener('click', (event) => { if (own(event)) this.next(); });
    byId('lesson-back').addEventListener('click', (event) => { if (own(event)) this.back(); });
    byId('lesson-do').addEventListener('click', () => { for (const intent of this.step?.answer ?? []) this.solver.send(intent); });
    byId('lessons-all').addEventListener('click', () => this.list());
    byId('vote-show').addEventListener('click', () => this.goOn());
    byId('lesson-again').addEventListener('click', () => this.again());
    const votes = byId('votes', HTMLInputElement);
    votes.checked = stored('votes') === 'true';
    votes.addEventListener('change', () => store('votes', String(votes.checked)));
    byId('vote-open').addEventListener('click', () => store('vote', 'open')); // so that a reload opens it again
    byId('vote').addEventListener('close', () => {
      this.blank(false);
      store('vote', '');
    });
    byId('vote').addEventListener('keydown', (event) => this.onVoteKey(event));
    for (const [k, lesson] of lessons.entries()) {
      const attributes = { type: 'button', 'data-lesson': lesson.name, 'data-help': lesson.about };
      const button = element('button', attributes, element('span', {}, `${k + 1}. ${lesson.title}`), element('small'));
      button.addEventListener('click', () => this.go(lesson, 0));
      byId('lesson-list').append(element('li', {}, button));
    }
    this.render();
  }

  /** did is called with each intent that was performed. */
  did(sent: Intent): void {
    if (!this.then || this.bringing > 0) return;
    this.done.add(sent.do);
    // A task that keeps the number of points begins anew with each press: a stroke that drew some instead is no obstacle.
    const isKept = this.step?.check?.some(([, is, value]) => is === '=' && value === 'then.samples');
    if (isKept && sent.do === 'press' && this.now) this.then = { ...this.then, samples: this.now.samples };
  }

  /** show takes an answer. While a solution is on its way, the text for the previous one stays. */
  show(page: Page): void {
    this.now = page;
    const { step } = this;
    if (!step || !this.ready || page.busy || page.stale) return;
    this.then ??= page;
    const isDone = this.phase !== 'see' && step.by?.some((name) => this.done.has(name)) && holds(step.check, { now: page, then: this.then });
    if (isDone) this.see({ now: page, then: this.then });
    this.render();
  }

  /** begin begins the lesson with a name, if there is one. */
  begin(name: string): void {
    const lesson = lessonOf(name);
    this.isEarly = true;
    if (lesson) this.go(lesson, 0);
    else notice(messages.lessonUnknown(name));
  }

  /** resume goes on with the lesson of before a reload of the page, at its question. */
  resume(): void {
    const [name = '', index] = (stored('lesson') ?? '').split(' '), lesson = lessonOf(name);
    if (!lesson?.steps[Number(index)]) return;
    this.isEarly = true;
    this.go(lesson, Number(index));
    this.isVote = Boolean(stored('vote'));
  }

  /** list leaves a lesson for the list of all. */
  list(): void {
    if (this.lesson) this.end();
    byId('lessons-title').focus();
  }

  /** isUntouched says that the learner has done nothing in this step yet. */
  get isUntouched(): boolean { return this.isIn && this.lesson !== null && this.done.size === 0; }

  /** again begins the step again, if there is one. */
  again(): void { if (this.lesson) this.go(this.lesson, this.index); }

  /** enter has the session set the work aside, as for a scene, and leave has it brought back. */
  private async enter(): Promise<void> {
    const { solver } = this;
    this.isIn = true;
    if (!this.now?.solves) await solver.settled(); // what a link to a lesson finds is set aside as it is first seen
    if (!solver.journal.isScene) await solver.request({ do: 'showScene', shared: await solver.ask('shared') });
  }

  leave(): void {
    if (this.isIn) this.solver.send({ do: 'leave' });
    this.isIn = false;
  }

  private get step(): Step | undefined { return this.lesson?.steps[this.index]; }

  /** pictures are those that the step shows, its own or those of the steps before it. */
  private get pictures(): Name[] { return this.lesson?.steps.slice(0, this.index + 1).findLast(({ show }) => show)?.show ?? ['data', 'certificate']; }

  private get moment(): Moment | null { return this.now && this.then ? { now: this.now, then: this.then } : null; }

  private go(lesson: Lesson, index: number): void {
    const step = lesson.steps[index];
    if (!step) return this.finish(lesson);
    store('lesson', `${lesson.name} ${index}`);
    if (lesson !== this.lesson) this.skipped.clear();
    const entered = this.enter().catch(() => {}); // without the solver there is nothing to keep
    [this.lesson, this.index, this.phase, this.chosen, this.foreseen, this.then, this.ready] = [lesson, index, 'predict', null, null, null, false];
    this.done.clear();
    this.stage({ show: this.pictures, need: step.need ?? null });
    void this.prepare(step, ++this.turn, entered);
    this.offer(step);
    this.render();
    if (!framed || document.hasFocus()) byId('lesson-say').focus(); // a page around it keeps its focus
  }

  /** prepare sets up the state of a step. The learner's actions before that is done do not count. */
  private async prepare(step: Step, turn: number, entered: Promise<void>): Promise<void> {
    await entered;
    if (turn !== this.turn) return;
    await this.bring([...each, ...step.do ?? []]); // a restart refuses them, and the next answer shows the result
    const page = await this.solver.settled().then(() => this.solver.request({ do: 'focus', neuron: -1 })).catch(() => null); // what is shown may be a frame behind
    if (turn !== this.turn) return;
    closeNotice('told'); // of what the step itself has set
    this.ready = true;
    this.isEarly = false;
    const shown = page ?? this.now;
    if (shown) this.show(shown);
    if (this.isVote) byId('vote-open').click();
    this.isVote = false;
  }

  /** bring sends intents of the step's own. */
  private async bring(intents: readonly Intent[]): Promise<void> {
    this.bringing++;
    await Promise.allSettled(intents.map((intent) => this.solver.request(intent)));
    this.bringing--;
  }

  /** offer makes the buttons for a step's predictions. */
  private offer({ answers }: Step): void {
    byId('predict-answers').replaceChildren(...answers.map((answer, k) => {
      const button = element('button', { type: 'button', 'data-help': messages.predictHelp }, answer.say);
      button.addEventListener('click', () => this.predict(k));
      return button;
    }));
  }

  private predict(k: number): void {
    const { moment, phase } = this;
    if (phase === 'see' || !moment) return;
    this.chosen = k;
    this.proceed(moment);
  }

  /** proceed goes on to the task or, if there is none, to the outcome. */
  private proceed(moment: Moment): void {
    const { step } = this;
    if (step) this.skipped.delete(step);
    if (step?.task) {
      if (this.phase === 'predict') void this.bring(step.begin ?? []);
      this.phase = 'do';
    } else this.see(moment);
    this.render();
    byId(this.phase === 'do' ? 'lesson-task' : 'lesson-seen').focus();
  }

  /** goOn answers a vote, doing the task, if there is one, without a prediction of its own; or goes on to the next question. */
  private goOn(): void {
    const { moment } = this;
    if (this.phase === 'see') {
      this.next();
      if (!this.lesson) return byId('vote', HTMLDialogElement).close();
      return byId('vote-show').focus();
    }
    if (moment && this.phase === 'predict') this.proceed(moment);
    if (this.phase === 'do') for (const intent of this.step?.answer ?? []) this.solver.send(intent);
    byId('vote-show').focus();
  }

  /** onVoteKey has the keys of a presentation, as a clicker sends them. */
  private onVoteKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isBlank = byId('vote').hasAttribute('data-blank'), { key } = event;
    if (['b', 'B', '.'].includes(key)) this.blank(!isBlank);
    else if (isBlank && key !== 'Escape') this.blank(false);
    else if (key === 'ArrowRight' || key === 'PageDown') this.goOn();
    else return;
    event.preventDefault();
  }

  /** blank makes the screen black during a vote, or shows the question again. */
  private blank(is: boolean): void { setAttribute(byId('vote'), 'data-blank', is ? '' : null); }

  /** renderVote shows the question for a class, with its choices lettered, and marks the right one once the answer is there. */
  private renderVote({ ask, answers }: Step, outcome: string): void {
    const { moment, phase } = this, isOpen = phase !== 'see' || !moment;
    setText(byId('vote-ask'), moment ? glued(ask) : messages.preparing);
    const list = byId('vote-answers');
    list.hidden = !moment;
    if (list.dataset['of'] !== ask) list.replaceChildren(...answers.map(({ say }) => element('li', {}, say)));
    list.dataset['of'] = ask;
    for (const [k, item] of [...list.children].entries()) {
      const one = answers[k];
      setAttribute(item, 'data-right', isOpen || !one ? null : String(isRight(one, moment)));
    }
    setText(byId('vote-outcome'), outcome);
    setText(byId('vote-show'), phase === 'see' ? messages.nextQuestion : messages.showAnswer);
  }

  private see(moment: Moment): void {
    this.phase = 'see';
    const answer = this.chosen === null ? undefined : this.step?.answers[this.chosen];
    this.foreseen = answer ? isRight(answer, moment) : null;
  }

  private next(): void {
    const { lesson, moment, step, phase } = this;
    if (!lesson || !step || !moment) return;
    if (phase === 'predict') this.skipped.add(step);
    this.go(lesson, this.index + 1);
  }

  private back(): void {
    if (this.lesson && this.index > 0) return this.go(this.lesson, this.index - 1);
    this.end();
  }

  /** finish goes on with the lesson that follows or, after the last one, to the list. A lesson is done unless a question was skipped. */
  private finish(lesson: Lesson): void {
    if (!this.skipped.size) remember(lesson.name);
    const following = lessons[lessons.indexOf(lesson) + 1];
    if (following) this.go(following, 0);
    else this.list();
  }

  private end(): void {
    if (this.lesson) this.latest = lessons.indexOf(this.lesson);
    this.lesson = null;
    store('lesson', '');
    this.turn++;
    this.stage(null);
    this.render();
  }

  /** render shows the list of lessons, or the step of a lesson. */
  private render(): void {
    const { lesson, step } = this;
    byId('lesson-list').hidden = lesson !== null;
    byId('lessons-note').hidden = true;
    for (const part of ['lesson-pages', 'lesson-votes']) byId(part).hidden = lesson !== null;
    byId('course').hidden = lesson === null;
    byId('lessons-all').hidden = lesson === null;
    setText(byId('lessons-title'), lesson?.title ?? messages.lessons);
    this.veil(step && this.isEarly ? this.pictures.filter((name) => name !== 'data') : this.phase === 'predict' && step?.hides || []);
    if (!lesson || !step) return listDone(this.latest);
    setText(byId('lesson-step'), messages.lessonStep(this.index + 1, lesson.steps.length));
    this.renderTexts(step);
    const isLast = this.index + 1 === lesson.steps.length, isCourse = lesson === lessons[lessons.length - 1];
    setText(byId('lesson-next'), this.phase === 'predict' ? messages.skip : !isLast ? messages.next : isCourse ? messages.finish : messages.nextLesson);
  }

  private renderTexts(step: Step): void {
    const { moment, phase, chosen } = this;
    const outcome = moment && phase === 'see' ? step.see.find(({ when }) => holds(when, moment)) : undefined;
    const isLost = moment !== null && (!stands(step, moment) || phase === 'see' && !outcome);
    setAttribute(byId('course'), 'data-phase', isLost ? 'lost' : phase);
    byId('lesson-lost').hidden = !isLost;
    setText(byId('lesson-say'), moment ? glued(told(step, moment)) : messages.preparing);
    setAttribute(byId('lesson-say'), 'data-ready', moment ? '' : null); // the step's state is set up
    byId('vote-open', HTMLButtonElement).disabled = !moment;
    setText(byId('predict-ask'), glued(step.ask));
    for (const [k, button] of [...byId('predict-answers').children].entries()) {
      setAttribute(button, 'aria-pressed', String(k === chosen));
      setAttribute(button, 'aria-disabled', phase === 'see' ? 'true' : null);
      const answer = step.answers[k];
      setAttribute(button, 'data-right', phase === 'see' && moment && answer ? String(isRight(answer, moment)) : null);
    }
    byId('lesson-task').hidden = !step.task;
    setText(byId('lesson-task-text'), [phase === 'do' && chosen !== null ? messages.noted : '', step.task].filter(Boolean).join(' '));
    setAttribute(byId('lesson-task'), 'data-done', phase === 'see' ? '' : null);
    setIcon(byId('lesson-mark', SVGUseElement), phase === 'see' ? 'check' : 'wait');
    setText(byId('lesson-foreseen'), outcome && this.foreseen !== null ? this.foreseen ? messages.foreseen : messages.unforeseen : '');
    setAttribute(byId('lesson-seen'), 'data-foreseen', this.foreseen === null ? null : String(this.foreseen));
    const said = moment && outcome ? glued(filled(outcome.say, moment)) : '';
    setText(byId('lesson-outcome'), said);
    this.renderVote(step, said);
  }
}

/** isRight reports whether a prediction is right at a moment when the task is done. */
const isRight = ({ right, when }: Step['answers'][number], moment: Moment): boolean => right ?? (when !== undefined && holds(when, moment));

/** finished returns the names of the lessons that were completed on this machine. */
const finished = (): string[] => (stored('lessons') ?? '').split(' ').filter(Boolean);

function remember(name: string): void {
  store('lessons', [...new Set([...finished(), name])].join(' '));
}

/** listDone marks the lessons that are finished and the next one, after the latest. */
function listDone(latest: number): void {
  const names = finished(), isLeft = ({ name }: Lesson): boolean => !names.includes(name), next = lessons.slice(latest + 1).find(isLeft) ?? lessons.find(isLeft);
  for (const button of all('button', byId('lesson-list'))) {
    const name = button.dataset['lesson'] ?? '';
    setText(one('small', button), names.includes(name) ? messages.lessonDone : '');
    setAttribute(button, 'data-next', (names.length > 0 || latest >= 0) && name === next?.name ? '' : null);
  }
  setText(byId('lessons-note'), next ? '' : messages.courseDone);
  byId('lessons-note').hidden = next !== undefined;
}
