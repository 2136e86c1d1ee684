// Looks at where things are on the page, for layout_test.go, present_test.go and proof_test.go: functions that return sentences on what is wrong.
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const byId = (id) => document.getElementById(id);
  const box = (node) => node.getBoundingClientRect();
  const name = (node) => node.id || node.dataset.scene || node.textContent.trim();
  const places = ({ left, right, top, bottom }) => [left, right, top, bottom].map(Math.round).join(' ');

  // clipped reports whether an element is cut away, as what is only for those who listen.
  const clipped = (node) => {
    for (let at = node; at; at = at.parentElement) if (getComputedStyle(at).clipPath !== 'none' || at.matches('.unseen')) return true;
    return false;
  };
  const shown = (selector) => all(selector).filter((node) => node.checkVisibility() && !clipped(node) && box(node).width > 0);
  const onScreen = ({ left, right, top, bottom, width, height }) =>
    width > 0 && height > 0 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  const within = ({ left, right, top, bottom, width, height }) =>
    width > 0 && height > 0 && left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
  const overlap = (a, b, least) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > least && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > least;

  // inView reports whether all of an element is on the screen and not cut off or covered at its middle.
  const inView = (node) => {
    if (!node?.checkVisibility() || !within(box(node))) return false;
    const { left, right, top, bottom } = box(node);
    const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return Boolean(above) && (node.contains(above) || above.contains(node) || above.closest('label')?.contains(node));
  };

  const controls = () => all('a[href], button, input, select, textarea, summary, [tabindex="0"]').filter((node) => {
    if (node.disabled || (node.tabIndex < 0 && node.type !== 'radio')) return false;
    const whole = node.matches('label .unseen, label input') ? node.closest('label') : node; // a radio button is its label
    return whole.checkVisibility({ opacityProperty: true }) && onScreen(box(whole)) && (whole !== node || !clipped(node));
  }).map((node) => node.id || node.value || node.textContent.trim() || node.ariaLabel);

  const words = () => {
    const found = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement;
      if (parent.closest('option, script, style, noscript') || !parent.checkVisibility() || clipped(parent)) continue;
      range.selectNodeContents(text);
      if (onScreen(box(range))) found.push(...text.data.split(/\s+/).filter((word) => /\p{L}/u.test(word)));
    }
    for (const node of all('select')) if (node.checkVisibility() && onScreen(box(node))) found.push(...node.selectedOptions[0].text.split(/\s+/));
    return found;
  };

  // crossings says which controls and words lie on each other, or are cut off, and whether the slider of beta can be used.
  const crossings = () => {
    const list = [];
    const apart = shown('#beta, #beta-number, #activation-field label, #layers-count, #topic label, #ask, ' +
      '#argument .choices, #play, #scrub, #speed, #animation-step, #caption, #tile-data header p, #area-data, #proof');
    for (const [k, node] of apart.entries()) for (const other of apart.slice(0, k)) {
      // What is below the fold is scrolled to.
      if (node.closest('#sheet') || (other.closest('#sheet') && node.closest('#proof, #tile-data'))) continue;
      if (overlap(box(node), box(other), 2)) list.push(`${name(node)} lies on ${name(other)}`);
    }
    for (const node of shown('#controls :is(#caption, #ask, #topic, #play)')) {
      if (box(node).bottom > box(byId('controls')).bottom + 2) list.push(`${node.id} is cut off`);
    }
    for (const slider of shown('#beta')) if (box(slider).width < 40) list.push(`the slider of beta is ${Math.round(box(slider).width)} px wide`);
    return list;
  };

  // faults says what does not fit on the screen.
  const faults = () => {
    const list = [], page = document.documentElement, isSmall = page.dataset.size === 'small', mode = page.dataset.mode;
    if (!within(box(byId('proof')))) list.push(`the proof is at ${places(box(byId('proof')))}`);
    if (!inView(byId('verdict'))) list.push(`the verdict is at ${places(box(byId('verdict')))}`);
    if (page.scrollHeight > innerHeight + 1) list.push(`the page is ${page.scrollHeight} px high`);
    if (page.scrollWidth > innerWidth + 1) list.push(`the page is ${page.scrollWidth} px wide`);
    for (const node of shown('#verdict, #verdict *, #strip, #strip *')) {
      if (box(node).left < -1 || box(node).right > innerWidth + 1) list.push(`of the proof ${name(node)} is at ${places(box(node))}`);
    }
    for (const tile of all('.tile:not([hidden]) .area')) {
      const { width, height } = box(tile), least = innerHeight < 380 ? 60 : innerHeight < 500 ? 85 : 130;
      if (!within(box(tile))) list.push(`${tile.id} is at ${places(box(tile))}`);
      if (isSmall && mode !== 'present' && height < innerHeight * 0.5) list.push(`${tile.id} is ${height} px high, of ${innerHeight}`);
      const isUpright = tile.id === 'area-data' && mode === 'explore' && innerHeight > innerWidth;
      if (!isSmall && mode !== 'lab' && Math.min(width, height) < (isUpright ? 390 : least)) list.push(`${tile.id} is ${width} x ${height}`);
    }
    if (mode === 'explore') list.push(...crossings());
    if (isSmall && mode !== 'present') {
      const chips = all('#label label, #class-pen label').filter((label) => label.checkVisibility());
      for (const node of [...chips, byId('undo')]) if (!node.disabled && !inView(node)) list.push(`${name(node)} is at ${places(box(node))}`);
    }
    return list;
  };

  const click = async (node) => {
    node.click();
    await conelabVisit.frames(2);
  };
  const choose = (mode) => click(document.querySelector(`#modes [value="${mode}"]`));

  // fits looks at a mode, and goes through its tools and pictures if asked for.
  const fits = async (mode, isThrough) => {
    const found = [], look = (where) => found.push(...faults().map((fault) => `${where}: ${fault}`));
    await choose(mode);
    if (document.documentElement.dataset.mode !== mode) return [`there is no mode ${mode}`];
    look(mode);
    if (!isThrough) return found;
    for (const tool of all('#tool label').filter((label) => label.checkVisibility())) {
      await click(tool.querySelector('input'));
      look(`${mode}, ${name(tool)}`);
    }
    document.querySelector('#tool input').click();
    for (const tab of all('#picture-names [role="tab"]').filter((tab) => !tab.hidden)) {
      await click(tab);
      look(`${mode}, ${tab.textContent}`);
    }
    if (mode !== 'explore') return found;
    byId('name-certificate').click();
    if (document.documentElement.dataset.size === 'small') await click(byId('sheet-tools'));
    for (const act of all('#topic input')) {
      act.click();
      await conelabVisit.holds(() => act.checked && byId('transport').checkVisibility());
      look(`the argument, ${act.value}`);
      if (!inView(act.closest('label'))) found.push(`the argument, ${act.value} is out of sight`);
    }
    return found;
  };

  // fitsLesson goes through the phases of all steps of a lesson.
  const fitsLesson = async (lesson) => {
    const found = [];
    await choose('learn');
    await click(document.querySelector(`[data-lesson="${lesson}"]`));
    const title = byId('lessons-title').textContent; // the next lesson follows
    for (let step = 1; !byId('course').hidden && byId('lessons-title').textContent === title; step++) {
      // look looks at what a phase of a step asks for.
      const look = (phase, selectors, control = []) => {
        const where = `lesson ${lesson}, step ${step}, to ${phase}: `;
        if (byId('course').dataset.phase !== phase) found.push(`${where}it is in the phase ${byId('course').dataset.phase}`);
        for (const node of [...all(`#lesson-next, #lesson-back, ${selectors}`), ...control]) {
          if (!inView(node)) found.push(`${where}${node.id} ${node.textContent} is out of sight`);
        }
        found.push(...faults().map((fault) => where + fault));
      };
      await conelabVisit.holds(() => byId('predict-answers').children.length && byId('lesson-say').dataset.ready === '');
      look('predict', '#lesson-say, #predict-ask, #predict-answers button');
      await click(byId('predict-answers').children[1]);
      if (byId('lesson-task').hidden) look('see', '#lesson-seen');
      else {
        const moved = '#beta, #layers-count, #scrub, #play, #perturb-turn, #perturb-scale, #baseline';
        look('do', '#lesson-task, #lesson-do', all(`[data-place="task"] :is(${moved})`).filter((node) => node.checkVisibility()));
      }
      await click(byId('lesson-next'));
    }
    return found;
  };

  // watch begins to note what the page moves, moved returns what that was since the last call.
  const shifts = [];
  const watch = () => new PerformanceObserver((list) => {
    for (const { node, previousRect, currentRect } of list.getEntries().flatMap((entry) => [...entry.sources])) {
      if (node?.nodeType === Node.TEXT_NODE && !node.data.trim()) continue; // a space at the end of a line that has become longer
      // Numbers and words of other lengths may stand elsewhere in their line.
      const isInLine = byId('strip').contains(node) && Math.abs(previousRect.top - currentRect.top) < 1;
      if (isInLine || byId('verdict').contains(node) || (node?.closest ? node : node?.parentElement)?.closest('.readout')) continue;
      const of = node?.id || node?.parentElement?.id || node?.nodeName;
      shifts.push(`${of} from ${JSON.stringify(previousRect)} to ${JSON.stringify(currentRect)}`);
    }
  }).observe({ type: 'layout-shift' });
  const moved = () => shifts.splice(0);

  // where tells where elements are, to compare it.
  const where = (...selectors) => selectors.map((selector) => {
    const { x, y, width, height } = box(document.querySelector(selector));
    return `${selector} ${[x, y, width, height].map((v) => Math.round(2 * v) / 2).join(' ')}`;
  }).join(', ');

  // covered says what the message covers, and whether something covers its button.
  const covered = () => {
    const notice = byId('notice'), n = box(notice), list = [];
    if (n.width < 40 || n.left < 0 || n.right > innerWidth || n.top < 0 || n.bottom > innerHeight) list.push('the message is not on the screen');
    for (const node of all('button, input, select, textarea, label, #proof, #tagline, .area, .tile header p, #scene-caption')) {
      if (notice.contains(node) || !node.checkVisibility({ visibilityProperty: true }) || node.matches('.unseen')) continue;
      if (overlap(box(node), n, 1)) list.push(`${name(node)} is covered`);
    }
    if (notice.contains(document.elementFromPoint(n.left + 12, n.top + n.height / 2))) list.push('the message takes the pointer');
    const close = byId('notice-close'), { left, top, width, height } = box(close);
    if (!close.contains(document.elementFromPoint(left + width / 2, top + height / 2))) list.push('the button of the message does not take it');
    return list;
  };

  // presented says what is wrong with a scene on the screen: captions can be read from the last row, the proof is in view, the
  // pictures have the rest, and the bar has room of its own and moves nothing when it comes.
  const presented = () => {
    const root = document.documentElement, list = [];
    const parts = all('.tile, #scene-caption, #proof').filter((node) => node.checkVisibility());
    if (Math.min(innerWidth, innerHeight) > 700 && innerWidth > innerHeight) { // a hall
      const font = parseFloat(getComputedStyle(byId('scene-caption')).fontSize), share = box(byId('stage')).height / innerHeight;
      if (font < 28) list.push(`the caption is ${font} px high`);
      if (share < 0.66) list.push(`the pictures have ${share} of the height`);
      if (box(byId('proof')).bottom > innerHeight + 0.5) list.push('the proof is below the screen');
      if (box(byId('scene')).bottom > box(byId('proof')).top + 0.5) list.push('the caption is over the proof');
      if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth) list.push('it scrolls');
      for (const node of all('#proof dd, #fit')) if (box(node).right > innerWidth) list.push(`${node.textContent} runs off`);
    }
    const was = root.hasAttribute('data-pointing'), boxes = () => JSON.stringify(parts.map(box));
    root.removeAttribute('data-pointing');
    const before = boxes();
    root.setAttribute('data-pointing', '');
    if (boxes() !== before) list.push('the page moves');
    for (const button of all('#scene-bar button').filter((node) => node.checkVisibility())) {
      const { left, right, bottom } = box(button);
      if (left < 0 || right > innerWidth || bottom > innerHeight) list.push(`${name(button)} is off the screen`);
      for (const node of parts) if (overlap(box(button), box(node), 1)) list.push(`${name(button)} is over ${node.id}`);
    }
    root.toggleAttribute('data-pointing', was);
    return list;
  };

  // cut returns the texts of the proof that are cut off.
  const cut = () => all('#proof, #proof *, #scene *').filter((node) => {
    const { overflowX, overflowY, clipPath } = getComputedStyle(node);
    return /hidden|clip/.test(overflowX + overflowY) && clipPath === 'none' && node.checkVisibility() && node.textContent.trim() &&
      node.clientWidth > 8 && (node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1);
  }).map((node) => `${node.id}: ${node.textContent}`);

  return { controls, words, click, fits, fitsLesson, watch, moved, where, covered, presented, cut };
})()
