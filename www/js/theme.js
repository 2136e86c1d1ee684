// Light and dark: the choice, kept on this machine only, and the colours for the pictures, read from the style sheet.

import { byId } from './dom.js';

const names = ['paper', 'panel', 'ink', 'muted', 'grid', 'positive', 'negative', 'accent', 'bound'];
const dark = matchMedia('(prefers-color-scheme: dark)');

/** themeSwitch wires the switch; changed() is called when the colours have changed. */
export function themeSwitch(changed) {
  const select = byId('theme');
  select.value = stored() ?? 'auto';
  apply(select.value);
  select.addEventListener('change', () => {
    store(select.value);
    apply(select.value);
    changed();
  });
  dark.addEventListener('change', changed);
}

/** colours returns red, green, blue in [0, 1] of the nine colours, one after the other. */
export function colours() {
  const style = getComputedStyle(document.documentElement);
  const numbers = names.flatMap((name) => channels(style.getPropertyValue(`--${name}`).trim()));
  return new Float32Array(numbers);
}

/** channels reads a colour written as #rrggbb, or #rgb as the build may shorten it. */
function channels(hex) {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((d) => d + d).join('') : hex.slice(1);
  return [0, 2, 4].map((i) => parseInt(digits.slice(i, i + 2), 16) / 255);
}

function apply(choice) {
  if (choice === 'light' || choice === 'dark') document.documentElement.dataset.theme = choice;
  else delete document.documentElement.dataset.theme;
}

// Storage is refused in some embeddings; then the choice lasts as long as the page.
function stored() {
  try {
    return localStorage.getItem('conelab-theme');
  } catch {
    return null;
  }
}

function store(choice) {
  try {
    localStorage.setItem('conelab-theme', choice);
  } catch {
    // The choice lasts as long as the page.
  }
}
