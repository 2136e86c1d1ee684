// Starts the pictures and stands between them and the page. Until they run, and when they cannot, every call is harmless, the first tile
// says why, and the plain drawing (plain.js) stands in; the numbers do not depend on the pictures.

import { byId, element, setText } from './dom.js';
import { park, wake } from './frames.js';
import { labelLayer } from './labels.js';
import { load, loadRuntime, program } from './loader.js';
import { canUsePictures, mount } from './mount.js';
import { sharpness } from './sharpness.js';
import { tileRectangles } from './stage.js';
import { colours, weight } from './theme.js';
import { byName } from './tiles.js';

export class View {
  /** on: {intent(text), drawn(ms), progress(done, total), picture(index, width, height, rgba, lines), lost(), restart()}. */
  constructor(on) {
    this.on = on;
    this.stage = byId('stage');
    this.size = { width: 1, height: 1, scale: 1 };
    this.live = null; // the view's functions, once it has registered them
    this.isLive = false; // whether there are pictures to see
    this.failed = false;
    this.newest = null;
    this.coming = null; // the promise of the program
    this.state = null; // what the user had set when the view was last seen, or before a reload
  }

  /** fetch begins to load the pictures, if the browser can show them. */
  fetch() {
    if (this.coming || !canUsePictures()) return;
    this.coming = Promise.all([load(program('view'), this.on.progress), loadRuntime()]);
    this.coming.catch(() => {}); // start says what is wrong
  }

  /** start runs the pictures as soon as they are there; it never fails, but says in the tiles what is wrong. */
  async start() {
    this.fetch();
    if (!this.coming) return this.fail('This browser offers no WebGL 2.', false);
    try {
      const [module] = await this.coming;
      await this.run(module);
    } catch (error) {
      this.fail(error.message);
    }
  }

  async run(module) {
    park();
    const scaled = mount(this.stage, (size) => this.resize(size), () => this.fail('The graphics card dropped the pictures.'));
    this.adapt = sharpness(scaled);
    this.globals();
    const go = new window.Go();
    go.env = { GOGC: '300' };
    go.exit = () => {};
    const instance = await WebAssembly.instantiate(module, go.importObject);
    go.run(instance).then(() => this.fail('The pictures have stopped.'), () => this.fail('The pictures have stopped.'));
    this.connect();
  }

  /** globals are the functions that the view calls. */
  globals() {
    const labels = labelLayer(byId('labels'));
    const areas = this.stage.querySelectorAll('.area');
    Object.assign(window, {
      conelabIntent: (text) => this.on.intent(text),
      conelabLabels: (lines) => labels(this.failed ? '' : lines),
      conelabDrawn: (ms) => this.drawn(ms),
      conelabCursor: (name) => areas.forEach((area) => { area.style.cursor = name; }),
      conelabWake: () => wake(),
      conelabPicture: (...values) => this.on.picture(...values),
    });
  }

  /** connect hands the view what it missed, as soon as it has registered itself. */
  connect() {
    if (!window.conelabView) return void setTimeout(() => this.connect(), 5);
    this.live = window.conelabView;
    this.stage.querySelector('canvas')?.setAttribute('tabindex', '-1'); // for browsers that do not know inert
    if (this.state) this.live.restore?.(this.state);
    this.theme();
    this.live.resize(tileRectangles(this.stage, this.size));
    if (this.newest) this.live.snapshot(this.newest);
    this.newest = null;
    wake(8);
  }

  drawn(ms) {
    if (!this.isLive && !this.failed) {
      this.isLive = true;
      this.stage.dataset.live = '';
      this.say('');
    }
    this.adapt();
    this.on.drawn(ms);
  }

  resize(size) {
    this.size = size;
    this.call('resize', tileRectangles(this.stage, size));
  }

  /** settings are what the user has set in the pictures: the cameras, the slice. */
  get settings() {
    try {
      return this.live?.state?.() ?? this.state;
    } catch {
      return this.state; // a view that has crashed has nothing to say
    }
  }

  /** restore takes settings back. */
  restore(settings) {
    this.state = settings;
    this.call('restore', settings);
  }

  /** layout tells the view that pictures have come, gone or moved. */
  layout() {
    this.resize(this.size);
  }

  /** snapshot shows a new state. */
  snapshot(data) {
    if (!this.live) this.newest = data;
    this.call('snapshot', data);
  }

  /** theme passes the page's colours on. */
  theme() {
    this.call('theme', colours());
    this.option(-1, 'weight', weight());
  }

  pointer(...values) {
    return this.call('pointer', ...values) === true;
  }

  wheel(...values) {
    this.call('wheel', ...values);
  }

  key(name, tile) {
    return this.call('key', name, tile) === true;
  }

  /** camera goes to a side (home, front, side, top) or a projection (perspective, orthographic). */
  camera(tile, name) {
    this.call('camera', tile, name);
  }

  /** option sets what a picture shows: slice 0 or 1, turn in radians; for all pictures (-1) the weight of lines. */
  option(tile, name, value) {
    this.call('option', tile, name, value);
  }

  /** picture asks for a picture with factor pixels in a CSS pixel; it comes to on.picture. It returns whether the view can do that. */
  picture(tile, factor) {
    if (typeof this.live?.picture !== 'function') return false;
    this.call('picture', tile, factor);
    return !this.failed;
  }

  /** call calls the view, if it lives, and gives it frames to show the result. */
  call(method, ...values) {
    if (typeof this.live?.[method] !== 'function') return undefined;
    try {
      const result = this.live[method](...values);
      wake();
      return result;
    } catch {
      this.fail('The pictures have stopped.');
      return undefined;
    }
  }

  /** fail gives the pictures up; another start may help, unless canRestart is false. */
  fail(reason, canRestart = true) {
    if (this.failed) return;
    this.failed = true;
    this.state = this.settings;
    this.live = null;
    this.isLive = false;
    delete this.stage.dataset.live;
    window.conelabLabels?.('');
    this.stage.querySelector('canvas')?.remove();
    this.say(`${reason} Here is a plain drawing; all numbers keep working.`, canRestart);
    this.on.lost();
  }

  /** say shows a sentence in the data tile: where the picture will be or, with a button to start anew or not, under the plain drawing. */
  say(sentence, restart = false) {
    const { area, article } = byName.data;
    const message = article.querySelector('.message');
    setText(message, sentence);
    if (this.failed) area.after(message);
    if (!restart) return;
    const button = element('button', { type: 'button', 'data-action': 'restart', 'data-help': 'Load the page again with your work.' }, 'Restart the pictures');
    button.addEventListener('click', () => this.on.restart());
    message.append(button);
  }
}
