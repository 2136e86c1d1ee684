// Data from outside: pasted, dropped or chosen. Files are read here and understood by the session; where a table needs a choice of its
// columns, the session's answer says so. All names are shown as text.

import { byId, element, setAttribute, setText } from './dom.js';
import { onDrop } from './drop.js';
import { notice } from './notice.js';

const most = 20 << 20; // bytes
const tables = /\.(csv|tsv|tab|txt|dat|data|npy)$/i;

/** importDialog wires the dialog, drops and pastes. It returns the function that renders an answer. */
export function importDialog(solver) {
  const dialog = byId('import');
  const columns = new Columns();
  let pending = '';

  const fail = (sentence) => {
    if (dialog.open) setText(byId('import-error'), sentence);
    else notice(sentence);
  };
  const pass = async (intent) => {
    setText(byId('import-error'), '');
    try {
      const page = await solver.request({ intent: JSON.stringify(intent) });
      if (!page.import && dialog.open) dialog.close();
    } catch (error) {
      fail(error.message);
    }
  };
  const useFiles = async (files) => {
    const large = files.find(({ size }) => size > most);
    if (large) return fail(`The file \u201c${large.name.slice(0, 60)}\u201d is larger than ${most >> 20} MB, which is more than the page can take.`);
    const arrays = files.filter(({ name }) => /\.npy$/i.test(name));
    if (files.length > 1 && (files.length > 2 || arrays.length !== 2)) return fail('Choose one file, or two NumPy files of which one has the labels.');
    try {
      const [data, labels] = await Promise.all(arrays.map(base64));
      return pass(data === undefined ? { do: 'import', name: files[0].name, text: await files[0].text() } : { do: 'import', name: files[0].name, data, labels });
    } catch {
      return fail('The file cannot be read.');
    }
  };

  byId('import-open').addEventListener('click', () => {
    setText(byId('import-error'), '');
    dialog.showModal();
    byId('import-text').focus();
  });
  byId('import-close').addEventListener('click', () => dialog.close());
  byId('import-cancel').addEventListener('click', () => dialog.close());
  byId('import-use').addEventListener('click', () => pass({ do: 'import', name: 'Pasted data', text: byId('import-text').value }));
  byId('import-file').addEventListener('change', ({ target }) => {
    if (target.files.length) useFiles([...target.files]);
    target.value = ''; // the same file can be chosen again
  });
  byId('import-header').addEventListener('change', ({ target }) => pass({ do: 'columns', header: target.checked }));
  byId('import-columns').addEventListener('submit', (event) => {
    event.preventDefault();
    pass({ do: 'columns', ...columns.choice(), standardise: byId('import-standardise').checked });
  });
  dialog.addEventListener('close', () => {
    if (pending) solver.send({ do: 'columns', cancel: true });
  });
  document.addEventListener('paste', (event) => {
    if (event.defaultPrevented || event.target.closest?.('input, textarea, select, dialog, [contenteditable]')) return;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (/\d[\s\S]*[\s,;]/.test(text.trim())) pass({ do: 'import', name: 'Pasted data', text });
  });
  const together = [];
  onDrop(({ name, type }) => tables.test(name) || /^text\/(csv|plain|tab-separated-values)$/.test(type), (file) => {
    if (together.push(file) === 1) setTimeout(() => useFiles(together.splice(0))); // those of one drop
  });

  return (page) => {
    const key = page.import ? JSON.stringify(page.import) : '';
    if (key === pending) return;
    pending = key;
    byId('import-source').hidden = Boolean(key);
    byId('import-columns').hidden = !key;
    if (!key) {
      byId('import-text').value = '';
      byId('import-standardise').checked = false;
      return;
    }
    columns.show(page.import);
    if (!dialog.open) dialog.showModal();
  };
}

/** base64 returns what is in a file. */
function base64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(',') + 1));
    reader.onerror = reject;
    reader.readAsDataURL(file);
  });
}

/** Columns is the list in which features and the label are chosen. */
class Columns {
  show({ name, rows, columns, features, target, header, text }) {
    setText(byId('import-about'), `${name || 'The table'}: ${rows} ${rows === 1 ? 'row' : 'rows'}, ${columns.length} columns.`);
    byId('import-header-field').hidden = !text;
    byId('import-header').checked = header;
    this.rows = columns.map((column, i) => this.row(column, features.includes(i), i === target, i));
    byId('import-rows').replaceChildren(...this.rows.map(({ tr }) => tr));
    this.update();
  }

  row(column, isFeature, isTarget, i) {
    const feature = element('input', { type: 'checkbox', 'aria-label': `${column.name} is a feature` });
    const target = element('input', { type: 'radio', name: 'import-target', value: String(i), 'aria-label': `${column.name} is the label` });
    feature.checked = isFeature;
    target.checked = isTarget;
    for (const input of [feature, target]) input.addEventListener('change', () => this.update());
    const many = column.distinct >= 1000 ? 'many different' : `${column.distinct} different`;
    const tr = element('tr', {}, element('th', { scope: 'row' }, column.name), element('td', {}, column.kind === 'text' ? `words, ${many}` : `numbers, ${many}`),
      element('td', {}, element('label', { 'data-help': 'Use this column as a feature x.' }, feature)),
      element('td', {}, element('label', { 'data-help': 'Use this column as the label y.' }, target)));
    return { tr, feature, target, text: column.kind === 'text' };
  }

  choice() {
    const features = this.rows.flatMap(({ feature, target }, i) => (feature.checked && !feature.disabled && !target.checked ? [i] : []));
    return { features, target: this.rows.findIndex(({ target }) => target.checked) };
  }

  update() {
    for (const { feature, target, text } of this.rows) {
      feature.disabled = text || target.checked;
      setAttribute(feature, 'title', text ? 'Words cannot be a feature.' : null);
    }
    const { length } = this.choice().features;
    const pictures = length > 3 ? ' More than three are trained and proved as usual, but the pictures are of up to three: only the numbers are shown.' : '';
    setText(byId('import-note'), `${length} ${length === 1 ? 'feature' : 'features'}, of 1 to 60.${pictures}`);
  }
}
