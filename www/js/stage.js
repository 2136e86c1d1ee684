// The stage's input: pointer, wheel and keys go to the view, in device pixels of the canvas. The page itself is never trapped: the
// wheel scrolls it unless the stage has the focus or Ctrl is held, and Tab always leaves.

const down = 0, move = 1, up = 2, cancel = 3, leave = 4;

/** tileRectangles returns what the view must know of the layout: width, height, scale, then x, y, w, h of each area. */
export function tileRectangles(stage, { width, height, scale }) {
  const origin = stage.getBoundingClientRect();
  const numbers = [width, height, scale];
  for (const area of stage.querySelectorAll('.area')) {
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
    view.pointer(kind, event.pointerId, ...place(event), event.pointerType === 'touch' ? 1 : 0, event.buttons, event.shiftKey);

  for (const area of stage.querySelectorAll('.area')) pointerInput(area, stage, send);
  stage.addEventListener('wheel', (event) => {
    if (!event.target.closest('.area') || !(event.ctrlKey || document.activeElement === stage)) return;
    event.preventDefault();
    const unit = [1, 16, 400][event.deltaMode] ?? 1;
    view.wheel(...place(event), event.deltaY * unit);
  }, { passive: false });
  stage.addEventListener('keydown', (event) => {
    if (event.target !== stage || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === ' ') toggle();
    else if (event.key === 'Tab' || !view.key(event.key)) return;
    event.preventDefault();
  });
  // A synthetic space, as of an assistive tool, may scroll although its keydown was used.
  stage.addEventListener('keypress', (event) => event.target === stage && event.key === ' ' && event.preventDefault());
}

function pointerInput(area, stage, send) {
  const held = new Set();
  const end = (kind, event) => {
    held.delete(event.pointerId);
    send(kind, event);
  };
  area.addEventListener('pointerdown', (event) => {
    if (!send(down, event)) return;
    held.add(event.pointerId);
    area.setPointerCapture(event.pointerId);
    if (event.pointerType !== 'touch') focusQuietly(stage);
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

/** focusQuietly gives the stage the focus without the ring, which is for those who came by keyboard. */
function focusQuietly(stage) {
  stage.dataset.quiet = '';
  stage.focus({ preventScroll: true });
  const loud = () => delete stage.dataset.quiet;
  stage.addEventListener('blur', loud, { once: true });
  stage.addEventListener('keydown', loud, { once: true });
}
