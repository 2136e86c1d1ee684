// The messages that wait for the solver, one of which is under way at a time. Of a gesture only the newest state waits, so a slow answer
// never makes the page lag behind the finger.

import { replaces, type Intent, type Page } from './protocol';

/** A Body is what a message asks of the solver: to follow an intent, to write a document, or to work for so many milliseconds. */
export type Body = { intent: string } | { ask: string } | { grant: number };

/** An Entry is a message with what is to be done with its answer. */
export interface Entry {
  body: Body;
  intent?: Intent;
  /** page, document and refuse take the answer, whichever it is. Without refuse nobody waits for it. */
  page?: (page: Page) => void;
  document?: (bytes: Uint8Array<ArrayBuffer>) => void;
  refuse?: (error: Error) => void;
}

/** entryOf returns the message that passes an intent on. */
export function entryOf(intent: Intent): Entry {
  return { body: { intent: JSON.stringify(intent) }, intent };
}

export class Queue {
  private entries: Entry[] = [];

  get length(): number { return this.entries.length; }

  /** add appends a message, in place of the last one if nobody waits for that and the new one says all that it says. */
  add(entry: Entry): void {
    const last = this.entries.at(-1);
    if (entry.intent && last?.intent && !last.refuse && replaces(entry.intent, last.intent)) this.entries.pop();
    this.entries.push(entry);
  }

  /** first puts a message before all others. */
  first(entry: Entry): void {
    this.entries.unshift(entry);
  }

  /** next takes the first message out. */
  next(): Entry | undefined {
    return this.entries.shift();
  }

  /** has says whether an intent of a kind waits. */
  has(kind: Intent['do']): boolean {
    return this.entries.some(({ intent }) => intent?.do === kind);
  }

  /** refuse answers all messages with an error. */
  refuse(error: Error): void {
    for (const entry of this.entries.splice(0)) entry.refuse?.(error);
  }
}
