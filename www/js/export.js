// What can be taken along: files, and the network as code or as an equation, for the clipboard and to read.

import { byId, setText } from './dom.js';
import { download } from './download.js';
import { notice } from './notice.js';

const types = { json: 'application/json', csv: 'text/csv', npy: 'application/octet-stream' };
const languages = { python: 'Python', javascript: 'JavaScript', go: 'Go', latex: 'LaTeX' };
const rest = 250; // ms without a change before the preview follows

/** exportPanel makes the panel; solver answers for documents. It returns the function that renders an answer. */
export function exportPanel(solver) {
  const refresh = preview(solver);
  for (const button of document.querySelectorAll('[data-keep]')) {
    button.addEventListener('click', () => save(solver, button.dataset.keep).catch((error) => notice(error.message)));
  }
  for (const button of document.querySelectorAll('[data-copy]')) {
    button.addEventListener('click', () => {
      copy(solver, button.dataset.copy).catch((error) => notice(error.message));
      refresh.choose(button.dataset.copy);
    });
  }
  return refresh.show;
}

/** save hands over a document as a file. */
async function save(solver, name) {
  const file = `conelab-${name.includes('.') ? name : `${name}.json`}`;
  const bytes = await solver.bytes(name);
  download(new Blob([bytes], { type: types[file.split('.').pop()] }), file);
  say(`Saved ${file}.`);
}

/** copy puts the network in a language on the clipboard or, where that is refused, into a field that it can be copied from. */
async function copy(solver, name) {
  const pending = solver.ask(name);
  const isCopied = await offer(pending);
  const text = await pending;
  const field = byId('keep-text');
  field.hidden = isCopied;
  if (isCopied) {
    say(`Copied as ${languages[name]}, ${text.trimEnd().split('\n').length} lines.`);
    return;
  }
  field.value = text;
  field.focus();
  field.select();
  say('The browser does not let the page copy: copy the selected text by hand, with Ctrl+C or the menu.');
}

/** offer puts a text that is still to come on the clipboard; it returns whether it is there. */
async function offer(pending) {
  try {
    // Some browsers take only what is offered while the click lasts, others no promise.
    const blob = pending.then((text) => new Blob([text], { type: 'text/plain' }));
    blob.catch(() => {}); // whoever waits for the text is told
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    return true;
  } catch {
    return pending.then((text) => navigator.clipboard.writeText(text)).then(() => true, () => false);
  }
}

/** say tells what was done, also to those who listen: what is said again must be a change. */
function say(sentence) {
  const note = byId('keep-note');
  note.textContent = '';
  setTimeout(() => setText(note, sentence), 50);
}

/** preview shows the network in the chosen language, while it is open. It returns {show(page), choose(language)}. */
function preview(solver) {
  const panel = byId('keep-preview');
  const code = byId('keep-code');
  const radios = [...document.querySelectorAll('[name="keep-language"]')];
  let timer = 0;
  let shown = '';
  const refresh = async () => {
    clearTimeout(timer);
    if (!panel.open) return;
    const name = radios.find((radio) => radio.checked).value;
    setText(code, await solver.ask(name).catch((error) => error.message));
  };
  panel.addEventListener('toggle', refresh);
  for (const radio of radios) radio.addEventListener('change', refresh);
  return {
    show({ solves, status, neurons }) {
      const now = panel.open ? JSON.stringify([solves, status, neurons]) : '';
      if (now === shown) return;
      shown = now;
      clearTimeout(timer);
      timer = setTimeout(refresh, rest);
    },
    choose(name) {
      for (const radio of radios) radio.checked = radio.value === name;
      refresh();
    },
  };
}
