// The texts that the view sends: the labels on top of the pictures, and its settings.

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

/** Settings are the settings that have a control: turns are by picture, in radians. */
export interface Settings { slice: boolean; turns: number[] }

/** readSettings reads the view's text: view, then name.picture=value for what is not as it is at first. It returns null for any other text. */
export function readSettings(text: string): Settings | null {
  const settings: Settings = { slice: false, turns: [] };
  const [view, ...words] = text.split(' ');
  if (view !== 'view') return null;
  for (const word of words) {
    const [, name, picture, text] = /^(\w+)\.(\d+)=(.+)$/.exec(word) ?? [];
    const value = Number(text);
    if (name === 'slice') settings.slice = value !== 0;
    else if (name === 'turn') settings.turns[Number(picture)] = value;
    else if (!['camera', 'stage', 'normal', 'sweep'].includes(name ?? '')) return null; // the last three are of earlier versions
    if (name !== 'camera' && !Number.isFinite(value)) return null;
  }
  return settings;
}
