// One sample in large: drawn with the pointer or the arrow keys, and what the chosen filter makes of each of its patches.

import { byId, setAttribute, setText } from './dom.js';
import { number } from './format.js';
import { column, curve, greyness, isSignal, level, pixels, planes, shape, short } from './glyphs.js';

const view = { width: 320, height: 200 };
const plot = { x: 0, y: 8, width: 320, height: 132 };
const strip = { x: 0, y: 152, width: 320, height: 44 };
const picture = { x: 4, y: 4, width: 192, height: 192 };
const map = { x: 212, y: 28, width: 104, height: 104 };
const step = 0.1; // of an arrow key, as a share of the range

/** sampleEditor makes the editor; on: {draw(values, final), cancel(), patch()}. */
export function sampleEditor(on) {
  return new Editor(on);
}

class Editor {
  constructor(on) {
    Object.assign(this, { on, values: null, held: null, ink: 1, at: 0, hover: -1, cursor: false, key: '' });
    this.svg = byId('sample-draw');
    this.svg.addEventListener('pointerdown', (event) => this.press(event));
    this.svg.addEventListener('pointermove', (event) => this.move(event));
    this.svg.addEventListener('pointerup', (event) => this.release(event));
    this.svg.addEventListener('pointercancel', () => this.cancel());
    this.svg.addEventListener('pointerleave', ({ pointerType }) => this.held === null && pointerType !== 'touch' && this.point(-1));
    this.svg.addEventListener('keydown', (event) => this.onKey(event));
    this.svg.addEventListener('focus', () => this.setCursor(this.svg.matches(':focus-visible')));
    this.svg.addEventListener('blur', () => this.setCursor(false));
  }

  /** show draws sample index of the data, and what neuron chosen makes of it. */
  show(page, data, index, chosen) {
    if (this.held === null && index !== this.index) this.values = null;
    Object.assign(this, { page, data, index, chosen });
    this.render();
  }

  /** take has newer data, which what was drawn is part of unless it waits to be sent. */
  take(data, waits) {
    this.data = data;
    if (this.held === null && !waits) this.values = null;
  }

  get x() { return this.values ?? this.data.x[this.index]; }

  get signal() { return isSignal(this.page.signals.shape); }

  /** range is the largest size of a signal's values, or the ink of an image. */
  get range() {
    const { low, high } = this.data;
    const size = this.signal ? Math.max(Math.abs(low), Math.abs(high)) : high;
    return size > 1.5 || (size > 0 && size < 0.1) ? size : 1;
  }

  render() {
    const { svg, data } = this;
    const there = Boolean(data && data.x[this.index]);
    svg.toggleAttribute('data-empty', !there);
    if (!there) return svg.replaceChildren(shape('text', { x: view.width / 2, y: view.height / 2, 'text-anchor': 'middle' }, 'No sample yet: press Add.'));
    svg.replaceChildren(...(this.signal ? this.drawSignal() : this.drawImage()));
    const cells = this.signal ? 'left and right choose an entry, up and down change it' : 'the arrow keys choose a pixel, Space paints it, plus and minus change it';
    setAttribute(svg, 'aria-label', `Sample ${this.index + 1}, to be drawn: ${cells}.`);
    setText(byId('sample-cell'), this.cell());
  }

  drawSignal() {
    const x = this.x, length = x.length;
    const nodes = [];
    const wide = plot.width / length;
    for (let i = 0; i <= length; i++) nodes.push(shape('path', { class: 'rule', d: `M${short(i * wide)} ${plot.y}v${plot.height}` }));
    const patch = this.patch();
    if (patch >= 0) nodes.push(this.window(patch, wide));
    nodes.push(...curve(x, this.range, plot));
    x.forEach((v, i) => nodes.push(shape('circle', { class: 'dot', cx: short(column(i, length, plot)), cy: short(level(v, this.range, plot)), r: length > 24 ? 2.5 : 4.5 })));
    if (patch >= 0) nodes.push(...this.overlay(patch, wide));
    if (this.cursor) nodes.push(shape('rect', { class: 'cursor', x: short(this.at * wide), y: plot.y, width: short(wide), height: plot.height }));
    return nodes.concat(this.responses(wide));
  }

  /** window frames what a patch sees. */
  window(patch, wide) {
    const [, left] = this.data.corners[patch];
    return shape('rect', { class: 'window', x: short(left * wide), y: plot.y, width: short(this.data.filter[1] * wide), height: plot.height });
  }

  /** overlay draws the chosen filter where the patch is. */
  overlay(patch, wide) {
    const neuron = this.data.neurons?.[this.chosen];
    if (!neuron || !this.reads(patch)) return [];
    const [, left] = this.data.corners[patch];
    const d = neuron.u.map((v, k) => `${k ? 'L' : 'M'}${short((left + k + 0.5) * wide)} ${short(level(v, 1, plot))}`).join('');
    return [shape('path', { class: 'filter', d })];
  }

  /** reads says whether the chosen neuron reads a patch. */
  reads(patch) {
    const { neurons, pool } = this.data;
    return Math.floor(patch / pool) === (neurons?.[this.chosen]?.block ?? 0);
  }

  /** answer returns the product and the activation of the chosen filter at a patch, or null. */
  answer(patch) {
    const { neurons, pool, picked } = this.data;
    if (!neurons?.[this.chosen] || picked?.index !== this.index || !this.reads(patch)) return null;
    const place = patch - (neurons[this.chosen].block ?? 0) * pool;
    const product = picked.product[this.chosen]?.[place];
    return product === undefined ? null : { product, value: picked.value[this.chosen][place] };
  }

  /** responses draws sigma of the chosen filter at each patch of a signal, as bars under the patches' middles. */
  responses(wide) {
    const { corners, filter } = this.data;
    if (corners.length < 2) return [];
    const answers = corners.map((_, k) => this.answer(k));
    const most = Math.max(...answers.map((a) => Math.abs(a?.value ?? 0)), 1e-9);
    const middle = strip.y + strip.height / 2;
    const nodes = [shape('path', { class: 'zero', d: `M0 ${middle}h${strip.width}` }), shape('text', { x: 4, y: strip.y + strip.height }, this.caption())];
    const width = Math.max(2, Math.min(22, 0.6 * wide));
    answers.forEach((a, k) => {
      const x = (corners[k][1] + filter[1] / 2) * wide;
      if (!a) return void nodes.push(shape('circle', { class: 'none', cx: short(x), cy: middle, r: 1.5 }));
      const height = Math.max(0.8, Math.abs(a.value) / most * strip.height / 2);
      nodes.push(shape('rect', { class: `response${k === this.patch() ? ' lit' : ''}`, x: short(x - width / 2), width: short(width), y: short(a.value < 0 ? middle : middle - height), height: short(height) }));
    });
    return nodes;
  }

  /** caption names what the responses are. */
  caption() {
    return this.data.neurons?.[this.chosen] ? `\u03c3(x\u2032u), filter ${this.chosen + 1}` : '';
  }

  drawImage() {
    const { data } = this;
    const { columns, rows, place } = planes(data.shape);
    const side = Math.min(picture.width / columns, picture.height / rows);
    const nodes = pixels(this.x, data.shape, greyness({ low: data.low, high: this.range }), picture);
    if (side > 6) {
      for (let c = 1; c < columns; c++) nodes.push(shape('path', { class: 'rule', d: `M${short(picture.x + c * side)} ${picture.y}v${short(rows * side)}` }));
      for (let r = 1; r < rows; r++) nodes.push(shape('path', { class: 'rule', d: `M${picture.x} ${short(picture.y + r * side)}h${short(columns * side)}` }));
    }
    const patch = this.patch();
    if (patch >= 0 && data.shape[2] === 1) {
      const [top, left] = data.corners[patch];
      nodes.push(shape('rect', { class: 'window', x: short(picture.x + left * side), y: short(picture.y + top * side), width: short(data.filter[1] * side), height: short(data.filter[0] * side) }));
    }
    if (this.cursor) {
      const [c, r] = place(this.at);
      nodes.push(shape('rect', { class: 'cursor', x: short(picture.x + c * side), y: short(picture.y + r * side), width: short(side), height: short(side) }));
    }
    return nodes.concat(this.responseMap());
  }

  /** responseMap draws sigma of the chosen filter at each patch of an image, as an image. */
  responseMap() {
    const { corners } = this.data;
    if (corners.length < 2) return [];
    const across = corners.findIndex(([r]) => r !== corners[0][0]);
    const columns = across < 0 ? corners.length : across;
    const side = Math.min(map.width / columns, map.height / (corners.length / columns));
    const answers = corners.map((_, k) => this.answer(k));
    const most = Math.max(...answers.map((a) => Math.abs(a?.value ?? 0)), 1e-9);
    const nodes = [shape('text', { x: map.x, y: 18 }, this.caption())];
    answers.forEach((a, k) => {
      const box = { x: short(map.x + (k % columns) * side), y: short(map.y + Math.floor(k / columns) * side), width: short(side), height: short(side) };
      nodes.push(shape('rect', { class: 'frame', ...box }));
      if (a) nodes.push(shape('rect', { class: a.value < 0 ? 'response below' : 'response', ...box, 'fill-opacity': (Math.abs(a.value) / most).toFixed(2) }));
      if (k === this.patch()) nodes.push(shape('rect', { class: 'window', ...box }));
    });
    return nodes;
  }

  /** patch is the patch in sight: at the pointer, at the cursor of the keys, or -1. */
  patch() {
    const entry = this.hover >= 0 ? this.hover : this.cursor ? this.at : -1;
    const { corners, filter, shape: [, width, channels] } = this.data;
    if (entry < 0 || corners.length < 2) return -1;
    const pixel = Math.floor(entry / channels);
    const [row, at] = [Math.floor(pixel / width), pixel % width];
    let best = -1, least = Infinity;
    corners.forEach(([top, left], k) => {
      const inside = this.signal || (row >= top && row < top + filter[0]);
      const distance = Math.abs(left + (filter[1] - 1) / 2 - at) + (this.signal ? 0 : Math.abs(top + (filter[0] - 1) / 2 - row));
      if (inside && distance < least) [best, least] = [k, distance];
    });
    return best;
  }

  /** cell says what is under the pointer or the cursor. */
  cell() {
    const entry = this.hover >= 0 ? this.hover : this.cursor ? this.at : -1;
    if (entry < 0) return this.data.corners.length > 1 && this.data.neurons?.length ? 'Point at a patch to see what the filter makes of it.' : 'Draw into the sample.';
    const patch = this.patch();
    const said = `x${this.data.shape[0] > 1 ? `(${Math.floor(entry / this.data.shape[2] / this.data.shape[1]) + 1}, ${Math.floor(entry / this.data.shape[2]) % this.data.shape[1] + 1})` : `(${entry + 1})`} = ${number(this.x[entry], 2)}`;
    if (patch < 0) return said;
    const a = this.answer(patch);
    const name = `patch ${patch + 1} of ${this.data.corners.length}`;
    return a ? `${said}; ${name}: x\u2032u = ${number(a.product, 2)}, \u03c3 = ${number(a.value, 2)}` : `${said}; ${name}, which this filter does not read`;
  }

  /** entry returns the entry of the sample at an event, and the share of the range at which it is, or null beside the sample. */
  entry(event, clamp = false) {
    const matrix = this.svg.getScreenCTM();
    if (!matrix || !this.data?.x[this.index]) return null;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    if (this.signal) {
      const i = Math.floor(at.x / plot.width * this.x.length);
      const share = 1 - 2 * (at.y - plot.y) / plot.height;
      if (!clamp && (Math.abs(share) > 1.15 || i < 0 || i >= this.x.length)) return null;
      return { i: Math.max(0, Math.min(this.x.length - 1, i)), share: Math.max(-1, Math.min(1, share)) };
    }
    const { columns, rows, place } = planes(this.data.shape);
    const side = Math.min(picture.width / columns, picture.height / rows);
    const [c, r] = [(at.x - picture.x) / side, (at.y - picture.y) / side];
    const i = this.x.findIndex((_, k) => {
      const [left, top] = place(k);
      return c >= left && c < left + 1 && r >= top && r < top + 1;
    });
    return i < 0 ? null : { i, share: this.ink };
  }

  press(event) {
    const at = this.entry(event);
    if (this.held !== null || !at || event.button > 0) return;
    event.preventDefault();
    this.svg.focus({ preventScroll: true });
    this.cursor = false;
    this.held = event.pointerId;
    this.svg.setPointerCapture(event.pointerId);
    if (!this.signal) this.ink = greyness({ low: this.data.low, high: this.range })(this.x[at.i]) > 0.5 ? 0 : 1;
    this.last = null;
    this.paint(this.signal ? at : { ...at, share: this.ink });
  }

  move(event) {
    const at = this.entry(event, this.held !== null);
    if (event.pointerId !== this.held) return this.point(at ? at.i : -1);
    if (at) this.paint(at);
  }

  release(event) {
    if (event.pointerId !== this.held) return;
    this.held = null;
    this.on.draw(this.values, true);
  }

  cancel() {
    if (this.held === null) return;
    this.held = null;
    this.values = null;
    this.on.cancel();
  }

  /** paint writes what the pointer draws: of a signal all entries since the last place. */
  paint({ i, share }) {
    const values = [...this.x];
    const from = this.signal && this.last ? this.last : { i, share };
    const count = Math.abs(i - from.i);
    for (let k = 0; k <= count; k++) {
      const t = count ? k / count : 1;
      values[from.i + Math.sign(i - from.i) * k] = this.rounded(this.range * (from.share + t * (share - from.share)));
    }
    this.last = { i, share };
    this.at = i;
    this.hover = i;
    const changed = values.some((v, k) => v !== this.x[k]);
    this.values = values;
    if (changed) this.on.draw(values, false);
    this.render();
  }

  /** rounded leaves two decimals of the range. */
  rounded(v) {
    const unit = 10 ** (Math.floor(Math.log10(this.range)) - 2);
    return Number((Math.round(v / unit) * unit).toPrecision(6));
  }

  point(i) {
    if (i === this.hover) return;
    this.hover = i;
    if (this.data) this.render();
  }

  setCursor(on) {
    this.cursor = on;
    if (this.data) this.render();
  }

  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.data?.x[this.index]) return;
    const { key } = event;
    if (key === 'Escape' && this.held !== null) return this.cancel();
    const width = this.signal ? 1 : this.data.shape[1] * this.data.shape[2];
    const moves = this.signal ? { ArrowLeft: -1, ArrowRight: 1 } : { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -width, ArrowDown: width };
    const changes = { '+': step, '-': -step, ...(this.signal ? { ArrowUp: step, ArrowDown: -step } : {}) };
    this.hover = -1;
    this.cursor = true;
    if (moves[key]) {
      const to = this.at + moves[key];
      if (to >= 0 && to < this.x.length) this.at = to;
    } else if (key === 'Home' || key === 'End') this.at = key === 'Home' ? 0 : this.x.length - 1;
    else if (changes[key]) this.change(this.x[this.at] + changes[key] * this.range);
    else if (key === ' ' && !this.signal) this.change(this.x[this.at] > this.range / 2 ? 0 : this.range);
    else return;
    event.preventDefault();
    event.stopPropagation();
    this.render();
  }

  /** change gives the entry at the cursor a value. */
  change(value) {
    const values = [...this.x];
    const bottom = this.signal ? -this.range : Math.min(0, this.data.low);
    values[this.at] = this.rounded(Math.max(bottom, Math.min(this.range, value)));
    this.values = values;
    this.on.draw(values, true);
  }
}
