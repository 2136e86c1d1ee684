// Looks at the page from within: functions that return the faults that the package's rules find. Nothing is changed.
(() => {
  const references = ['aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-owns', 'aria-errormessage', 'aria-activedescendant', 'aria-details', 'for', 'list'];
  const interactive = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=slider], [role=checkbox], [role=switch], ' +
    '[role=menuitem], [role=option], [contenteditable=true]';

  // A modal dialog makes the rest of the page inert: there is nothing else to look at.
  const scope = () => document.querySelector('dialog:modal') ?? document.body;
  const all = (selector) => [...scope().querySelectorAll(selector)];
  const shown = (node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest('[inert]');
  const isUnseen = (node) => node !== null && (node.matches('.unseen') || getComputedStyle(node).clipPath.startsWith('inset(50%') || isUnseen(node.parentElement));
  const controls = () => all(`${interactive}, [tabindex]:not([tabindex="-1"])`).filter((n) => shown(n) && !n.matches(':disabled, #labels *') && n.getBoundingClientRect().width > 0);
  const words = (node) => node.textContent.replace(/\s+/g, ' ').trim();
  const where = (node) => {
    if (node.id) return `#${node.id}`;
    const home = node.parentElement?.closest('[id]');
    const marks = ['name', 'value', 'class', 'data-tile', 'data-preset'].filter((a) => node.getAttribute?.(a)).map((a) => `[${a}="${node.getAttribute(a)}"]`).join('');
    return `${home ? `#${home.id} ` : ''}${node.localName}${marks} ${JSON.stringify(words(node).slice(0, 30))}`;
  };
  const ownText = (node) => [...node.childNodes].filter((n) => n.nodeType === 3 && n.data.trim() !== '');

  function structure() {
    const faults = [];
    const fault = (rule, node, what) => faults.push({ Rule: rule, Where: typeof node === 'string' ? node : where(node), What: what });
    const seen = new Set();
    for (const { id } of document.querySelectorAll('[id]')) {
      if (seen.has(id)) fault('one id each', `#${id}`, 'is there twice');
      seen.add(id);
    }
    for (const node of document.querySelectorAll('*')) {
      for (const { name, value } of node.attributes) {
        if (references.includes(name)) {
          for (const id of value.split(/\s+/).filter(Boolean)) if (!document.getElementById(id)) fault('references', node, `${name} names #${id}, which is not there`);
        }
        if (name === 'tabindex' && Number(value) > 0) fault('order', node, `has tabindex ${value}`);
      }
    }
    for (const node of all('[role=tab]')) if (!node.closest('[role=tablist]')) fault('roles', node, 'is a tab in no list of tabs');
    for (const node of all('ul > :not(li, script, template), ol > :not(li, script, template), dl > :not(dt, dd, div)')) fault('lists', node, `is in a ${node.parentElement.localName}`);
    for (const node of all('[aria-hidden=true]')) {
      for (const inside of [node, ...node.querySelectorAll('*')]) {
        if (shown(inside) && inside.matches(`${interactive}, [tabindex]`) && inside.tabIndex >= 0) fault('hidden from those who listen', inside, 'takes the focus');
      }
    }
    for (const node of all(`:is(button, a[href], summary, [role=button]) :is(${interactive})`)) fault('nested', node, 'is a control in a control');

    let level = scope() === document.body ? 0 : 1;
    for (const node of all('h1, h2, h3, h4, h5, h6').filter(shown)) {
      const next = Number(node.localName[1]);
      if (next > level + 1) fault('headings', node, `has level ${next} after ${level}`);
      level = next;
    }
    for (const node of all('svg, canvas').filter((n) => !n.closest('[role=img], [role=application][aria-label], [aria-hidden=true], [inert], .sprite'))) fault('text alternatives', node, 'is neither named nor hidden');
    for (const node of all('table').filter(shown)) {
      if (!node.querySelector('th, caption') && !node.hasAttribute('aria-label')) fault('tables', node, 'has neither a heading nor a caption');
      for (const th of node.querySelectorAll('thead th')) if (!th.scope && words(th)) fault('tables', th, 'is the head of neither row nor column');
    }
    // All that there is, to read or to use, belongs to a part of the page; the browser makes a banner of a header that is in none.
    const parts = 'main, nav, aside, body > header, body > footer, section, form[aria-label], dialog, [role=alert], [role=status], [role=log], [role=region], [aria-live], a.skip';
    const isContent = (n) => ownText(n).length > 0 || n.matches(`${interactive}, img[alt]:not([alt=""]), [role=img]`);
    for (const node of all('*').filter((n) => isContent(n) && shown(n) && !n.closest(`${parts}, [aria-hidden=true]`) && !n.matches('script, style, noscript'))) fault('landmarks', node, 'is outside of all parts of the page');
    const banners = [...document.querySelectorAll('header, [role=banner]')].filter((n) => n.checkVisibility() && (n.role === 'banner' || !n.role && !n.parentElement.closest('article, aside, main, nav, section')));
    for (const node of banners.slice(1)) fault('landmarks', node, 'is a second banner');
    // What scrolls must do so by the keys alone: in browsers but one that asks for something in it that takes them.
    for (const node of all('*').filter((n) => shown(n) && !isUnseen(n) && !n.matches('html, body, select, textarea, #labels, #labels *'))) {
      const { overflowX, overflowY } = getComputedStyle(node);
      const down = /auto|scroll/.test(overflowY) && node.scrollHeight > node.clientHeight + 13, across = /auto|scroll/.test(overflowX) && node.scrollWidth > node.clientWidth + 13;
      const takes = (n) => n.tabIndex >= 0 && !n.matches(':disabled') && shown(n);
      if ((down || across) && !node.hasAttribute('tabindex') && ![...node.querySelectorAll(`${interactive}, [tabindex]`)].some(takes)) fault('scrolling', node, 'scrolls, and nothing in it takes the keys');
    }
    if (scope() === document.body) {
      const count = (selector, n) => { if (document.querySelectorAll(selector).length !== n) fault('landmarks', 'the page', `has not ${n} ${selector}`); };
      for (const part of ['main', 'body > header']) count(part, 1);
      if (all('h1').filter(shown).length !== 1) fault('headings', 'the page', 'has not one of level 1');
      const first = controls()[0];
      const hasHead = controls().some((n) => n.closest('body > header'));
      if (hasHead && (!first.matches('a[href^="#"]') || !document.querySelector(first.getAttribute('href')))) fault('landmarks', 'the page', 'does not begin with a link past its head');
      if (!/^[a-z]{2}/.test(document.documentElement.lang)) fault('language', 'the page', 'has none');
      if (document.title.trim().length < 5) fault('title', 'the page', 'has none');
      if (/user-scalable\s*=\s*no|maximum-scale/.test(document.querySelector('meta[name=viewport]')?.content ?? '')) fault('zoom', 'the page', 'forbids it');
      // Only a script can have something to say later.
      if (document.scripts.length) for (const live of ['status', 'alert']) if (!document.querySelector(`[role=${live}]`)) fault('live regions', 'the page', `has none of role ${live}`);
    }
    for (const node of all('section').filter((n) => !n.hasAttribute('aria-label') && !n.hasAttribute('aria-labelledby'))) fault('landmarks', node, 'has no name');
    for (const node of all('dialog[open], [role=dialog]').concat(scope().matches('dialog') ? [scope()] : [])) if (!node.getAttribute('aria-labelledby') && !node.getAttribute('aria-label')) fault('names', node, 'is a dialog without a name');
    // Who speaks to the page says what they see: it must be in the name (2.5.3).
    const seenText = (node) => [...node.childNodes].map((n) => (n.nodeType === 3 ? n.data :
      n.nodeType !== 1 || n.localName === 'svg' || n.ariaHidden === 'true' || isUnseen(n) || !shown(n) ? '' : seenText(n))).join('');
    const plain = (text) => ` ${text.replace(/[\s,;:()]+/g, ' ').trim().toLowerCase()} `; // whole words are looked for
    const nameOf = (node) => (node.getAttribute('aria-labelledby')?.split(/\s+/).map((id) => document.getElementById(id)?.textContent).join(' ') ?? node.getAttribute('aria-label') ?? '');
    for (const node of all('button, a[href], summary, [role=button], [role=tab], [role=link], [role=option], [role=menuitem], [role=switch], [role=checkbox], [role=gridcell]')
      .filter((n) => shown(n) && (n.hasAttribute('aria-label') || n.hasAttribute('aria-labelledby')))) {
      const text = plain(seenText(node));
      if (/[\p{L}\p{N}]{2}|\p{N}/u.test(text) && !plain(nameOf(node)).includes(text)) fault('label in name', node, `shows ${text} and is called ${nameOf(node)}`);
    }
    for (const node of controls().filter((n) => n.matches('input:not([type=button], [type=submit]), select, textarea'))) {
      if (!node.labels?.length && !node.getAttribute('aria-label') && !node.getAttribute('aria-labelledby')) fault('labels', node, 'has none');
    }
    return faults;
  }

  /** rgba reads a computed colour as red, green, blue and alpha in [0, 1]. */
  const rgba = (text) => {
    const numbers = (text.match(/-?[\d.]+(e-?\d+)?/g) ?? []).map(Number);
    const [r, g, b, a = 1] = text.startsWith('color(') ? numbers : numbers.map((x, i) => (i < 3 ? x / 255 : x));
    return numbers.length >= 3 ? [r, g, b, a] : [0, 0, 0, 0];
  };

  /** layers are the backgrounds behind a node, its own first, down to the first that hides what is below it. */
  function layers(node) {
    const found = [];
    for (let n = node; n; n = n.parentElement) {
      const colour = rgba(getComputedStyle(n).backgroundColor);
      if (colour[3] > 0) found.push(colour);
      if (colour[3] >= 1) break;
    }
    return found;
  }

  /** opacity is how much of a node its own opacity and that of all around it leave. */
  const opacity = (node) => {
    let share = 1;
    for (let n = node; n; n = n.parentElement) share *= Number(getComputedStyle(n).opacity);
    return share;
  };

  // Contrasts, as WCAG defines them.
  const over = ([r, g, b, a], back) => [r, g, b].map((c, i) => a * c + (1 - a) * back[i]);
  /** flatten returns what is seen of layers, the uppermost first, on white paper. */
  const flatten = (found) => found.reduceRight((back, colour) => over(colour, back), [1, 1, 1]);
  const luminance = (colour) => {
    const [r, g, b] = colour.map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => (Math.max(luminance(a), luminance(b)) + 0.05) / (Math.min(luminance(a), luminance(b)) + 0.05);
  const graphic = 3; // least contrast of what is no text, and of large text

  const faded = (colour, share) => [...colour.slice(0, 3), colour[3] * share];

  /** once returns a function of a node that is worked out once for each: it asks for styles all the way up. */
  const once = (of) => {
    const known = new Map();
    return (node) => {
      if (!known.has(node)) known.set(node, of(node));
      return known.get(node);
    };
  };

  /** texts finds visible texts, and icons of controls, with too little contrast. */
  function texts() {
    const faults = [];
    // Neighbours have the same around them.
    const around = once(opacity), below = once(layers);
    const share = (node) => Number(getComputedStyle(node).opacity) * around(node.parentElement);
    const behind = (node) => {
      const own = rgba(getComputedStyle(node).backgroundColor);
      return own[3] >= 1 ? [own] : [...(own[3] > 0 ? [own] : []), ...below(node.parentElement)];
    };
    const add = (node, colour, kind, back = node) => {
      const style = getComputedStyle(node);
      const size = parseFloat(style.fontSize), ground = flatten(behind(back));
      const least = kind === 'icon' || size >= 24 || size >= 18.66 && Number(style.fontWeight) >= 700 ? graphic : 4.5;
      const got = contrast(over(faded(rgba(colour), share(node)), ground), ground);
      if (got < least) faults.push({ Rule: 'contrast', Where: where(node), What: `${kind} has ${got.toFixed(2)}:1, less than ${least}:1` });
    };
    for (const node of all('*').filter((n) => shown(n) && opacity(n) > 0 && !n.closest(':disabled, #labels, .sprite, option, noscript'))) {
      const style = getComputedStyle(node);
      const inSVG = node.namespaceURI.endsWith('svg');
      if (ownText(node).length && !isUnseen(node)) add(node, inSVG ? style.fill : style.color, 'text', inSVG ? node.closest('svg') : node);
      if (node.matches('input[type=text], input:not([type]), input[type=number], textarea, select')) add(node, style.color, 'text');
      if (node.placeholder) add(node, getComputedStyle(node, '::placeholder').color, 'text');
      if (node.matches('svg') && node.closest('button, label')) add(node, style.color, 'icon');
    }
    return faults;
  }

  /** edges finds borders with too little contrast of those controls that nothing else shows: fields and choices. */
  const edges = () => controls().filter((n) => n.matches('select, textarea, input[type=text], input:not([type])')).flatMap((node) => {
    const style = getComputedStyle(node), ground = flatten(layers(node.parentElement));
    const got = contrast(over(faded(rgba(style.borderBottomColor), opacity(node)), ground), ground);
    const isSeen = got >= graphic && parseFloat(style.borderBottomWidth) >= 1 || contrast(flatten(layers(node)), ground) >= graphic;
    return isSeen ? [] : [{ Rule: 'contrast', Where: where(node), What: `its border has ${got.toFixed(2)}:1, less than ${graphic}:1` }];
  });

  /** contrastsAfter returns the faults of texts and edges after each of several functions, which change the colours. */
  const contrastsAfter = (changes) => changes.map((change) => {
    change();
    return [...texts(), ...edges()];
  });

  const box = (node) => {
    const own = node.getBoundingClientRect();
    let { left, top, right, bottom } = own;
    for (const label of [...(node.labels ?? [])].filter((l) => shown(l) && l.contains(node))) {
      const r = label.getBoundingClientRect();
      [left, top, right, bottom] = [Math.min(left, r.left), Math.min(top, r.top), Math.max(right, r.right), Math.max(bottom, r.bottom)];
    }
    return { left, top, right, bottom, width: right - left, height: bottom - top };
  };

  /** targets are the controls that are too small for a finger, least px wide and high, and not far enough from the others to make up for it. */
  function targets(least) {
    const found = controls().filter((n) => !isUnseen(n) || n.labels?.length).map((node) => ({ node, r: box(node) }));
    const small = ({ r }) => Math.min(r.width, r.height) < least - 0.5;
    const middle = ({ r }) => [(r.left + r.right) / 2, (r.top + r.bottom) / 2];
    const distance = ([x, y], { r }) => Math.hypot(Math.max(r.left - x, 0, x - r.right), Math.max(r.top - y, 0, y - r.bottom));
    return found.filter(small).filter((one) => getComputedStyle(one.node).display !== 'inline' && found.some((other) => other !== one && !other.node.contains(one.node) &&
      (distance(middle(one), other) < least / 2 - 0.5 || (small(other) && Math.hypot(middle(one)[0] - middle(other)[0], middle(one)[1] - middle(other)[1]) < least - 0.5))))
      .map(({ node, r }) => ({ Rule: 'targets', Where: where(node), What: `is ${Math.round(r.width)} x ${Math.round(r.height)} px, less than ${least}` }));
  }

  /** layer is what a node is drawn on: things on different layers may cover each other. */
  const layer = (node) => {
    for (let n = node; n; n = n.parentElement) {
      const { position, backgroundColor, zIndex } = getComputedStyle(n);
      if (['fixed', 'sticky', 'absolute'].includes(position) && (rgba(backgroundColor)[3] >= 1 || zIndex !== 'auto')) return n;
    }
    return null;
  };

  const scrolls = (node) => {
    for (let n = node; n && n !== document.body; n = n.parentElement) if (/auto|scroll/.test(getComputedStyle(n).overflowX)) return true;
    return false;
  };

  /** inSight returns the part of a line that is to be seen in what scrolls around its node, or null. */
  const inSight = (node, { left, top, right, bottom }) => {
    for (let n = node; n && n !== document.body; n = n.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(n);
      if (!/auto|scroll/.test(overflowX + overflowY)) continue;
      const b = n.getBoundingClientRect();
      [left, top, right, bottom] = [Math.max(left, b.left), Math.max(top, b.top), Math.min(right, b.right), Math.min(bottom, b.bottom)];
    }
    return right - left > 1 && bottom - top > 1 ? { left, top, right, bottom } : null;
  };

  /** fit finds texts that are cut off, run out of their control or the window, or lie on one another; and a page that scrolls sideways. */
  function fit() {
    const faults = [];
    const fault = (node, what) => faults.push({ Rule: 'fit', Where: where(node), What: what });
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (wide > 0) faults.push({ Rule: 'fit', Where: 'the page', What: `scrolls sideways by ${wide} px` });
    const lines = [];
    const layerOf = once(layer), isScrolled = once(scrolls);
    const edge = document.documentElement.clientWidth;
    for (const node of all('*').filter((n) => ownText(n).length && shown(n) && !isUnseen(n) && !n.closest('option, .sprite, noscript, #labels, textarea'))) {
      const range = document.createRange();
      for (const text of ownText(node)) {
        range.selectNodeContents(text);
        for (const r of range.getClientRects()) if (r.width > 1) lines.push({ node, r, seen: inSight(node, r), layer: layerOf(node) });
      }
    }
    for (const { node, r } of lines) {
      for (let n = node; n && n !== document.body; n = n.parentElement) {
        const style = getComputedStyle(n);
        const b = n.getBoundingClientRect();
        if (style.display === 'inline' || style.display === 'contents') continue;
        if (/auto|scroll/.test(style.overflowX + style.overflowY)) break;
        const out = Math.round(Math.max(b.left - r.left, r.right - b.right));
        const under = Math.round(Math.max(b.top - r.top, r.bottom - b.bottom));
        if (/hidden|clip/.test(style.overflowX) && out > 1) { fault(node, `is cut off by ${out} px, ${JSON.stringify(words(node).slice(0, 40))}`); break; }
        if (/hidden|clip/.test(style.overflowY) && under > 3) { fault(node, `is cut off below by ${under} px, ${JSON.stringify(words(node).slice(0, 40))}`); break; }
        if (n.matches('button, select, label.button, .segments span, td, th, .panel, .tile, dialog') && (out > 1 || under > 3)) { fault(node, `runs ${Math.max(out, under)} px out of ${where(n)}`); break; }
        if (n === layerOf(node)) break; // it lies above what is around it
      }
      if (!isScrolled(node) && (r.right > edge + 1 || r.left < -1) && !node.matches('.skip')) fault(node, 'runs out of the window');
    }
    for (const node of all('select').filter(shown)) {
      const pen = document.createElement('canvas').getContext('2d');
      const style = getComputedStyle(node);
      pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const need = pen.measureText(node.selectedOptions[0]?.text ?? '').width + parseFloat(style.paddingLeft) + parseFloat(style.paddingRight) + 16; // its arrow
      if (need > node.clientWidth + 1) fault(node, `has ${node.clientWidth} px for a choice of ${Math.round(need)}`);
    }
    const seen = lines.filter((line) => line.seen).sort((a, b) => a.seen.top - b.seen.top);
    seen.forEach((a, i) => {
      for (let k = i + 1; k < seen.length && seen[k].seen.top < a.seen.bottom - 3; k++) {
        const b = seen[k];
        if (a.node === b.node || a.layer !== b.layer || a.node.contains(b.node) || b.node.contains(a.node)) continue;
        const across = Math.min(a.seen.right, b.seen.right) - Math.max(a.seen.left, b.seen.left);
        const down = Math.min(a.seen.bottom, b.seen.bottom) - b.seen.top;
        if (across > 2 && down > 4 && !a.node.closest('sub, sup') && !b.node.closest('sub, sup')) fault(a.node, `lies on ${where(b.node)}`);
      }
    });
    return faults;
  }

  /** motion are the animations that go on although the visitor has asked for none. */
  const motion = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? document.getAnimations().filter((a) => a.playState === 'running').map((a) =>
    ({ Rule: 'motion', Where: where(a.effect.target), What: 'moves although the visitor wants no motion' })) : []);

  /** spaced lays the text out with the distances that readers may need (1.4.12), or as before. */
  function spaced(is) {
    const sheet = new CSSStyleSheet();
    if (is) sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }');
    document.adoptedStyleSheets = is ? [sheet] : [];
    return true;
  }

  // Walking with the keys.
  const names = new Map();
  const reached = new WeakSet(); // by Tab
  let last = null; // where Tab led before
  /** groupOf returns what a control is a member of: a choice, a list of tabs, or a column of a table in whose rows the arrow keys go up and down. */
  function groupOf(node) {
    if (node.type === 'radio') return `radio ${node.name}`;
    if (node.matches('[role=tab]')) return `tabs ${node.closest('[role=tablist]')?.id}`;
    const cell = node.closest('tbody td, tbody th');
    const table = cell?.closest('table');
    return table?.querySelector('tbody :is(input, button)[tabindex="-1"]') ? `column ${cell.cellIndex} of ${where(table)}` : '';
  }

  /** stops names all controls, and remembers which name is which. */
  function stops() {
    names.clear();
    last = null;
    for (const node of controls()) {
      names.set(node, { Index: names.size, Where: where(node), Group: groupOf(node), Known: reached.has(node) });
    }
    return [...names.values()];
  }

  /** enter gives the chosen member of a group the keys. */
  const enter = (group) => {
    const members = [...names].filter(([, { Group }]) => Group === group).map(([node]) => node);
    (members.find((node) => (node.type === 'radio' && node.checked) || node.getAttribute('aria-selected') === 'true') ?? members.find((node) => node.tabIndex === 0) ?? members[0]).focus();
    return true;
  };

  /** before says whether a control stands before another one of its part of the page, in lines from left to right. */
  const before = (one, other) => one.part === other.part && !one.moves && !other.moves && (
    one.bottom <= other.top + 1 && one.left < other.right || one.right <= other.left + 1 && one.top < other.bottom - 4 && other.top < one.bottom - 4);

  /** stop tells of the control in which the keys are; if Tab led there, it remembers it, and says what is wrong with it. */
  function stop(byTab) {
    const node = document.activeElement;
    if (!node || [document.documentElement, document.body, scope()].includes(node)) return { Index: -1 };
    if (byTab) reached.add(node);
    const r = box(node);
    const ringed = [node, node.nextElementSibling, node.closest('label'), node.parentElement].filter(Boolean).find((n) => {
      const style = getComputedStyle(n);
      return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
    });
    const at = [[0.5, 0.5], [0.1, 0.2], [0.9, 0.2], [0.1, 0.8], [0.9, 0.8]].map(([x, y]) => document.elementFromPoint(r.left + x * r.width, r.top + y * r.height)).filter(Boolean);
    const part = node.closest('dialog, section, header, footer') ?? document.body;
    const origin = part.getBoundingClientRect();
    let [x, y] = [-origin.left, -origin.top];
    for (let n = node.parentElement; n && part.contains(n); n = n.parentElement) [x, y] = [x + n.scrollLeft, y + n.scrollTop];
    const floats = layer(node);
    const here = { node, left: r.left + x, top: r.top + y, right: r.right + x, bottom: r.bottom + y, part, moves: floats !== null && floats !== part && part.contains(floats) };
    const faults = [];
    const fault = (rule, what) => faults.push({ Rule: rule, Where: where(node), What: what });
    const ground = flatten(layers(ringed?.parentElement ?? node));
    const ring = ringed ? contrast(over(rgba(getComputedStyle(ringed).outlineColor), ground), ground) : 1;
    if (ring < graphic) fault('focus', `has a ring of ${ring.toFixed(2)}:1`);
    if (!names.has(node)) fault('keys', 'takes the keys, but was no control at first');
    if (byTab && last && last.node !== node && before(here, last)) fault('order', `comes after ${where(last.node)}, and stands before it`);
    if (byTab) last = here;
    const isSeen = at.some((n) => n === node || node.contains(n) || n.contains(node) && n.matches('label, summary, td, .area, .segments *') || n.closest('label')?.control === node || n.closest('label')?.contains(node));
    return { ...(names.get(node) ?? { Index: -2, Where: where(node), Group: '' }), Seen: isSeen, Faults: faults };
  }

  return { structure, contrastsAfter, targets, fit, motion, spaced, stops, stop, enter };
})()
