// The service worker keeps the files of the build it belongs to, so that the page works without a network.
//
// The page itself is requested over the network first, so that users with a network see the newest version. All other files never change
// under their names, which contain the digest of their content. A file that does not match its digest, because a host or a network in between
// sent something else, is not kept.

import { fetchProgram, hasDigest } from '../program';

declare const self: ServiceWorkerGlobalScope;

/** FILES are the names of all files with the first digits of their SHA-256, and BUILD is a hash of them all; the build inserts both. */
declare const FILES: Record<string, string>;
declare const BUILD: string;

const page = './';
// Other sites, and other copies of this one, may share the origin and with it the caches.
const family = `conelab ${self.registration.scope} `;
const name = family + BUILD;

self.addEventListener('install', (event) => event.waitUntil(fill()));
self.addEventListener('unhandledrejection', (event) => event.preventDefault()); // browsers report an installation that failed; the next visit tries again
self.addEventListener('activate', (event) => event.waitUntil(clean()));
self.addEventListener('message', (event) => {
  const { data, ports } = event;
  if (data === 'build') ports[0]?.postMessage(BUILD);
  if (data === 'activate') void self.skipWaiting();
  if (data === 'activate if alone') event.waitUntil(activateIfAlone());
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  // The page requests a file past all caches that it could not use.
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin || request.cache === 'reload') return;
  if (request.mode !== 'navigate') event.respondWith(kept(request).then((found) => found ?? fetch(request)));
  else if (isPage(request.url)) event.respondWith(newest(request));
});

/** isPage reports whether an address is that of a page: pages have no digest in their names. */
function isPage(url: string): boolean {
  const { pathname } = new URL(url);
  const pages = Object.keys(FILES).filter((file) => file.endsWith('.html'));
  return [page, './index.html', ...pages].some((path) => new URL(path, self.registration.scope).pathname === pathname);
}

/** keptPage returns the page kept for an address, whatever its query string. */
async function keptPage({ url }: Request): Promise<Response | undefined> {
  const { pathname } = new URL(url);
  return await kept(pathname) ?? kept(page);
}

async function kept(request: RequestInfo): Promise<Response | undefined> {
  return (await caches.open(name)).match(request, { ignoreVary: true });
}

/** newest returns a page from the network, or else the kept one. */
async function newest(request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    if (response.ok || response.type === 'opaqueredirect') return response;
    return (await keptPage(request)) ?? response;
  } catch (error) {
    const found = await keptPage(request);
    if (found) return found;
    throw error;
  }
}

/** fill fetches all files. Most are in the browser's own cache, since the page has just loaded them. */
async function fill(): Promise<void> {
  const cache = await caches.open(name);
  const keep = async ([file, digits]: [string, string]): Promise<void> => cache.put(file, await whole(file, digits));
  // While a new build is being published, its worker may be there before its page: the next attempt will succeed.
  const index = await whole(page, FILES[page] ?? '');
  if (!(await index.clone().text()).includes(BUILD)) throw new Error('The page is of another build.');
  await Promise.all([cache.put(page, index), ...Object.entries(FILES).filter(([file]) => file !== page).map(keep)]);
}

/**
 * whole fetches a file, and fetches it once more, uncompressed and bypassing the browser's own cache, if its content does not match its
 * digits. A page that comes twice in the same form is taken as it is: some hosts add to pages.
 */
async function whole(file: string, digits: string): Promise<Response> {
  const isPage = file === page || file.endsWith('.html');
  let text: string | null = null; // of a page that does not match
  for (const options of [isPage ? { cache: 'no-cache' } : {}, { cache: 'reload' }] satisfies RequestInit[]) {
    try {
      const response = await (file.endsWith('.wasm') ? program(file, options) : get(file, options));
      const bytes = await response.arrayBuffer();
      if (await hasDigest(digits, bytes)) return kind(file, bytes, response);
      const decoded = isPage ? new TextDecoder().decode(bytes) : null;
      if (decoded !== null && decoded === text) return kind(file, bytes, response);
      text = decoded;
    } catch {
      // Half a file, or none; the second attempt may get it all.
    }
  }
  throw new Error(`The server has another ${file} than the build.`);
}

/** kind returns the response that is kept for a file, with the host's headers, its policies among them. */
function kind(file: string, bytes: ArrayBuffer, response: Response): Response {
  // The page takes a program without a content encoding for one that it should request in a compressed form.
  if (file.endsWith('.wasm')) return new Response(bytes, { headers: { 'content-type': 'application/wasm', 'content-encoding': 'identity' } });
  const headers = new Headers(response.headers);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name); // the bytes are unpacked
  return new Response(bytes, { headers });
}

async function get(file: string, options?: RequestInit): Promise<Response> {
  const response = await fetch(file, options);
  if (!response.ok) throw new Error(`The server answered ${response.status} for ${file}.`);
  return response;
}

/** program fetches a program as the page does: at first compressed, where that is possible. */
async function program(file: string, options: RequestInit): Promise<Response> {
  const { body, packed } = await fetchProgram(file, options, options.cache !== 'reload');
  return new Response(packed ? body.pipeThrough(new DecompressionStream('gzip')) : body);
}

/** activateIfAlone puts this worker in charge if only one page is open, which asks for it: others may be of the build before, and need its files. */
async function activateIfAlone(): Promise<void> {
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (open.length <= 1) await self.skipWaiting();
}

/** clean deletes the files of other builds. */
async function clean(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((other) => other.startsWith(family) && other !== name).map((other) => caches.delete(other)));
}
