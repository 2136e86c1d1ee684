// Numbers, links, lessons and blocks of numbers as text.

import { readBlock } from '../data/block';
import { filled, lessons, type Moment, told } from '../learn/course';
import * as messages from '../messages';
import { agreement, counted, duration, fixed, glued, number, parse, percent, relative, short, subscript } from '../platform/format';
import { Statistics } from '../platform/statistics';
import { isLink, read, write } from '../share/link';
import { readSettings } from '../stage/labels';
import { equal, refuses, test } from './test';

test('numbers have as many digits as are asked for, and a true minus sign', () => {
  const rows: [number, number, string][] = [
    [0, 3, '0'], [0.0912, 3, '0.0912'], [3.14e-11, 2, '3.1e\u221211'], [-1.5, 3, '\u22121.5'], [0.5, 3, '0.5'], [1234567, 3, '1.23e6'], [12300, 3, '12300'], [99999, 2, '100000'], [999999, 3, '1e6'], [0.00009999, 2, '0.0001'], [NaN, 3, '\u2013'],
    [Infinity, 3, '\u2013'], [-0.00001, 2, '\u22121e\u22125'],
  ];
  for (const [x, digits, want] of rows) equal(number(x, digits), want);
});

test('other forms', () => {
  equal([fixed(-0.5, 2), short(0.1 + 0.2), short(123456.7, 2), short(0.000025), percent(0.12345), subscript(12)], ['\u22120.50', '0.3', '120000', '2.5e-5', '12.3 %', '\u2081\u2082']);
  equal([duration(0.004), duration(0.5), duration(12), duration(0)], ['4 ms', '500 ms', '12 s', '\u2013']);
  equal([counted(1, 'point'), counted(2, 'point'), counted(2, 'patch', 'patches')], ['1 point', '2 points', '2 patches']);
});

test('a formula within a sentence stays on one line', () => {
  equal(glued('Add v f to v(y − f) − v²/4: a sum of α σ(x′u), very fast, Σ v f ≤ β Σ|α|, 10.9 β at 30 °').replaceAll('\u00a0', '_').replaceAll('\u2060', '*'), 'Add v_f to v(y_−_f)_−_v²/4: a sum of α_σ(x′u), very fast, Σ_v_f_≤_β_Σ|*α|, 10.9_β at 30_°');
});

test('two numbers are cut where they begin to differ', () => {
  equal(agreement(8.0900001, 8.0899999), [['8.0', '9000010000'], ['8.0', '8999990000']]);
  for (const gap of [1.8e-15, 2.1e-15, 0, -3e-16]) equal(relative(gap), '< 1e\u221214'); // rounding, other in each picture
  equal(relative(2.8e-9), '2.8e\u22129');
  equal(agreement(1, 1), [['1.00000000000', ''], ['1.00000000000', '']]);
  equal(agreement(5e-16, 0, 6), [['', '5e\u221216'], ['', '0']]); // which is not zero
  for (const [x, y] of [[0, 0], [1e12, 1e12 + 1], [-3, 2]] as const) {
    const [[a, b], [c, d]] = agreement(x, y);
    equal(a === c && b !== '' === (d !== ''), true, `${x} and ${y}`);
  }
});

test('numbers are read as people write them', () => {
  equal(['1,5', ' \u22122 ', '1e-3', '1e\u22123', '+4', '5.', '.5E2'].map(parse), [1.5, -2, 0.001, 0.001, 4, 5, 50]);
  for (const text of ['', ' ', 'x', '1 2', '1,2,3', '0x10', '0b1', '.', 'e5']) equal(Number.isNaN(parse(text)), true, text);
});

test('blocks of all kinds are read', () => {
  const want = [[1, 2.5], [-3, 4]];
  const texts = ['1\t2.5\n-3\t4', '1;2,5\r\n-3;4', '1,2.5\n-3,4\n\n', '\ufeff1 2.5\n \u22123  4', 'a,b\n1,2.5\n-3,4'];
  for (const text of texts) equal(readBlock(text).rows, want, text);
  equal(readBlock('1.5').rows, [[1.5]]);
});

test('what is wrong is said with its line', () => {
  equal(readBlock('1 2\n3 x').fault, messages.pastedNoNumber(2, 'x'));
  equal(readBlock('1 2\n\n3').fault, messages.pastedRagged(3, 1, 2));
  equal(readBlock('1\t\n').fault, messages.pastedNoNumber(1, ''));
  for (const text of ['', '\n \n']) equal(readBlock(text).fault, messages.pastedNothing);
});

test('the median of durations is that of the middle two where there is no middle one', () => {
  const medians = [[], [7], [5, 1], [9, 1, 4], [4, 1, 3, 8]].map((list) => {
    const statistics = new Statistics();
    for (const ms of list) statistics.drawn(ms);
    return statistics.take().drawMs.median;
  });
  equal(medians, [0, 7, 3, 4, 3.5]);
});

/** answer returns an answer of the page in which every number that any text names is x. */
function answer(x: number): Moment['now'] {
  const page: Record<string, unknown> = {};
  for (const { steps } of lessons) {
    for (const { say } of steps) {
      for (const [, path = ''] of say.matchAll(/\{([\w.]+)/g)) {
        const words = path.split('.').filter((word) => word !== 'then' && word !== 'now');
        const last = words.pop() ?? '';
        const at = words.reduce((within, word) => (within[word] ??= {}) as Record<string, unknown>, page);
        at[last] = x;
      }
    }
  }
  return page as unknown as Moment['now'];
}

test('the text of a step stays as it was when the question was asked', () => {
  const then = answer(3);
  let numbers = 0;
  for (const { name, steps } of lessons) {
    for (const step of steps) {
      const asked = told(step, { now: then, then });
      equal(told(step, { now: answer(8), then }), asked, name);
      equal(asked, filled(step.say, { now: then, then }), name);
      if (asked !== step.say) numbers++;
    }
  }
  equal(numbers > 5, true);
});

test('settings of the pictures are read', () => {
  equal(readSettings('view'), { slice: false, turns: [] });
  const settings = readSettings('view slice.2=1 normal.4=1 stage.2=1 sweep.1=3.5 camera.3=0.5,0.25,1,0,0,0 turn.2=0.7');
  equal({ ...settings, turns: settings?.turns[2] }, { slice: true, turns: 0.7 });
});

test('what is no settings is not read', () => {
  for (const text of ['', 'false', 'view 1 2', 'view stage.2=x', 'view colour.1=2']) equal(readSettings(text), null, text);
});

const content = { shared: { beta: 0.1, title: 'caf\u00e9 \u2264' }, theme: 'dark', hidden: [] };

test('a link is read as it was written', async () => {
  const hash = await write(content);
  equal([isLink(hash), /^#1=[\w-]+$/.test(hash)], [true, true], hash);
  equal(await read(hash), content);
});

test('a link of a browser that does not compress is read', async () => {
  const letters = btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(content))));
  equal(await read(`#1p=${letters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`), content);
});

test('no other fragment is a link', () => {
  for (const hash of ['', '#', '#proof', '#1', '#x=1']) equal(isLink(hash), false, hash);
});

test('what is no link is refused', async () => {
  const whole = await write(content);
  await refuses(read('#2=abc'), messages.linkOfOtherVersion);
  await refuses(read('#1=ab+c'), messages.linkDamaged);
  await refuses(read('#1='), messages.linkDamaged);
  await refuses(read(whole.slice(0, -4)), messages.linkDamaged);
  await refuses(read('#1p=abc'), messages.linkDamaged);
  await refuses(read(`#1=${'a'.repeat(1 << 17)}`), messages.linkTooLong);
  await refuses(read(await write('a'.repeat(3 << 20))), messages.linkTooLarge);
});
