// Files and the clipboard: bytes as text, what is saved for the visitor, and what is copied and pasted.

import { element } from './dom';

const piece = 32768; // largest number of bytes that can be the arguments of one call

/** base64 encodes bytes. */
export function base64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += piece) text += String.fromCharCode(...bytes.subarray(i, i + piece));
  return btoa(text);
}

/** base64url encodes bytes in the characters that are allowed in an address. */
export const base64url = (bytes: Uint8Array): string => base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** fromBase64url decodes what base64url wrote; it throws for other text. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]+$/.test(text)) throw new RangeError();
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
}

const kept = 60000; // ms for the browser to save a file

/** download saves a blob under a name, like any download of the browser. */
export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  element('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), kept);
}

/** downloadText saves a text under a name. */
export function downloadText(text: string, name: string): void {
  download(new Blob([text], { type: name.endsWith('.json') ? 'application/json' : 'text/plain' }), name);
}

/**
 * copy copies a text, or a promise of one, to the clipboard; the result reports whether that worked. Call it during a click: some browsers
 * accept only what is offered then, others accept no promise.
 */
export async function copy(text: string | Promise<string>): Promise<boolean> {
  const pending = Promise.resolve(text);
  try {
    const blob = pending.then((content) => new Blob([content], { type: 'text/plain' }));
    blob.catch(() => {}); // the caller of copy sees the error
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    return true;
  } catch {
    return pending.then((content) => navigator.clipboard.writeText(content)).then(() => true, () => false);
  }
}

/** copyOrSave copies a text, or saves it as a file where that is refused; the result reports which. Call it during a click. */
export async function copyOrSave(text: string | Promise<string>, file: string): Promise<boolean> {
  const isCopied = await copy(text);
  if (!isCopied) downloadText(await text, file);
  return isCopied;
}

/** pasted is a promise of the text on the clipboard, '' if the browser does not allow reading it. */
export function pasted(): Promise<string> {
  return Promise.resolve().then(() => navigator.clipboard.readText()).catch(() => '');
}
