// The kinds of architecture that a control can choose.

import { architecture, convolutional, type Intent } from './protocol';

/** architectureOf returns the intent that chooses the architecture given by the value of a control. */
export function architectureOf(value: string): Intent {
  if (value === 'convolutional') return convolutional();
  return architecture({ kind: value === 'quadratic' ? value : 'dense' });
}
