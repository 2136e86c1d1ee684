// While a picture moves on a machine too slow for full resolution, it is drawn with a quarter of the pixels; at rest it is drawn in full
// again.

const slow = 30; // ms from frame to frame, on average, that are too slow
const average = 5; // frames that are averaged
const rest = 250; // ms without a frame after which the picture is at rest
const trust = 20000; // ms for which a machine that was slow is assumed to stay slow

/**
 * sharpness returns a function to be called after each frame; it calls apply(factor) when the canvas should have factor times its full size.
 */
export function sharpness(apply: (factor: number) => void): () => void {
  let factor = 1, last = -Infinity, mean = 0, streak = 0, slowUntil = -Infinity, timer = 0;
  const set = (next: number): void => {
    if (next === factor) return;
    factor = next;
    apply(factor);
  };
  return () => {
    const now = performance.now();
    const gap = now - last;
    last = now;
    streak = gap < rest ? streak + 1 : 0;
    mean = streak > 1 ? mean + (gap - mean) / average : gap;
    if (factor === 1 && streak > average && mean > slow) slowUntil = now + trust;
    if (streak > 1 && now < slowUntil) set(0.5);
    clearTimeout(timer);
    if (factor < 1) timer = setTimeout(() => set(1), rest);
  };
}
