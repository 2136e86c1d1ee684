// Small helpers for the page's elements. Writing what is there already costs layout time, so each compares first.

export const byId = (id) => document.getElementById(id);

/** setText sets an element's text. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** setAttribute sets an attribute, or removes it when value is null. */
export function setAttribute(node, name, value) {
  if (value === null) node.removeAttribute(name);
  else if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

/** setIcon shows a symbol of the page's sprite in a <use> element. */
export function setIcon(use, name) {
  setAttribute(use, 'href', `#i-${name}`);
}

/** icon returns a new <svg> that shows a symbol. */
export function icon(name, className = '') {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', className);
  use.setAttribute('href', `#i-${name}`);
  svg.append(use);
  return svg;
}

/** element returns a new element with attributes (true is an empty one, null or false none) and children. */
export function element(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children);
  return node;
}
