// Blocks of pasted numbers.

import { readBlock } from '../data/block';
import * as messages from '../messages';
import { equal, test } from './test';

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
