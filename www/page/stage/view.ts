// Starts the pictures and connects them with the page. Until they run, and if they cannot, every call is harmless, the first tile says why,
// and a drawing of the data (drawing.ts) takes their place; the numbers do not depend on the pictures.

import { byId, element, one, setAttribute, setText } from '../platform/dom';
import { park, wake } from '../platform/frames';
import { loadRuntime } from '../platform/loader';
import type { Runtime } from '../platform/program';
import type { Intent } from '../platform/protocol';
import { tried } from '../platform/storage';
import * as messages from '../messages';
import { sentenceOf } from '../shell/notice';
import { colours, weight, words } from '../shell/theme';
import { byName, tiles } from '../shell/tiles';
import { labelLayer } from './labels';
import { canUsePictures, mount, sharpness, type Size, tileRectangles } from './mount';
import type { Picture } from './picture';

export const patience = 150; // ms after which the solution shown is seen to be that of earlier data

/** A Program is the interface of the view's program once it runs: see viewProgram.listen in wasm/view. Tiles are numbered in the order of the page. */
interface Program {
  snapshot(data: Uint8Array): void;
  resize(rectangles: Float64Array): void;
  theme(colours: Float32Array): void;
  /** pointer takes an event, with all positions since the one before; it returns whether the view handles the gesture. */
  pointer(kind: number, id: number, touch: boolean, buttons: number, more: boolean, places: Float64Array): boolean;
  /** readout returns f(x) or g(u) at a place, '' where the pictures show no single value. */
  readout(x: number, y: number): string;
  wheel(x: number, y: number, dy: number): void;
  key(name: string, tile: number): boolean;
  /** option sets an option of a picture: turn in radians; for all pictures (-1) the weight of lines, the size of words, and old, if they are of earlier data. */
  option(tile: number, name: string, value: number): void;
  state(): string;
  restore(settings: string): void;
  picture(tile: number, factor: number): void;
}

/** The functions that the view's program calls, and Go's JavaScript support, which runs it. */
declare global {
  interface Window {
    Go: new () => Runtime;
    conelabView?: Program;
    conelabIntent(intent: Intent): void;
    conelabLabels?(lines: string): void;
    conelabDrawn(ms: number): void;
    conelabCursor(name: string): void;
    conelabWake(): void;
    conelabPicture(index: number, width: number, height: number, rgba: Uint8Array<ArrayBuffer>, lines: string): void;
  }
}

/** A Listener receives what comes from the pictures. */
interface Listener {
  /** intent takes an intent. */
  intent: (intent: Intent) => void;
  /** drawn is called with the time in milliseconds that a frame took. */
  drawn(ms: number): void;
  picture(index: number, picture: Picture): void;
  /** lost is called when there are no more pictures, restart when the page must be reloaded. */
  lost(): void;
  /** restored is called with settings that the pictures have restored. */
  restored(settings: string): void;
  restart(): void;
}

export class View {
  readonly stage = byId('stage');
  size: Size = { width: 1, height: 1, scale: 1 };
  /** isLive says that the pictures are running, failed that there will be none. */
  isLive = false;
  failed = false;
  private live: Program | null = null; // set once it has registered itself
  private newest: Uint8Array | null = null; // the snapshot that it has not received yet
  private state: string | null = null; // the user's settings when the view was last seen, or before a reload
  private veiled: readonly string[] = [];
  private isOld = false; // the solution is that of earlier data
  private aging = 0;
  private adapt: () => void = () => {};

  constructor(private readonly on: Listener) {}

  /** start runs the pictures if the browser can show them; it never fails, but explains errors in the tile. */
  async start(module: WebAssembly.Module): Promise<void> {
    if (!canUsePictures()) return this.fail(messages.noWebGL, false);
    try {
      await loadRuntime();
      await this.run(module);
    } catch (error) {
      this.fail(sentenceOf(error));
    }
  }

  private async run(module: WebAssembly.Module): Promise<void> {
    park();
    this.adapt = sharpness(mount(this.stage, (size) => this.resize(size), () => this.fail(messages.picturesDropped)));
    this.globals();
    const go = new window.Go();
    go.exit = () => {};
    const instance = await WebAssembly.instantiate(module, go.importObject);
    const stopped = (): void => this.fail(messages.picturesStopped);
    go.run(instance).then(stopped, stopped);
    this.connect();
  }

  /** globals defines the functions that the view calls. */
  private globals(): void {
    const labels = labelLayer(byId('labels'));
    Object.assign(window, {
      conelabIntent: this.on.intent,
      conelabLabels: (lines) => labels(this.failed ? '' : lines),
      conelabDrawn: (ms) => this.drawn(ms),
      conelabCursor: (name) => this.stage.querySelectorAll<HTMLElement>('.area').forEach((area) => { area.style.cursor = name; }),
      conelabWake: wake,
      conelabPicture: (index, width, height, rgba, lines) => this.on.picture(index, { width, height, rgba, lines }),
    } satisfies Partial<Window>);
  }

  /** connect passes the view what it missed, as soon as it has registered itself. */
  private connect(): void {
    const live = window.conelabView;
    if (!live) return void setTimeout(() => this.connect(), 5);
    this.live = live;
    this.stage.querySelector('canvas')?.setAttribute('tabindex', '-1'); // for browsers that do not know inert
    if (this.state) {
      live.restore(this.state);
      this.on.restored(live.state());
    }
    this.theme();
    this.showVeil();
    if (this.newest) live.snapshot(this.newest);
    this.newest = null;
    wake(8);
  }

  private drawn(ms: number): void {
    if (!this.isLive && !this.failed) {
      this.isLive = true;
      this.stage.dataset['live'] = '';
      this.announce('');
    }
    this.adapt();
    this.on.drawn(ms);
  }

  private resize(size: Size): void {
    this.size = size;
    this.layout();
  }

  /** settings are the user's settings of the pictures: cameras and options. */
  get settings(): string | null {
    return tried(() => this.live?.state() ?? this.state, this.state); // a crashed view cannot be asked
  }

  /** restore restores settings. */
  restore(settings: string): void {
    this.state = settings;
    this.call((live) => {
      live.restore(settings);
      this.on.restored(live.state()); // settings of earlier versions in today's words
    });
  }

  /** layout tells the view that pictures have appeared, disappeared or moved, or that lines or words have another size. */
  layout(): void {
    this.call((live) => {
      live.option(-1, 'weight', weight());
      live.option(-1, 'words', words());
      live.resize(tileRectangles(this.stage, this.size));
    });
  }

  /** snapshot shows a new state. */
  snapshot(data: Uint8Array): void {
    if (!this.live) this.newest = data;
    this.call((live) => live.snapshot(data));
  }

  /** theme passes the page's colours on. */
  theme(): void {
    this.call((live) => {
      live.theme(colours());
      live.option(-1, 'old', Number(this.isOld));
    });
    this.layout();
  }

  /** age takes the colours from everything but the data, while the solution shown is that of earlier data: not for a step of a drag, which is usually solved sooner. */
  age(isOld: boolean): void {
    if (isOld === this.isOld) return;
    this.isOld = isOld;
    clearTimeout(this.aging);
    const show = (): void => void this.call((live) => live.option(-1, 'old', Number(isOld)));
    if (isOld) this.aging = setTimeout(show, patience);
    else show();
  }

  /** veil hides the network in some pictures until a lesson's question about them is answered; other names are those of numbers to hide. */
  veil(names: readonly string[]): void {
    if (names.join() === this.veiled.join()) return;
    this.veiled = names;
    setAttribute(document.documentElement, 'data-veil', names.join(' ') || null);
    this.showVeil();
  }

  private showVeil(): void {
    for (const { index, name, article } of tiles) {
      setAttribute(article, 'data-veiled', this.veiled.includes(name) ? '' : null);
      this.call((live) => live.option(index, 'veil', Number(this.veiled.includes(name))));
    }
  }

  /** picture asks for a picture with factor pixels in a CSS pixel; on.picture receives it. It returns whether the view can do that. */
  picture(tile: number, factor: number): boolean {
    return this.call((live) => {
      live.picture(tile, factor);
      return true;
    }) ?? false;
  }

  /** call calls the view, if it is running. */
  call<T>(use: (live: Program) => T): T | undefined {
    if (!this.live) return undefined;
    try {
      return use(this.live);
    } catch {
      this.fail(messages.picturesStopped);
      return undefined;
    }
  }

  /** fail gives up the pictures; another start may help, unless canRestart is false. */
  private fail(reason: string, canRestart = true): void {
    if (this.failed) return;
    this.failed = true;
    this.state = this.settings;
    this.live = null;
    this.isLive = false;
    delete this.stage.dataset['live'];
    window.conelabLabels?.('');
    this.stage.querySelector('canvas')?.remove();
    this.announce(messages.plainDrawing(reason), canRestart);
    this.on.lost();
  }

  /** announce shows a sentence in the data tile, in place of the picture or under the drawing, with a restart button if restart is true. */
  private announce(sentence: string, restart = false): void {
    const { area, article } = byName.data;
    const message = one('.message', article);
    setText(message, sentence);
    if (this.failed) area.after(message);
    if (!restart) return;
    const button = element('button', { type: 'button', 'data-action': 'restart', 'data-help': messages.restartHelp }, messages.restart);
    button.addEventListener('click', () => this.on.restart());
    message.append(button);
  }
}
