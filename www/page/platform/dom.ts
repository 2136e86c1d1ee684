// Small helpers for the page's elements. Writing an unchanged value costs layout time, so each helper compares first.

/** A Kind is the class of an element, such as HTMLInputElement. */
export type Kind<T> = new () => T;

/** Attributes of a new element: true stands for an empty attribute, null and false for no attribute. */
export type Attributes = Record<string, string | number | boolean | null>;

const svg = 'http://www.w3.org/2000/svg';

/** checked returns a node of the expected kind; the page's source and its modules must agree. */
function checked<T extends Element>(node: Element | null, kind: Kind<T>, name: string): T {
  if (node instanceof kind) return node;
  throw new Error(`The page has no ${kind.name} ${name}.`);
}

/** byId returns the element with an id. */
export function byId(id: string): HTMLElement;
export function byId<T extends Element>(id: string, kind: Kind<T>): T;
export function byId(id: string, kind: Kind<Element> = HTMLElement): Element {
  return checked(document.getElementById(id), kind, id);
}

/** one returns the first element within another that a selector matches. */
export function one(selector: string, root?: ParentNode): HTMLElement;
export function one<T extends Element>(selector: string, root: ParentNode, kind: Kind<T>): T;
export function one(selector: string, root: ParentNode = document, kind: Kind<Element> = HTMLElement): Element {
  return checked(root.querySelector(selector), kind, selector);
}

/** all returns the elements of a kind that a selector matches. */
export function all(selector: string, root?: ParentNode): HTMLElement[];
export function all<T extends Element>(selector: string, root: ParentNode, kind: Kind<T>): T[];
export function all(selector: string, root: ParentNode = document, kind: Kind<Element> = HTMLElement): Element[] {
  return [...root.querySelectorAll(selector)].filter((node) => node instanceof kind);
}

/** radios returns the radio buttons with a name. */
export const radios = (name: string): HTMLInputElement[] => all(`input[name="${name}"]`, document, HTMLInputElement);

/** meta returns an entry of the page's head, which the build writes. */
export const meta = (id: string): HTMLMetaElement => byId(id, HTMLMetaElement);

/** setText sets an element's text. */
export function setText(node: Node, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

/** setAttribute sets an attribute, or removes it when value is null. */
export function setAttribute(node: Element, name: string, value: string | null): void {
  if (value === null) node.removeAttribute(name);
  else if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

const outputs = new Map(all('[data-out]').map((node) => [node.dataset['out'] ?? '', node]));

/** output returns the element of a number that programs can read as well; showOutput writes its text and, for programs, its value. */
export const output = (name: string): HTMLElement => checked(outputs.get(name) ?? null, HTMLElement, `with data-out="${name}"`);
export function showOutput(name: string, text: string, value: string | number): void {
  setText(output(name), text);
  setAttribute(output(name), 'data-value', String(value));
}

/** setIcon makes a <use> element show a symbol of the page's sprite. */
export function setIcon(use: Element, name: string): void {
  setAttribute(use, 'href', `#i-${name}`);
}

/** setSign shows the sign of a number in an icon made by icon: by its symbol and its class, which may follow other class names. */
export function setSign(node: Element, value: number, names = ''): void {
  setAttribute(node, 'class', names + (value < 0 ? 'negative' : 'positive'));
  setIcon(child(node, SVGUseElement), value < 0 ? 'minus' : 'plus');
}

/** sign returns an icon that shows the sign of a number, with more class names before its own. */
export function sign(value: number, names = ''): SVGSVGElement {
  const node = icon('plus');
  setSign(node, value, names);
  return node;
}

/** child returns the first child of an element. */
export function child<T extends Element>(node: Element, kind: Kind<T>): T {
  return checked(node.firstElementChild, kind, 'within another');
}

/** icon returns a new <svg> that shows a symbol. */
export function icon(name: string, className = ''): SVGSVGElement {
  const node = shape('svg', { 'aria-hidden': 'true', class: className });
  node.append(shape('use', { href: `#i-${name}` }));
  return node;
}

/** element returns a new element with attributes and children. */
export function element<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: (Node | string)[]): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) node.setAttribute(name, value === true ? '' : String(value));
  }
  node.append(...children);
  return node;
}

/** shape returns a new SVG element, with text in it if given. */
export function shape<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Record<string, string | number>, text = ''): SVGElementTagNameMap[K] {
  const node = document.createElementNS(svg, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  if (text) node.textContent = text;
  return node;
}

/** closest returns the nearest element that a selector matches, from the target of an event outwards, or null. */
export function closest(target: EventTarget | null, selector: string): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(selector) : null;
}
