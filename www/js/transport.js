// The transport bar: plays one of two films, from the page's animation frames; step by step for those who want less motion.

import { byId, setAttribute, setIcon, setText } from './dom.js';
import { frame } from './frames.js';

const calm = matchMedia('(prefers-reduced-motion: reduce)');
const beat = 1500; // ms between steps when motion is reduced

// What to say of a film without a length.
const nothing = {
  decomposition: 'Nothing to take apart: the best network has no neurons.',
  solver: 'Nothing to play: nothing was solved yet.',
};

/** transportBar wires the bar. It returns {show(page), toggle()}. */
export function transportBar(solver) {
  const scrub = byId('scrub');
  const film = { position: 0, length: 0, playing: false, caption: '', speed: 1 };
  const radios = [...document.querySelectorAll('input[name="film"]')];
  const speed = byId('speed');
  const send = (intent) => solver.send(intent);
  const step = (by) => send({ do: 'step', by });
  const toggle = () => send({ do: film.playing ? 'pause' : 'play' });

  byId('back').addEventListener('click', () => step(-1));
  byId('forward').addEventListener('click', () => send({ do: 'step', by: 1, animate: !calm.matches }));
  byId('play').addEventListener('click', toggle);
  scrub.addEventListener('input', () => send({ do: 'seek', position: Number(scrub.value) }));
  scrub.addEventListener('keydown', (event) => {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    step(by);
  });

  for (const radio of radios) radio.addEventListener('change', () => send({ do: 'film', name: radio.value }));
  speed.addEventListener('change', () => send({ do: 'speed', value: Number(speed.value) }));

  const play = player(solver, film);
  return {
    toggle,
    show(page) {
      Object.assign(film, page.film);
      showFilm(scrub, film);
      byId('film').hidden = !film.name;
      speed.hidden = !page.film.speed;
      for (const radio of radios) radio.checked = radio.value === film.name;
      if (document.activeElement !== speed) speed.value = String(film.speed);
      if (film.playing) play();
    },
  };
}

function showFilm(scrub, { name, position, length, playing, caption }) {
  const none = !(length > 0);
  scrub.disabled = none;
  setAttribute(scrub, 'max', String(length || 1));
  if (Number(scrub.value) !== position) scrub.value = position;
  setAttribute(scrub, 'aria-valuetext', caption || 'Nothing to play');
  for (const id of ['back', 'play', 'forward']) byId(id).disabled = none;
  setIcon(byId('play-icon'), playing ? 'pause' : 'play');
  setAttribute(byId('play'), 'aria-label', playing ? 'Pause' : 'Play');
  setText(byId('film-step'), none ? '\u2013' : `${Math.min(Math.floor(position + 1e-9) + 1, Math.round(length))} of ${Math.round(length)}`);
  setText(byId('caption'), caption || nothing[name] || nothing.decomposition);
}

/** player returns a function that starts the loop which moves the film, unless it runs. */
function player(solver, film) {
  let running = false;
  let last = 0;
  const tick = (now) => {
    running = film.playing && !calm.matches;
    if (!running) return start();
    if (!solver.waits('tick')) {
      solver.send({ do: 'tick', seconds: Math.min(0.1, Math.max(0, (now - last) / 1000)) });
      last = now;
    }
    frame(tick);
  };
  const jump = () => {
    running = film.playing && calm.matches;
    if (!running) return start();
    solver.send({ do: 'seek', position: Math.min(film.length, Math.floor(film.position + 1e-6) + 1) });
    // A seek may pause the film: only its end does so here.
    solver.send({ do: film.position + 1 < film.length ? 'play' : 'pause' });
    setTimeout(jump, beat / film.speed);
  };
  function start() {
    if (running || !film.playing) return;
    running = true;
    last = performance.now();
    if (calm.matches) setTimeout(jump, beat / film.speed);
    else frame(tick);
  }
  return start;
}
