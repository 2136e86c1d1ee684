// Numbers as text for people. Every function takes numbers and returns strings.

const minus = '\u2212';

/** none stands for a number that is not known. */
export const none = '\u2013';

const sign = (text: string): string => text.replace('e+', 'e').replaceAll('-', minus);

/** number formats x with at most the given number of significant digits and a true minus sign, by the rule of fault.AppendNumber: 0.0912, 12300, 3.1e−11. */
export function number(x: number, digits = 3): string {
  if (!Number.isFinite(x)) return none;
  const rounded = Number(x.toPrecision(digits)), size = Math.abs(rounded);
  return sign(size >= 1e6 || size > 0 && size < 1e-4 ? rounded.toExponential() : String(rounded));
}

const rounding = 1e-14;

/** relative formats a relative gap; one that is of the size of rounding errors, which differ from sum to sum, has no digits. */
export function relative(gap: number): string {
  return gap < rounding ? `< ${number(rounding)}` : number(gap, 2);
}

/** glued keeps a formula within a sentence on one line: no line break beside an operator, between the factors of a product, a number and its unit, or within |α|. */
export function glued(text: string): string {
  return text.replace(/(\|?) ([−+=≤≥<>·]) /g, (_, bar: string, operator: string) => `${bar && '|\u2060'}\u00a0${operator}\u00a0`).replace(/([vα]|\d(?= [βα%°])) (?=[fygσβα%°](?![a-z]))|(Σ|β(?= Σ)) /g, '$1$2\u00a0').replaceAll('|α|', '|\u2060α|');
}

/** fixed formats x with the given number of decimals and a true minus sign. */
export function fixed(x: number, decimals = 3): string {
  return x.toFixed(decimals).replace(/^-/, minus);
}

/** short formats x for a text field in plain ASCII, with as few digits as represent it to at most six digits: 0.5, 2.5e-5. */
export function short(x: number, digits = 6): string {
  return number(x, digits).replaceAll(minus, '-');
}

/** percent formats a fraction in per cent. */
export function percent(share: number): string {
  return `${Number((100 * share).toFixed(1))} %`;
}

/** duration formats a duration in seconds. */
export function duration(seconds: number): string {
  if (!(seconds > 0)) return none;
  return seconds < 1 ? `${number(seconds * 1000, seconds < 0.1 ? 2 : 3)} ms` : `${number(seconds, 3)} s`;
}

/** A Split is a number as text, split where it begins to differ from another: [same, rest]. */
export type Split = [string, string];

/** agreement formats two nearly equal numbers, with the digits in which they agree separated from the rest. */
export function agreement(x: number, y: number, digits = 12): [Split, Split] {
  const size = Math.max(Math.abs(x), Math.abs(y));
  const decimals = Math.max(0, Math.min(20, digits - 1 - Math.floor(Math.log10(size || 1))));
  const text = (v: number): string => (size >= 1e9 || size > 0 && size < 1e-9 ? number(v, digits) : fixed(v, decimals));
  const [first, second] = [text(x), text(y)];
  let same = 0;
  while (same < first.length && first[same] === second[same]) same++;
  const cut = (whole: string): Split => [whole.slice(0, same), whole.slice(same)];
  return [cut(first), cut(second)];
}

/** subscript writes an integer as a subscript. */
export function subscript(n: number): string {
  return [...String(n)].map((d) => String.fromCharCode(0x2080 + Number(d))).join('');
}

/** counted formats a number of things: 1 point, 2 points. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}

const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i; // hexadecimal digits are no number to people

/** parse reads a number as people write it, also with a decimal comma or a true minus sign; NaN if it is not a number. */
export function parse(text: string): number {
  const plain = text.trim().replace(',', '.').replaceAll(minus, '-');
  return decimal.test(plain) ? Number(plain) : NaN;
}
