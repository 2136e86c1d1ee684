// Numbers as text for people. Every function takes a number and returns a string.

const minus = '\u2212';

/** number gives x with so many significant digits and a true minus sign: 0.0912, 3.1e-11. */
export function number(x, digits = 3) {
  if (!Number.isFinite(x)) return '\u2013';
  if (x === 0) return '0';
  const size = Math.abs(x);
  const text = size >= 1e6 || size < 1e-4 ? x.toExponential(digits - 1).replace('e+', 'e') : x.toPrecision(digits);
  return text.includes('e+') ? x.toExponential(digits - 1).replace('e+', 'e').replace(/^-/, minus) : text.replace(/^-/, minus);
}

/** fixed gives x with so many decimals and a true minus sign. */
export function fixed(x, decimals = 3) {
  return x.toFixed(decimals).replace(/^-/, minus);
}

/** short gives x for a text field, as few digits as describe it to six places, in plain ASCII. */
export function short(x) {
  return String(Number(x.toPrecision(6)));
}

/** duration gives a duration in seconds as text. */
export function duration(seconds) {
  if (!(seconds > 0)) return '\u2013';
  return seconds < 1 ? `${number(seconds * 1000, seconds < 0.1 ? 2 : 3)} ms` : `${number(seconds, 3)} s`;
}

/** agreement gives two nearly equal numbers with the digits in which they agree apart from the rest: [[same, rest], [same, rest]]. */
export function agreement(x, y, digits = 12) {
  const decimals = Math.max(0, Math.min(20, digits - 1 - Math.floor(Math.log10(Math.max(Math.abs(x), Math.abs(y), 1e-9)))));
  const texts = [x, y].map((v) => (Math.abs(v) >= 1e9 ? number(v, digits) : fixed(v, decimals)));
  let same = 0;
  while (same < texts[0].length && texts[0][same] === texts[1][same]) same++;
  return texts.map((text) => [text.slice(0, same), text.slice(same)]);
}

/** megabytes gives a number of bytes as text, without the unit. */
export function megabytes(bytes) {
  return (bytes / 1e6).toFixed(2);
}

/** parse reads a number as people write it, with a comma or a true minus sign too; NaN when it is none. */
export function parse(text) {
  const plain = text.trim().replace(',', '.').replace(minus, '-');
  return plain === '' ? NaN : Number(plain);
}
