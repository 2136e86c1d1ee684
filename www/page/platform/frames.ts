// Animation frames. The pictures' engine requests frames continuously; its requests are suspended while nothing changes, so that an idle page
// is at rest. The page's own modules use `frame`, which is never suspended.

const native = window.requestAnimationFrame.bind(window);

/** frame calls fn(now) in the next animation frame. */
export const frame = (fn: FrameRequestCallback): number => native(fn);

let parked: FrameRequestCallback | null = null;
let framesLeft = 8;

/** park takes over window.requestAnimationFrame; call it once, before the engine starts. */
export function park(): void {
  window.requestAnimationFrame = (fn) => {
    if (framesLeft > 0) {
      framesLeft--;
      return native(fn);
    }
    parked = fn;
    return 0;
  };
}

/** wake gives the engine some frames. In each it presents its picture, even if that has not changed, which costs as much as drawing a small one. */
export function wake(frames = 1): void {
  framesLeft = Math.max(framesLeft, frames);
  if (!parked) return;
  const fn = parked;
  parked = null;
  framesLeft--;
  native(fn);
}

/** calm says whether the visitor prefers less motion: then nothing moves by itself, and animations go step by step. */
export const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** perFrame returns a function that makes fn run in the next frame, once even if it is called several times. */
export function perFrame(fn: () => void): () => void {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    frame(() => {
      asked = false;
      fn();
    });
  };
}
