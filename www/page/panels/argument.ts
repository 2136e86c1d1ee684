// The argument that no network is better: five animations in the certificate's picture, the network with which the optimum is compared, and
// the perturbation of a neuron by hand.

import { byId, element, radios, setAttribute, setText } from '../platform/dom';
import { number } from '../platform/format';
import { calm } from '../platform/frames';
import * as intent from '../platform/protocol';
import type { Page, PageArgument, PagePerturbation } from '../platform/protocol';
import type { Sent } from '../platform/queue';
import type { Solver } from '../platform/solver';
import * as messages from '../messages';
import { toEnd } from './transport';

/** candidate is where the film of the price shows a neuron that does not pay, in units. */
const candidate = 0.5;


/** A Topic is the name of an animation. */
type Topic = ReturnType<typeof intent.animation>['name'];

interface ArgumentPanel {
  /** begin plays the film, from a chapter on; ask asks whether the visitor finds a neuron that pays. */
  begin(name?: Topic): void;
  ask(): void;
  /** did is told of each intent that was carried out: new data end the visitor's search for a neuron. */
  did(sent: Sent): void;
  end(): void;
  show(page: Page): void;
}

/** argumentPanel wires the controls; argues() is called with whether a picture of the argument is shown. It starts and ends it, and renders an answer. */
export function argumentPanel(solver: Solver, argues: (is: boolean) => void): ArgumentPanel {
  const choice = radios('topic');
  const baseline = byId('baseline', HTMLSelectElement);
  const neuron = byId('perturbed', HTMLSelectElement);
  const turn = byId('perturb-turn', HTMLInputElement);
  const scale = byId('perturb-scale', HTMLInputElement);
  const curveName = choice.find(({ value }) => value === 'curve')?.nextElementSibling ?? element('span');
  let now: PageArgument | undefined;
  let seed = 1;

  let isOff = false; // with ReLU the films are for one and two features
  const play = (name: Topic): void => {
    if (isOff) return;
    // A lesson shows one chapter at a time, elsewhere they are one film.
    solver.send(intent.animation({ name, whole: document.documentElement.dataset['mode'] !== 'learn' }));
    // With reduced motion the animation stays at its end, where it shows its conclusion.
    if (calm.matches) return;
    solver.send(intent.seek({ position: 0 }));
    solver.send(intent.play());
  };
  const end = (): void => {
    if (!now) return;
    solver.send(intent.pause()); // otherwise the other animation would play on
    solver.send(intent.animation({ name: 'decomposition' }));
  };
  let asks = false;
  const ask = (): void => {
    if (isOff) return;
    asks = true;
    solver.send(intent.animation({ name: 'price', whole: true }));
    solver.send(intent.seek({ position: candidate }));
  };
  for (const radio of choice) radio.addEventListener('click', () => play(radio.value as Topic));
  baseline.addEventListener('change', () => {
    solver.send(intent.baseline({ name: baseline.value as ReturnType<typeof intent.baseline>['name'], seed }));
    play('bowl');
  });
  byId('baseline-again').addEventListener('click', () => {
    seed += 1;
    solver.send(intent.baseline({ name: 'random', seed }));
    play('bowl');
  });
  const perturb = (final: boolean): void =>
    solver.send(intent.perturb({ neuron: neuron.selectedIndex, turn: turn.valueAsNumber, scale: scale.valueAsNumber, final }));
  for (const slider of [turn, scale]) {
    slider.addEventListener('input', () => perturb(false));
    slider.addEventListener('change', () => perturb(true));
  }
  neuron.addEventListener('change', () => {
    const mark = now?.perturbations[neuron.selectedIndex];
    turn.value = String(mark?.turn ?? 0);
    scale.value = String(mark?.scale ?? 1);
  });
  byId('revert').addEventListener('click', () => solver.send(calm.matches ? toEnd : intent.play()));

  return {
    begin: (name = 'price') => play(name),
    ask,
    end,
    did(sent) {
      if (sent.do === 'play') asks = false;
      if (!asks || !intent.keeps.has(sent.do)) return;
      asks = false;
      end();
    },
    show({ argument, animation, layers, beta, unit, dimension }) {
      const isKinked = unit.name !== 'polynomial';
      isOff = isKinked && dimension > 2;
      setAttribute(document.documentElement, 'data-films', isOff ? 'none' : argument ? 'argument' : null);
      const question = isOff ? messages.askWithoutFilm : layers.count > 1 ? messages.askOfLayer(layers.chosen + 1) : messages.ask;
      setText(byId('ask-text'), question);
      byId('tried').hidden = argument !== undefined && animation.name !== 'price'; // it has its place before the first answer, too
      setText(byId('tried-ask'), question);
      if (argument) setText(byId('tried-best'), messages.tried(number(argument.best, 3), argument.best >= beta * (1 - touches), isKinked && dimension === 2));
      const was = now !== undefined;
      now = argument;
      setText(curveName, messages.curveChapter(isKinked && dimension === 2));
      const is = argument !== undefined;
      for (const radio of choice) radio.checked = is && radio.value === animation.name;
      byId('argument-bowl').hidden = !is || animation.name !== 'bowl';
      byId('argument-bounds').hidden = !is || animation.name !== 'bounds' || argument.perturbations.length === 0;
      if (argument) showArgument(argument);
      if (was !== is) argues(is);
    },
  };

  function showArgument({ baseline: name, perturbations }: PageArgument): void {
    if (document.activeElement !== baseline) baseline.value = name;
    byId('baseline-again').hidden = name !== 'random';
    while (neuron.options.length > perturbations.length) neuron.remove(perturbations.length);
    while (neuron.options.length < perturbations.length) neuron.add(element('option'));
    perturbations.forEach(({ number }, k) => { const option = neuron.options[k]; if (option) setText(option, messages.neuronName(number)); });
    const touched = perturbations.findIndex(isTouched);
    const isHeld = [neuron, turn, scale].some((control) => control === document.activeElement);
    if (touched >= 0 && !isHeld && !isTouched(perturbations[neuron.selectedIndex])) neuron.selectedIndex = touched;
    const chosen = perturbations[neuron.selectedIndex] ?? perturbations[0];
    if (!chosen) return;
    if (document.activeElement !== turn) turn.value = String(chosen.turn);
    if (document.activeElement !== scale) scale.value = String(chosen.scale);
    setText(byId('perturb-turn-out'), messages.degreesOf(chosen.turn));
    setText(byId('perturb-scale-out'), messages.factor(chosen.scale));
  }
}

/** touches is the relative distance from the price within which a gain is said to equal it, as in the session. */
const touches = 1e-5;

/** isTouched reports whether a neuron was perturbed. */
const isTouched = (of: PagePerturbation | undefined): boolean => of !== undefined && (of.turn !== 0 || of.scale !== 1);
