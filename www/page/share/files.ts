// Sharing: a link that holds the complete state, and files. A link or a file that cannot be opened changes nothing and is answered with one
// sentence.

import { byId } from '../platform/dom';
import { copy, downloadText } from '../platform/files';
import type { Intent } from '../platform/protocol';
import type { Solver } from '../platform/solver';
import { tried } from '../platform/storage';
import * as messages from '../messages';
import { onDrop, openFile } from '../shell/drop';
import { isAppearance, appearanceOf, type Appearance, type PageAppearance } from './appearance';
import { closeNotice, notice, noticeError } from '../shell/notice';
import { unpack } from '../shell/scenes';
import * as link from './link';

export const longest = 8 << 10; // length of an address that mail and chat programs transport
const largest = 16 << 20; // bytes of a file
const mostChecked = 4 << 20; // characters of the scenes of a link that are checked before it is opened

/** A Content is the content of a link: a state of the session, and an appearance. */
interface Content extends Appearance { shared: unknown }

/** The intent that opens the text of a document, by the document's format. */
const set = (problem: string): Intent => ({ do: 'loadProblem', problem }), openWork = (work: string): Intent => ({ do: 'open', work });
const openers = new Map<unknown, (text: string) => Intent>([
  ['conelab/problem/1', set], ['conelab/sums/1', set], ['conelab/work/2', openWork],
  ['conelab/share/1', (shared) => ({ do: 'open', shared })],
]);

/** Sharing wires the buttons, dropped files, and links followed within the page. */
export class Sharing {
  /** free leaves a lesson, whose place the user's own work takes again; a link or a file opens on top of that. */
  constructor(private readonly solver: Solver, private readonly appearance: PageAppearance, free: () => void) {
    const file = byId('file', HTMLInputElement);
    byId('copy-link').addEventListener('click', () => void copyLink(solver, appearance).catch(noticeError));
    byId('save-file').addEventListener('click', () => void saveWork(solver, appearance));
    byId('open-file').addEventListener('click', () => file.click());
    file.addEventListener('change', () => {
      if (file.files?.[0]) void openFile(file.files[0]);
      file.value = ''; // so that the same file can be opened again
    });
    onDrop(({ name, type }) => /\.json$/i.test(name) || type === 'application/json', (dropped) => openDocument(solver, dropped, appearance, free));
    addEventListener('hashchange', async () => {
      closeNotice(); // it may be about the link before
      const content = await this.read();
      if (!content) return;
      free();
      await this.open(content);
    });
  }

  /** read is a promise of the content of the page's address, or null: also for a link with which the solver or the page stopped repeatedly. */
  async read(): Promise<Content | link.ShortLink | null> {
    const { hash } = location;
    const brief = link.shortLinkOf(hash);
    if (brief) return brief;
    if (!link.isLink(hash)) {
      if (hash.length > 1 && !document.getElementById(hash.slice(1))) { // else a place in the page
        notice(messages.linkUnknown);
        history.replaceState(null, '', location.pathname + location.search);
      }
      return null;
    }
    const count = link.tries(hash);
    link.setTries(hash, Math.min(count + 1, link.mostTries));
    if (count >= link.mostTries) {
      notice(messages.linkStops, { text: messages.openStill, run: () => { link.setTries(hash, 0); location.reload(); } });
      return null;
    }
    try {
      return checked(await link.read(location.hash));
    } catch (error) {
      noticeError(error);
      return null;
    }
  }

  /** open shows the result of read, on top of the stored work if there is some, and if first, before what waits; it returns whether that worked. */
  async open(content: Content | link.ShortLink, work?: string, first = false): Promise<boolean> {
    try {
      if ('mode' in content) {
        const { mode, name } = content;
        const [example = '', activation] = name.split('-');
        if (mode !== 'learn' && name) await this.solver.request({ do: 'loadPreset', name: example, ...(activation === 'relu' ? { activation: 'relu' as const } : {}) }, first);
        this.appearance.give(mode, name);
        return true;
      }
      const scenes = unpack(content.scenes ?? []).map(({ shared }) => shared);
      const checks = scenes.length > 0 && JSON.stringify(scenes).length <= mostChecked; // else each is when it is shown
      await this.solver.request(
        { do: 'open', shared: JSON.stringify(content.shared), ...(checks ? { scenes: JSON.stringify(scenes) } : {}), ...(work ? { work } : {}) }, first);
    } catch (error) {
      noticeError(error);
      return false;
    }
    this.appearance.use(content);
    void this.solver.settled().then(() => { if (link.tries(location.hash) < link.mostTries) link.setTries(location.hash, 0); }, () => {});
    return true;
  }

  /** close has the link of the address not opened again: the solver keeps stopping. */
  close(): void { link.setTries(location.hash, link.mostTries); }
}

/** checked returns the content of a link; the session checks the shared state. */
function checked(content: unknown): Content {
  const { shared } = (content ?? {}) as Partial<Content>;
  if (!isWritable(shared) || !isAppearance(content)) throw new Error(messages.linkWithoutState);
  return { ...content, shared };
}

/** isWritable reports whether a value can be written as JSON; one that is nested too deeply cannot. */
const isWritable = (value: unknown): boolean => tried(() => JSON.stringify(value) !== undefined, false);

/** copyLink copies a link to the state to the clipboard and to the address bar. */
async function copyLink(solver: Solver, appearance: PageAppearance): Promise<void> {
  const address = linkWith(solver, appearance.get()).then((hash) => location.href.replace(/#.*$/s, '') + hash);
  // A link that is too long is not copied to the clipboard.
  const copied = copy(address.then((text) => (text.length > longest ? Promise.reject(new Error()) : text)));
  const text = await address;
  const size = `${(text.length / 1024).toFixed(1)} kB`;
  const isCopied = await copied;
  if (text.length > longest) return notice(messages.longLink(size), { text: messages.saveAsFile, run: () => void saveWork(solver, appearance) });
  history.replaceState(null, '', text);
  notice(isCopied ? messages.linkCopied(size) : messages.linkInAddress(size));
}

/** linkWith returns a promise of the fragment of an address that holds the complete state, with an appearance. */
export async function linkWith(solver: Solver, appearance: Appearance): Promise<string> {
  const content: Content = { shared: JSON.parse(await solver.ask('shared')) as unknown, ...appearance };
  return link.write(content);
}

/** saveWork saves the session's whole work, with the appearance of the page. */
export async function saveWork(solver: Solver, appearance: PageAppearance): Promise<void> {
  try {
    downloadText((await solver.work(appearance.kept)).text, 'conelab-work.json');
  } catch (error) {
    noticeError(error);
  }
}

/** openDocument opens a file with a problem, a work, or a shared state. A work may contain its appearance. */
async function openDocument(solver: Solver, file: File, appearance: PageAppearance, free: () => void): Promise<void> {
  if (file.size > largest) throw new Error(messages.fileTooLarge);
  const text = await file.text();
  const document = tried<unknown>(() => JSON.parse(text), undefined);
  if (document === undefined) throw new Error(messages.fileNotJSON);
  const { format, page } = (document ?? {}) as { format?: unknown; page?: unknown };
  const opener = openers.get(format);
  if (!opener) throw new Error(messages.fileUnknown);
  free();
  await solver.request(opener(text)); // as it is in the file: JavaScript has no number for 1e999
  if (page === undefined) return; // only a work has an appearance
  const found = appearanceOf(text);
  if (found) appearance.use(found);
  else notice(messages.appearanceUnusable);
}
