// The panel of the race: gradient descent from random starts against the certified optimum.

import { byId, element, setAttribute, setText } from './dom.js';
import { duration, number, parse } from './format.js';

const limits = { runs: [1, 50], width: [1, 200], epochs: [1, 1e6], batch: [1, 1e9], seed: [0, 2 ** 53] };

/** racePanel wires the panel; reveal() brings its picture onto the stage. It returns the function that renders an answer. */
export function racePanel(send, reveal) {
  const method = byId('race-method');
  const field = (name) => byId(`race-${name}`);
  const rate = field('rate');
  const show = byId('race-show');
  const axis = byId('race-axis');
  let newest = null;

  for (const name of Object.keys(limits)) checked(field(name), (value) => Number.isInteger(value) && value >= limits[name][0] && value <= limits[name][1]);
  checked(rate, (value) => value > 0 && value <= 1e6, true);

  field('start').addEventListener('click', () => {
    const fields = [...Object.keys(limits).map(field), rate];
    const wrong = fields.find((node) => node.getAttribute('aria-invalid'));
    if (wrong) {
      wrong.closest('details')?.setAttribute('open', '');
      wrong.focus();
      return;
    }
    const numbers = Object.fromEntries(Object.keys(limits).map((name) => [name, parse(field(name).value)]));
    send({ do: 'race', name: 'start', method: method.value, rate: rate.value.trim() === '' ? 0 : parse(rate.value), ...numbers });
    reveal();
  });
  field('pause').addEventListener('click', () => send({ do: 'race', name: newest?.race?.state === 'paused' ? 'resume' : 'pause' }));
  field('clear').addEventListener('click', () => send({ do: 'race', name: 'clear' }));
  show.addEventListener('change', () => send({ do: 'race', name: 'show', index: Number(show.value) }));
  axis.addEventListener('change', () => send({ do: 'race', name: 'axis', kind: axis.value }));

  let spoken = '';
  return (page) => {
    newest = page;
    const { race } = page;
    setText(field('empty'), race ? '' : page.samples ? 'The panel Race starts one.' : 'Draw some points first.');
    field('start').disabled = page.samples === 0;
    field('pause').disabled = !race || race.state === 'done';
    setText(field('pause'), race?.state === 'paused' ? 'Go on' : 'Pause');
    field('clear').disabled = !race;
    byId('race-result').hidden = !race;
    if (!race) return;
    setText(byId('race-sentence'), race.sentence);
    if (race.state === 'done' && spoken !== race.sentence) byId('race-sentence').setAttribute('aria-live', 'polite');
    else setAttribute(byId('race-sentence'), 'aria-live', 'off');
    spoken = race.sentence;
    showNumbers(race);
    showRuns(show, race);
    axis.value = race.byTime ? 'time' : 'epochs';
  };
}

/** checked marks a field while it holds no valid number; an empty one is valid if it may be. */
function checked(node, valid, empty = false) {
  const check = () => {
    const text = node.value.trim();
    setAttribute(node, 'aria-invalid', (text === '' ? empty : valid(parse(text))) ? null : 'true');
  };
  node.addEventListener('input', check);
  node.addEventListener('change', check);
}

/** percent gives an excess as text. */
function percent(excess) {
  if (excess < 0) return 'diverged';
  if (excess >= 10) return `+${number(excess, 2)}\u00d7`;
  if (excess >= 1) return `+${Math.round(100 * excess)}\u2009%`;
  return `+${number(100 * excess, excess < 1e-4 ? 1 : 2)}\u2009%`;
}

function showNumbers(race) {
  const set = (name, text, value) => {
    const node = document.querySelector(`[data-out="race-${name}"]`);
    setText(node, text);
    setAttribute(node, 'data-value', String(value));
  };
  const finite = race.ends.filter((end) => end >= 0);
  set('reached', race.ends.length ? `${race.reached} of ${race.runs}` : '\u2013', race.reached);
  const [best, worst] = [Math.min(...finite), Math.max(...finite)];
  set('ends', finite.length ? `${percent(best)}, ${race.lost ? 'diverged' : percent(worst)}` : '\u2013', finite.length ? best : '');
  set('solve', duration(race.solve), race.solve);
  set('first', race.first >= 0 && race.ends.length ? duration(race.first) : 'none so far', race.first);
  set('seconds', duration(race.seconds), race.seconds);
  const rate = race.rate ? `rate ${number(race.rate, 2)}` : 'under way';
  set('search', race.trials ? `${duration(race.searched)}, ${rate}` : `none, ${rate}`, race.searched);
}

function showRuns(select, race) {
  if (select.options.length !== race.runs + 1) {
    const options = Array.from({ length: race.runs }, (_, i) => element('option', { value: String(i) }));
    select.replaceChildren(element('option', { value: '-1' }, 'no run'), ...options);
  }
  if (document.activeElement !== select || race.state === 'done') {
    race.ends.forEach((end, i) => setText(select.options[i + 1], `run ${i + 1}: ${percent(end)}`));
  }
  for (let i = race.ends.length; i < race.runs; i++) setText(select.options[i + 1], `run ${i + 1}`);
  select.disabled = race.ends.length === 0;
  if (select.value !== String(race.shown)) select.value = String(race.shown);
}
