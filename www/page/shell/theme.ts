// Light, dark and projector: the choice, stored on this machine only, and the colours for the pictures, read from the style sheet.

import { byId, element } from '../platform/dom';
import { store, stored } from '../platform/storage';

const names = ['paper', 'panel', 'ink', 'muted', 'positive', 'negative', 'accent', 'bound', ...[1, 2, 3, 4, 5, 6].map((k) => `class-${k}`)];
const dark = matchMedia('(prefers-color-scheme: dark)');
const forced = matchMedia('(forced-colors: active)'); // then the system decides the colours
const themes = ['auto', 'light', 'dark', 'projector'];

/** isTheme reports whether a value is the name of a theme. */
export const isTheme = (value: unknown): value is string => typeof value === 'string' && themes.includes(value);

/** A ThemeSwitch has the name of the chosen theme; use chooses one without storing it. */
export interface ThemeSwitch { readonly name: string; use(name: string): void }

/** themeSwitch wires the switch; changed() is called when the colours have changed. */
export function themeSwitch(changed: () => void): ThemeSwitch {
  const select = byId('theme', HTMLSelectElement);
  apply(stored('theme'));
  select.value = document.documentElement.dataset['theme'] ?? 'auto';
  select.addEventListener('change', () => {
    store('theme', select.value);
    apply(select.value);
    changed();
  });
  for (const system of [dark, forced]) system.addEventListener('change', changed);
  return {
    get name() { return select.value; },
    use(name) {
      select.value = name;
      apply(name);
      changed();
    },
  };
}

/** colours returns red, green, blue in [0, 1] of all colours in sequence. */
export function colours(): Float32Array {
  const swatch = document.body.appendChild(element('span', { hidden: true, class: 'swatch' }));
  const style = getComputedStyle(swatch);
  const list = names.flatMap((name) => {
    swatch.style.color = `var(--${name})`;
    return channels(style.color);
  });
  swatch.remove();
  return new Float32Array(list);
}

/** weight returns the factor on the width of the pictures' lines. */
export function weight(): number {
  const { theme, mode } = document.documentElement.dataset;
  // A presentation is seen from the last row, and grows with its screen.
  return Math.max(theme === 'projector' || forced.matches ? 1.5 : 1, mode === 'present' ? Math.min(2.5, innerHeight / 700) : 1);
}

/** words returns the size of the pictures' labels, 1 for the usual one: the style sheet's, for it depends on theme, mode and screen. */
export const words = (): number => parseFloat(getComputedStyle(byId('labels')).fontSize) / 12;

/** channels reads a computed colour: rgb(...) in bytes, or color(srgb ...) in fractions. */
function channels(colour: string): number[] {
  const most = colour.startsWith('color(') ? 1 : 255;
  return (colour.match(/[\d.]+(e-?\d+)?/g) ?? []).slice(0, 3).map((part) => Number(part) / most);
}

function apply(choice: string | null): void {
  if (choice !== 'auto' && isTheme(choice)) document.documentElement.dataset['theme'] = choice;
  else delete document.documentElement.dataset['theme'];
}
