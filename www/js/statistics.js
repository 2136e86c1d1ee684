// Counts solutions and frames and how long they took, between two calls of take.

const most = 10000; // samples kept

export class Statistics {
  constructor() {
    this.reset();
  }

  reset() {
    Object.assign(this, { solves: 0, frames: 0, solveMs: [], drawMs: [] });
  }

  /** solved counts the solutions of an answer since the one before. */
  solved(count, seconds) {
    if (!(count > 0)) return;
    this.solves += count;
    keep(this.solveMs, seconds * 1000);
  }

  /** drawn counts a frame. */
  drawn(ms) {
    this.frames++;
    keep(this.drawMs, ms);
  }

  /** take returns what was counted since the last call. */
  take() {
    const result = { solves: this.solves, frames: this.frames, solveMs: summary(this.solveMs), drawMs: summary(this.drawMs) };
    this.reset();
    return result;
  }
}

function keep(samples, value) {
  if (samples.length < most) samples.push(value);
}

function summary(samples) {
  const sorted = [...samples].sort((x, y) => x - y);
  const at = (q) => (sorted.length ? sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] : 0);
  return { median: at(0.5), p95: at(0.95) };
}
