// Links: #1= and the content as JSON, compressed (deflate without a header) and written in the letters of base64 that an address may
// have; #1p= and the same uncompressed, from browsers that cannot compress. The number is the version of all that follows: it changes with
// the meaning of the content, and every version stays readable.

const version = '1';
const pattern = /^#(\d+)(p?)=(.*)$/s;
const longest = 64 << 10; // letters of a link that is read
const largest = 2 << 20; // bytes of its content
const damaged = 'This link is damaged, or was not copied whole; nothing has changed.';

/** isLink says whether the fragment of an address is meant as a link to a state. */
export const isLink = (hash) => pattern.test(hash);

/** write returns the fragment of an address for a content. */
export async function write(content) {
  const bytes = new TextEncoder().encode(JSON.stringify(content));
  try {
    return `#${version}=${letters(await collect(through(bytes, new CompressionStream('deflate-raw')), Infinity))}`;
  } catch {
    return `#${version}p=${letters(bytes)}`;
  }
}

/** read returns the content of a fragment; what is wrong with it is an error with one sentence. */
export async function read(hash) {
  const [, number, plain, text] = pattern.exec(hash);
  if (number !== version) throw new Error('This link was made by another version of the page and cannot be read; nothing has changed.');
  if (text.length > longest) throw new Error('This link is longer than any that the page makes; nothing has changed.');
  const bytes = plain ? unletters(text) : await inflated(unletters(text));
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Error(damaged);
  }
}

async function inflated(bytes) {
  let inflate;
  try {
    inflate = new DecompressionStream('deflate-raw');
  } catch {
    throw new Error('This browser cannot read such links; a newer one can.');
  }
  try {
    return await collect(through(bytes, inflate), largest);
  } catch (error) {
    throw error instanceof RangeError ? error : new Error(damaged);
  }
}

const through = (bytes, stream) => new Blob([bytes]).stream().pipeThrough(stream);

/** collect reads a stream to its end, but not further than most bytes. */
async function collect(stream, most) {
  const reader = stream.getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    parts.push(value);
    size += value.length;
    if (size > most) {
      reader.cancel();
      throw new RangeError('This link unpacks to more than any that the page makes; nothing has changed.');
    }
  }
}

function letters(bytes) {
  let text = '';
  for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.subarray(i, i + 4096));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function unletters(text) {
  if (!/^[\w-]+$/.test(text)) throw new Error(damaged);
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  } catch {
    throw new Error(damaged);
  }
}
