// The selected points, which are moved, changed and copied together: the buttons of the panel Data, and the keys of the picture.

import { readBlock } from './block';
import { all, byId, one, setText } from '../platform/dom';
import { copy, pasted } from '../platform/files';
import type { Page } from '../platform/protocol';
import type { Solver } from '../platform/solver';
import * as messages from '../messages';
import { notice, noticeError } from '../shell/notice';
import { byName } from '../shell/tiles';

const step = 1; // per cent of half the picture by which an arrow key moves points; with Shift ten times that
const arrows = new Map([
  ['ArrowLeft', [-1, 0, 0]], ['ArrowRight', [1, 0, 0]], ['ArrowDown', [0, -1, 0]], ['ArrowUp', [0, 1, 0]], ['PageDown', [0, 0, -1]], ['PageUp', [0, 0, 1]],
]);

type Action = 'all' | 'none' | 'duplicate' | 'remove' | 'copy' | 'paste';

const keys = new Map<string, Action>([
  ['Ctrl+a', 'all'], ['Ctrl+c', 'copy'], ['Ctrl+d', 'duplicate'], ['Escape', 'none'], ['Delete', 'remove'], ['Backspace', 'remove'],
]);

/** SelectionPanel has the buttons and the keys. */
export class SelectionPanel {
  private page: Page | null = null;
  private count = 0;
  private copied = '';
  private readonly buttons = all('[data-selected]', document, HTMLButtonElement);
  private readonly actions: Record<Action, () => void> = {
    all: () => this.solver.send({ do: 'select', name: 'all' }),
    none: () => this.solver.send({ do: 'select', name: 'none' }),
    duplicate: () => this.solver.send({ do: 'editRows', name: 'duplicate' }),
    remove: () => this.solver.send({ do: 'editRows', name: 'remove' }),
    copy: () => void this.copy(),
    paste: () => void pasted().then((text) => this.paste(text || this.copied)),
  };

  constructor(private readonly solver: Solver) {
    for (const name of ['copy', 'paste'] as const) one(`[data-selected="${name}"]`).addEventListener('click', () => this.actions[name]());
    const { area, article } = byName.data;
    article.addEventListener('keydown', (event) => { if (event.target === area) this.onKey(event); }, true); // before the camera
    area.addEventListener('paste', (event) => {
      event.preventDefault();
      this.paste(event.clipboardData?.getData('text/plain') ?? '');
    });
  }

  show(page: Page): void {
    this.page = page;
    this.count = (page.selected ?? []).reduce((sum, [first, last]) => sum + last - first + 1, 0);
    byId('selection').hidden = page.tool !== 'select' && this.count === 0;
    setText(byId('selection-note'), this.count ? messages.selected(this.count, page.samples) : messages.selectHint);
    for (const button of this.buttons) button.disabled = this.count === 0 && !['all', 'paste'].includes(button.dataset['selected'] ?? '');
  }

  private paste(text: string): void {
    const { rows, fault } = readBlock(text);
    if (rows) this.solver.send({ do: 'paste', add: rows });
    else notice(fault);
  }

  private onKey(event: KeyboardEvent): void {
    if (event.altKey || !this.page) return;
    const command = event.ctrlKey || event.metaKey;
    const action = keys.get(command ? `Ctrl+${event.key.toLowerCase()}` : event.key);
    if (action && (this.count || action === 'all')) this.actions[action]();
    else if (command && event.key.toLowerCase() === 'x' && this.count) void this.copy().then(() => this.actions.remove());
    else if (command || !this.nudge(event, this.page.dimension === 3)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** nudge moves the points by an arrow key; in space the arrow keys turn the picture, and with Shift they move points. */
  private nudge({ key, shiftKey }: KeyboardEvent, space: boolean): boolean {
    const arrow = arrows.get(key);
    if (!arrow || !this.count || space && !shiftKey || !space && key.startsWith('Page')) return false;
    const size = step * (!shiftKey ? 1 : space ? 4 : 10);
    this.solver.send({ do: 'nudge', at: arrow.slice(0, space ? 3 : 2).map((v) => v * size) });
    return true;
  }

  /** copy copies the points to the clipboard, and remembers them in case that is refused: pasting within the page still works. */
  private async copy(): Promise<void> {
    const text = this.solver.ask('selection').then((rows) => (this.copied = rows));
    try {
      await copy(text);
      notice(messages.pointsCopied((await text).split('\n').length - 1));
    } catch (error) {
      noticeError(error);
    }
  }
}

/** indicesOf returns their indices, in order. */
export function indicesOf({ selected = [] }: Page): number[] {
  return selected.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i));
}
