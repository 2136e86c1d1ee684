// The proof: the numbers of the solution, each also readable by programs (data-out, data-value), and the verdict on them; how good the network is, in
// numbers and in sentences; and how far the next solution is, while everything that belongs to the previous one is marked: the page's source calls
// it data-found, the style sheet says "Before", and screen readers are told that it is being renewed.

import { all, byId, element, one, output, setAttribute, setIcon, setText, showOutput } from '../platform/dom';
import { agreement, duration, glued, none, number, percent, relative, type Split } from '../platform/format';
import type { Page, PageProof, Score } from '../platform/protocol';
import * as messages from '../messages';
import { defined, setSentence } from '../shell/help';

const stripDigits = 6; // of the costs in the strip; all digits are among the numbers
const quiet = 900; // ms for which the solution must rest before it is spoken

/** showProof renders an answer. */
export function showProof(page: Page): void {
  const is = page.strip.known;
  const { objective: cost, lowerBound: bound, gap, strip: { absolute } } = page;
  const [shownCost, shownBound]: [Split, Split] = is ? agreement(cost, bound, stripDigits) : [[none, ''], [none, '']];
  showOutput('status', verdict(page), page.status);
  const isUsual = page.strip.loss === 'squared' && page.activation.name === 'polynomial'; // otherwise the loss is named: costs of two losses look alike
  setText(byId('cost-name'), messages.costName(is ? page.strip.layer ?? 0 : 0, is && !isUsual ? one(`#loss [value="${page.strip.loss}"]`).textContent : ''));
  showParts('objective', shownCost, cost);
  showParts('lower-bound', shownBound, bound);
  setText(byId('pill-cost'), is ? messages.costAndBound(shownCost.join(''), shownBound.join('')) : '');
  showOutput('gap', !is ? none : absolute ? number(Math.max(0, cost - bound), 2) : relative(gap), gap);
  setText(byId('gap-kind'), absolute ? messages.absolute : messages.relative);
  setAttribute(byId('gap-kind'), 'class', absolute ? null : 'long');
  showOutput('neurons', String(page.outputView.neurons), page.outputView.neurons); // over all outputs
  showFit(page);
  const isEmpty = page.status === 'empty';
  setAttribute(byId('proof'), 'data-empty', isEmpty ? '' : null);
  if (isEmpty) setText(byId('pill'), whatToDo(page));
  showOutput('rank', is ? page.ranks.join(', ') : none, page.ranks.join(','));
  showOutput('iterations', is ? String(page.iterations) : none, page.iterations);
  showOutput('seconds', is ? duration(page.seconds) : none, page.seconds);
  showFacts(is ? page.proof : undefined);
  setText(byId('cost-whole'), is ? number(cost, 17) : none);
  setText(byId('bound-whole'), is ? number(bound, 17) : none);
  showReasons(page);
  showMark(page);
}

/** showReasons writes what the cost is and the proof in three sentences; symbols have the colours of the pictures, and so have their numbers. */
function showReasons({ strip, proof, layers, outputView, solving }: Page): void {
  if (!solving) setText(byId('details-title'), messages.proofTitle(strip.known, strip.certified)); // until then the proof is the one before
  byId('reasons').hidden = byId('reason-cost').hidden = !strip.known;
  const about = byId('reason-about');
  about.hidden = (layers.count < 2 || !strip.certified) && !strip.other;
  setText(about, strip.other ? strip.note ?? '' : messages.reasonsOfLayer(outputView.layer + 1));
  all('#reason-cost, #reasons li > span').forEach((text, k) => {
    const said = strip.known ? glued(proof?.sentences[k] ?? none) : none;
    if (text.textContent === said) return;
    const [claim] = k ? /^[^.]*\. /.exec(said) ?? [''] : [''];
    const terms = new Set<string>();
    text.replaceChildren(element('strong', {}, ...defined(claim, terms)), ...tinted(said.slice(claim.length), terms));
  });
}

/**
 * tinted returns sentences with price and bound in the colour of the lines at +-beta, what is gained in that of the curve, and definitions of the
 * terms that were not said before.
 */
const tinted = (sentences: string, said: Set<string>): (Node | string)[] =>
  sentences.split(/((?:\|g\(u\)\||g\(u\)(?:\s=\sΣ\sv\sσ)?|h\s−\sv\sf|f\s=\sΣ\sα\sσ|Σ\sv\sf|Σ\sloss|Σ\sh|β\sΣ\|\u2060?α\||β\|\u2060?α\||β)(?:\u2060?\s=\s[−\d.e]*\d)?)/).flatMap((part, k) => {
    const [symbol = ''] = part.replaceAll('\u2060', '').replaceAll('\u00a0', ' ').split(' = ');
    return k % 2 === 0 ? defined(part, said) : element('dfn', { class: /^β|^Σ h/.test(symbol) ? 'price' : 'gain', tabindex: '0', 'data-help': messages.meaning(symbol) }, part);
  });

/** The chapters of the film that show the sentences. */
export type Reason = 'price' | 'tangents';

/** reasonButtons wires the buttons that show a sentence of the proof as a film, which begins where the chapter comes to it. */
export function reasonButtons(show: (chapter: Reason, from: number) => void): void {
  for (const button of all('#reasons button', document, HTMLButtonElement)) button.addEventListener('click', () => show(button.value as Reason, Number(button.dataset['from'] ?? 0)));
}

const facts = [['loss', 9], ['penalty', 9], ['lengths', 2]] as const;

/** showFacts writes the facts about the network next to its proof, with a given number of digits. */
function showFacts(proof: PageProof | undefined): void {
  for (const [name, digits] of facts) {
    showOutput(name, proof ? number(proof[name], digits) : none, proof?.[name] ?? '');
  }
  showOutput('width', proof ? String(proof.width) : none, proof?.width ?? '');
}

/** showParts writes a number and dims the last digits, in which it differs from its partner, unless it differs in all. */
function showParts(name: string, [same, rest]: Split, value: number): void {
  const node = output(name);
  setAttribute(node, 'data-value', String(value));
  if (node.firstElementChild?.textContent !== rest || node.textContent !== same + rest) node.replaceChildren(same, element('span', { class: same ? 'rest' : null }, rest));
}

function showMark(page: Page): void {
  const proven = page.strip.certified && !page.solving;
  const mark = !proven ? 'wait' : page.layers.count > 1 ? 'layers' : 'check'; // of several layers each is proven optimal, not the whole network
  setAttribute(byId('verdict'), 'data-mark', mark);
  setAttribute(byId('verdict'), 'data-other', page.strip.other ? '' : null); // the pictures show another network than the certified one
  setIcon(byId('verdict-icon', SVGUseElement), mark);
  const certified = mark === 'layers' ? messages.certifiedLayers : messages.certified;
  setText(byId('verdict-word'), page.solving ? messages.solvingNow : proven ? certified : messages.notYet);
}

/** whatToDo returns the sentence on how to begin. */
const whatToDo = (page: Page): string => (page.signals ? messages.noSamples : messages.drawPoints(page.dimension === 1 ? 0 : page.classes));

/** verdict sums up the result in one sentence. */
function verdict(page: Page): string {
  if (page.solving) return page.solving.gap > 0 && page.solving.gap < 1 ? `${page.solving.sentence} ${messages.gapSoFar(page.solving.gap)}` : page.solving.sentence;
  if (page.message) return page.message;
  if (page.status === 'empty') return whatToDo(page);
  if (page.strip.certified) return page.strip.note || page.strip.fit?.says ? '' : messages.optimal;
  return messages.boundNotTight;
}

let spoken = 0;

/** cancelSpeech cancels what was about to be spoken: it is about data that are no longer shown. */
export function cancelSpeech(): void {
  clearTimeout(spoken);
  setText(byId('status-live'), '');
}

/** speakProof announces the solution to screen readers, once it rests. */
export function speakProof(page: Page): void {
  clearTimeout(spoken);
  spoken = setTimeout(() => {
    const cost = page.strip.known ? messages.spokenCost(number(page.objective, 4), relative(page.gap), page.outputView.neurons) : '';
    setText(byId('status-live'), `${page.strip.certified ? messages.spokenCertified(page.layers.count) : verdict(page)}${cost}`);
  }, quiet);
}

/** showFit shows how good the network is: its accuracy or, for numbers, R squared; and in words, with what would help. */
function showFit({ strip: { fit, note, layer, moreLayers, addBias }, train, test, layers, solving }: Page): void {
  const isCount = fit?.right !== undefined, r2 = fit && train?.r2;
  const heldOut = test?.accuracy === undefined ? '' : `${Math.round(test.accuracy * test.points)} of ${test.points}`;
  const text = fit === undefined ? none : isCount ? messages.rightOf(fit.right ?? 0, fit.total, heldOut) : r2 === undefined ? none : number(r2, 3);
  showOutput('right', text, fit?.right ?? r2 ?? '');
  setText(byId('right-name'), fit && !isCount ? messages.r2 : messages.right);
  setText(byId('pill'), fit && !isCount ? `${messages.r2}\u00a0${text}` : fit ? messages.rightPill(text, layer && layer < layers.count ? layer : 0) : '');
  const joined = (...sentences: (string | undefined)[]): string => sentences.filter(Boolean).join(' ');
  const offered = moreLayers || addBias ? fit?.helps?.[0] : undefined;
  setSentence(byId('fit-text'), solving ? '' : note ?? joined(fit?.says?.replace(/;.*$/, '.'), offered)); // what it gets right stands beside it, as a number
  setText(byId('fit-whole'), joined(note, fit?.says, fit?.why, ...fit?.helps ?? []));
  setAttribute(byId('proof'), 'data-poor', fit?.poor ? '' : null);
}

const measures: [name: keyof Score, text: (value: number) => string][] = [
  ['points', String], ['loss', (v) => number(v)], ['accuracy', percent], ['rms', (v) => number(v)], ['r2', (v) => number(v)],
];

/** showScores renders an answer. */
export function showScores({ train, test }: Page): void {
  byId('scores').hidden = !test;
  for (const [name, text] of measures) {
    for (const [part, score] of [['train', train], ['test', test]] as const) {
      const value = score?.[name];
      showOutput(`${part}-${name}`, value === undefined ? none : text(value), value ?? '');
      const row = output(`${part}-${name}`).closest('tr');
      if (row) row.hidden = train?.[name] === undefined && test?.[name] === undefined;
    }
  }
}

const patience = 400; // ms after which a solve can be stopped

/** solvingBar returns the function that renders an answer. */
export function solvingBar(): (page: Page) => void {
  const bar = byId('solve-progress', HTMLProgressElement), button = byId('solve-stop');
  let timer = 0;
  const show = (is: boolean): void => { bar.hidden = button.hidden = !is; };
  let marked = false;
  return ({ solving, strip }) => {
    if (marked !== (Boolean(solving) && strip.known)) {
      marked = !marked;
      setAttribute(document.documentElement, 'data-stale', marked ? '' : null);
      for (const node of all('[data-found]')) setAttribute(node, 'aria-busy', marked ? 'true' : null);
    }
    if (!solving) {
      clearTimeout(timer);
      timer = 0;
      return show(false);
    }
    // The prediction may be too short: the bar never reaches its end.
    bar.value = Math.max(solving.progress, solving.spent / (solving.spent + Math.max(1, solving.seconds)));
    timer ||= setTimeout(() => show(true), patience);
  };
}
