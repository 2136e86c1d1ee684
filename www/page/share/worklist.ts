// "Your work": the works stored by this browser, each with a preview, the time when it was stored, and its size.

import { byId, element, shape } from '../platform/dom';
import type { Solver } from '../platform/solver';
import * as say from '../sentences';
import { dialog } from '../shell/dialogs';
import type { Autosave } from './autosave';
import type { Work } from './works';

const points = 150; // largest number of points of a thumbnail
const [width, height] = [56, 40];

/** workList wires the dialog. */
export function workList(solver: Solver, autosave: Autosave): void {
  const node = dialog('works');
  const fill = async (): Promise<void> => {
    const works = await autosave.works.list();
    byId('works-list').replaceChildren(...works.map((work) => row(work, stateOf(work), () => {
      node.close();
      void autosave.restore(solver, work);
    }, () => void autosave.works.remove(work).then(fill))));
    byId('works-none').hidden = works.length > 0;
  };
  byId('works-open').addEventListener('click', () => void fill());
}

function row(work: Work, state: State | undefined, open: () => void, remove: () => void): HTMLElement {
  const title = titleOf(state);
  const about = say.keptAt(work.time, work.text.length);
  const opener = element('button', { type: 'button', class: 'work', 'data-help': say.openWorkHelp }, thumbnail(state), element('span', {}, element('strong', {}, title), element('small', {}, about)));
  const remover = element('button', { type: 'button', class: 'icon plain', 'aria-label': say.removeWork(title), 'data-help': say.removeWorkHelp }, element('span', { class: 'cross', 'aria-hidden': true }, '\u00d7'));
  opener.addEventListener('click', open);
  remover.addEventListener('click', remove);
  return element('li', {}, opener, remover);
}

/** A State is the part of a stored state that is read here. */
interface State { problem?: { title?: string; data?: { x?: number[][]; y?: number[][] } }; pointsOf?: string; preset?: { name?: string; points?: number } }

function stateOf({ text }: Work): State | undefined {
  try {
    return (JSON.parse(text) as { state?: State }).state;
  } catch {
    return undefined; // opening it shows the error
  }
}

function titleOf(state: State | undefined): string {
  const { problem, preset } = state ?? {};
  if (preset?.name) return say.workOfPreset(preset.name, preset.points ?? 0);
  const x = problem?.data?.x ?? [];
  return problem?.title ? problem.title.slice(0, 60) : say.workOfPoints(x.length, x[0]?.length ?? 0);
}

/** thumbnail draws the first two features of some points, or the feature and the label, coloured by the sign of the label. */
function thumbnail(state: State | undefined): SVGSVGElement {
  const svg = shape('svg', { width, height, viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' });
  const { x = [], y = [] } = state?.problem?.data ?? {};
  const every = Math.max(1, Math.ceil(x.length / points));
  const rows = x.flatMap((row, i) => (i % every ? [] : [[row[0] ?? 0, row[1] ?? y[i]?.[0] ?? 0, y[i]?.[0] ?? 0] as const]));
  const scale = (values: number[], size: number): ((v: number) => number) => {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    return (v) => 3 + (size - 6) * (high > low ? (v - low) / (high - low) : 0.5);
  };
  const [across, up] = [scale(rows.map(([a]) => a), width), scale(rows.map(([, b]) => b), height)];
  for (const [a, b, label] of rows) {
    svg.append(shape('circle', { cx: across(a).toFixed(1), cy: (height - up(b)).toFixed(1), r: 1.6, class: label < 0 ? 'negative' : 'positive' }));
  }
  return svg;
}
