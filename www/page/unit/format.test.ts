// Numbers as text.

import { agreement, counted, duration, fixed, glued, number, parse, percent, short, subscript } from '../platform/format';
import { equal, test } from './test';

test('numbers have as many digits as are asked for, and a true minus sign', () => {
  const rows: [number, number, string][] = [
    [0, 3, '0'], [0.0912, 3, '0.0912'], [3.14e-11, 2, '3.1e\u221211'], [-1.5, 3, '\u22121.5'], [0.5, 3, '0.5'], [1234567, 3, '1.23e6'], [99999, 2, '100000'], [NaN, 3, '\u2013'],
    [Infinity, 3, '\u2013'], [-0.00001, 2, '\u22121e\u22125'],
  ];
  for (const [x, digits, want] of rows) equal(number(x, digits), want);
});

test('other forms', () => {
  equal([fixed(-0.5, 2), short(0.1 + 0.2), short(123456.7, 2), percent(0.12345), subscript(12)], ['\u22120.50', '0.3', '120000', '12.3 %', '\u2081\u2082']);
  equal([duration(0.004), duration(0.5), duration(12), duration(0)], ['4 ms', '500 ms', '12 s', '\u2013']);
  equal([counted(1, 'point'), counted(2, 'point'), counted(2, 'patch', 'patches')], ['1 point', '2 points', '2 patches']);
});

test('a formula within a sentence stays on one line', () => {
  equal(glued('Add v f to v(y − f) − v²/4: a sum of α σ(x′u), very fast').replaceAll('\u00a0', '_'), 'Add v_f to v(y_−_f)_−_v²/4: a sum of α_σ(x′u), very fast');
});

test('two numbers are cut where they begin to differ', () => {
  equal(agreement(8.0900001, 8.0899999), [['8.0', '9000010000'], ['8.0', '8999990000']]);
  equal(agreement(1, 1), [['1.00000000000', ''], ['1.00000000000', '']]);
  for (const [x, y] of [[0, 0], [1e12, 1e12 + 1], [-3, 2]] as const) {
    const [[a, b], [c, d]] = agreement(x, y);
    equal(a === c && b !== '' === (d !== ''), true, `${x} and ${y}`);
  }
});

test('numbers are read as people write them', () => {
  equal(['1,5', ' \u22122 ', '1e-3', '1e\u22123', '+4'].map(parse), [1.5, -2, 0.001, 0.001, 4]);
  for (const text of ['', ' ', 'x', '1 2', '1,2,3']) equal(Number.isNaN(parse(text)), true, text);
});
