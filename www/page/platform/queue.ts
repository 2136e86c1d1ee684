// The messages that wait for the solver. Only the newest state of a gesture waits, so a slow answer never makes the page lag behind the finger.

import { continuous, replaces, type Intent, type Page } from './protocol';

const longestPath = 4096; // places that a drag keeps of its way: more than a hand draws while one answer is awaited

/** A Sent is an intent on its way: its name and itself. One from the view comes as text, which is read only where its content matters. */
export interface Sent { readonly do: Intent['do']; readonly intent: Intent }

/** An Entry is a message to the solver, with what to do with its answer. */
export interface Entry {
  /** body is an intent as text, a request for a document, or a grant of milliseconds of work. */
  body: { intent: string } | { ask: string } | { grant: number };
  sent?: Sent;
  /** again says that a solver has stopped with it before. */
  again?: boolean;
  /** page, document and refuse receive the answer, depending on its kind. An entry without refuse has no caller that awaits it. */
  page?: (page: Page) => void;
  document?: (bytes: Uint8Array<ArrayBuffer>, revision: number) => void;
  refuse?: (error: Error) => void;
}

/** entryOf returns the message for an intent, textEntry that for the text of one. */
export const entryOf = (intent: Intent): Entry => ({ body: { intent: JSON.stringify(intent) }, sent: { do: intent.do, intent } });
export const textEntry = (name: Intent['do'], text: string): Entry =>
  ({ body: { intent: text }, sent: { do: name, get intent() { return JSON.parse(text) as Intent; } } });

/**
 * enqueue appends a message to those that wait. It replaces the last one if no caller awaits that and the new message supersedes it. A drag
 * then goes by way of the older place, so that a stroke does not cut corners.
 */
export function enqueue(waiting: Entry[], entry: Entry): void {
  const last = waiting.at(-1);
  if (entry.sent && entry.sent.do === last?.sent?.do && !last.refuse && continuous.has(entry.sent.do)) {
    const [newer, older] = [entry.sent.intent, last.sent.intent];
    if (replaces(newer, older)) waiting.pop();
    if (newer.do === 'drag' && older.do === 'drag') {
      const path = [...(older.path ?? []), ...older.at, ...(newer.path ?? [])];
      entry = { ...entry, ...entryOf({ ...newer, path: path.slice(-longestPath * newer.at.length) }) };
    }
  }
  waiting.push(entry);
}
