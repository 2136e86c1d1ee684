// The plain drawing of the data: what the first tile shows before the pictures have come, and whenever there are none. It needs nothing
// but this page: points, axes, and the line f = 0 (for one feature the curve f), of which the plane can be drawn on as usual.

import { zeroCurve } from './contour.js';
import { perFrame } from './frames.js';
import { short as digits } from './format.js';
import { indicesOf } from './selection.js';

const most = 2000; // points drawn
const usual = { x: 0, y: 0, half: 1.15 }; // the window of points in the square of side two, as in the pictures
const reach = { mouse: 14, pen: 14, touch: 24 }; // css pixels that a pointer touches
const tap = 5; // css pixels within which a rectangle is a tap
const ns = 'http://www.w3.org/2000/svg';

/** isFlat says whether only the plain drawing can show such data. */
export const isFlat = (page) => !page.drawable;

/** plainDrawing draws into area; send passes intents on, all() is a promise of all points, {x, y, held}. It returns show(page). */
export function plainDrawing(area, all, send) {
  const svg = area.appendChild(shape('svg', { class: 'plain', 'aria-hidden': 'true' }));
  const now = { page: null, data: { x: [], y: [] }, key: '', asking: false, held: null, window: usual, plane: null, band: null, draw: null };
  const draw = perFrame(() => now.page && render(svg, area, now));
  now.draw = draw;
  new ResizeObserver(draw).observe(area);

  const ask = async () => {
    const key = keyOf(now.page);
    if (now.asking || now.key === key) return;
    now.asking = true;
    // No points, no document.
    now.data = await all().catch(() => ({ x: [], y: [] }));
    now.asking = false;
    now.key = key;
    draw();
    ask();
  };
  pointer(svg, now, send);
  return (page) => {
    now.page = page;
    draw();
    if (!page.signals) ask(); // which have a panel of their own
  };
}

/** keyOf changes whenever the data may have changed: each change of them is solved. */
const keyOf = (page) => `${page.solves} ${page.samples} ${page.status}`;

function shape(name, attributes, text = '') {
  const node = document.createElementNS(ns, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.textContent = text;
  return node;
}

/** render draws everything; drawings of this size are cheap enough to make anew. */
function render(svg, area, now) {
  const width = area.clientWidth, height = area.clientHeight;
  const { page } = now;
  const data = shownData(page, now.data);
  const dimension = data.x[0]?.length ?? page.dimension;
  if (width < 2 || height < 2) return;
  if (page.signals) {
    now.plane = null;
    svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    return svg.replaceChildren(shape('text', { class: 'remark', x: width / 2, y: height / 2, 'text-anchor': 'middle' }, 'Signals and images are shown, and drawn, in the panel Samples.'));
  }
  if (now.held === null) now.window = windowOf(data, dimension);
  const plane = planeOf(now.window, width, height);
  now.plane = plane;
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  const f = networkOf(page, dimension);
  svg.replaceChildren(...grid(plane), ...curve(f, plane, dimension), ...points(data, plane, dimension, new Set(indicesOf(page))),
    ...remark(dimension, data, plane), ...bandOf(now));
}

/** shownData returns the data with the labels of the output that is shown: of classes labelled 0 and 1, those of the others become -1. */
function shownData({ lens, classes }, data) {
  const { outputs = 1, output = 0 } = lens ?? {};
  return outputs < 2 ? data : { ...data, y: data.y.map((row) => [classes && row[output] === 0 ? -1 : row[output] ?? 0]) };
}

/** windowOf returns the square that shows all points. */
function windowOf({ x, y }, dimension) {
  const places = x.slice(0, most).map((row, i) => place(row, y[i], dimension));
  if (places.every(([a, b]) => Math.abs(a) <= 1.0001 && Math.abs(b) <= 1.0001)) return usual;
  const [left, right] = extent(places.map(([a]) => a));
  const [low, high] = extent(places.map(([, b]) => b));
  const half = Math.max(right - left, high - low) / 2 || Math.max(1, Math.abs(left));
  return { x: (left + right) / 2, y: (low + high) / 2, half: usual.half * half };
}

const extent = (values) => [Math.min(...values), Math.max(...values)];

/** place returns where a sample is drawn: with one feature at (x, y), otherwise at its first two features. */
const place = (row, label, dimension) => (dimension === 1 ? [row[0], label[0]] : [row[0], row[1]]);

function planeOf({ x, y, half }, width, height) {
  const k = Math.min(width, height) / 2 / half;
  return {
    width, height, k,
    pixel: (a, b) => [width / 2 + (a - x) * k, height / 2 - (b - y) * k],
    point: (px, py) => [x + (px - width / 2) / k, y - (py - height / 2) / k],
    left: x - width / 2 / k, right: x + width / 2 / k, low: y - height / 2 / k, high: y + height / 2 / k,
  };
}

/** networkOf returns the network as a function of its features, or null when the page's neurons are not all there is to it. */
function networkOf({ neurons, activation: [a, b, c] }, dimension) {
  if (!neurons?.length || neurons.some(({ u }) => u.length !== dimension) || dimension > 3) return null;
  return (...x) => neurons.reduce((sum, { u, alpha }) => {
    const s = u.reduce((product, v, i) => product + v * (x[i] ?? 0), 0);
    return sum + alpha * ((a * s + b) * s + c);
  }, 0);
}

function curve(f, plane, dimension) {
  if (!f) return [];
  let path = '';
  const line = (a, b, c, d) => { path += `M${plane.pixel(a, b).map(short)}L${plane.pixel(c, d).map(short)}`; };
  if (dimension === 1) {
    const steps = 160;
    const x = (i) => plane.left + (plane.right - plane.left) * i / steps;
    for (let i = 0; i < steps; i++) line(x(i), f(x(i)), x(i + 1), f(x(i + 1)));
  } else {
    for (const segment of zeroCurve((x, y) => f(x, y), plane)) line(...segment);
  }
  return [shape('path', { class: 'curve', d: path })];
}

const short = (v) => Math.max(-1e5, Math.min(1e5, v)).toFixed(1);

/** points draws the data: those held out are hollow, the selected ones have a ring. */
function points({ x, y, held }, plane, dimension, selected) {
  const hollow = new Set(held);
  const size = x.length > 120 ? Math.max(2.2, 5 * (120 / x.length) ** 0.25) : 5;
  return x.slice(0, most).flatMap((row, i) => {
    const [px, py] = plane.pixel(...place(row, y[i], dimension));
    const mark = markOf(px, py, y[i][0], size, hollow.has(i));
    return selected.has(i) ? [shape('circle', { class: 'ring', cx: short(px), cy: short(py), r: size + 5 }), mark] : [mark];
  });
}

function markOf(px, py, label, size, hollow) {
  const kind = (name) => (hollow ? `${name} held` : name);
  if (label >= 0) return shape('circle', { class: kind('positive'), cx: short(px), cy: short(py), r: size });
  const r = size * 1.3;
  return shape('path', { class: kind('negative'), d: `M${short(px)} ${short(py - r)}l${r} ${r} ${-r} ${r} ${-r} ${-r}z` });
}

/** bandOf draws the rectangle that chooses points. */
function bandOf({ band }) {
  if (!band) return [];
  const { x, y, width, height } = boxOf(band);
  return [shape('rect', { class: 'band', x: short(x), y: short(y), width: short(width), height: short(height) })];
}

const boxOf = ([[a, b], [c, d]]) => ({ x: Math.min(a, c), y: Math.min(b, d), width: Math.abs(c - a), height: Math.abs(d - b) });

/** grid draws lines at round numbers, the axes stronger, with their numbers along the left and the lower edge. */
function grid(plane) {
  const step = roundStep(Math.min(plane.right - plane.left, plane.high - plane.low) / 3.9);
  const nodes = [];
  for (let i = Math.ceil(plane.left / step); i * step <= plane.right; i++) {
    const [x] = plane.pixel(i * step, 0);
    nodes.push(shape('path', { class: i ? 'rule' : 'axis', d: `M${short(x)} 0V${plane.height}` }));
    if (x < 26 || x > plane.width - 26) continue;
    nodes.push(shape('text', { x: short(x), y: plane.height - 8, 'text-anchor': 'middle' }, tick(i * step)));
  }
  for (let i = Math.ceil(plane.low / step); i * step <= plane.high; i++) {
    const [, y] = plane.pixel(0, i * step);
    nodes.push(shape('path', { class: i ? 'rule' : 'axis', d: `M0 ${short(y)}H${plane.width}` }));
    if (y > 26 && y < plane.height - 26) nodes.push(shape('text', { x: 8, y: short(y + 4) }, tick(i * step)));
  }
  return nodes;
}

const tick = (value) => digits(value).replace('-', '\u2212');

/** roundStep returns 1, 2 or 5 times a power of ten, the largest that is not above size. */
function roundStep(size) {
  const power = 10 ** Math.floor(Math.log10(size));
  return power * [5, 2, 1].find((digit) => digit * power <= size * 1.0001);
}

/** remark says what a drawing of the plane cannot show of other data, and what hollow points are. */
function remark(dimension, { held }, plane) {
  const about = held?.length ? 'Hollow points are held out.' : '';
  const three = 'The first two of three features; the line is f = 0 where the third is 0.';
  const lost = dimension === 3 ? three : `The first two of ${dimension} features.`;
  return [dimension < 3 ? '' : lost, about].filter(Boolean).map((text, i) => (
    shape('text', { class: 'remark', x: plane.width / 2, y: 20 + 18 * i, 'text-anchor': 'middle' }, text)));
}

/** pointer makes intents of the gestures on the drawing, as the pictures do. */
function pointer(svg, now, send) {
  const spot = (event) => {
    const box = svg.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const intent = (verb, event, more) => {
    const at = now.plane.point(...spot(event));
    send({ do: verb, at, radius: (reach[event.pointerType] ?? reach.mouse) / now.plane.k, ...more });
  };
  const ends = (verb) => (event) => {
    if (event.pointerId !== now.held) return;
    now.held = null;
    if (now.band) endBand(now, event, verb, send);
    else send({ do: verb });
  };
  svg.addEventListener('pointerdown', (event) => {
    const selects = now.page?.tool === 'select';
    if (now.held !== null || !now.plane || now.page.signals || now.page.dimension !== 2 && !selects) return;
    const touch = event.pointerType === 'touch';
    const at = spot(event);
    const index = selects ? nearestTo(now, at, reach[event.pointerType] ?? reach.mouse) : -1;
    if (index >= 0 && (now.page.dimension !== 2 || isMore(event))) {
      send({ do: 'select', name: 'toggle', indices: [index] });
      return;
    }
    now.held = event.pointerId;
    svg.setPointerCapture(event.pointerId);
    if (selects && index < 0) now.band = [at, at];
    else intent('press', event, selects ? { index, more: touch } : {});
  });
  svg.addEventListener('pointermove', (event) => {
    if (event.pointerId !== now.held) return;
    if (!now.band) return intent('drag', event);
    now.band[1] = spot(event);
    now.draw();
  });
  svg.addEventListener('pointerup', ends('release'));
  svg.addEventListener('pointercancel', ends('cancel'));
}

const isMore = (event) => event.shiftKey || event.ctrlKey || event.metaKey;

/** pixels returns where the points are drawn. */
const pixels = ({ data: { x, y }, plane }) => x.map((row, i) => plane.pixel(...place(row, y[i], row.length)));

/** nearestTo returns the point nearest to a pixel, within a radius, or -1. */
function nearestTo(now, [x, y], radius) {
  const far = pixels(now).map(([px, py]) => Math.hypot(px - x, py - y));
  const index = far.indexOf(Math.min(...far));
  return far[index] <= radius ? index : -1;
}

/** endBand chooses the points in the rectangle; a tap beside them chooses none. */
function endBand(now, event, verb, send) {
  const { x, y, width, height } = boxOf(now.band);
  now.band = null;
  now.draw();
  const more = isMore(event);
  if (verb === 'cancel') return;
  if (Math.max(width, height) < tap) {
    if (!more) send({ do: 'select', name: 'none' });
    return;
  }
  const inside = ([px, py]) => px >= x && px <= x + width && py >= y && py <= y + height;
  const indices = pixels(now).flatMap((at, i) => (inside(at) ? [i] : []));
  send({ do: 'select', name: more || event.pointerType === 'touch' ? 'add' : 'set', indices });
}
