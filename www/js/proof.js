// The proof: the numbers of the solution, each readable by programs too (data-out, data-value), and the verdict on them.

import { byId, element, setAttribute, setIcon, setText } from './dom.js';
import { notice } from './notice.js';
import { agreement, duration, number } from './format.js';

const outputs = new Map([...document.querySelectorAll('[data-out]')].map((node) => [node.dataset.out, node]));

/** hasNumbers says whether there is a solution to show. */
const hasNumbers = (page) => page.status !== 'empty' && page.status !== 'failed';

/**
 * isCertified says whether the answer's network is proven optimal. A gap that is not a number comes as 0, but with unequal bounds; rounding
 * may bring one that is zero a little below.
 */
export function isCertified(page) {
  return hasNumbers(page) && page.gap <= page.tolerance && (page.gap !== 0 || page.objective === page.lowerBound) && page.gap > -page.tolerance;
}

/** showProof renders an answer. */
export function showProof(page) {
  const none = !hasNumbers(page);
  const [cost, bound] = none ? [['\u2013', ''], ['\u2013', '']] : agreement(page.objective, page.lowerBound);
  show('status', verdict(page), page.status);
  showParts('objective', cost, page.objective);
  showParts('lower-bound', bound, page.lowerBound);
  show('gap', none ? '\u2013' : number(Math.max(0, page.gap), 2), page.gap);
  const neurons = page.lens?.neurons ?? page.neurons?.length ?? 0; // of all outputs
  show('neurons', String(neurons), neurons);
  show('rank', none ? '\u2013' : page.ranks.join(', '), page.ranks.join(','));
  show('iterations', none ? '\u2013' : String(page.iterations), page.iterations);
  show('seconds', none ? '\u2013' : duration(page.seconds), page.seconds);
  showFacts(none ? null : page.proof);
  showMark(page);
}

/** showFacts writes what is known of the network beside its proof. */
function showFacts(facts) {
  const text = (value, digits) => (facts ? [value].flat().map((x) => number(x, digits)).join(', ') : '\u2013');
  for (const [name, digits] of [['loss', 9], ['penalty', 9], ['eigenvalues', 2], ['traces', 2], ['reassembly', 2], ['lengths', 2]]) {
    show(name, text(facts?.[name], digits), [facts?.[name] ?? ''].flat().join(','));
  }
  show('width', facts ? String(facts.width) : '\u2013', facts?.width ?? '');
}

/** proofFiles wires the buttons that take the proof out of the page. */
export function proofFiles(solver) {
  const take = (name, use) => async () => {
    try {
      await use(await solver.ask(name));
    } catch (error) {
      notice(error.message);
    }
  };
  for (const button of document.querySelectorAll('[data-document]')) {
    const name = button.dataset.document;
    button.addEventListener('click', take(name, (text) => download(text, `${name}.json`)));
  }
  byId('copy-report').addEventListener('click', take('report', async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      notice('The proof is in the clipboard.');
    } catch {
      download(text, 'proof.txt'); // no clipboard: a file says the same
    }
  }));
}

function download(text, name) {
  const url = URL.createObjectURL(new Blob([text], { type: name.endsWith('.json') ? 'application/json' : 'text/plain' }));
  element('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

function show(name, text, value) {
  setText(outputs.get(name), text);
  setAttribute(outputs.get(name), 'data-value', String(value));
}

/** showParts writes a number whose last digits differ from those of its partner and are set back. */
function showParts(name, [same, rest], value) {
  const node = outputs.get(name);
  setAttribute(node, 'data-value', String(value));
  if (node.textContent === same + rest && node.childElementCount) return;
  const tail = document.createElement('span');
  tail.className = 'rest';
  tail.textContent = rest;
  node.replaceChildren(same, tail);
}

function showMark(page) {
  const proven = isCertified(page);
  setAttribute(byId('verdict'), 'data-mark', proven ? 'check' : 'wait');
  setIcon(byId('verdict-icon'), proven ? 'check' : 'wait');
  setText(byId('verdict-word'), proven ? 'certified' : 'not yet');
}

/** verdict says in one sentence what is known. */
function verdict(page) {
  if (page.message) return page.message;
  if (page.status === 'empty') return 'There are no points yet.';
  if (isCertified(page)) return 'No network of this kind, however wide, can cost less.';
  return page.busy ? 'The solver is at work.' : 'The bound is not tight enough.';
}

let spoken = 0;

/** speakProof tells those who listen to the page about the solution, once it rests. */
export function speakProof(page) {
  clearTimeout(spoken);
  spoken = setTimeout(() => {
    const cost = !hasNumbers(page) ? '' : ` Cost ${number(page.objective, 4)}, relative gap ${number(page.gap, 2)}, ${page.lens?.neurons ?? page.neurons?.length ?? 0} neurons.`;
    setText(byId('status-live'), `${isCertified(page) ? 'Certified.' : verdict(page)}${cost}`);
  }, 900);
}
