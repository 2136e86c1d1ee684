// The sizes of a convolutional network, in the panel of the model.

import { byId, element, setText } from '../platform/dom';
import { numberField, show } from '../platform/fields';
import * as intent from '../platform/protocol';
import type { Page } from '../platform/protocol';
import type { Send } from '../platform/solver';
import * as say from '../sentences';
import { notice } from '../shell/notice';

const sizes = { filter: 1, stride: 1, padding: 0 }; // least values
type Size = keyof typeof sizes;

/** convolutionControls wires them. It returns the function that renders an answer. */
export function convolutionControls(send: Send): (page: Page) => void {
  const input = byId('conv-input', HTMLSelectElement);
  const pool = byId('conv-pool', HTMLSelectElement);
  const fields = Object.entries(sizes).map(([name, least]) => ({ name: name as Size, least, field: byId(`conv-${name}`, HTMLInputElement) }));
  for (const { name, least, field } of fields) {
    numberField(field, (v) => Number.isInteger(v) && v >= least, (v) => send(intent.convolutional({ [name]: v })), () => notice(say.wholeExpected(least)));
  }
  input.addEventListener('change', () => send(intent.convolutional({ input: input.value.split(' ').map(Number) })));
  pool.addEventListener('change', () =>
    send(intent.convolutional({ pool: pool.value === 'global' ? 'global' : Number(pool.value) })));
  byId('conv-dense').addEventListener('click', () => send(intent.architecture({ kind: 'dense' })));

  return ({ convolution: sizes }) => {
    byId('convolution').hidden = !sizes;
    if (!sizes) return;
    options(input, [...sizes.shapes, sizes.input].map((s) => [s.join(' '), say.inputShape(s)]), sizes.input.join(' '));
    for (const { name, field } of fields) show(field, String(sizes[name]));
    options(pool, [...sizes.pools.map((p): [string, string] => [String(p), p === 1 ? say.poolNone : String(p)]), ['global', say.poolGlobal(sizes.patches)]],
      sizes.pool < 0 || sizes.pool === sizes.patches ? 'global' : String(sizes.pool));
    const dimensions = sizes.input.length;
    setText(byId('conv-filter-name'), dimensions === 1 ? say.filterLength : say.filterSide);
    setText(byId('conv-filter-symbol'), ['f', '\u221af', ''][dimensions - 1] ?? '');
    setText(byId('conv-note'), say.convolutionNote(sizes));
  };
}

/** options fills a select, unless it has exactly these options. */
function options(select: HTMLSelectElement, pairs: [string, string][], value: string): void {
  const known = [...new Map(pairs)];
  const key = JSON.stringify(known);
  if (select.dataset['key'] !== key) {
    select.dataset['key'] = key;
    select.replaceChildren(...known.map(([v, text]) => element('option', { value: v }, text)));
  }
  if (select.value !== value) select.value = value;
}
