// Files dropped onto the page. Each kind of file has its opener.

import { setAttribute } from './dom.js';
import { notice } from './notice.js';

const openers = [];

/** onDrop has open(file) called with every file dropped for which test(file) is true; the first that fits opens it. */
export function onDrop(test, open) {
  openers.push({ test, open });
}

/** openFile has a file opened; what goes wrong becomes a sentence. */
export async function openFile(file) {
  try {
    const opener = openers.find(({ test }) => test(file));
    if (!opener) throw new Error(`The file \u201c${file.name.slice(0, 60)}\u201d is of no kind that the page reads.`);
    await opener.open(file);
  } catch (error) {
    notice(error.message);
  }
}

const hasFiles = (event) => event.dataTransfer?.types.includes('Files');
const mark = (on) => setAttribute(document.documentElement, 'data-drop', on ? '' : null);

addEventListener('dragover', (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  mark(true);
});
addEventListener('dragleave', (event) => event.relatedTarget || mark(false));
addEventListener('drop', async (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  mark(false);
  for (const file of [...event.dataTransfer.files]) await openFile(file);
});
