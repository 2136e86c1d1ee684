// The picture of the data without the view: before the pictures have loaded, and whenever there are none. The scene draws it as SVG; drawing on
// it becomes intents, as on the pictures.

import { closest, element } from '../platform/dom';
import { Latest } from '../platform/latest';
import { reach, type Drawing, type Page } from '../platform/protocol';
import type { Solver } from '../platform/solver';
import * as messages from '../messages';
import { colours, weight, words } from '../shell/theme';
import { coalesced, down, leave, move, up, type Take } from './input';
import { labelLayer } from './labels';
import { patience } from './view';

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
  }

  show(page: Page): void {
    this.page = page;
    this.ask();
  }

  /** ask fetches the drawing if it, or the size of the tile, has changed. */
  private ask(): void {
    const { page, area: { clientWidth: width, clientHeight: height } } = this;
    if (!page || width < 2 || height < 2) return;
    const isOld = page.strip.known && 1000 * (page.solving?.spent ?? 0) > patience; // as on the pictures
    const form = ` ${width} ${height} ${weight()} ${words()} ${Number(isOld)} ${colours().join(' ')}`;
    const { revision, focus, point, grabbed, selected, entry, animation, argument, race } = page;
    void this.latest.ask(JSON.stringify([revision, focus, point, grabbed, selected, entry, animation, argument, race?.shown, form]), () => this.solver.read('drawing', form));
  }

  private render(): void {
    const { picture, labels = '', points = 0, more = 0 } = this.drawing ?? {}, { dimension = 0, drawable = true } = this.page ?? {};
    this.picture.replaceChildren(...(picture ? [new DOMParser().parseFromString(picture, 'image/svg+xml').documentElement] : []));
    this.label(labels);
    this.remark.textContent = [dimension > 3 && !drawable ? messages.firstTwoOf(dimension) : '', more ? messages.firstPoints(points, more) : ''].join(' ');
  }

  /** place returns the data coordinates of an event, and the pointer's radius there: a finger that draws among many points means a new one. */
  private place(event: PointerEvent, { origin, scale }: Drawing): { at: [x: number, y: number]; radius: number } {
    const box = this.layer.getBoundingClientRect(), x = Math.max(0, Math.min(event.clientX - box.left, box.width)), y = Math.max(0, Math.min(event.clientY - box.top, box.height));
    const radius = event.pointerType === 'touch' && this.page?.tool !== 'draw' ? reach.touch : reach.mouse;
    return { at: [(x - origin[0]) / scale[0], (y - origin[1]) / scale[1]], radius: radius / Math.abs(scale[0]) };
  }

  /** take makes intents of the pointer, in the place of the view. */
  readonly take: Take = (kind, event) => {
    const { page, drawing } = this;
    if (kind === down) {
      const other = event.button === 2;
      if (this.held !== null || closest(event.target, '.drawing') === null || !page || !drawing) return false;
      if (page.dimension !== 2 || page.tool === 'select' || other && !['draw', 'label'].includes(page.tool)) return false;
      this.held = event.pointerId;
      this.solver.send({ do: 'press', ...this.place(event, drawing), other });
      return true;
    }
    if (event.pointerId !== this.held || !drawing || kind === leave) return false;
    if (kind === move) {
      const path = coalesced(event).map((one) => this.place(one, drawing).at).slice(0, -1).flat();
      this.solver.send({ do: 'drag', ...this.place(event, drawing), path });
    } else {
      this.held = null;
      this.solver.send(kind === up ? { do: 'release' } : { do: 'cancel' });
    }
    return true;
  };
}
