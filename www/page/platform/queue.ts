// The messages that wait for the solver; one message at a time is under way. Of a gesture only the newest state waits, so a slow answer never
// makes the page lag behind the finger.

import { replaces, type Intent, type Page } from './protocol';

/** A Body is the content of a message to the solver: an intent, a request for a document, or a grant of milliseconds of work. */
export type Body = { intent: string } | { ask: string } | { grant: number };

/** A Sent is an intent on its way: its name and itself. Those of the view are texts, which are read only where the content matters. */
export interface Sent { readonly do: Intent['do']; readonly intent: Intent }

/** An Entry is a message, with what to do with its answer. */
export interface Entry {
  body: Body;
  sent?: Sent;
  /** page, document and refuse receive the answer, depending on its kind. Without refuse nobody waits for it. */
  page?: (page: Page) => void;
  document?: (bytes: Uint8Array<ArrayBuffer>) => void;
  refuse?: (error: Error) => void;
}

/** entryOf returns the message for an intent. */
export function entryOf(intent: Intent): Entry {
  return { body: { intent: JSON.stringify(intent) }, sent: { do: intent.do, intent } };
}

/** entryOfText returns the message for an intent of the view, whose text begins with its name. */
export function entryOfText(text: string): Entry {
  const name = text.slice(7, text.indexOf('"', 7)) as Intent['do'];
  return { body: { intent: text }, sent: { do: name, get intent() { return JSON.parse(text) as Intent; } } };
}

/** longestPath is the most places that a drag keeps of the way: more than a hand draws while one answer is awaited. */
const longestPath = 4096;

/** joined returns an intent that replaces an older one. A drag goes by way of the older place, so that a stroke does not cut corners. */
function joined(newer: Intent, older: Intent): Intent {
  if (newer.do !== 'drag' || older.do !== 'drag') return newer;
  const path = [...(older.path ?? []), ...older.at, ...(newer.path ?? [])];
  return { ...newer, path: path.slice(-longestPath * newer.at.length) };
}

export class Queue {
  private entries: Entry[] = [];

  get length(): number { return this.entries.length; }

  [Symbol.iterator](): Iterator<Entry> { return this.entries.values(); }

  /** add appends a message. It replaces the last one if nobody waits for that and the new message supersedes it. */
  add(entry: Entry): void {
    const last = this.entries.at(-1);
    if (entry.sent && entry.sent.do === last?.sent?.do && !last.refuse && replaces(entry.sent.intent, last.sent.intent)) {
      this.entries.pop();
      entry = { ...entry, ...entryOf(joined(entry.sent.intent, last.sent.intent)) };
    }
    this.entries.push(entry);
  }

  /** first puts a message before all others. */
  first(entry: Entry): void {
    this.entries.unshift(entry);
  }

  /** remove removes a message, if it waits. */
  remove(entry: Entry): void {
    this.entries = this.entries.filter((waiting) => waiting !== entry);
  }

  /** next removes and returns the first message. */
  next(): Entry | undefined {
    return this.entries.shift();
  }

  /** has says whether an intent of a kind is waiting. */
  has(kind: Intent['do']): boolean {
    return this.entries.some(({ sent }) => sent?.do === kind);
  }

  /** refuse answers all messages with an error. */
  refuse(error: Error): void {
    for (const entry of this.entries.splice(0)) entry.refuse?.(error);
  }
}
