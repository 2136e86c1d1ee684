// The settings of the pictures, as links hold them.

import { readSettings } from '../stage/settings';
import { equal, test } from './test';

test('settings of the pictures are read', () => {
  equal(readSettings('view'), { stage: 2, sweep: 2 * Math.PI, turns: [], normal: false });
  const settings = readSettings('view slice.2=1 normal.4=1 stage.2=1 sweep.1=3.5 camera.3=0.5,0.25,1,0,0,0 turn.2=0.7');
  equal({ ...settings, turns: settings?.turns[2] }, { stage: 1, sweep: 3.5, turns: 0.7, normal: true });
});

test('what is no settings is not read', () => {
  for (const text of ['', 'false', 'view 1 2', 'view stage.2=x', 'view colour.1=2']) equal(readSettings(text), null, text);
});
