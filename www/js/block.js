// A block of numbers as people copy it from a spreadsheet, a CSV file or a text.

import { parse } from './format.js';

/** readBlock returns {rows} of numbers, or {fault}, one sentence. A first line without any number is a header and left out. */
export function readBlock(text) {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/).map((line, i) => ({ line, i })).filter(({ line }) => line.trim() !== '');
  const first = lines[0]?.line ?? '';
  const separator = first.includes('\t') ? '\t' : first.includes(';') ? ';' : first.includes(',') ? ',' : /\s+/;
  const cut = (line) => (separator === '\t' ? line : line.trim()).split(separator);
  if (lines.length > 1 && cut(first).every((cell) => Number.isNaN(parse(cell)))) lines.shift();
  const rows = [];
  for (const { line, i } of lines) {
    const cells = cut(line);
    const row = cells.map(parse);
    const bad = row.findIndex((v) => !Number.isFinite(v));
    if (bad >= 0) return { fault: `Line ${i + 1} of what you pasted has \u201c${cells[bad].trim().slice(0, 40)}\u201d where a number is expected.` };
    if (rows.length && row.length !== rows[0].length) {
      return { fault: `Line ${i + 1} of what you pasted has ${row.length} numbers, the first line ${rows[0].length}.` };
    }
    rows.push(row);
  }
  return rows.length ? { rows } : { fault: 'There are no numbers in what you pasted.' };
}
