// Animation frames. The pictures' engine asks for a frame for ever; its requests are parked while nothing changes, which brings an
// idle page to rest. The page's own modules use `frame`, which is never parked.

const native = window.requestAnimationFrame.bind(window);

/** frame calls fn(now) in the next animation frame. */
export const frame = (fn: FrameRequestCallback): number => native(fn);

let parked: FrameRequestCallback | null = null;
let hot = 8;

/** park takes over window.requestAnimationFrame; call it once, before the engine starts. */
export function park(): void {
  window.requestAnimationFrame = (fn) => {
    if (hot > 0) {
      hot--;
      return native(fn);
    }
    parked = fn;
    return 0;
  };
}

/** wake lets the engine have some frames: at least four, because it presents a picture that late. */
export function wake(frames = 4): void {
  hot = Math.max(hot, frames);
  if (!parked) return;
  const fn = parked;
  parked = null;
  hot--;
  native(fn);
}

/** perFrame returns a function that calls fn in the next frame, once however often it was called before. */
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
