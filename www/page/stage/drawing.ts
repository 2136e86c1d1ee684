// The picture of the data without the view: before the pictures have loaded, and whenever there are none. The scene draws it as SVG; drawing on
// it becomes intents, as on the pictures.

import { element } from '../platform/dom';
import { Latest } from '../platform/latest';
import type { Drawing, Page } from '../platform/protocol';
import type { Solver } from '../platform/solver';
import * as messages from '../messages';
import { colours, weight } from '../shell/theme';
import { coalesced } from './input';
import { labelLayer } from './labels';

const reach = { mouse: 14, touch: 24 }; // css pixels within which a pointer picks something

type Spot = [x: number, y: number];
/** DataDrawing draws into area. */
export class DataDrawing {
  private readonly layer = element('div', { class: 'drawing', 'aria-hidden': 'true' });
  private readonly picture = this.layer.appendChild(element('div'));
  private readonly remark = this.layer.appendChild(element('p'));
  private readonly label = labelLayer(this.layer);
  private page: Page | null = null;
  private drawing: Drawing | null = null;
  private readonly latest: Latest<Drawing>;
  private held: number | null = null; // pointer

  constructor(private readonly area: HTMLElement, private readonly solver: Solver) {
    const { layer } = this;
    area.append(layer);
    this.latest = new Latest(solver, (drawing) => {
      this.drawing = drawing;
      this.render();
    });
    new ResizeObserver(() => this.ask()).observe(area);
    layer.addEventListener('pointerdown', (event) => this.press(event));
    layer.addEventListener('pointermove', (event) => this.move(event));
    layer.addEventListener('pointerup', (event) => this.end(event, true));
    layer.addEventListener('pointercancel', (event) => this.end(event, false));
  }

  show(page: Page): void {
    this.page = page;
    this.ask();
  }

  /** ask fetches the drawing if it, or the size of the tile, has changed. */
  private ask(): void {
    const { page, area: { clientWidth: width, clientHeight: height } } = this;
    if (!page || width < 2 || height < 2) return;
    const form = ` ${width} ${height} ${weight()} ${colours().join(' ')}`;
    const { revision: { data, solution }, focus, point, selected } = page;
    void this.latest.ask(`${data} ${solution} ${focus} ${point} ${String(selected)}${form}`, () => this.solver.read('drawing', form));
  }

  private render(): void {
    const { picture, labels = '', features = 0, points = 0, more = 0 } = this.drawing ?? {};
    this.picture.replaceChildren(...(picture ? [new DOMParser().parseFromString(picture, 'image/svg+xml').documentElement] : []));
    this.label(labels);
    this.remark.textContent = [features > 3 ? messages.firstTwoOf(features) : '', more ? messages.firstPoints(points, more) : ''].join(' ');
  }

  private spot(event: PointerEvent): Spot {
    const box = this.layer.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  private press(event: PointerEvent): void {
    const { page, drawing } = this;
    if (this.held !== null || page?.tool === 'select' || drawing?.features !== 2) return;
    this.held = event.pointerId;
    this.layer.setPointerCapture(event.pointerId);
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
