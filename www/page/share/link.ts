// Links: #1= followed by the content as JSON, compressed (deflate without a header) and encoded in base64 with the characters allowed in an
// address; or #1p= followed by the same uncompressed. The number is the version of everything after it:
// it changes with the meaning of the content, and every version stays readable.

import { base64url, fromBase64url } from '../platform/files';
import { remembers, tried } from '../platform/storage';
import * as messages from '../messages';

const version = '1';
const pattern = /^#(\d+)(p?)=(.*)$/s;
const longest = 64 << 10; // largest number of characters of a link that is read
const largest = 2 << 20; // largest number of bytes of its content

const tab = 'conelab-link'; // where a tab has a link that it began to open, after the number of times
export const mostTries = 2; // of opening a link by itself

/** tries returns how often a link was begun to be opened without coming to its solution. */
export function tries(hash: string): number {
  const [, count, of] = /^(\d)(.*)$/s.exec(tried(() => (remembers ? sessionStorage.getItem(tab) : null), null) ?? '') ?? [];
  return of === hash ? Number(count) : 0;
}

/** setTries sets that number. */
export const setTries = (hash: string, count: number): void => tried(() => { if (remembers) sessionStorage.setItem(tab, count + hash); }, undefined);

type Bytes = Uint8Array<ArrayBuffer>;

/** isLink reports whether the fragment of an address is a link to a state. */
export const isLink = (hash: string): boolean => pattern.test(hash);

/**
 * A ShortLink is a link that a person can type, for a class: #learn=price is a lesson, #explore=ring and #lab=ring are examples,
 * #explore=ring-relu is one with ReLU; each may be without a name. */
export interface ShortLink { mode: 'learn' | 'explore' | 'lab'; name: string }
const brief = /^#(learn|explore|lab)(?:=([\w-]{0,40}))?$/;

export const shortLinkOf = (hash: string): ShortLink | null => {
  const [, mode, name = ''] = brief.exec(hash) ?? [];
  return mode ? { mode: mode as ShortLink['mode'], name } : null;
};
export const shortLink = ({ mode, name }: ShortLink): string => `#${mode}${name && '='}${name}`;

/** write returns the fragment of an address for a content. */
export async function write(content: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(content));
  return `#${version}=${base64url(await collect(through(bytes, new CompressionStream('deflate-raw')), Infinity))}`;
}

/** read returns the content of a fragment, or throws an error with one sentence. */
export async function read(hash: string): Promise<unknown> {
  const [, number, plain, text = ''] = pattern.exec(hash) ?? [];
  if (number !== version) throw new Error(messages.linkOfOtherVersion);
  if (text.length > longest) throw new Error(messages.linkTooLong);
  try {
    const bytes = fromBase64url(text);
    const content = plain ? bytes : await collect(through(bytes, new DecompressionStream('deflate-raw')), largest);
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content)) as unknown;
  } catch (error) {
    throw new Error(error instanceof TooLarge ? messages.linkTooLarge : messages.linkDamaged);
  }
}

/** TooLarge means that a link holds more than is read. */
class TooLarge extends Error {}

const through = (bytes: Bytes, stream: ReadableWritablePair<Bytes, BufferSource>): ReadableStream<Bytes> =>
  new Blob([bytes]).stream().pipeThrough(stream);

/** collect reads a stream to its end, but at most most bytes. */
async function collect(stream: ReadableStream<Bytes>, most: number): Promise<Bytes> {
  const reader = stream.getReader();
  const parts: Bytes[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    parts.push(value);
    size += value.length;
    if (size > most) {
      void reader.cancel();
      throw new TooLarge();
    }
  }
}
