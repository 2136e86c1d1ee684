// The panel of the race: gradient descent from random starts against the certified optimum.

import { byId, element, setAttribute, setText, showOutput } from '../platform/dom';
import { duration, none, number } from '../platform/format';
import type { IntentOf, Page, PageRace } from '../platform/protocol';
import type { Send } from '../platform/solver';
import * as messages from '../messages';
import { mark, numberIn } from '../shell/fields';

const mostWidth = 200; // neurons of a run
const arrival = 1e-4; // an excess below this counts as none

/** racePanel wires the panel; reveal() puts its picture on the stage. It renders an answer; play starts, pauses or resumes the race. */
export function racePanel(send: Send, reveal: () => void): { show(page: Page): void; play(): void } {
  const width = byId('race-width', HTMLInputElement);
  const show = byId('race-show', HTMLSelectElement);
  const axis = byId('race-axis', HTMLSelectElement);
  const button = (name: string): HTMLButtonElement => byId(`race-${name}`, HTMLButtonElement);
  const [start, pause, clear] = [button('start'), button('pause'), button('clear')];
  let state = '';

  const toggle = (): void => send({ do: 'changeRace', paused: state !== 'paused' });
  const play = (): void => (pause.disabled ? start.click() : toggle());
  const go = byId('race-go'); // in the picture, for when the panel is not visible, as in a presentation
  go.addEventListener('click', play);
  starter(start, send, reveal);
  pause.addEventListener('click', toggle);

  const render = ({ race, samples, rows, strip, outputView, stale }: Page): void => {
    state = race?.state ?? '';
    setAttribute(width, 'placeholder', messages.bestWidth(strip.certified && !stale ? Math.max(1, Math.min(mostWidth, outputView.neurons)) : 0));
    setText(byId('empty-race'), race ? race.ends.length ? '' : race.sentence : samples ? messages.raceStarts : rows ? messages.raceNeedsRows : messages.drawFirst);
    start.disabled = samples === 0;
    go.hidden = race !== undefined || samples === 0;
    pause.disabled = !race || state === 'done';
    setText(pause, state === 'paused' ? messages.raceGoOn : messages.racePause);
    clear.disabled = !race;
    byId('race-result').hidden = !race;
    showSentence(race);
    if (!race) return;
    showNumbers(race);
    showRuns(show, race);
    axis.value = race.byTime ? 'time' : 'epochs';
  };
  return { show: render, play };
}

/** starter wires the settings and the button that starts a race with them. */
function starter(start: HTMLButtonElement, send: Send, reveal: () => void): void {
  const method = byId('race-method', HTMLSelectElement);
  const fields = (['runs', 'width', 'epochs', 'rate', 'batch', 'seed'] as const).map((name) => [name, byId(`race-${name}`, HTMLInputElement)] as const);
  const mayBeEmpty = (name: string): boolean => name === 'width' || name === 'rate'; // then the session chooses
  for (const [name, field] of fields) field.addEventListener('input', () => mark(field, mayBeEmpty(name)));

  start.addEventListener('click', () => {
    const numbers = new Map<string, number>();
    for (const [name, field] of fields) {
      const value = numberIn(field, mayBeEmpty(name) ? 0 : undefined);
      if (value === null) {
        field.closest('details')?.setAttribute('open', '');
        return field.focus();
      }
      numbers.set(name, value);
    }
    const { runs = 0, epochs = 0, ...others } = Object.fromEntries(numbers);
    send({ do: 'startRace', method: method.value as IntentOf<'startRace'>['method'], runs, epochs, ...others });
    reveal();
  });
}

/** showSentence writes the state of the race; it is spoken once, at the end. */
function showSentence(race: PageRace | undefined): void {
  const { sentence = '', state = '' } = race ?? {};
  const node = byId('race-sentence');
  const isNew = node.textContent !== sentence;
  setText(node, sentence);
  setAttribute(node, 'aria-live', state === 'done' && isNew ? 'polite' : 'off');
}

/** excess formats a run's cost above the optimum, relative to the optimum. */
function excess(share: number): string {
  if (share < 0) return messages.diverged;
  if (share < arrival) return messages.excessUnder(arrival);
  return `+${number(100 * share, 2)}\u2009%`;
}

/** standing describes a run: where it is, and how much it costs above the optimum. */
function standing(end: number, state = ''): string {
  const words = messages.states[state] ?? '';
  return end < 0 || words === '' ? excess(end) : `${words}, ${excess(end)}`;
}

function showNumbers(race: PageRace): void {
  const finite = race.ends.filter((end) => end >= 0);
  const [best, worst] = [Math.min(...finite), Math.max(...finite)];
  showOutput('race-ends', finite.length ? `${excess(best)}, ${race.lost ? messages.diverged : excess(worst)}` : none, finite.length ? best : '');
  showOutput('race-solved', duration(race.solved), race.solved);
  showOutput('race-first', race.first >= 0 && race.ends.length ? duration(race.first) : messages.noneSoFar, race.first);
  showOutput('race-seconds', duration(race.seconds), race.seconds);
  showOutput('race-search', messages.rateSearch(race.trials ? duration(race.searched) : '', race.rate ? number(race.rate, 2) : ''), race.searched);
}

function showRuns(select: HTMLSelectElement, race: PageRace): void {
  if (select.options.length !== race.runs + 1) {
    const options = Array.from({ length: race.runs }, (_, i) => element('option', { value: String(i) }));
    select.replaceChildren(element('option', { value: '-1' }, messages.noRun), ...options);
  }
  const isSteady = document.activeElement !== select || race.state === 'done'; // an open list would lose its position
  [...select.options].slice(1).forEach((option, i) => {
    const end = race.ends[i];
    if (end === undefined) setText(option, messages.run(i + 1));
    else if (isSteady) setText(option, `${messages.run(i + 1)}: ${standing(end, race.states[i])}`);
  });
  select.disabled = race.ends.length === 0;
  if (select.value !== String(race.shown)) select.value = String(race.shown);
}
