// Files dropped onto the page. Each kind of file has an opener.

import { closest, setAttribute } from '../platform/dom';
import * as messages from '../messages';
import { noticeError, refuse } from './notice';

/** An Opener opens the files for which fits is true. */
interface Opener { fits(file: File): boolean; open(file: File): void | Promise<void> }

const openers: Opener[] = [];

/** onDrop registers an opener for dropped files; the first opener that fits a file opens it. */
export function onDrop(fits: (file: File) => boolean, open: (file: File) => void | Promise<void>): void {
  openers.push({ fits, open });
}

/** openFile opens a file; errors become a notice. */
export async function openFile(file: File): Promise<void> {
  const opener = openers.find(({ fits }) => fits(file));
  if (!opener) return refuse(messages.unknownFile(file.name));
  try {
    await opener.open(file);
  } catch (error) {
    noticeError(error);
  }
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
const mark = (on: boolean): void => setAttribute(document.documentElement, 'data-drop', on ? '' : null);

addEventListener('dragover', (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  mark(true);
});
addEventListener('dragleave', (event) => { if (!event.relatedTarget) mark(false); });
// The engine of the pictures listens, too, and stops at an entry that is no file of a disk, such as a picture dragged from another page.
addEventListener('drop', async (event) => {
  if (!hasFiles(event) || closest(event.target, '#check-text')) return; // what is dropped on that text is to be checked
  event.preventDefault();
  event.stopPropagation();
  mark(false);
  for (const file of [...event.dataTransfer?.files ?? []]) await openFile(file);
}, { capture: true });
