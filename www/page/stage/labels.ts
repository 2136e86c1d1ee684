// The text on top of the pictures: a pool of spans that are moved, not created. The view sends lines "x\ty\tanchor\tclass\ttext", where
// anchor is the side of the text that is at (x, y), in CSS pixels relative to the canvas.

import { element } from '../platform/dom';

const most = 160;
const shifts: Record<string, string> = { c: '-50%,-50%', l: '0,-50%', r: '-100%,-50%', t: '-50%,0', b: '-50%,-100%' };

/** A Label is a parsed line. */
export interface Label { x: string; y: string; anchor: string; kind: string; text: string }

/** labelOf parses a line. */
export function labelOf(line: string): Label {
  const [x = '0', y = '0', anchor = 'c', kind = '', ...text] = line.split('\t');
  return { x, y, anchor, kind, text: text.join(' ') };
}

/** labelLayer returns the function that shows labels in layer. */
export function labelLayer(layer: HTMLElement): (lines: string) => void {
  const pool: { span: HTMLElement; shown: string }[] = [];
  return (lines) => {
    const items = lines === '' ? [] : lines.split('\n').slice(0, most);
    while (pool.length < items.length) pool.push({ span: layer.appendChild(element('span')), shown: '' });
    pool.forEach((item, i) => {
      const line = items[i] ?? '';
      if (item.shown === line) return;
      item.shown = line;
      place(item.span, line);
    });
  };
}

function place(span: HTMLElement, line: string): void {
  span.hidden = line === '';
  if (span.hidden) return;
  const { x, y, anchor, kind, text } = labelOf(line);
  const name = `text ${kind}`;
  if (span.className !== name) span.className = name;
  if (span.textContent !== text) span.textContent = text;
  span.style.transform = `translate(${x}px,${y}px) translate(${shifts[anchor] ?? shifts['c']})`;
}
