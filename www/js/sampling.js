// How the data are sampled: the share of points held out, the noise of the labels, and the seed of both.

import { byId, setAttribute, setText } from './dom.js';
import { parse, short } from './format.js';

const mostSeed = 2 ** 31 - 1;

/** samplingPanel wires the controls; send passes intents on. It returns the function that renders an answer. */
export function samplingPanel(send) {
  const showHold = slider('hold', send);
  const showNoise = slider('noise', send);
  const seed = byId('sampling-seed');
  let newest = null;
  const isSeed = (value) => Number.isInteger(value) && value >= 0 && value <= mostSeed;
  seed.addEventListener('input', () => setAttribute(seed, 'aria-invalid', isSeed(parse(seed.value)) ? null : 'true'));
  seed.addEventListener('change', () => isSeed(parse(seed.value)) && send({ do: 'sample', value: parse(seed.value) }));
  seed.addEventListener('keydown', (event) => event.key === 'Enter' && seed.blur());
  byId('sampling-next').addEventListener('click', () => {
    if (newest) send({ do: 'sample', value: newest.seed < mostSeed ? newest.seed + 1 : 0 });
  });

  return ({ split, samples }) => {
    newest = split;
    const none = split.hold > 0 ? `${short(split.hold)} %, none yet` : 'none';
    showHold(split.hold, split.held > 0 ? `${split.held} of ${samples} points` : none);
    showNoise(split.noise, split.noise > 0 ? `${short(split.noise)} %` : 'none');
    if (document.activeElement !== seed && seed.value !== String(split.seed)) {
      seed.value = String(split.seed);
      seed.removeAttribute('aria-invalid');
    }
    const facts = [split.held > 0 && `${split.held} held out`, split.noise > 0 && `${short(split.noise)} % noise`];
    setText(byId('sampling-now'), facts.filter(Boolean).join(', '));
  };
}

/** slider wires a share in per cent, which is one step of the history until it is let go. It returns show(value, text). */
function slider(name, send) {
  const input = byId(`sampling-${name}`);
  let isHeld = false;
  const pass = (final) => send({ do: name, value: Number(input.value), final });
  input.addEventListener('input', () => {
    isHeld = true;
    pass(false);
  });
  input.addEventListener('change', () => {
    isHeld = false;
    pass(true);
  });
  return (value, text) => {
    if (!isHeld && Number(input.value) !== value) input.value = value;
    setText(byId(`sampling-${name}-text`), text);
    setAttribute(input, 'aria-valuetext', text);
  };
}
