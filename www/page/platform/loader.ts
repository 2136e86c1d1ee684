// Fetches and compiles the WebAssembly program, which the worker and the page share. It counts the bytes against the sizes known since the
// build, so progress is exact.
//
// A host that compresses on the fly is asked for the plain file, which travels in the best encoding both sides know. From a host that
// does not, the page takes the .gz file beside it and inflates that itself.

import * as say from '../sentences';
import { element, meta } from './dom';

const type = { headers: { 'content-type': 'application/wasm' } };

/** A Report is told the bytes that have come, of so many. */
export type Report = (done: number, total: number) => void;

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>;

/** load fetches and compiles the program. */
export async function load(report: Report): Promise<WebAssembly.Module> {
  if (typeof WebAssembly !== 'object') throw new Error(say.noWebAssembly);
  const { content: url, dataset } = meta('program');
  const [bytes, gzip] = [Number(dataset['bytes']), Number(dataset['gzip'])];
  const { response, body, stop } = await open(url);
  const isPlain = !response.headers.get('content-encoding') && 'DecompressionStream' in window;
  const packed = isPlain ? await open(`${url}.gz`).catch(() => null) : null;
  if (!packed) return compile(counted(body, bytes, report));
  stop();
  return compile(await inflated(packed.body, bytes, gzip, report));
}

async function open(url: string): Promise<{ response: Response; body: Bytes; stop: () => void }> {
  const control = new AbortController();
  const response = await fetch(url, { signal: control.signal }).catch(() => { throw new Error(say.networkGone); });
  if (!response.ok || !response.body) throw new Error(say.serverAnswered(response.status, url));
  return { response, body: response.body, stop: () => control.abort() };
}

/** inflated unpacks a gzip stream; some hosts do that on the way, so the first bytes decide. */
async function inflated(stream: Bytes, bytes: number, gzip: number, report: Report): Promise<Bytes> {
  const [probe, body] = stream.tee();
  const reader = probe.getReader();
  const { value } = await reader.read();
  void reader.cancel();
  if (value?.[0] !== 0x1f || value[1] !== 0x8b) return counted(body, bytes, report);
  return counted(body, gzip, report).pipeThrough(new DecompressionStream('gzip'));
}

/** counted passes a stream on and reports how many of its total bytes have come. */
function counted(stream: Bytes, total: number, report: Report): Bytes {
  let done = 0;
  report(0, total);
  return stream.pipeThrough(new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      done += chunk.byteLength;
      report(Math.min(done, total), total);
      controller.enqueue(chunk);
    },
  }));
}

/** compile compiles while the bytes come; a fresh Response gives them the type that the browser asks for. */
async function compile(stream: Bytes): Promise<WebAssembly.Module> {
  const response = new Response(stream, type);
  if ('compileStreaming' in WebAssembly) return WebAssembly.compileStreaming(response);
  return (WebAssembly as { compile: typeof WebAssembly.compile }).compile(await response.arrayBuffer());
}

let runtime: Promise<void> | undefined;

/** runtimeURL is the address of Go's JavaScript support. */
export const runtimeURL = (): string => new URL(meta('script-runtime').content, document.baseURI).href;

/** workerURL is the address of the solver's worker. */
export const workerURL = (): string => meta('script-worker').content;

/** warm fetches the small files that the worker asks for when the solver is there, into the browser's cache. */
export function warm(): void {
  for (const url of [workerURL(), runtimeURL()]) fetch(url).catch(() => {});
}

/** loadRuntime defines the global class Go in the page. */
export function loadRuntime(): Promise<void> {
  runtime ??= new Promise((resolve, reject) => {
    const script = element('script', { src: runtimeURL() });
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(say.networkGone));
    document.head.append(script);
  });
  return runtime;
}
