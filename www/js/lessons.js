// Lessons: each a sequence of states with a sentence, some with a task that is checked. They are data, in assets/lessons.json; a test follows
// every one of them in the session itself.

import { lessons } from '../../assets/lessons.json';
import { byId, element, setAttribute, setText } from './dom.js';
import { store, stored } from './storage.js';

const comparisons = {
  '=': (x, y) => x === y,
  '<': (x, y) => x < y,
  '<=': (x, y) => x <= y,
  '>': (x, y) => x > y,
  '>=': (x, y) => x >= y,
  includes: (x, y) => String(x).includes(y),
};

/** holds says whether a check [path, comparison, value] holds on the page's answer; a path is such as neurons.length. */
const holds = (page, [path, comparison, value]) => comparisons[comparison](path.split('.').reduce((at, word) => at?.[word], page), value);

/** lessonPanel wires the panel; send passes intents on, stage(names) puts pictures on the stage. It returns {show(page)}. */
export function lessonPanel(send, stage) {
  const panel = byId('lessons');
  const opener = byId('lessons-open');
  const now = { lesson: null, step: 0, done: false, page: null };

  const open = (isOpen) => {
    panel.hidden = !isOpen;
    setAttribute(opener, 'aria-expanded', String(isOpen));
    if (isOpen) byId('lessons-title').focus();
    else opener.focus();
  };
  const go = (lesson, step) => {
    const { show, do: intents } = lesson.steps[step];
    Object.assign(now, { lesson, step, done: false });
    if (show) stage(show);
    for (const intent of intents ?? []) send(intent);
    // A task that is done already, such as one to light up a neuron, is to be done anew.
    now.fresh = now.page;
    render(now);
    byId('lesson-say').focus();
  };
  const next = () => {
    if (now.step + 1 < now.lesson.steps.length) return go(now.lesson, now.step + 1);
    remember(now.lesson.name);
    now.lesson = null;
    render(now);
    byId('lessons-title').focus();
  };

  opener.addEventListener('click', () => open(panel.hidden));
  byId('lessons-close').addEventListener('click', () => open(false));
  byId('lesson-next').addEventListener('click', next);
  byId('lesson-back').addEventListener('click', () => {
    if (now.step > 0) return go(now.lesson, now.step - 1);
    now.lesson = null;
    render(now);
    return undefined;
  });
  for (const lesson of lessons) {
    const button = element('button', { type: 'button', 'data-lesson': lesson.name, 'data-help': 'Begin this lesson.' }, element('span', {}, lesson.title), element('small', {}));
    button.addEventListener('click', () => go(lesson, 0));
    byId('lesson-list').append(element('li', {}, button));
  }
  render(now);

  return {
    show(page) {
      now.page = page;
      const check = now.lesson?.steps[now.step].check;
      if (!check || now.done || page === now.fresh || page.busy) return;
      now.done = check.every((one) => holds(page, one));
      if (now.done) render(now);
    },
  };
}

/** render shows the list of lessons, or the step of one. */
function render({ lesson, step, done }) {
  byId('lesson-list').hidden = lesson !== null;
  byId('course').hidden = lesson === null;
  setText(byId('lessons-title'), lesson ? lesson.title : 'Lessons');
  if (!lesson) return listDone();
  const { say, task } = lesson.steps[step];
  setText(byId('lesson-step'), `${step + 1} of ${lesson.steps.length}`);
  setText(byId('lesson-say'), say);
  byId('lesson-task').hidden = !task;
  setText(byId('lesson-task-text'), task ?? '');
  setAttribute(byId('lesson-task'), 'data-done', done ? '' : null);
  setAttribute(byId('lesson-mark'), 'href', done ? '#i-check' : '#i-wait');
  setText(byId('lesson-done'), done ? 'Done.' : '');
  setText(byId('lesson-next'), step + 1 < lesson.steps.length ? (task && !done ? 'Skip' : 'Next') : 'Finish');
  return undefined;
}

/** finished returns the names of the lessons that were followed to their end on this machine. */
const finished = () => (stored('lessons') ?? '').split(' ').filter(Boolean);

function remember(name) {
  store('lessons', [...new Set([...finished(), name])].join(' '));
}

function listDone() {
  const done = finished();
  for (const button of byId('lesson-list').querySelectorAll('button')) setText(button.lastElementChild, done.includes(button.dataset.lesson) ? 'done' : '');
}
