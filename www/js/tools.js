// The tools of each picture: its side and projection, saving, the full stage, shadow or slice, and the turn of what is hidden.

import { element, icon, setAttribute, setText } from './dom.js';
import { tiles } from './tiles.js';

const sides = [
  ['home', 'Home', 'Look from where the picture began.'],
  ['front', 'Front', 'Look along the second axis.'],
  ['side', 'Side', 'Look along the first axis.'],
  ['top', 'Top', 'Look down along the third axis.'],
];
const projections = [
  ['perspective', 'Perspective', 'What is near is larger.'],
  ['orthographic', 'Orthographic', 'Equal lengths stay equal, as in a plan.'],
];

// What is known of the pictures before the session says more.
const usual = tiles.map(({ name }) => ({ camera: name === 'lorentz', shadow: false, turn: false }));

/**
 * tileTools adds the tools to each picture. on: {camera(index, name), option(index, name, value), save(index), full(name)}.
 * It returns {show(page), showFull(name or null)}.
 */
export function tileTools(on) {
  const all = tiles.map((tile) => toolsOf(tile, on));
  return {
    show(page) {
      tiles.forEach((tile, i) => showTile(tile, all[i], page.tiles?.[i], usual[i], page));
    },
    showFull(name) {
      for (const tools of all) tools.full.show(tools.name === name);
    },
  };
}

function toolsOf({ name, index, article }, on) {
  const title = article.querySelector('h2').textContent;
  const menu = optionMenu(name, title, (side) => on.camera(index, side), () => on.save(index));
  const full = fullButton(title, () => on.full(name));
  const options = optionRow(name, (option, value) => on.option(index, option, value));
  article.querySelector('h2').after(element('div', { class: 'tools' }, menu.node, full.node));
  article.append(options.node);
  return { name, menu, full, options };
}

/** showTile shows the title, the sentence and those tools that the picture has now. */
function showTile({ name, article, area }, { menu, options }, told, usually, page) {
  const now = told ?? usually;
  if (told) {
    setText(article.querySelector('h2'), told.title);
    setText(article.querySelector('header p'), told.note);
  }
  menu.showCamera(now.camera);
  options.show(now.shadow, now.turn);
  // Only a picture that keys can turn, or whose points they can select, is a place to stop at; the others can be clicked, and Space plays
  // the film there too.
  const keys = now.camera || name === 'data' && (page.tool === 'select' || page.selected);
  setAttribute(area, 'tabindex', keys ? '0' : '-1');
  setAttribute(area, 'role', keys ? 'application' : 'img'); // a picture that takes the arrow keys, also from those who listen
  setAttribute(area, 'aria-roledescription', keys ? 'picture' : null);
  setAttribute(area, 'aria-describedby', keys ? 'stage-help' : null);
  setAttribute(area, 'data-camera', now.camera ? '' : null);
}

function button(symbol, label, help, className) {
  return element('button', { type: 'button', class: `icon plain ${className}`, 'aria-label': label, 'data-help': help }, icon(symbol));
}

function fullButton(title, toggle) {
  const node = button('full', '', 'Show this picture alone on the stage, or all again (Escape).', 'full');
  const use = node.querySelector('use');
  const show = (isFull) => {
    setAttribute(node, 'aria-label', isFull ? `Show the other pictures beside ${title} again` : `Show ${title} alone`);
    setAttribute(node, 'aria-pressed', String(isFull));
    setAttribute(use, 'href', isFull ? '#i-restore' : '#i-full');
  };
  node.addEventListener('click', toggle);
  show(false);
  return { node, show };
}

/** optionMenu returns a button that opens a small sheet: the sides and projections, and saving. */
function optionMenu(name, title, look, save) {
  const opener = button('options', `Options of ${title}`, 'Other views of this picture, and saving it.', 'needs-view');
  const camera = element('div', { class: 'camera' });
  for (const [side, text, help] of sides) camera.append(textButton(text, help, { 'data-side': side }, () => look(side)));
  camera.append(segments(`projection-${name}`, 'Projection', projections, look));
  const saver = textButton('Save picture (PNG)', 'Save this picture with its labels as a file.', { 'data-save': name }, save);
  const about = { class: 'sheet', id: `options-${name}`, role: 'group', 'aria-label': `Options of ${title}`, tabindex: '-1' };
  const sheet = element('div', about, camera, saver);
  opener.setAttribute('aria-controls', sheet.id);
  const node = element('div', { class: 'menu' }, opener, sheet);
  disclose(node, opener, sheet);
  return { node, showCamera: (has) => { camera.hidden = !has; } };
}

function textButton(text, help, attributes, run) {
  const node = element('button', { type: 'button', 'data-help': help, ...attributes }, text);
  node.addEventListener('click', run);
  return node;
}

/** disclose makes opener open and close sheet, which also closes when the focus leaves node, or at Escape or a press elsewhere. */
function disclose(node, opener, sheet) {
  const open = (isOpen) => {
    sheet.hidden = !isOpen;
    setAttribute(opener, 'aria-expanded', String(isOpen));
    setAttribute(node, 'data-open', isOpen ? '' : null);
  };
  opener.addEventListener('click', () => open(sheet.hidden));
  node.addEventListener('focusout', (event) => node.contains(event.relatedTarget) || open(false));
  node.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || sheet.hidden) return;
    event.preventDefault(); // the full stage stays
    open(false);
    opener.focus();
  });
  document.addEventListener('pointerdown', (event) => node.contains(event.target) || open(false));
  open(false);
}

/** optionRow returns the row under a picture with what it may be asked to show. */
function optionRow(name, choose) {
  const shadow = segments(`slice-${name}`, 'Shadow or slice', [
    ['0', 'Shadow', 'Show the body seen along the hidden coordinates.'],
    ['1', 'Slice', 'Show the cut of the body through its middle.'],
  ], (value) => {
    slider.disabled = value === '1'; // a slice has nothing hidden
    choose('slice', Number(value));
  });
  const slider = element('input', {
    type: 'range', min: '-3.14', max: '3.14', step: '0.01', value: '0', 'aria-label': 'Turn the hidden coordinate',
    'data-help': 'Turn the body through the coordinate that the picture leaves out.',
  });
  const turn = element('label', { class: 'turn' }, element('span', {}, 'Turn'), slider);
  slider.addEventListener('input', () => {
    slider.setAttribute('aria-valuetext', `${Math.round(slider.value * 180 / Math.PI)} degrees`);
    choose('turn', Number(slider.value));
  });
  const node = element('div', { class: 'options needs-view', hidden: true }, shadow, turn);
  return {
    node,
    show(hasShadow, hasTurn) {
      shadow.hidden = !hasShadow;
      turn.hidden = !hasTurn;
      node.hidden = !hasShadow && !hasTurn;
    },
  };
}

/** segments returns a choice of one of [value, text, help]; the first is chosen. */
function segments(name, legend, items, choose) {
  const node = element('fieldset', { class: 'segments' }, element('legend', { class: 'unseen' }, legend));
  items.forEach(([value, text, help], i) => {
    const radio = element('input', { type: 'radio', name, value, checked: i === 0 });
    radio.addEventListener('change', () => choose(value));
    node.append(element('label', { 'data-help': help }, radio, element('span', {}, text)));
  });
  return node;
}
