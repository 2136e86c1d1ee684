// Links.

import * as messages from '../messages';
import { isLink, read, write } from '../share/link';
import { equal, refuses, test } from './test';

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
