// What the page remembers on this machine. Storage is refused in some embeddings; then things last as long as the page. Within another page
// nothing is remembered: that page could ask for what it is shown (share/api.ts), and what the visitor keeps here is none of its business.
// Short texts are kept where they can be read at once; texts of any length where reading takes a moment.

import { embedded, framed } from './framed';

const prefix = 'conelab-';
const patience = 10000; // ms that a store that neither answers nor refuses has
const remembers = !framed && !embedded;

/** stored returns the text kept under a name, or null. */
export function stored(name: string): string | null {
  try {
    return remembers ? localStorage.getItem(prefix + name) : null;
  } catch {
    return null;
  }
}

/** store keeps a text under a name; it returns whether that could be done. */
export function store(name: string, text: string): boolean {
  try {
    if (remembers) localStorage.setItem(prefix + name, text);
    return remembers;
  } catch {
    return false; // it lasts as long as the page
  }
}

/** forget removes the text under a name. */
export function forget(name: string): void {
  try {
    localStorage.removeItem(prefix + name);
  } catch {
    // It was never kept.
  }
}

/** large keeps texts of any length: its promises never fail. */
export const large = {
  /** get is a promise of the text kept under a name, or null. */
  get: (name: string): Promise<string | null> =>
    inStore<unknown>('readonly', (texts) => texts.get(name)).then((text) => (typeof text === 'string' ? text : null), () => null),
  /** set is a promise of whether the text could be kept. */
  set: (name: string, text: string): Promise<boolean> => inStore('readwrite', (texts) => texts.put(text, name)).then(() => true, () => false),
  /** remove removes it. */
  remove: (name: string): Promise<boolean> => inStore('readwrite', (texts) => texts.delete(name)).then(() => true, () => false),
};

/** inStore is a promise of the result of one request, once it is on the disk. */
async function inStore<T>(mode: IDBTransactionMode, ask: (texts: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  if (!remembers) throw new Error();
  const database = await opened();
  try {
    return await new Promise((resolve, reject) => {
      const change = database.transaction('texts', mode);
      const request = ask(change.objectStore('texts'));
      change.oncomplete = () => resolve(request.result);
      change.onerror = change.onabort = () => reject(change.error);
    });
  } finally {
    database.close();
  }
}

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('conelab', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('texts');
    request.onsuccess = () => resolve(request.result);
    request.onerror = request.onblocked = () => reject(request.error);
    setTimeout(reject, patience);
  });
}
