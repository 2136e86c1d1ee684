// Files that are dropped on the page, anywhere: each goes to the first part of the page that knows what to do with it.

import { notice } from './notice.js';

const openers = [];

/** onDrop registers open(file) for the files of which test(file) is true. */
export function onDrop(test, open) {
  openers.push({ test, open });
}

const holdsFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes('Files');
const mark = (on) => document.documentElement.toggleAttribute('data-drop', on);

addEventListener('dragover', (event) => {
  if (!holdsFiles(event)) return;
  event.preventDefault(); // else the browser leaves the page for the file
  mark(true);
});
addEventListener('dragleave', (event) => event.relatedTarget || mark(false));
addEventListener('drop', (event) => {
  mark(false);
  if (!holdsFiles(event)) return;
  event.preventDefault();
  for (const file of event.dataTransfer.files) {
    const opener = openers.find(({ test }) => test(file));
    if (opener) opener.open(file);
    else notice(`The file \u201c${file.name.slice(0, 60)}\u201d is of no kind that the page reads.`);
  }
});
