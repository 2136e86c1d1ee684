// Fetches and compiles the WebAssembly programs. It counts the bytes against the sizes known since the build, so progress is exact.
//
// A host that compresses on the fly is asked for the plain file, which travels in the best encoding both sides know. From a host that
// does not, the page takes the .gz file beside it and inflates that itself.

const type = { headers: { 'content-type': 'application/wasm' } };

/** program returns what index.html says about a program: {url, bytes, gzip}. */
export function program(name) {
  const meta = document.getElementById(`program-${name}`);
  return { name, url: meta.content, bytes: Number(meta.dataset.bytes), gzip: Number(meta.dataset.gzip) };
}

let plainHost = false; // whether the host was seen to send plain files

/** load fetches and compiles a program and returns the WebAssembly.Module; report(done, total) tells bytes on the way. */
export async function load({ name, url, bytes, gzip }, report) {
  if (!url) throw new Error(`The ${name} is missing from this build of the page.`);
  if (typeof WebAssembly !== 'object') throw new Error('This browser has no WebAssembly.');
  const canInflate = 'DecompressionStream' in window;
  const packed = async () => (await open(`${url}.gz`)).response.body;
  if (plainHost && canInflate) return compile(await inflated(await packed(), bytes, gzip, report));
  const { response, stop } = await open(url);
  plainHost = !response.headers.get('content-encoding');
  const stream = plainHost && canInflate && (await packed().catch(() => null));
  if (!stream) return compile(counted(response.body, bytes, report));
  stop();
  return compile(await inflated(stream, bytes, gzip, report));
}

async function open(url) {
  const control = new AbortController();
  let response;
  try {
    response = await fetch(url, { signal: control.signal });
  } catch {
    throw new Error('The network is gone; the page cannot load its programs.');
  }
  if (!response.ok) throw new Error(`The server answered ${response.status} for ${url}.`);
  return { response, stop: () => control.abort() };
}

/** inflated unpacks a gzip stream; some hosts do that on the way, so the first bytes decide. */
async function inflated(stream, bytes, gzip, report) {
  const [probe, body] = stream.tee();
  const reader = probe.getReader();
  const { value = [] } = await reader.read();
  reader.cancel();
  if (value[0] !== 0x1f || value[1] !== 0x8b) return counted(body, bytes, report);
  return counted(body, gzip, report).pipeThrough(new DecompressionStream('gzip'));
}

/** counted passes a stream on and reports how many of its total bytes have come. */
function counted(stream, total, report) {
  let done = 0;
  report(0, total);
  return stream.pipeThrough(new TransformStream({
    transform(chunk, controller) {
      done += chunk.byteLength;
      report(Math.min(done, total), total);
      controller.enqueue(chunk);
    },
  }));
}

/** compile compiles while the bytes come; a fresh Response gives them the type that the browser asks for. */
function compile(stream) {
  const response = new Response(stream, type);
  if (WebAssembly.compileStreaming) return WebAssembly.compileStreaming(response);
  return response.arrayBuffer().then((data) => WebAssembly.compile(data));
}

let runtime;

/** runtimeURL is the address of Go's JavaScript support. */
export const runtimeURL = () => new URL(document.getElementById('script-runtime').content, document.baseURI).href;

/** warm fetches the small files that the worker asks for when the solver is there, into the browser's cache. */
export function warm() {
  for (const url of [document.getElementById('script-worker').content, runtimeURL()]) fetch(url).catch(() => {});
}

/** loadRuntime defines the global class Go in the page. */
export function loadRuntime() {
  runtime ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = runtimeURL();
    script.onload = resolve;
    script.onerror = () => reject(new Error('The network is gone; the page cannot load its programs.'));
    document.head.append(script);
  });
  return runtime;
}
