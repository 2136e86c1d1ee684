// The argument that no network is better: five animations in the certificate's picture, the network with which the optimum is compared, and
// the perturbation of a neuron by hand.

import { byId, element, radios, setText } from '../platform/dom';
import { number } from '../platform/format';
import * as intent from '../platform/protocol';
import type { Page, PageArgument, PagePerturbation } from '../platform/protocol';
import type { Sent } from '../platform/queue';
import type { Solver } from '../platform/solver';
import * as messages from '../messages';

/** candidate is where the film of the price shows a neuron that does not pay, in units. */
const candidate = 0.5;

const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** A Film is the name of a film. */
type Film = ReturnType<typeof intent.animation>['name'];

interface ArgumentPanel {
  /** begin plays the film, from a chapter on; ask asks whether the visitor finds a neuron that pays. */
  begin(name?: Film): void;
  ask(): void;
  /** did is told of each intent that was carried out: new data end the visitor's search for a neuron. */
  did(sent: Sent): void;
  end(): void;
  show(page: Page): void;
}

/** argumentPanel wires the controls; argues() is called with whether a picture of the argument is shown. It starts and ends it, and renders an answer. */
export function argumentPanel(solver: Solver, argues: (is: boolean) => void): ArgumentPanel {
  const choice = radios('act');
  const rival = byId('rival', HTMLSelectElement);
  const neuron = byId('spoiled', HTMLSelectElement);
  const turn = byId('spoil-turn', HTMLInputElement);
  const scale = byId('spoil-scale', HTMLInputElement);
  let now: PageArgument | undefined;
  let seed = 1;

  let isKinked = false; // the films are of polynomial activations
  const play = (name: Film): void => {
    if (isKinked) return;
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
    if (isKinked) return;
    asks = true;
    solver.send(intent.animation({ name: 'price', whole: true }));
    solver.send(intent.seek({ position: candidate }));
  };
  for (const radio of choice) radio.addEventListener('click', () => play(radio.value as Film));
  rival.addEventListener('change', () => {
    solver.send(intent.baseline({ name: rival.value as ReturnType<typeof intent.baseline>['name'], seed }));
    play('bowl');
  });
  byId('rival-again').addEventListener('click', () => {
    seed += 1;
    solver.send(intent.baseline({ name: 'random', seed }));
    play('bowl');
  });
  const spoil = (final: boolean): void =>
    solver.send(intent.perturb({ neuron: neuron.selectedIndex, turn: turn.valueAsNumber, scale: scale.valueAsNumber, final }));
  for (const slider of [turn, scale]) {
    slider.addEventListener('input', () => spoil(false));
    slider.addEventListener('change', () => spoil(true));
  }
  neuron.addEventListener('change', () => {
    const mark = now?.spoils[neuron.selectedIndex];
    turn.value = String(mark?.turn ?? 0);
    scale.value = String(mark?.scale ?? 1);
  });
  byId('mend').addEventListener('click', () => solver.send(calm.matches ? intent.seek({ position: Infinity }) : intent.play()));

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
    show({ argument, film, layers, beta, unit }) {
      isKinked = unit.name !== 'polynomial';
      const question = isKinked ? messages.askByLine : layers.count > 1 ? messages.askOfLayer(layers.chosen + 1) : messages.ask;
      setText(byId('ask-text'), question);
      byId('tried').hidden = argument !== undefined && film.name !== 'price'; // it has its place before the first answer, too
      setText(byId('tried-ask'), question);
      if (argument) setText(byId('tried-best'), messages.tried(number(argument.best, 3), argument.best >= beta * (1 - touches)));
      const was = now !== undefined;
      now = argument;
      const is = argument !== undefined;
      for (const radio of choice) radio.checked = is && radio.value === film.name;
      byId('argument-bowl').hidden = !is || film.name !== 'bowl';
      byId('argument-bounds').hidden = !is || film.name !== 'bounds' || argument.spoils.length === 0;
      if (argument) showArgument(argument);
      if (was !== is) argues(is);
    },
  };

  function showArgument({ rival: name, spoils }: PageArgument): void {
    if (document.activeElement !== rival) rival.value = name;
    byId('rival-again').hidden = name !== 'random';
    while (neuron.options.length > spoils.length) neuron.remove(spoils.length);
    while (neuron.options.length < spoils.length) neuron.add(element('option'));
    spoils.forEach(({ number }, k) => { const option = neuron.options[k]; if (option) setText(option, messages.neuronName(number)); });
    const touched = spoils.findIndex(isTouched);
    const isHeld = [neuron, turn, scale].some((control) => control === document.activeElement);
    if (touched >= 0 && !isHeld && !isTouched(spoils[neuron.selectedIndex])) neuron.selectedIndex = touched;
    const spoiled = spoils[neuron.selectedIndex] ?? spoils[0];
    if (!spoiled) return;
    if (document.activeElement !== turn) turn.value = String(spoiled.turn);
    if (document.activeElement !== scale) scale.value = String(spoiled.scale);
    setText(byId('spoil-turn-out'), messages.degreesOf(spoiled.turn));
    setText(byId('spoil-scale-out'), messages.factor(spoiled.scale));
  }
}

/** touches is the relative distance from the price within which a gain is said to equal it, as in the session. */
const touches = 1e-5;

/** isTouched reports whether a neuron was perturbed. */
const isTouched = (spoil: PagePerturbation | undefined): boolean => spoil !== undefined && (spoil.turn !== 0 || spoil.scale !== 1);
