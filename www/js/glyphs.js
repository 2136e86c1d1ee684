// Signals, images and filters as SVG: small for many of them, large for one. Boxes are {x, y, width, height} in the units of the drawing.

const ns = 'http://www.w3.org/2000/svg';
const levels = 10; // of grey, each a path of its own, so that images of many pixels stay a few elements

/** shape returns a new SVG element. */
export function shape(name, attributes, text = '') {
  const node = document.createElementNS(ns, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text) node.textContent = text;
  return node;
}

/** short gives a coordinate. */
export const short = (v) => String(Math.round(10 * v) / 10);

/** isSignal says whether samples of a shape are curves. */
export const isSignal = (shape) => shape.length === 1;

/** planes returns the columns, rows and places of the entries of an image [height, width, channels]: its channels stand side by side. */
export function planes([height, width, channels], gap = 0.4) {
  const place = (i) => {
    const channel = i % channels;
    const pixel = (i - channel) / channels;
    return [pixel % width + channel * (width + gap), Math.floor(pixel / width)];
  };
  return { columns: channels * width + (channels - 1) * gap, rows: height, place };
}

/** column returns where entry i of a signal stands in a box. */
export const column = (i, length, box) => box.x + (i + 0.5) * box.width / length;

/** level returns how high a value of a signal stands in a box; the range reaches from -range to range. */
export const level = (v, range, box) => box.y + box.height / 2 - Math.max(-1.05, Math.min(1.05, v / range)) * box.height / 2;

/** curve draws a signal, with a line at zero. */
export function curve(x, range, box) {
  const d = x.map((v, i) => `${i ? 'L' : 'M'}${short(column(i, x.length, box))} ${short(level(v, range, box))}`).join('');
  return [
    shape('path', { class: 'zero', d: `M${box.x} ${short(box.y + box.height / 2)}h${box.width}` }),
    shape('path', { class: 'curve', d: x.length > 1 ? d : `${d}h.1` }),
  ];
}

/** greyness returns the function from a value to the share of ink, 0 to 1, for values between low and high. */
export function greyness({ low, high }) {
  const bottom = low < -0.25 * Math.abs(high) ? low : 0;
  const top = Math.max(high > 0.25 ? high : 1, bottom + 1e-9);
  return (v) => Math.max(0, Math.min(1, (v - bottom) / (top - bottom)));
}

/** pixels draws an image in greys. */
export function pixels(x, size, grey, box) {
  const { columns, rows, place } = planes(size);
  const side = Math.min(box.width / columns, box.height / rows);
  const paths = Array(levels + 1).fill('');
  x.forEach((v, i) => {
    const [c, r] = place(i);
    paths[Math.round(grey(v) * levels)] += square(box.x + c * side, box.y + r * side, side);
  });
  const frame = shape('rect', { class: 'frame', x: box.x, y: box.y, width: short(columns * side), height: short(rows * side) });
  return [frame, ...paths.map((d, k) => d && k ? shape('path', { class: 'grey', d, 'fill-opacity': String(k / levels) }) : '').filter(Boolean)];
}

const square = (x, y, side) => `M${x.toFixed(2)} ${y.toFixed(2)}h${side.toFixed(2)}v${side.toFixed(2)}h-${side.toFixed(2)}z`;

/** filterBars draws a filter of a signal: bars above and below zero. */
export function filterBars(u, box) {
  const step = box.width / u.length;
  const middle = box.y + box.height / 2;
  const bars = u.map((v, k) => {
    const height = Math.abs(v) * box.height / 2;
    return shape('rect', {
      class: v < 0 ? 'negative' : 'positive', x: short(box.x + (k + 0.14) * step), width: short(0.72 * step),
      y: short(v < 0 ? middle : middle - height), height: short(Math.max(height, 0.6)),
    });
  });
  return [shape('path', { class: 'zero', d: `M${box.x} ${short(middle)}h${box.width}` }), ...bars];
}

/** filterPixels draws a filter of an image: how strong by the ink, which sign by colour and by a mark where there is room. */
export function filterPixels(u, size, box) {
  const { columns, rows, place } = planes(size);
  const side = Math.min(box.width / columns, box.height / rows);
  const most = Math.max(...u.map(Math.abs), 1e-9);
  const nodes = [];
  u.forEach((v, k) => {
    const [c, r] = place(k);
    const x = box.x + c * side, y = box.y + r * side;
    nodes.push(shape('rect', { class: v < 0 ? 'negative' : 'positive', x: short(x), y: short(y), width: short(side), height: short(side), 'fill-opacity': (Math.abs(v) / most).toFixed(2) }));
    if (side < 9 || Math.abs(v) < 0.15 * most) return;
    const arm = Math.min(4, side / 4);
    nodes.push(shape('path', { class: 'sign', d: `M${short(x + side / 2 - arm)} ${short(y + side / 2)}h${2 * arm}${v < 0 ? '' : `m${-arm} ${-arm}v${2 * arm}`}` }));
  });
  nodes.push(shape('rect', { class: 'frame', x: box.x, y: box.y, width: short(columns * side), height: short(rows * side) }));
  return nodes;
}
