// Sharing: a link that holds the complete state, and files. A link or a file that cannot be opened changes nothing and is answered by one
// sentence.

import { byId, setIcon, setText } from './dom.js';
import { onDrop, openFile } from './drop.js';
import * as link from './link.js';
import { lookOf, valid, withLook } from './look.js';
import { notice } from './notice.js';

const longest = 8 << 10; // letters of an address that mail and chat programs carry
const largestFile = 16 << 20;

// What to do with a document, by its format.
const intents = {
  'conelab/problem/1': (text) => `{"do":"set","problem":${text}}`,
  'conelab/work/1': (text) => `{"do":"open","work":${text}}`,
  'conelab/share/1': (text) => `{"do":"open","shared":${text}}`,
};

/** sharing wires the buttons, files dropped, and links followed within the page. It returns {read(), open(content, work)}. */
export function sharing(solver, look) {
  const file = byId('file');
  byId('copy-link').addEventListener('click', () => copyLink(solver, look).catch((error) => notice(error.message)));
  byId('save-file').addEventListener('click', () => saveWork(solver, look));
  byId('open-file').addEventListener('click', () => file.click());
  file.addEventListener('change', () => {
    if (file.files.length > 0) openFile(file.files[0]);
    file.value = ''; // so that the same file can be opened again
  });
  onDrop((dropped) => /\.json$/i.test(dropped.name) || dropped.type === 'application/json', (dropped) => openDocument(solver, dropped, look));

  /** read returns what the page's address holds, or null. */
  const read = async () => {
    if (!link.isLink(location.hash)) return null;
    try {
      return checked(await link.read(location.hash));
    } catch (error) {
      notice(error.message);
      return null;
    }
  };
  /** open shows what read returned, over the kept work if there is some; it returns whether that could be done. */
  const open = async (content, work) => {
    if (!content) return false;
    try {
      await solver.request({ intent: `{"do":"open","shared":${content.shared}${work ? `,"work":${work}` : ''}}` });
    } catch (error) {
      notice(error.message);
      return false;
    }
    look.use(content);
    return true;
  };
  addEventListener('hashchange', async () => open(await read()));
  return { read, open };
}

/** checked returns the content of a link, its shared state as text; the session says what is wrong in that. */
function checked(content) {
  let shared;
  try {
    shared = JSON.stringify(content.shared); // this fails on what is nested too deeply, too
  } catch {
    // It stays undefined.
  }
  if (shared === undefined || !valid(content)) throw new Error('This link does not hold a state of the page; nothing has changed.');
  return { ...content, shared };
}

/** copyLink puts a link to the state into the clipboard and the address bar. */
async function copyLink(solver, look) {
  const address = stateLink(solver, look).then((hash) => location.href.replace(/#.*$/s, '') + hash);
  // At once: some browsers want the click, and accept a promise. What is too long for a link does not go there.
  const copied = copy(address.then((text) => {
    if (text.length > longest) throw new Error('too long');
    return text;
  }));
  const text = await address;
  const size = `${(text.length / 1024).toFixed(1)} kB`;
  if (text.length > longest) {
    await copied;
    notice(`A link with all these points would have ${size}, more than many programs pass on: save your work as a file instead.`,
      { text: 'Save as file', run: () => saveWork(solver, look) });
    return;
  }
  history.replaceState(null, '', text);
  if (await copied) {
    confirm();
    notice(`Link copied: it opens all of this anywhere (${size}).`);
  } else {
    notice(`The link is in the address bar: copy it from there (${size}).`);
  }
}

/** stateLink returns a promise of the fragment of an address that holds the complete state. */
export async function stateLink(solver, look) {
  return link.write({ shared: JSON.parse(await solver.ask('shared')), ...look.get() });
}

/** copy returns whether the text that is promised went into the clipboard. */
export async function copy(promise) {
  try {
    if ('ClipboardItem' in window) {
      const blob = promise.then((text) => new Blob([text], { type: 'text/plain' }));
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    } else {
      await navigator.clipboard.writeText(await promise);
    }
    return true;
  } catch {
    return false;
  }
}

/** confirm shows on the button for a while that the link is copied. */
function confirm() {
  setIcon(byId('copy-icon'), 'check');
  setText(byId('copy-text'), 'Copied');
  setTimeout(() => {
    setIcon(byId('copy-icon'), 'link');
    setText(byId('copy-text'), 'Copy link');
  }, 2500);
}

/** saveWork saves all that the session keeps, and the look of the page. */
export async function saveWork(solver, look) {
  try {
    const text = withLook(await solver.ask('work'), look.get());
    const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    const anchor = document.createElement('a');
    Object.assign(anchor, { href: url, download: 'conelab-work.json' });
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(url), 60000);
  } catch (error) {
    notice(error.message);
  }
}

/** openDocument opens a file with a problem, work, or a shared state. Work may bring its look. */
async function openDocument(solver, file, look) {
  if (file.size > largestFile) throw new Error('This file is larger than any that the page writes.');
  const text = await file.text();
  let format = null;
  let page;
  try {
    ({ format = null, page } = JSON.parse(text) ?? {});
  } catch {
    throw new Error('This file is not JSON; nothing has changed.');
  }
  if (!Object.hasOwn(intents, format)) {
    throw new Error('This file is not a problem, nor work saved from this page; nothing has changed.');
  }
  await solver.request({ intent: intents[format](text) });
  if (format !== 'conelab/work/1' || page === undefined) return;
  const found = lookOf(text);
  if (found) look.use(found);
  else notice('The work is open; the look of the page that came with it cannot be used.');
}
