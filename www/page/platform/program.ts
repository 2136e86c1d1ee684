// The files of the build on their way: the program, which may be compressed, and how it is checked whether a file is complete. From a host that
// compresses on the fly the program comes in the best encoding that both sides know; from one that does not, or has no such file, the compressed file
// beside it is taken.

/** A Runtime is the part of Go's JavaScript support that runs the program. */
export interface Runtime {
  exit: (code: number) => void;
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

/** Bytes are a file that arrives. */
export type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Gone means that a file could not be fetched: the server answered a status, or 0 for no answer. */
export class Gone extends Error {
  constructor(readonly status: number) { super(`The server answered ${status}.`); }
}

/** fetchProgram fetches a program, compressed if packs is true; packed says that its bytes still have to be unpacked. */
export async function fetchProgram(url: string, options: RequestInit, packs: boolean): Promise<{ body: Bytes; packed: boolean }> {
  const control = new AbortController();
  options.signal?.addEventListener('abort', () => control.abort());
  const plain = await open(url, { ...options, signal: control.signal }).catch((error: Gone) => error);
  const isGone = plain instanceof Gone;
  const gzip = packs && (isGone || !plain.encoding) ? await open(`${url}.gz`, options).catch(() => null) : null; // the host may not have it
  if (gzip) {
    control.abort();
    return { ...gzip, packed: !gzip.encoding }; // some hosts have it unpacked on the way
  }
  if (isGone) throw plain;
  return { ...plain, packed: false };
}

async function open(url: string, options: RequestInit): Promise<{ body: Bytes; encoding: string | null }> {
  const response = await fetch(url, options).catch(() => { throw new Gone(0); });
  if (!response.ok || !response.body) throw new Gone(response.status);
  return { body: response.body, encoding: response.headers.get('content-encoding') };
}

/** isWhole reports whether the SHA-256 of bytes begins with the digits in the name of the file. For a name without digits it is true. */
export async function isWhole(name: string, bytes: ArrayBuffer): Promise<boolean> {
  const digits = /\.([0-9a-f]{12})\.[^/]*$/.exec(name)?.[1];
  return digits === undefined || hasDigest(digits, bytes);
}

/** hasDigest reports whether the SHA-256 of bytes begins with the given hexadecimal digits. In a browser without digests it is true. */
export async function hasDigest(digits: string, bytes: ArrayBuffer): Promise<boolean> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined; // undefined without https
  if (!subtle) return true;
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('').startsWith(digits);
}
