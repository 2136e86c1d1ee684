// A block of numbers, as people copy it from a spreadsheet, a CSV file or a text.

import { parse } from '../platform/format';
import * as messages from '../messages';

/** A Block has at least one row of equally many numbers, or else a sentence that says what is wrong with the text. */
export type Block = { rows: number[][]; fault?: never } | { fault: string; rows?: never };

/** readBlock reads a block. A first line without any number is a header and is skipped. */
export function readBlock(text: string): Block {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/).map((line, i) => ({ line, number: i + 1 })).filter(({ line }) => line.trim() !== '');
  const cut = cutter(lines[0]?.line ?? '');
  if (lines.length > 1 && cut(lines[0]?.line ?? '').every((cell) => Number.isNaN(parse(cell)))) lines.shift();
  const rows: number[][] = [];
  for (const { line, number } of lines) {
    const cells = cut(line);
    const bad = cells.find((cell) => !Number.isFinite(parse(cell)));
    if (bad !== undefined) return { fault: messages.pastedNoNumber(number, bad.trim()) };
    if (rows[0] && cells.length !== rows[0].length) return { fault: messages.pastedRagged(number, cells.length, rows[0].length) };
    rows.push(cells.map(parse));
  }
  return rows[0] ? { rows } : { fault: messages.pastedNothing };
}

/** cutter returns the function that splits a line into cells, using the separator of the first line. */
function cutter(first: string): (line: string) => string[] {
  if (first.includes('\t')) return (line) => line.split('\t');
  const separator = first.includes(';') ? ';' : first.includes(',') ? ',' : /\s+/;
  return (line) => line.trim().split(separator);
}
