// The settings of the pictures, as links hold them.

import { readSettings } from '../stage/settings';
import { equal, test } from './test';

const camera = '0.5 0.25 1 0 0 0 false';
const turned = '0.5 0.25 1 0 0 0.7 false';

test('settings of the pictures are read', () => {
  equal(readSettings(`false ${camera} ${turned} 1 3.5`), { slice: false, stage: 1, sweep: 3.5, turns: [0, 0.7], normal: false });
  equal(readSettings(`true ${camera} 3 6.283185 normal`), { slice: true, stage: 3, sweep: 6.283185, turns: [0], normal: true });
});

test('settings of earlier versions have no stage', () => {
  equal(readSettings(`false ${camera}`), { slice: false, stage: 2, sweep: 2 * Math.PI, turns: [0], normal: false });
});

test('what is no settings is not read', () => {
  for (const text of ['', 'false', 'perhaps 1 2', `${camera} 1 2`, `false ${camera} x y`]) equal(readSettings(text), null, text);
});
