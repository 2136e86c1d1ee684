// Puts the engine's canvas into the stage. The engine sizes its canvas by the body and appends it there, once; these overrides, installed
// before it starts, give it the stage's size in device pixels instead. It cannot be restarted in the same page: the page is reloaded with its
// problem.

import { element } from '../platform/dom';
import { wake } from '../platform/frames';
import { tiles } from '../shell/tiles';

const most = { side: 4096, area: 4.2e6 }; // device pixels of the canvas

/** A Size is the size of the canvas in device pixels, with scale device pixels in a CSS pixel. */
export interface Size { width: number; height: number; scale: number }

/** canUsePictures reports whether the browser has what the engine needs. */
export function canUsePictures(): boolean {
  const context = element('canvas').getContext('webgl2');
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}

/**
 * mount prepares the stage; resized is called with every new size, lost() when the graphics card loses the picture. It returns a function
 * that gives the canvas factor times as many pixels in width and height as the screen has.
 */
export function mount(stage: HTMLElement, resized: (size: Size) => void, lost: () => void): (factor: number) => void {
  const size: Size = { width: 1, height: 1, scale: 1 };
  Object.defineProperty(document.body, 'clientWidth', { get: () => size.width, configurable: true });
  Object.defineProperty(document.body, 'clientHeight', { get: () => size.height, configurable: true });
  adopt(stage);

  let factor = 1;
  const measure = (): void => {
    const { width, height } = stage.getBoundingClientRect();
    const next = backing(width, height, factor);
    if (next.width !== size.width || next.height !== size.height) {
      Object.assign(size, next);
      dispatchEvent(new Event('resize')); // the only event that the engine listens to
    }
    resized(size);
    wake();
  };
  observe(stage, measure);
  measure();
  stage.addEventListener('webglcontextlost', (event) => {
    event.stopPropagation(); // the engine would reload the page, and the drawing would be lost
    event.preventDefault();
    lost();
  }, true);
  return (next) => {
    factor = next;
    measure();
  };
}

/** backing returns the canvas's size in device pixels, bounded for small machines with sharp screens. */
function backing(width: number, height: number, factor: number): Size {
  const scale = factor * Math.min(devicePixelRatio, most.side / Math.max(width, height, 1), Math.sqrt(most.area / Math.max(width * height, 1)));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)), scale };
}

/** adopt moves the next canvas that is appended to the body to the stage. */
function adopt(stage: HTMLElement): void {
  const body: { appendChild?: (node: Node) => Node } = document.body;
  const append = document.body.appendChild;
  body.appendChild = (node) => {
    if (!(node instanceof HTMLCanvasElement)) return append.call(document.body, node);
    delete body.appendChild; // restores the prototype's method
    node.setAttribute('aria-hidden', 'true');
    node.inert = true; // the engine makes its canvas a Tab stop that Tab does not leave
    plain(node);
    return stage.insertBefore(node, stage.firstChild);
  };
}

/**
 * plain makes a canvas have colours only, and one sample of them in a pixel: the engine draws one rectangle of its full size on it. Smoothed edges
 * and further buffers would be useless, and where software draws they cost more than the rest of a frame.
 */
function plain(canvas: HTMLCanvasElement): void {
  const original = canvas.getContext.bind(canvas) as (kind: string, options?: object) => RenderingContext | null;
  Object.assign(canvas, {
    getContext: (kind: string, options?: object) => original(kind, { ...options, antialias: false, depth: false, stencil: false }),
  });
}

/** observe calls measure when the stage or a picture's area changes its size, or the screen its resolution. */
function observe(stage: HTMLElement, measure: () => void): void {
  const observer = new ResizeObserver(measure);
  observer.observe(stage);
  for (const area of stage.querySelectorAll('.area')) observer.observe(area);
  let ratio = devicePixelRatio;
  addEventListener('resize', () => {
    if (ratio === devicePixelRatio) return;
    ratio = devicePixelRatio;
    measure();
  });
}

/** tileRectangles returns the layout in the view's format: width, height, scale, then x, y, w, h of each area. */
export function tileRectangles(stage: Element, { width, height, scale }: Size): Float64Array {
  const origin = stage.getBoundingClientRect();
  const numbers = [width, height, scale];
  for (const { article, area } of tiles) {
    if (article.hidden) {
      numbers.push(0, 0, 0, 0);
      continue;
    }
    const box = area.getBoundingClientRect();
    numbers.push((box.left - origin.left) * scale, (box.top - origin.top) * scale, box.width * scale, box.height * scale);
  }
  return new Float64Array(numbers);
}

const slow = 30; // ms from frame to frame, on average, that are too slow
const average = 5; // frames that are averaged
const rest = 250; // ms without a frame after which the picture is at rest
const trust = 20000; // ms for which a machine that was slow is assumed to stay slow
const factors = [1, 0.7, 0.5]; // of the canvas's full size: a smaller one if frames are too slow; words are text of the page, and stay sharp

/**
 * sharpness returns a function to be called after each frame; it calls apply(factor) when the canvas should have factor times its full size.
 */
export function sharpness(apply: (factor: number) => void): () => void {
  let moving = 0, shown = 0, // indices of factors: while the picture moves, and now
    last = -Infinity, mean = 0, streak = 0, slowUntil = -Infinity, timer = 0;
  const set = (next: number): void => {
    if (next === shown) return;
    shown = next;
    streak = 0;
    apply(factors[next] ?? 1);
  };
  return () => {
    const now = performance.now();
    const gap = now - last;
    last = now;
    streak = gap < rest ? streak + 1 : 0;
    mean = streak > 1 ? mean + (gap - mean) / average : gap;
    if (now >= slowUntil) moving = 0;
    if (shown === moving && streak > average && mean > slow && moving < factors.length - 1) {
      moving += 1;
      slowUntil = now + trust;
    }
    if (streak > 1) set(moving);
    clearTimeout(timer);
    if (shown > 0) timer = setTimeout(() => set(0), rest);
  };
}
