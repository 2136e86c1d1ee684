// Fetches and compiles the WebAssembly programs. It counts the bytes against the sizes known since the build, so progress is exact.
//
// A host that compresses on the fly is asked for the plain file, which travels in the best encoding both sides know. From a host that
// does not, the page takes the .gz file beside it and inflates that itself.

import * as say from '../sentences';
import { element, meta } from './dom';

const type = { headers: { 'content-type': 'application/wasm' } };

/** A Report is told the bytes that have come, of so many. */
export type Report = (done: number, total: number) => void;

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>;

/** A Program is what index.html says about one: its address, '' if it is missing, and its sizes. */
export interface Program { name: string; url: string; bytes: number; gzip: number }

/** program returns a program of index.html. */
export function program(name: string): Program {
  const { content, dataset } = meta(`program-${name}`);
  return { name, url: content, bytes: Number(dataset['bytes']), gzip: Number(dataset['gzip']) };
}

let plainHost = false; // whether the host was seen to send plain files

/** load fetches and compiles a program. */
export async function load({ name, url, bytes, gzip }: Program, report: Report): Promise<WebAssembly.Module> {
  if (!url) throw new Error(say.programMissing(name));
  if (typeof WebAssembly !== 'object') throw new Error(say.noWebAssembly);
  const canInflate = 'DecompressionStream' in window;
  const packed = async (): Promise<Bytes> => (await open(`${url}.gz`)).body;
  if (plainHost && canInflate) return compile(await inflated(await packed(), bytes, gzip, report));
  const { response, body, stop } = await open(url);
  plainHost = !response.headers.get('content-encoding');
  const stream = plainHost && canInflate && (await packed().catch(() => null));
  if (!stream) return compile(counted(body, bytes, report));
  stop();
  return compile(await inflated(stream, bytes, gzip, report));
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
