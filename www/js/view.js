// Starts the pictures and stands between them and the page. Until they run, and when they cannot, every call is harmless and the
// tiles say why; the numbers do not depend on them.

import { byId, setText } from './dom.js';
import { park, wake } from './frames.js';
import { labelLayer } from './labels.js';
import { load, loadRuntime, program } from './loader.js';
import { canUsePictures, mount } from './mount.js';
import { sharpness } from './sharpness.js';
import { tileRectangles } from './stage.js';
import { colours } from './theme.js';

export class View {
  /** on: {intent(text), drawn(ms), progress(done, total), restart()}. */
  constructor(on) {
    this.on = on;
    this.stage = byId('stage');
    this.size = { width: 1, height: 1, scale: 1 };
    this.live = null;
    this.newest = null;
  }

  /** start loads and runs the pictures; it never fails, but says in the tiles what is wrong. */
  async start() {
    if (!canUsePictures()) return this.say('This browser offers no WebGL 2, so there are no pictures; all numbers keep working.');
    try {
      const [module] = await Promise.all([load(program('view'), this.on.progress), loadRuntime()]);
      await this.run(module);
    } catch (error) {
      this.say(`${error.message} The numbers keep working.`);
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
      conelabLabels: labels,
      conelabDrawn: (ms) => this.drawn(ms),
      conelabCursor: (name) => areas.forEach((area) => { area.style.cursor = name; }),
      conelabWake: () => wake(),
    });
  }

  /** connect hands the view what it missed, as soon as it has registered itself. */
  connect() {
    if (!window.conelabView) return void setTimeout(() => this.connect(), 5);
    this.live = window.conelabView;
    this.stage.querySelector('canvas')?.setAttribute('tabindex', '-1'); // for browsers that do not know inert
    this.theme();
    this.live.resize(tileRectangles(this.stage, this.size));
    if (this.newest) this.live.snapshot(this.newest);
    this.newest = null;
    wake(8);
  }

  drawn(ms) {
    if (!this.started) this.say('');
    this.started = true;
    this.adapt();
    this.on.drawn(ms);
  }

  resize(size) {
    this.size = size;
    this.call('resize', tileRectangles(this.stage, size));
  }

  /** snapshot shows a new state. */
  snapshot(data) {
    if (!this.live) this.newest = data;
    this.call('snapshot', data);
  }

  /** theme passes the page's colours on. */
  theme() {
    this.call('theme', colours());
  }

  pointer(...values) {
    return this.call('pointer', ...values) === true;
  }

  wheel(...values) {
    this.call('wheel', ...values);
  }

  key(name) {
    return this.call('key', name) === true;
  }

  /** call calls the view, if it lives, and gives it frames to show the result. */
  call(method, ...values) {
    if (!this.live) return undefined;
    try {
      const result = this.live[method](...values);
      wake();
      return result;
    } catch {
      this.fail('The pictures have stopped.');
      return undefined;
    }
  }

  fail(reason) {
    if (this.failed) return;
    this.failed = true;
    this.live = null;
    window.conelabLabels('');
    this.stage.querySelector('canvas')?.remove();
    this.say(`${reason} The numbers keep working.`, true);
  }

  /** say shows a sentence in the data tile, with a button to start anew, and a short one in the others. */
  say(sentence, restart = false) {
    const [first, ...others] = this.stage.querySelectorAll('.message');
    setText(first, sentence);
    for (const node of others) setText(node, sentence && 'No picture.');
    if (!restart) return;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Restart the view';
    button.addEventListener('click', () => this.on.restart());
    first.append(button);
  }
}
