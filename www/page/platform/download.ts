// Hands the visitor a file, or puts a text on the clipboard.

import { element } from './dom';

const kept = 60000; // ms that the browser has to save a file

/** download saves a blob under a name, as the browser saves any file. */
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
 * copy puts a text that may still be to come on the clipboard; it is a promise of whether it is there. Call it while a click lasts: some
 * browsers take only what is offered then, others no promise.
 */
export async function copy(text: string | Promise<string>): Promise<boolean> {
  const pending = Promise.resolve(text);
  try {
    const blob = pending.then((content) => new Blob([content], { type: 'text/plain' }));
    blob.catch(() => {}); // whoever waits for the text is told
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    return true;
  } catch {
    return pending.then((content) => navigator.clipboard.writeText(content)).then(() => true, () => false);
  }
}

/** pasted is a promise of the text on the clipboard, '' where the browser does not tell. */
export function pasted(): Promise<string> {
  return Promise.resolve().then(() => navigator.clipboard.readText()).catch(() => '');
}
