// Fetches and compiles the WebAssembly program, which the worker and the page share. It counts the bytes against the size known from the
// build, so progress is exact. The content is compared with the digest in its name; content that differs from the build, such as half a file
// or a proxy's page, and a status of error are requested once more, past all caches.

import * as messages from '../messages';
import { element, meta } from './dom';
import { fetchProgram, Gone, isWhole, type Bytes } from './program';

const type = { headers: { 'content-type': 'application/wasm' } };

/** A Report is called with the share of the program that has been received. */
type Report = (share: number) => void;

/**
 * load fetches and compiles the program, until the signal aborts it. After a stalled download, the next one bypasses the browser's cache,
 * where requests for the same file wait for each other.
 */
export async function load(report: Report, signal: AbortSignal, cache: RequestCache = 'default'): Promise<WebAssembly.Module> {
  if (typeof WebAssembly !== 'object') throw new Error(messages.noWebAssembly);
  const fetched = Promise.all([workerURL(), runtimeURL()].map((file) => whole(file, signal, cache))); // needed by the worker once the solver has loaded
  fetched.catch(() => {}); // awaited below
  try {
    const module = await attempt(report, { signal, cache }, true).catch((error: unknown) => {
      const answered = !(error instanceof Gone) || error.status > 0; // an error may be kept, too
      if (!answered || signal.aborted) throw error;
      return attempt(report, { signal, cache: 'reload' }, error instanceof Gone);
    });
    await fetched;
    return module;
  } catch (error) {
    if (!(error instanceof Gone)) throw new Error(messages.fileDamaged);
    throw new Error(error.status ? messages.serverAnswered(error.status) : messages.networkGone);
  }
}

/** attempt fetches and compiles the program once. */
async function attempt(report: Report, options: RequestInit, packs: boolean): Promise<WebAssembly.Module> {
  const { content: url, dataset } = meta('program');
  const { body, packed } = await fetchProgram(url, options, packs);
  const counting = counted(body, Number(dataset[packed ? 'gzip' : 'bytes']), report);
  return compile(url, packed ? counting.pipeThrough(new DecompressionStream('gzip')) : counting);
}

/** counted passes on a stream with a known number of bytes, and reports progress. */
function counted(stream: Bytes, bytes: number, report: Report): Bytes {
  let done = 0;
  return stream.pipeThrough(new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      done += chunk.byteLength;
      report(Math.min(done / bytes, 1));
      controller.enqueue(chunk);
    },
  }));
}

/**
 * compile compiles while the bytes arrive, and checks the digest in the name; a new Response gives them the content type that the
 * browser requires.
 */
async function compile(url: string, stream: Bytes): Promise<WebAssembly.Module> {
  const [first, second] = stream.tee();
  const digest = new Response(second).arrayBuffer().then((bytes) => isWhole(url, bytes));
  digest.catch(() => {}); // then compiling fails, too
  const response = new Response(first, type);
  const module = await ('compileStreaming' in WebAssembly ? WebAssembly.compileStreaming(response) :
    (WebAssembly as { compile: typeof WebAssembly.compile }).compile(await response.arrayBuffer()));
  if (!(await digest)) throw new Error(messages.fileDamaged);
  return module;
}

/**
 * whole fetches a file into the browser's own cache, bypassing the cached copy if that is not the build's file, or at once unless the first
 * attempt is to use it.
 */
async function whole(url: string, signal: AbortSignal, first: RequestCache): Promise<void> {
  for (const cache of first === 'default' ? ['default', 'reload'] as const : ['reload'] as const) {
    const response = await fetch(url, { cache, signal }).catch(() => { throw new Gone(0); });
    if (response.ok && await isWhole(url, await response.arrayBuffer().catch(() => new ArrayBuffer()))) return;
    if (!response.ok && cache === 'reload') throw new Gone(response.status);
  }
  throw new Error(messages.fileDamaged);
}

let runtime: Promise<void> | undefined;

/** runtimeURL is the address of Go's JavaScript support. */
export const runtimeURL = (): string => new URL(meta('script-runtime').content, document.baseURI).href;

/** workerURL is the address of the solver's worker. */
export const workerURL = (): string => meta('script-worker').content;

/** loadRuntime defines the global class Go in the page. */
export function loadRuntime(): Promise<void> {
  runtime ??= new Promise((resolve, reject) => {
    const script = element('script', { src: runtimeURL() });
    script.onload = () => resolve();
    script.onerror = () => {
      runtime = undefined; // so that it can be requested again
      script.remove();
      reject(new Error(messages.networkGone));
    };
    document.head.append(script);
  });
  return runtime;
}
