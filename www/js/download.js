// Hands the visitor a file.

import { element } from './dom.js';

/** download saves a blob under a name, as the browser saves any file. */
export function download(blob, name) {
  const url = URL.createObjectURL(blob);
  element('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
