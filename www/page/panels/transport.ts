// The transport bar: plays one of two animations, driven by the page's animation frames; with reduced motion it plays them step by step.

import { byId, radios, setAttribute, setIcon, setText } from '../platform/dom';
import { none } from '../platform/format';
import { calm, frame } from '../platform/frames';
import type { Intent, Page, PageAnimation } from '../platform/protocol';
import type { Solver } from '../platform/solver';
import * as messages from '../messages';
import { setSentence } from '../shell/help';

const beat = 1500; // ms between steps with reduced motion
const vectors = 0.95; // the position in the first step of the decomposition at which its vectors are drawn

/** toEnd goes to the end of an animation, by a position beyond any end: JSON has no infinity. */
export const toEnd: Intent = { do: 'seek', position: 1e6 };

/** transportBar wires the bar: it shows an answer's animation, plays or pauses it, or moves it to the end of the decomposition, with all neurons, or from there to its start. */
export function transportBar(solver: Solver): { show(page: Page): void; toggle(): void; start(): void; finish(): void } {
  const player = new Player(solver);
  const toggle = (): void => solver.send(player.animation?.playing ? { do: 'pause' } : { do: 'play' });
  const step = (by: number, animate: boolean): void => solver.send({ do: 'step', by, animate });

  byId('forward').addEventListener('click', () => step(1, !calm.matches));
  byId('play').addEventListener('click', toggle);
  const showScrub = scrubber(solver, step);

  return {
    toggle,
    start() {
      const { animation } = player;
      if (animation?.name === 'decomposition' && (animation.playing || animation.position < animation.length)) return;
      solver.send({ do: 'animation', name: 'decomposition' });
      solver.send({ do: 'seek', position: vectors });
    },
    finish() {
      const { animation } = player;
      if (!animation || animation.name === 'decomposition' && !animation.playing && animation.position >= animation.length || !['decomposition', 'solver'].includes(animation.name)) return;
      solver.send({ do: 'animation', name: 'decomposition' });
      solver.send(toEnd);
    },
    show({ animation, solving }) {
      showScrub(animation, Boolean(solving));
      showButtons(animation);
      byId('animation').hidden = !animation.name;
      byId('speed').hidden = !animation.speed;
      player.show(animation);
    },
  };
}

/** scrubber wires the slider of the animation's position. It returns the function that shows an animation. */
function scrubber(solver: Solver, step: (by: number, animate: boolean) => void): (animation: PageAnimation, isSolving: boolean) => void {
  const scrub = byId('scrub', HTMLInputElement);
  scrub.addEventListener('input', () => solver.send({ do: 'seek', position: scrub.valueAsNumber }));
  scrub.addEventListener('keydown', (event) => {
    const by = new Map([['ArrowLeft', -1], ['ArrowDown', -1], ['ArrowRight', 1], ['ArrowUp', 1]]).get(event.key);
    if (!by) return;
    event.preventDefault();
    step(by, false);
  });
  return ({ position, length, caption }, isSolving) => {
    scrub.disabled = !(length > 0);
    setAttribute(scrub, 'max', String(length || 1));
    if (scrub.valueAsNumber !== position) scrub.value = String(position);
    setAttribute(scrub, 'aria-valuetext', isSolving ? messages.solvingNow : caption || messages.nothingToPlay); // a caption is that of the solution before
  };
}

function showButtons({ name, position, length, playing, caption, elapsed, seconds }: PageAnimation): void {
  const is = length > 0, next = seconds && !playing && position >= length ? chapterAfter(name) : '';
  for (const id of ['back', 'play', 'forward']) byId(id, HTMLButtonElement).disabled = !is;
  setIcon(byId('play-icon', SVGUseElement), playing ? 'pause' : 'play');
  setAttribute(byId('play'), 'aria-label', playing ? messages.pause : messages.play);
  byId('animation-step').hidden = next !== '';
  byId('next-chapter').hidden = next === '';
  setText(byId('next-chapter'), messages.onTo(next));
  setText(byId('animation-step'), seconds ? messages.clock(elapsed ?? 0, seconds) : is ? messages.stepOf(Math.min(Math.floor(position + 1e-9) + 1, Math.round(length)), Math.round(length)) : none);
  setSentence(byId('caption'), caption || messages.noAnimation);
}

/** chapterAfter returns the name of the chapter that follows one, '' after the last. */
function chapterAfter(name: string): string {
  const chapters = radios('topic');
  return chapters[chapters.findIndex(({ value }) => value === name) + 1]?.labels?.[0]?.textContent.trim() ?? '';
}

/** Player advances the animation while it plays. */
class Player {
  animation: PageAnimation | null = null;
  private isRunning = false;
  private last = 0; // moment up to which the animation has come

  constructor(private readonly solver: Solver) {}

  /** show takes the newest state of the animation. */
  show(animation: PageAnimation): void {
    this.animation = animation;
    if (!animation.playing || this.isRunning) return;
    this.last = performance.now();
    this.goOn(animation);
  }

  /** goOn advances the animation in the next frame or, with reduced motion, by a step after a beat, and so on. */
  private goOn({ speed }: PageAnimation): void {
    this.isRunning = true;
    if (calm.matches) setTimeout(() => this.advance((animation) => this.jump(animation)), beat / speed);
    else frame((now) => this.advance(() => this.tick(now)));
  }

  private advance(act: (animation: PageAnimation) => void): void {
    this.isRunning = false;
    if (!this.animation?.playing) return;
    act(this.animation);
    this.goOn(this.animation);
  }

  private tick(now: number): void {
    if (this.solver.waits('tick')) return;
    this.solver.send({ do: 'tick', seconds: Math.min(0.1, Math.max(0, (now - this.last) / 1000)) });
    this.last = now;
  }

  private jump({ position, length }: PageAnimation): void {
    this.solver.send({ do: 'seek', position: Math.min(length, Math.floor(position + 1e-6) + 1) });
    this.solver.send(position + 1 < length ? { do: 'play' } : { do: 'pause' }); // a seek may pause the animation, but here only its end does so
  }
}
