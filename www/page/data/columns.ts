// The list in which the user chooses the columns of a table: features and the label.

import { byId, element, setAttribute, setText } from '../platform/dom';
import type { PageColumn, PageImport } from '../platform/protocol';
import * as say from '../sentences';

/** A Row is the row of a column; isText says that the column cannot be a feature. */
interface Row { tr: HTMLElement; feature: HTMLInputElement; target: HTMLInputElement; isText: boolean }

export class Columns {
  private rows: Row[] = [];

  /** show shows the columns of a table, with the proposed choice. */
  show({ name, rows, columns, features, target, header, text, notes }: PageImport): void {
    setText(byId('import-about'), [say.tableSize(name, rows, columns.length), ...notes ?? []].join(' '));
    byId('import-header-field').hidden = !text;
    byId('import-header', HTMLInputElement).checked = header;
    this.rows = columns.map((column, i) => this.row(column, features.includes(i), i === target, i));
    byId('import-rows').replaceChildren(...this.rows.map(({ tr }) => tr));
    this.update();
  }

  /** choice returns the user's choice; target is -1 for no column. */
  choice(): { features: number[]; target: number } {
    const features = this.rows.flatMap(({ feature, target }, i) => (feature.checked && !feature.disabled && !target.checked ? [i] : []));
    return { features, target: this.rows.findIndex(({ target }) => target.checked) };
  }

  private row(column: PageColumn, isFeature: boolean, isTarget: boolean, i: number): Row {
    const isText = column.kind === 'text';
    const feature = element('input', { type: 'checkbox', 'aria-label': say.isFeature(column.name) });
    const target = element('input', { type: 'radio', name: 'import-target', value: i, 'aria-label': say.isLabel(column.name) });
    feature.checked = isFeature;
    target.checked = isTarget;
    for (const input of [feature, target]) input.addEventListener('change', () => this.update());
    const tr = element('tr', {}, element('th', { scope: 'row' }, column.name), element('td', {}, say.columnKind(isText, column.distinct)),
      element('td', {}, element('label', { 'data-help': say.featureHelp }, feature)),
      element('td', {}, element('label', { 'data-help': say.labelHelp }, target)));
    return { tr, feature, target, isText };
  }

  private update(): void {
    for (const { feature, target, isText } of this.rows) {
      feature.disabled = isText || target.checked;
      setAttribute(feature, 'title', isText ? say.wordsNoFeature : null);
    }
    setText(byId('import-note'), say.featureCount(this.choice().features.length));
  }
}
