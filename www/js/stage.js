// The stage's input: pointer, wheel and keys go to the view, in device pixels of the canvas. The page itself is never trapped: the
// wheel scrolls it unless the picture under it has the focus or Ctrl is held, and Tab always leaves.

import { tiles } from './tiles.js';

const down = 0, move = 1, up = 2, cancel = 3, leave = 4;

/** tileRectangles returns what the view must know of the layout: width, height, scale, then x, y, w, h of each area. */
export function tileRectangles(stage, { width, height, scale }) {
  const origin = stage.getBoundingClientRect();
  const numbers = [width, height, scale];
  for (const { article, area } of tiles) {
    if (article.hidden) {
      numbers.push(0, 0, 0, 0);
      continue;
    }
    const box = area.getBoundingClientRect();
    numbers.push((box.left - origin.left) * scale, (box.top - origin.top) * scale, box.width * scale, box.height * scale);
  }
  return new Float64Array(numbers);
}

/** stageInput sends input to view; scale() is the number of device pixels in a CSS pixel, toggle plays or pauses. */
export function stageInput(stage, view, scale, toggle) {
  const place = (event) => {
    const origin = stage.getBoundingClientRect();
    return [(event.clientX - origin.left) * scale(), (event.clientY - origin.top) * scale()];
  };
  const send = (kind, event) =>
    view.pointer(kind, event.pointerId, ...place(event), event.pointerType === 'touch' ? 1 : 0, event.buttons,
      event.shiftKey || event.ctrlKey || event.metaKey);

  for (const { area, index } of tiles) {
    pointerInput(area, send);
    keyInput(area, (name) => view.key(name, index), toggle);
  }
  stage.addEventListener('wheel', (event) => {
    const area = event.target.closest('.area');
    if (!area || !(event.ctrlKey || document.activeElement === area)) return;
    event.preventDefault();
    const unit = [1, 16, 400][event.deltaMode] ?? 1;
    view.wheel(...place(event), event.deltaY * unit);
  }, { passive: false });
}

/** keyInput sends the keys of a picture that has the focus to take, which returns whether it used them; Space toggles. */
function keyInput(area, take, toggle) {
  area.addEventListener('keydown', (event) => {
    if (event.target !== area || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === ' ') toggle();
    else if (event.key === 'Tab' || event.key === 'Escape' || !take(event.key)) return;
    event.preventDefault();
  });
  // A synthetic space, as of an assistive tool, may scroll although its keydown was used.
  area.addEventListener('keypress', (event) => event.target === area && event.key === ' ' && event.preventDefault());
}

function pointerInput(area, send) {
  const held = new Set();
  const end = (kind, event) => {
    held.delete(event.pointerId);
    send(kind, event);
  };
  area.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'touch' && !event.target.closest('button')) focusQuietly(area);
    if (!send(down, event)) return;
    held.add(event.pointerId);
    area.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  area.addEventListener('pointermove', (event) => {
    // A button that was let go where nobody noticed, such as over a dialogue of the system, ends the gesture too.
    if (held.has(event.pointerId) && event.buttons === 0) end(up, event);
    else send(move, event);
  });
  area.addEventListener('pointerup', (event) => end(up, event));
  area.addEventListener('pointercancel', (event) => end(cancel, event));
  area.addEventListener('pointerleave', (event) => held.has(event.pointerId) || send(leave, event));
  area.addEventListener('contextmenu', (event) => event.preventDefault());
}

/** focusQuietly gives a picture the focus without the ring, which is for those who came by keyboard. */
function focusQuietly(area) {
  area.dataset.quiet = '';
  area.focus({ preventScroll: true });
  const loud = () => delete area.dataset.quiet;
  area.addEventListener('blur', loud, { once: true });
  area.addEventListener('keydown', loud, { once: true });
}
