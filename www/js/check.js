// The panel that checks what others found: a matrix, or a network with its proof or without. The solver recomputes everything; here is the text, the
// files and the verdict.

import { byId, element, setAttribute, setIcon, setText } from './dom.js';
import { fixed, number } from './format.js';

const largest = 4 << 20; // bytes of a file
const entriesShown = 4; // of a direction

/** checkPanel wires the panel. It returns the function that renders an answer. */
export function checkPanel(solver) {
  const text = byId('check-text');
  let shown = null;
  let newest = null;

  const intent = async (body) => {
    refuse('');
    try {
      await solver.request({ intent: JSON.stringify({ do: 'check', ...body }) });
    } catch (error) {
      refuse(error.message);
    }
  };
  /** check replaces the verdict: one on another text must not stay. */
  const check = async (body) => {
    await intent({ clear: true });
    await intent(body);
  };
  const run = () => (text.value.trim() ? check({ text: text.value }) : refuse('Paste something to check first.'));

  byId('check-run').addEventListener('click', run);
  text.addEventListener('keydown', (event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && run());
  text.addEventListener('input', () => newest && intent({ clear: true }));
  byId('check-clear').addEventListener('click', () => {
    text.value = '';
    intent({ clear: true });
  });
  byId('check-show').addEventListener('click', () => intent({ show: !newest?.shown }));
  byId('check-file').addEventListener('change', async ({ target }) => {
    await open([...target.files]);
    target.value = '';
  });
  text.addEventListener('drop', (event) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    event.stopPropagation();
    open([...event.dataTransfer.files]);
  });

  /** open checks one file, or a problem and a solution that were chosen together. */
  async function open(files) {
    if (files.length === 0) return;
    if (files.reduce((sum, file) => sum + file.size, 0) > largest) {
      refuse('These files are too large for the page; the command line takes any.');
      return;
    }
    try {
      const contents = await Promise.all(files.map(async (file) => new Uint8Array(await file.arrayBuffer())));
      if (contents[0][0] === 0x93) {
        text.value = '';
        await check({ data: base64(contents[0]) });
        return;
      }
      text.value = contents.map((bytes) => new TextDecoder().decode(bytes)).join('\n');
      await run();
    } catch {
      refuse('This file cannot be read.');
    }
  }

  return (page) => {
    const now = page.check ?? null;
    const key = now && JSON.stringify(now);
    newest = now;
    if (key === shown) return;
    shown = key;
    byId('check-result').hidden = !now;
    if (!now) return;
    render(now);
    if (!text.value) recall();
  };

  /** recall brings the text under check back, after a reload or with opened work; a file of numbers has none. */
  async function recall() {
    const claim = await solver.ask('claim').catch(() => '');
    if (!text.value) text.value = claim;
  }
}

function refuse(sentence) {
  byId('check-fault').hidden = !sentence;
  setText(byId('check-fault'), sentence);
}

function render(check) {
  const mark = check.pass ? 'check' : 'close';
  setAttribute(byId('check-verdict'), 'data-mark', mark);
  setIcon(byId('check-icon'), mark);
  setText(byId('check-word'), check.pass ? 'PASS' : 'FAIL');
  setText(byId('check-sentence'), check.sentence);
  const show = byId('check-show');
  show.parentElement.hidden = !check.canShow;
  setText(show, check.shown ? 'Back to my data' : 'Show on the stage');
  byId('check-facts').tBodies[0].replaceChildren(...check.facts.map(fact));
  const rows = check.neurons.map((n, i) => neuron(n, i, i === check.neuron));
  if (check.more) rows.push(element('tr', {}, element('td', { colspan: '3', class: 'note' }, `and ${check.more} more`)));
  byId('check-neurons').tBodies[0].replaceChildren(...rows);
  byId('check-neurons').hidden = rows.length === 0;
}

function fact({ name, value, fails }) {
  const text = Number.isInteger(value) && Math.abs(value) < 1e6 ? number(value, 7).replace(/\.0+$/, '') : precise(value);
  const shown = element('td', { 'data-value': String(value) }, text, fails ? ' \u2717' : '');
  return element('tr', { 'data-fails': fails === true }, element('th', { scope: 'row' }, name), shown);
}

/** precise gives all that matters of a number: nine digits, or two of one that is as good as zero. */
const precise = (x) => (Math.abs(x) < 1e-3 ? number(x, 2) : number(x, 9).replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''));

function neuron({ u, alpha }, index, fails) {
  const entries = u.slice(0, entriesShown).map((x) => fixed(x));
  if (u.length > entriesShown) entries.push('\u2026');
  const cells = [`${index + 1}${fails ? ' \u2717' : ''}`, `(${entries.join(', ')})`, number(alpha, 4)];
  return element('tr', { 'data-fails': fails }, ...cells.map((text) => element('td', {}, text)));
}

function base64(bytes) {
  let text = '';
  for (let i = 0; i < bytes.length; i += 32768) text += String.fromCharCode(...bytes.subarray(i, i + 32768));
  return btoa(text);
}
