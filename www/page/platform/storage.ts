// What the page stores on this machine. Some embeddings refuse storage; then things last as long as the page. Within another page nothing is
// stored: that page could ask for what it is shown (share/api.ts), and must not learn what the visitor has stored here. Short texts are kept
// in a store that can be read at once, texts of any length in one that takes a moment to read.

/** framed says that another page shows this one in a frame. The visitor's stored data on this machine are then not used, see storage.ts. */
export const framed = parent !== window;

/** embedded says that the address has ?embed: the page then shows only its stage, see share/embed.ts. */
export const embedded = new URLSearchParams(location.search).has('embed');

const prefix = 'conelab-';
const patience = 4000; // ms for a step of a store that neither answers nor refuses
const grace = 500; // further ms for an answer that came while the page was busy or asleep

/** remembers reports whether anything is stored at all. */
export const remembers = !framed && !embedded;

/** tried returns the value of what may be refused, or another value. */
export function tried<T>(use: () => T, otherwise: T): T {
  try {
    return use();
  } catch {
    return otherwise;
  }
}

/** stored returns the text stored under a name, or null. */
export const stored = (name: string): string | null => tried(() => (remembers ? localStorage.getItem(prefix + name) : null), null);

/** store stores a text under a name; it returns whether that worked. Else it lasts as long as the page. */
export const store = (name: string, text: string): boolean => tried(() => {
  if (remembers) localStorage.setItem(prefix + name, text);
  return remembers;
}, false);

/** forget removes the text under a name. */
export const forget = (name: string): void => tried(() => localStorage.removeItem(prefix + name), undefined);

/** storedNames returns the names of the short texts. */
export const storedNames = (): string[] =>
  tried(() => Object.keys(localStorage).filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length)), []);

/** large stores texts of any length; its promises never reject. */
export const large = {
  /** get is a promise of the text stored under a name, or null. */
  get: (name: string): Promise<string | null> =>
    inStore<unknown>('readonly', (texts) => texts.get(name)).then((text) => (typeof text === 'string' ? text : null), () => null),
  /** set is a promise of whether the text was stored. */
  set: (name: string, text: string): Promise<boolean> => inStore('readwrite', (texts) => texts.put(text, name)).then(() => true, () => false),
  remove: (name: string): Promise<void> => inStore('readwrite', (texts) => texts.delete(name)).catch(() => {}),
  /** names is a promise of all names. */
  names: (): Promise<string[]> => inStore('readonly', (texts) => texts.getAllKeys()).then((names) => names.map(String), () => []),
};

/** inStore is a promise of the result of one request, once it is on disk. */
async function inStore<T>(mode: IDBTransactionMode, ask: (texts: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  if (!remembers || hangs) throw new Error();
  const database = await inTime(opened());
  try {
    return await inTime(new Promise((resolve, reject) => {
      const change = database.transaction('texts', mode);
      const request = ask(change.objectStore('texts'));
      change.oncomplete = () => resolve(request.result);
      change.onerror = change.onabort = () => reject(change.error);
    }));
  } finally {
    database.close();
  }
}

let hangs = false; // the store neither answers nor refuses

/** inTime is the promise of a step, rejected if the store hangs; then the next request does not wait. */
function inTime<T>(step: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      hangs = true;
      reject(new Error());
    };
    let timer = setTimeout(() => { timer = setTimeout(end, grace); }, patience);
    step.then((value) => {
      hangs = false; // it may only have been slow
      resolve(value);
    }, reject).finally(() => clearTimeout(timer));
  });
}

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('conelab', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('texts');
    request.onsuccess = () => resolve(request.result);
    request.onerror = request.onblocked = () => reject(request.error);
  });
}
