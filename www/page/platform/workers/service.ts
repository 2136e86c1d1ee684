// The service worker keeps the files of the build it belongs to, so that the page works without a network.
//
// The page itself is asked for over the network first, so that who has one sees the newest; all else never changes under its name.

declare const self: ServiceWorkerGlobalScope;

/** FILES has the names of all files, each with the hash of its content, BUILD a hash of them all: the build puts them in. */
declare const FILES: string[];
declare const BUILD: string;

const page = './';
// Other sites, and other copies of this one, may share the origin and with it the caches.
const family = `conelab ${self.registration.scope} `;
const name = family + BUILD;

self.addEventListener('install', (event) => event.waitUntil(fill()));
self.addEventListener('activate', (event) => event.waitUntil(clean()));
self.addEventListener('message', ({ data, ports }) => {
  if (data === 'build') ports[0]?.postMessage(BUILD);
  if (data === 'activate') void self.skipWaiting();
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin) return;
  if (request.mode !== 'navigate') event.respondWith(kept(request).then((found) => found ?? fetch(request)));
  else if (isPage(request.url)) event.respondWith(newest(request));
});

/** isPage says whether an address is that of the page. */
function isPage(url: string): boolean {
  const { pathname } = new URL(url);
  return [page, './index.html'].some((path) => new URL(path, self.registration.scope).pathname === pathname);
}

async function kept(request: RequestInfo): Promise<Response | undefined> {
  return (await caches.open(name)).match(request, { ignoreVary: true });
}

/** newest returns the page from the network, or the one kept. */
async function newest(request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    if (response.ok || response.type === 'opaqueredirect') return response;
    return (await kept(page)) ?? response;
  } catch (error) {
    const found = await kept(page);
    if (found) return found;
    throw error;
  }
}

/** fill fetches all files. Most are in the browser's own cache, since the page has just loaded them. */
async function fill(): Promise<void> {
  const cache = await caches.open(name);
  const index = await get(page, { cache: 'no-cache' });
  // While a new build is being published its worker may be there before its page: better luck next time.
  if (!(await index.clone().text()).includes(BUILD)) throw new Error('The page is of another build.');
  const keep = async (file: string): Promise<void> => cache.put(file, await (file.endsWith('.wasm') ? program(file) : get(file)));
  await Promise.all([cache.put(page, index), ...FILES.map(keep)]);
}

async function get(file: string, options?: RequestInit): Promise<Response> {
  const response = await fetch(file, options);
  if (!response.ok) throw new Error(`The server answered ${response.status} for ${file}.`);
  return response;
}

/** program fetches a program as the page does: compressed by the host or, where it does not compress, from the .gz file. */
async function program(file: string): Promise<Response> {
  const control = new AbortController();
  let response = await get(file, { signal: control.signal });
  if (!response.headers.get('content-encoding')) {
    const packed = await get(`${file}.gz`).then(unpacked, () => null);
    if (packed) {
      control.abort();
      response = packed;
    }
  }
  // The page takes a program without an encoding for one that it had better ask for in a compressed form.
  return new Response(response.body, { headers: { 'content-type': 'application/wasm', 'content-encoding': 'identity' } });
}

/** unpacked inflates a .gz file, unless that was done on the way. */
async function unpacked(response: Response): Promise<Response> {
  const blob = await response.blob();
  const [first, second] = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b) return new Response(blob);
  return new Response(blob.stream().pipeThrough(new DecompressionStream('gzip')));
}

/** clean deletes the files of other builds. */
async function clean(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((other) => other.startsWith(family) && other !== name).map((other) => caches.delete(other)));
}

export {};
