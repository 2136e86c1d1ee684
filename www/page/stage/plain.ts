// The plain drawing of the data, which the first tile shows before the pictures have loaded, and whenever there are none. The session
// computes it in pixels of the tile; the page adds its lines and marks, and turns drawing on it into intents, as the pictures do.

import { setAttribute, shape } from '../platform/dom';
import { Latest } from '../platform/latest';
import type { Drawing, Heat, Mark, Page, Rule } from '../platform/protocol';
import type { Solver } from '../platform/solver';
import * as messages from '../messages';
import { coalesced } from './input';

const reach = { mouse: 14, touch: 24 }; // css pixels within which a pointer picks something
const faint = 0.05; // opacity of a level of the network

type Spot = [x: number, y: number];
/** PlainDrawing draws into area. */
export class PlainDrawing {
  private readonly svg = shape('svg', { class: 'plain', 'aria-hidden': 'true' });
  private page: Page | null = null;
  private drawing: Drawing | null = null;
  private readonly latest: Latest<Drawing>;
  private held: number | null = null; // pointer

  constructor(private readonly area: HTMLElement, private readonly solver: Solver) {
    const { svg } = this;
    area.append(svg);
    this.latest = new Latest(solver, (drawing) => {
      this.drawing = drawing;
      this.render();
    });
    new ResizeObserver(() => this.ask()).observe(area);
    svg.addEventListener('pointerdown', (event) => this.press(event));
    svg.addEventListener('pointermove', (event) => this.move(event));
    svg.addEventListener('pointerup', (event) => this.end(event, true));
    svg.addEventListener('pointercancel', (event) => this.end(event, false));
  }

  show(page: Page): void {
    this.page = page;
    this.ask();
  }

  /** ask fetches the drawing if it, or the size of the tile, has changed. */
  private ask(): void {
    const { page, area: { clientWidth: width, clientHeight: height } } = this;
    if (!page || width < 2 || height < 2) return;
    const key = `${page.revision.data} ${page.revision.solution} ${String(page.selected)} ${width} ${height}`;
    void this.latest.ask(key, () => this.solver.read('drawing', ` ${width} ${height}`));
  }

  private render(): void {
    const { drawing: d, svg } = this;
    if (!d) return svg.replaceChildren();
    setAttribute(svg, 'viewBox', `0 0 ${d.width} ${d.height}`);
    svg.replaceChildren(...heat(d.heat), ...grid(d), curves(d.curves), ...marks(d.points), ...remarks(d));
  }

  private spot(event: PointerEvent): Spot {
    const box = this.svg.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  private press(event: PointerEvent): void {
    const { page, drawing } = this;
    if (this.held !== null || page?.tool === 'select' || drawing?.features !== 2) return;
    this.held = event.pointerId;
    this.svg.setPointerCapture(event.pointerId);
    this.solver.send({ do: 'press', ...placeOf(drawing, this.spot(event), event) });
  }

  private move(event: PointerEvent): void {
    const { drawing } = this;
    if (event.pointerId !== this.held || !drawing) return;
    const path = coalesced(event).map((one) => placeOf(drawing, this.spot(one), event).at).slice(0, -1).flat();
    this.solver.send({ do: 'drag', ...placeOf(drawing, this.spot(event), event), path });
  }

  private end(event: PointerEvent, isDone: boolean): void {
    if (event.pointerId !== this.held) return;
    this.held = null;
    this.solver.send(isDone ? { do: 'release' } : { do: 'cancel' });
  }
}

/** placeOf returns the data coordinates of a pixel, and the pointer's radius there. */
function placeOf({ origin, scale }: Drawing, [x, y]: Spot, event: PointerEvent): { at: Spot; radius: number } {
  return { at: [(x - origin[0]) / scale[0], (y - origin[1]) / scale[1]], radius: (event.pointerType === 'touch' ? reach.touch : reach.mouse) / Math.abs(scale[0]) };
}

/** heat draws the network's output all over the drawing, one path for each level; cells at the edge reach beyond it, so that they can be blurred. */
function heat(h?: Heat): SVGElement[] {
  if (!h) return [];
  const { cell, columns, levels } = h;
  const rows = Math.ceil(levels.length / columns);
  const span = (k: number, count: number): [number, number] => [k === 0 ? -cell : k * cell, k === count - 1 ? (k + 2) * cell : (k + 1) * cell];
  const paths = new Map<number, string>();
  levels.forEach((level, i) => {
    const [[left, right], [top, bottom]] = [span(i % columns, columns), span(Math.floor(i / columns), rows)];
    if (level) paths.set(level, `${paths.get(level) ?? ''}M${left.toFixed(1)} ${top.toFixed(1)}H${right.toFixed(1)}V${bottom.toFixed(1)}H${left.toFixed(1)}z`);
  });
  const field = shape('g', { class: h.classes ? 'field' : 'smooth field' });
  field.append(...[...paths].map(([level, d]) => (h.classes
    ? shape('path', { class: `heat class-${level}`, d })
    : shape('path', { class: `heat ${level < 0 ? 'below' : 'above'}`, d, 'fill-opacity': Math.abs(level) * faint }))));
  return [field];
}

/** grid draws lines at round numbers, the axes stronger, with their numbers along the left and the lower edge. */
function grid({ width, height, columns, rows }: Drawing): SVGElement[] {
  const line = ({ axis }: Rule, d: string): SVGElement => shape('path', { class: axis ? 'axis' : 'rule', d });
  return [
    ...columns.flatMap((rule) => [line(rule, `M${rule.at} 0V${height}`), shape('text', { x: rule.at, y: height - 8, 'text-anchor': 'middle' }, rule.label)]),
    ...rows.flatMap((rule) => [line(rule, `M0 ${rule.at}H${width}`), shape('text', { x: 8, y: rule.at + 4 }, rule.label)]),
  ];
}

/** curves draws lines, each given as alternating x and y. */
function curves(lines: number[][]): SVGElement {
  return shape('path', { class: 'curve', d: lines.map((line) => `M${line.join(' ')}`).join('') });
}

/** marks draws the points: held-out points are hollow, and selected ones have a ring. */
function marks(points: Mark[]): SVGElement[] {
  const size = points.length > 120 ? Math.max(2.2, 5 * (120 / points.length) ** 0.25) : 5;
  return points.flatMap((point) => {
    const { x: cx, y: cy, selected } = point;
    return selected ? [shape('circle', { class: 'ring', cx, cy, r: size + 5 }), markOf(point, size)] : [markOf(point, size)];
  });
}

function markOf({ x, y, class: k = 0, below = false, held = false }: Mark, size: number): SVGElement {
  const kind = (name: string): string => (held ? `${name} held` : name);
  const side = 4 * size; // side of a symbol, which fills half of its box
  if (k) return shape('use', { class: kind(`class-${k}`), href: `#i-class-${k}`, x: x - side / 2, y: y - side / 2, width: side, height: side });
  if (!below) return shape('circle', { class: kind('positive'), cx: x, cy: y, r: size });
  const r = size * 1.3;
  return shape('path', { class: kind('negative'), d: `M${x} ${y - r}l${r} ${r} ${-r} ${r} ${-r} ${-r}z` });
}

/** remarks draws the sentences on what the plane cannot show of the data, and on hollow points. */
function remarks({ features, points, more = 0, width }: Drawing): SVGElement[] {
  const lost = features < 3 ? '' : features === 3 ? messages.firstTwoOfThree : messages.firstTwoOf(features);
  const hollow = points.some(({ held }) => held) ? messages.hollow : '';
  return [lost, hollow, more ? messages.firstPoints(points.length, more) : ''].filter(Boolean).map((text, i) => remark(text, width / 2, 20 + 18 * i));
}

const remark = (text: string, x: number, y: number): SVGElement => shape('text', { class: 'remark', x, y, 'text-anchor': 'middle' }, text);
