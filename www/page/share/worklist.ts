// "Your work": the works stored by this browser, each with its title, the time when it was stored, and its size.

import { byId, element } from '../platform/dom';
import type { Solver } from '../platform/solver';
import { tried } from '../platform/storage';
import * as messages from '../messages';
import { saveText, type Autosave } from './autosave';
import { isWhole, type Work } from './works';

/** workList wires the dialog. */
export function workList(solver: Solver, autosave: Autosave): void {
  const node = byId('works', HTMLDialogElement);
  const open = async (name: string): Promise<void> => {
    const work = await autosave.works.find(name);
    if (!isWhole(work)) return saveText(work);
    node.close();
    await autosave.restore(solver, work);
  };
  const fill = async (): Promise<void> => {
    const works = await autosave.works.list();
    byId('works-list').replaceChildren(...works.map((work) => row(work, (name) => void open(name), (name) => void autosave.works.remove(name).then(fill))));
    byId('works-none').hidden = works.length > 0;
  };
  byId('works-open').addEventListener('click', () => void fill());
}

/** row returns the line of a work, which keeps its name only: its text may be long. */
function row(work: Work, open: (name: string) => void, remove: (name: string) => void): HTMLElement {
  const { name } = work, title = isWhole(work) ? titleOf(stateOf(work)) : messages.workUnreadable;
  const about = messages.keptAt(work.time, work.text.length);
  const opener = element('button', { type: 'button', class: 'work', 'data-help': isWhole(work) ? messages.openWorkHelp : messages.saveWorkHelp },
    element('span', {}, element('strong', {}, title), element('small', {}, about)));
  const remover = element('button', { type: 'button', class: 'icon plain', 'aria-label': messages.removeWork(title), 'data-help': messages.removeWorkHelp },
    element('span', { class: 'cross', 'aria-hidden': true }, '\u00d7'));
  opener.addEventListener('click', () => open(name));
  remover.addEventListener('click', () => remove(name));
  return element('li', {}, opener, remover);
}

/** A State is the part of a stored state that is read here. */
interface State { problem?: { title?: string; data?: { x?: number[][]; y?: number[][] } }; pointsOf?: string; preset?: { name?: string; points?: number } }

/** stateOf returns the state of a work that can be read. */
const stateOf = ({ text }: Work): State | undefined => tried(() => (JSON.parse(text) as { state?: State }).state, undefined);

function titleOf(state: State | undefined): string {
  const { problem, preset } = state ?? {};
  if (preset?.name) return messages.workOfPreset(preset.name, preset.points ?? 0);
  const x = problem?.data?.x ?? [];
  return problem?.title ? problem.title.slice(0, 60) : messages.workOfPoints(x.length, x[0]?.length ?? 0);
}
