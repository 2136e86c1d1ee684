// The messages that wait for the solver. Only the newest state of a gesture waits, so a slow answer never makes the page lag behind the finger.

import { replaces, type Intent, type Page } from './protocol';

const longestPath = 4096; // places that a drag keeps of its way: more than a hand draws while one answer is awaited

/** An Entry is a message to the solver, with what to do with its answer. */
export interface Entry {
  /** intent is an intent; in its place, ask is a request for a document, and grant is milliseconds of work. */
  intent?: Intent;
  ask?: string;
  grant?: number;
  /** again says that a solver has stopped with it before; isFirst, that it comes before all that waits, but for the work that a worker takes up. */
  again?: boolean;
  isFirst?: boolean;
  /** page, document and refuse receive the answer, depending on its kind. An entry without refuse has no caller that awaits it. */
  page?: (page: Page) => void;
  document?: (bytes: Uint8Array<ArrayBuffer>, revision: number) => void;
  refuse?: (error: Error) => void;
}

/**
 * enqueue appends a message to those that wait. It replaces the last one if no caller awaits that and the new message supersedes it. A drag
 * then goes by way of the older place, so that a stroke does not cut corners.
 */
export function enqueue(waiting: Entry[], entry: Entry): void {
  if (entry.isFirst) return void waiting.splice(isResumption(waiting[0]) ? 1 : 0, 0, entry);
  const last = waiting.at(-1);
  const { intent: newer } = entry, older = last?.refuse ? undefined : last?.intent;
  if (newer && older && replaces(newer, older)) waiting.pop();
  if (newer?.do === 'drag' && older?.do === 'drag') {
    const path = [...(older.path ?? []), ...older.at, ...(newer.path ?? [])];
    entry = { ...entry, intent: { ...newer, path: path.slice(-longestPath * newer.at.length) } };
  }
  waiting.push(entry);
}

/** isResumption reports whether a message is the one with which a worker takes up the work. */
export const isResumption = (entry?: Entry): boolean => entry?.intent?.do === 'resume';
