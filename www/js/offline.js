// The page without a network: a service worker (sw.js) keeps the files of one build. When it finds a newer build the page says so, and goes
// over to it only when asked.

import { offer } from './offer.js';

const pause = 3600e3; // ms between two looks for a newer build
const build = document.getElementById('build').content;

/** keepOffline installs the service worker; reload() loads the page again with the work in it. */
export async function keepOffline(reload) {
  let registration;
  try {
    registration = await navigator.serviceWorker.register('sw.js', { updateViaCache: 'none' });
  } catch {
    return; // not here: the page works as long as there is a network
  }
  const offered = new Set();
  const announce = async () => {
    const { waiting } = registration;
    if (!waiting || offered.has(waiting) || (await buildOf(waiting)) === build) return;
    offered.add(waiting);
    offer('A new version of the page is ready.', 'Reload', () => {
      waiting.addEventListener('statechange', () => waiting.state === 'activated' && reload());
      waiting.postMessage('activate');
    });
  };
  registration.addEventListener('updatefound', () => registration.installing.addEventListener('statechange', announce));
  announce();
  let looked = performance.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || performance.now() - looked < pause) return;
    looked = performance.now();
    registration.update().catch(() => {});
  });
}

/** buildOf asks a service worker for its build. */
function buildOf(worker) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage('build', [port2]);
  });
}
