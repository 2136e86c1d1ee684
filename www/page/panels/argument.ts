// The argument that no network is better: five animations in the certificate's picture, the network with which the optimum is compared, and
// the perturbation of a neuron by hand.

import { byId, radios, setAttribute, setText } from '../platform/dom';
import { number } from '../platform/format';
import { calm } from '../platform/frames';
import { edits, type Intent, type IntentOf, type Page, type PageArgument, type PagePerturbation } from '../platform/protocol';
import type { Solver } from '../platform/solver';
import * as messages from '../messages';
import { options } from '../shell/fields';
import { setSentence } from '../shell/help';
import type { Situation } from '../shell/parts';
import { toEnd } from './transport';

/** candidate is where the film of the price shows a neuron that does not pay, in units. */
const candidate = 0.5;

/** A Topic is the name of an animation. */
type Topic = IntentOf<'animation'>['name'];
type Baseline = IntentOf<'baseline'>['name'];

/** ArgumentPanel starts and ends the films; argues() is called with what of the argument is shown. */
export class ArgumentPanel {
  private readonly choice = radios('topic');
  private readonly baseline = byId('baseline', HTMLSelectElement);
  private readonly neuron = byId('perturbed', HTMLSelectElement);
  private readonly turn = byId('perturb-turn', HTMLInputElement);
  private readonly scale = byId('perturb-scale', HTMLInputElement);
  private now: PageArgument | undefined;
  private seed = 1;
  private isOff = false; // with ReLU the films are for one and two features
  private asks = false; // the visitor looks for a neuron that pays
  private atFirst: number | null = null; // the gain of the neuron that was shown when the visitor was asked
  private network = ''; // for which the visitor tries
  private plays = false; // the film
  private argued: Situation['why'] = null;

  constructor(private readonly solver: Solver, private readonly argues: (why: Situation['why']) => void) {
    const { baseline, neuron, turn, scale } = this;
    for (const radio of this.choice) radio.addEventListener('click', () => this.begin(radio.value as Topic));
    baseline.addEventListener('change', () => this.compare(baseline.value as Baseline));
    byId('baseline-again').addEventListener('click', () => {
      this.seed += 1;
      this.compare('random');
    });
    const perturb = (final: boolean): void =>
      solver.send({ do: 'perturb', neuron: neuron.selectedIndex, turn: turn.valueAsNumber, scale: scale.valueAsNumber, final });
    for (const slider of [turn, scale]) {
      slider.addEventListener('input', () => perturb(false));
      slider.addEventListener('change', () => perturb(true));
    }
    byId('tried-close').addEventListener('click', () => this.end());
    byId('tried-bowl').addEventListener('click', () => this.begin('bowl'));
    // A press on the data moves the neuron that is tried: who takes a pen wants to draw. It is the task of a lesson, which stays.
    for (const tools of ['pens', 'tool']) byId(tools).addEventListener('click', ({ target }) => {
      const isTried = document.documentElement.dataset['mode'] !== 'learn' && this.choice.some(({ checked, value }) => checked && value === 'price');
      if (isTried && target instanceof HTMLInputElement && (tools === 'pens' || target.value === 'draw')) this.end();
    });
    neuron.addEventListener('change', () => {
      const mark = this.now?.perturbations[neuron.selectedIndex];
      turn.value = String(mark?.turn ?? 0);
      scale.value = String(mark?.scale ?? 1);
    });
    byId('revert').addEventListener('click', () => solver.send(calm.matches ? toEnd : { do: 'play' }));
  }

  /** begin plays the film from the start of a chapter on, or from a later position. */
  begin(name: Topic = 'price', from = 0): void {
    if (this.isOff) return;
    this.asks = false;
    // A lesson shows one chapter at a time, elsewhere they are one film.
    this.solver.send({ do: 'animation', name, whole: document.documentElement.dataset['mode'] !== 'learn' });
    // With reduced motion the animation stays at its end, where it shows its conclusion.
    if (calm.matches) return;
    this.solver.send({ do: 'seek', position: from });
    this.solver.send({ do: 'play' });
  }

  /** ask asks whether the visitor finds a neuron that pays. */
  ask(): void {
    if (this.isOff) return;
    this.asks = true;
    this.atFirst = null;
    this.solver.send({ do: 'animation', name: 'price', whole: true });
    this.solver.send({ do: 'seek', position: candidate });
  }

  /** again asks a new solver, which does not know of the question. */
  again(): void { if (this.argued === 'try') this.ask(); }

  end(): void {
    if (!this.now && !this.asks) return;
    this.asks = false;
    this.solver.send({ do: 'pause' }); // otherwise the other animation would play on
    this.solver.send({ do: 'animation', name: 'decomposition' });
  }

  /** pause stops the film: two explanations at once are none. */
  pause(): void { if (this.plays) this.solver.send({ do: 'pause' }); }

  /** did is told of each intent that was carried out: new data end the visitor's search for a neuron, another activation does not. A lesson sets up its own film. */
  did(sent: Intent): void {
    if (sent.do === 'play' || document.documentElement.dataset['mode'] === 'learn') this.asks = false;
    if (this.asks && edits.has(sent.do) && sent.do !== 'activation') this.end();
  }

  show({ argument, animation, layers, beta, activation, dimension, outputView, solves, solving, stale, strip }: Page): void {
    const isPiecewiseLinear = activation.name !== 'polynomial', isMap = isPiecewiseLinear && dimension === 2;
    this.isOff = isPiecewiseLinear && dimension > 2;
    setAttribute(document.documentElement, 'data-films', this.isOff ? 'none' : argument ? 'argument' : null);
    const question = this.isOff ? messages.askWithoutFilm : layers.count > 1 ? messages.askOfLayer(outputView.layer + 1) : messages.ask;
    setText(byId('ask-text'), question);
    const offer = byId('try');
    offer.hidden = argument !== undefined;
    offer.style.visibility = strip.certified || solving ? '' : 'hidden'; // it is asked of an optimum, and keeps its place
    const network = `${activation.name} ${solves}`, isOther = network !== this.network;
    this.network = network;
    if (isOther) this.atFirst = null; // the visitor has tried nothing on this network
    if (argument && this.asks && (isOther || animation.position === candidate)) this.atFirst ??= argument.best;
    const isSeen = !this.asks || this.atFirst !== null; // the neuron that the visitor is to drag; until then the film stands at its end
    const gain = argument && !stale && isSeen && argument.best !== this.atFirst ? number(argument.best, 3) : '';
    const isAll = this.asks && gain !== '' && argument!.searched;
    const reached = argument?.neuron ? messages.neuronName(argument.neuron) : '';
    setSentence(byId('tried'), !argument || animation.playing ? '' : isAll ? messages.triedAll(isMap)
      : messages.tried(gain, number(beta, 3), argument.atPrice, isMap, reached, argument.round));
    byId('tried-close').hidden = !this.asks || !argument;
    byId('tried-bowl').hidden = !isAll || animation.playing;
    const curve = this.choice.find(({ value }) => value === 'curve')?.nextElementSibling;
    if (curve) setText(curve, messages.curveChapter(isMap));
    const is = argument !== undefined, argued = is ? this.asks ? 'try' : 'film' : null;
    this.now = argument;
    this.plays = is && animation.playing;
    for (const radio of this.choice) radio.checked = is && radio.value === animation.name;
    byId('argument-bowl').hidden = !is || animation.name !== 'bowl';
    byId('argument-bounds').hidden = !is || animation.name !== 'bounds' || argument.perturbations.length === 0;
    if (argument) this.showNetworks(argument);
    if (argued !== this.argued) this.argues(argued);
    this.argued = argued;
  }

  /** compare compares the optimum with a network. */
  private compare(name: Baseline): void {
    this.solver.send({ do: 'baseline', name, seed: this.seed });
    this.begin('bowl');
  }

  /** showNetworks shows which network is compared, and how the neurons of the one shown are perturbed. */
  private showNetworks({ baseline: name, perturbations }: PageArgument): void {
    const { baseline, neuron, turn, scale } = this;
    if (document.activeElement !== baseline) baseline.value = name;
    byId('baseline-again').hidden = name !== 'random';
    const touched = perturbations.findIndex(isTouched);
    const isHeld = [neuron, turn, scale].some((control) => control === document.activeElement);
    const isOther = touched >= 0 && !isHeld && !isTouched(perturbations[neuron.selectedIndex]);
    const index = isOther ? touched : Math.max(0, Math.min(neuron.selectedIndex, perturbations.length - 1)), chosen = perturbations[index];
    options(neuron, perturbations.map(({ number }, k) => [String(k), messages.neuronName(number)]), String(index));
    if (!chosen) return;
    if (document.activeElement !== turn) turn.value = String(chosen.turn);
    if (document.activeElement !== scale) scale.value = String(chosen.scale);
    setText(byId('perturb-turn-out'), messages.degreesOf(chosen.turn));
    setText(byId('perturb-scale-out'), messages.factor(chosen.scale));
  }
}

/** isTouched reports whether a neuron was perturbed. */
const isTouched = (of: PagePerturbation | undefined): boolean => of !== undefined && (of.turn !== 0 || of.scale !== 1);
