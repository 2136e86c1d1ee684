// Where the parts of the page are.

import { modes, names } from '../shell/names';
import { arrange, sheets, type Part, type Scene } from '../shell/parts';
import { equal, test } from './test';

/** scenes returns every scene there can be. */
function scenes(): Scene[] {
  return modes.flatMap((mode) => (['small', 'middle', 'large'] as const).flatMap((size) => names.flatMap((picture) => sheets.flatMap((sheet) =>
    (['over', 'data', 'beside', 'none'] as const).flatMap((samples) => [false, true].map((embedded) => ({ mode, size, picture, sheet, samples, lesson: sheet === 'lesson' ? { need: 'film' as const } : null, why: picture === 'certificate', embedded })))))));
}

test('no part is in two places', () => {
  for (const scene of scenes()) {
    const parts = [...arrange(scene).values()].flat();
    equal(parts.length, new Set(parts).size, JSON.stringify(scene));
  }
});

test('whatever is shown, the classes and a way back are at hand, except on the screen of a lecture hall', () => {
  for (const scene of scenes()) {
    if (scene.mode === 'present') continue;
    const parts = new Set([...arrange(scene).values()].flat());
    equal(['pens', 'history'].every((part) => parts.has(part as Part)), true, JSON.stringify(scene));
  }
});

test('the lab has every part, on a phone in one of its tabs', () => {
  const all: Part[] = ['toolbar', 'tool', 'examples-menu', 'beta-field', 'lens', 'transport', 'race', 'study-field', 'neurons', 'matrices', 'details', 'drawers', 'brush-field', 'why', 'strip'];
  for (const size of ['small', 'middle', 'large'] as const) {
    const found = new Set(scenes().filter((one) => one.mode === 'lab' && one.size === size && !one.embedded).flatMap((one) => [...arrange(one).values()].flat()));
    equal(all.filter((part) => !found.has(part)), [], size);
  }
});

test('another layer is offered beside the proof, and on a phone with its numbers: the strip has no room for both there', () => {
  for (const scene of scenes()) {
    const [place] = [...arrange(scene)].find(([, parts]) => parts.includes('deepen')) ?? [''];
    if (scene.mode === 'present' && !scene.embedded) equal(place, '');
    else if (scene.embedded || scene.size !== 'small') equal(place, 'proof', JSON.stringify(scene));
    else equal(place, scene.sheet === 'proof' ? 'sheet' : '', JSON.stringify(scene));
  }
});
