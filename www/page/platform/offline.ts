// The page without a network: a service worker (workers/service.ts) keeps the files of one build. When it finds a newer build, the page says
// so, and switches to it only on request.

import { meta } from './dom';

/**
 * keepOffline installs the service worker. announce(activate) is called when there is a newer build, to which activate switches; it returns a
 * function that withdraws the announcement. reload() then reloads the page.
 */
export async function keepOffline(announce: (activate: () => void) => () => void, reload: () => void): Promise<void> {
  const registration = await navigator.serviceWorker.register('sw.js', { updateViaCache: 'none' }).catch(() => null);
  if (!registration) return; // not supported here: the page works as long as there is a network
  let withdraw = (): void => {};
  const check = async (): Promise<void> => {
    const { waiting } = registration;
    if (!waiting) return;
    if ((await buildOf(waiting)) === meta('build').content) return waiting.postMessage('activate if alone'); // the page itself came over the network
    withdraw(); // of two newer builds only the last one counts
    withdraw = announce(() => goOver(waiting, reload));
  };
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', () => void check()));
  void check();
}

/**
 * goOver puts a service worker in charge and reloads the page. A worker for which no page waits, as on a first visit, is in charge already.
 */
function goOver(worker: ServiceWorker, reload: () => void): void {
  const isOver = (): boolean => worker.state === 'activated' || worker.state === 'redundant';
  if (isOver()) return reload();
  worker.addEventListener('statechange', () => { if (isOver()) reload(); });
  worker.postMessage('activate');
}

/** buildOf asks a service worker for the name of its build. */
function buildOf(worker: ServiceWorker): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<unknown>) => resolve(data);
    worker.postMessage('build', [port2]);
  });
}
