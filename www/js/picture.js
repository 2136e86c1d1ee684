// Saves a picture: what the view draws anew, larger, and its labels, under the picture's title, as a PNG file.

import { byId, element } from './dom.js';
import { download } from './download.js';
import { tiles } from './tiles.js';

const margin = 16; // css pixels around the picture
const top = 56; // css pixels for the title and its sentence
const sides = { c: ['center', 'middle'], l: ['left', 'middle'], r: ['right', 'middle'], t: ['center', 'top'], b: ['center', 'bottom'] };

/** savePicture composes what the view sent of a picture and hands it to the visitor; lines has the format of the labels. */
export async function savePicture(index, factor, { width, height, rgba, lines }) {
  const { name, article } = tiles[index];
  const canvas = element('canvas', { width: width + 2 * margin * factor, height: height + (top + margin) * factor });
  const context = canvas.getContext('2d');
  context.scale(factor, factor);
  context.fillStyle = colour('--panel');
  context.fillRect(0, 0, canvas.width, canvas.height);
  heading(context, article);
  context.putImageData(new ImageData(new Uint8ClampedArray(rgba), width, height), margin * factor, top * factor);
  context.translate(margin, top);
  for (const line of lines ? lines.split('\n') : []) label(context, line);
  const blob = await new Promise((resolve) => { canvas.toBlob(resolve, 'image/png'); });
  download(blob, `conelab-${name}.png`);
}

const colour = (property) => getComputedStyle(document.documentElement).getPropertyValue(property).trim();

/** heading writes the title and the sentence of the tile, each in its own style. */
function heading(context, article) {
  context.textBaseline = 'alphabetic';
  for (const [selector, y] of [['h2', 24], ['header p', 43]]) {
    const node = article.querySelector(selector);
    write(context, getComputedStyle(node));
    context.fillText(node.textContent, margin, y, context.canvas.width - 2 * margin);
  }
}

/** label writes one line "x\ty\tanchor\tclass\ttext" as the page shows it. */
function label(context, line) {
  const [x, y, anchor, kind, ...text] = line.split('\t');
  const probe = byId('labels').appendChild(element('span', { class: `text ${kind}` }));
  write(context, getComputedStyle(probe));
  probe.remove();
  [context.textAlign, context.textBaseline] = sides[anchor] ?? sides.c;
  context.strokeStyle = colour('--panel');
  context.lineWidth = 3;
  context.lineJoin = 'round';
  context.strokeText(text.join(' '), Number(x), Number(y));
  context.fillText(text.join(' '), Number(x), Number(y));
}

function write(context, style) {
  context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  context.fillStyle = style.color;
}
