// How many solutions and frames there were, with their durations.

const most = 10000; // durations kept

/** A Summary describes durations in milliseconds: the mean is finer than the clock. */
interface Summary { mean: number; median: number; p95: number }

/** Stats are what window.conelab.stats() returns. */
export interface Stats { solves: number; frames: number; solveMs: Summary; drawMs: Summary }

export class Statistics {
  private solves = 0;
  private frames = 0;
  private solveMs: number[] = [];
  private drawMs: number[] = [];

  /** solved counts the solutions since the previous answer. */
  solved(count: number, seconds: number): void {
    if (!(count > 0)) return;
    this.solves += count;
    keep(this.solveMs, seconds * 1000);
  }

  /** drawn counts a frame. */
  drawn(ms: number): void {
    this.frames++;
    keep(this.drawMs, ms);
  }

  /** take returns the counts since the last call. */
  take(): Stats {
    const result = { solves: this.solves, frames: this.frames, solveMs: summary(this.solveMs), drawMs: summary(this.drawMs) };
    this.solves = this.frames = 0;
    this.solveMs = [];
    this.drawMs = [];
    return result;
  }
}

function keep(durations: number[], value: number): void {
  if (durations.length < most) durations.push(value);
}

function summary(durations: number[]): Summary {
  const sorted = [...durations].sort((x, y) => x - y);
  const at = (k: number): number => sorted[Math.min(sorted.length - 1, Math.floor(k))] ?? 0;
  const median = (at((sorted.length - 1) / 2) + at(sorted.length / 2)) / 2;
  return { mean: durations.reduce((sum, v) => sum + v, 0) / Math.max(1, durations.length), median, p95: at(0.95 * sorted.length) };
}
