// The panel of signals and images: all samples in small, one in large to be drawn, and the learned filters. The samples, what the network
// says of them and what each filter makes of one come from the session, in a document of its own that is asked for when it has changed.

import { byId, element, icon, setAttribute, setText } from './dom.js';
import { filterList } from './filters.js';
import { number, parse, short } from './format.js';
import { perFrame } from './frames.js';
import { curve, greyness, isSignal, pixels, shape } from './glyphs.js';
import { notice } from './notice.js';
import { isFlat } from './plain.js';
import { sampleEditor } from './sample.js';

const box = { x: 2, y: 2, width: 60, height: 40 };
const none = { samples: 0, x: [], y: [], low: 0, high: 0, shape: [1, 1, 1], filter: [1, 1], corners: [], pool: 1, hits: 0 };

/** samplesPanel wires the panel. It returns the function that renders an answer. */
export function samplesPanel(solver) {
  const panel = new Panel(solver);
  return (page) => panel.show(page);
}

class Panel {
  constructor(solver) {
    Object.assign(this, { solver, page: null, data: none, picked: 0, wanted: -1, chosen: 0, key: '', asking: false, cards: [] });
    this.section = byId('samples');
    this.gallery = byId('sample-list');
    this.editor = sampleEditor({
      draw: (values, final) => this.put([...values, ...this.label], final),
      cancel: () => solver.send({ do: 'cancel' }),
    });
    this.filters = filterList((index) => this.choose(index), () => solver.send({ do: 'focus', neuron: -1 }));
    this.draw = perFrame(() => this.page?.signals && this.render());
    byId('sample-add').addEventListener('click', () => this.add(Array(this.page.dimension).fill(0)));
    byId('sample-duplicate').addEventListener('click', () => this.add(this.editor.x));
    byId('sample-shift').addEventListener('click', () => this.put([...this.shifted(), ...this.label], true));
    byId('sample-remove').addEventListener('click', () => this.edit({ do: 'rows', remove: [this.picked] }));
    byId('sample-flip').addEventListener('click', () => this.edit({ do: 'rows', flip: [this.picked] }));
    byId('sample-label').addEventListener('change', ({ target }) => this.setLabel(target));
    byId('samples-blank').addEventListener('click', () => this.edit({ do: 'blank', input: byId('samples-shape').value.split(' ').map(Number) }));
    for (const radio of document.querySelectorAll('input[name="samples-kind"]')) {
      radio.addEventListener('change', () => solver.send({ do: 'architecture', kind: radio.value }));
    }
    this.gallery.addEventListener('keydown', (event) => this.onKey(event));
  }

  /** show takes an answer. */
  show(page) {
    if (page.focus >= 0 && page.focus !== this.page?.focus) this.chosen = page.focus;
    this.page = page;
    const { signals } = page;
    this.section.hidden = !signals;
    this.place(signals && isFlat(page));
    if (!signals) return;
    if (this.wanted >= 0 && this.wanted < page.samples) [this.picked, this.wanted] = [this.wanted, -1];
    this.picked = Math.max(0, Math.min(this.picked, page.samples - 1));
    for (const radio of document.querySelectorAll('input[name="samples-kind"]')) radio.checked = radio.value === page.architecture;
    this.draw();
    this.ask();
  }

  /** place puts the panel over the stage where there are no pictures, and else beside it. */
  place(over) {
    setAttribute(byId('left'), 'data-samples', over ? '' : null);
    const home = byId(over ? 'left' : 'right');
    if (this.section.parentElement === home) return;
    if (over) home.append(this.section);
    else byId('data').after(this.section);
  }

  /** ask fetches the samples whenever they, the network or the chosen one have changed. */
  async ask() {
    const { page } = this;
    const key = `${page.solves} ${page.samples} ${page.status} ${page.architecture} ${page.signals?.shape} ${page.dimension} ${this.picked}`;
    if (this.asking || this.key === key || !page.signals) return;
    this.asking = true;
    const name = page.samples > 0 ? `samples ${this.picked}` : 'samples';
    // A sample that is gone by then is asked for anew with the next answer.
    const data = await this.solver.ask(name).then(JSON.parse, () => null);
    this.asking = false;
    if (!data) return;
    this.key = key;
    this.data = data;
    this.editor.take(data, this.solver.waits('row'));
    this.draw();
    this.ask();
  }

  get label() { return this.data.y[this.picked] ?? [this.page.label]; }

  /** put writes the chosen sample. */
  put(values, final) {
    this.solver.send({ do: 'row', index: this.picked, values, final });
  }

  /** edit passes an intent on; what is refused is said. */
  async edit(intent) {
    try {
      await this.solver.request({ intent: JSON.stringify(intent) });
      return true;
    } catch (error) {
      notice(error.message);
      return false;
    }
  }

  async add(values) {
    const label = this.data.y[0]?.length > 1 ? this.label : [this.page.label];
    const y = values === this.editor.data?.x[this.picked] ? this.label : label;
    this.wanted = this.page.samples;
    if (!await this.edit({ do: 'rows', add: [[...values, ...y]] })) this.wanted = -1;
  }

  /** shifted moves a signal or an image by one place to the right; what leaves comes in again on the left. */
  shifted() {
    const [, width, channels] = this.data.shape;
    const row = width * channels;
    return this.editor.x.map((_, i) => this.editor.x[i - i % row + (i % row - channels + row) % row]);
  }

  setLabel(field) {
    const value = parse(field.value);
    setAttribute(field, 'aria-invalid', Number.isFinite(value) ? null : 'true');
    if (Number.isFinite(value)) this.edit({ do: 'rows', set: [this.picked], value });
    else notice('The label of a sample must be a number.');
  }

  pick(index) {
    this.picked = index;
    this.draw();
    this.ask();
  }

  /** choose lights a filter up, here and in the table of neurons. */
  choose(index) {
    if (this.page.focus !== index) this.solver.send({ do: 'focus', neuron: index });
    this.chosen = index;
    this.draw();
  }

  onKey(event) {
    const across = Math.max(1, Math.round(this.gallery.clientWidth / (this.cards[0]?.parentElement.offsetWidth || 1)));
    const to = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -across, ArrowDown: across }[event.key];
    const card = this.cards[this.picked + to];
    if (!to || !card) return;
    event.preventDefault();
    this.pick(this.picked + to);
    card.focus();
  }

  render() {
    const { page, data } = this;
    const fits = data.x.every((row) => row.length === page.dimension);
    if (!fits || (data.samples > 0) !== (page.samples > 0)) return; // the answer that fits is on its way
    this.chosen = Math.max(0, Math.min(this.chosen, (data.neurons?.length ?? 0) - 1));
    const grey = greyness(data);
    const range = Math.max(1e-9, Math.abs(data.low), Math.abs(data.high));
    while (this.cards.length > data.x.length) this.cards.pop().parentElement.remove();
    while (this.cards.length < data.x.length) this.cards.push(this.card(this.cards.length));
    data.x.forEach((x, i) => this.fill(this.cards[i], i, i === this.picked ? this.editor.values ?? x : x, { grey, range }));
    this.editor.show(page, data, this.picked, this.chosen);
    this.filters(page, data, this.chosen);
    this.write();
  }

  card(index) {
    const button = element('button', { type: 'button' }, shape('svg', { class: 'glyph', 'aria-hidden': 'true', viewBox: '0 0 64 44' }),
      element('span', {}, icon('plus', 'mark'), element('b', {}), icon('check', 'right')));
    button.addEventListener('click', () => this.pick(index));
    this.gallery.append(element('li', {}, button));
    return button;
  }

  fill(button, i, x, { grey, range }) {
    const { data, page } = this;
    const svg = button.firstElementChild;
    const signal = isSignal(page.signals.shape);
    const key = `${page.signals.shape} ${signal ? range : `${data.low} ${data.high}`} ${x}`;
    if (svg.dataset.key !== key) {
      svg.dataset.key = key;
      const [height, width, channels] = data.shape;
      const side = Math.min(box.width / (width * channels + 0.4 * (channels - 1)), box.height / height);
      const wide = side * (width * channels + 0.4 * (channels - 1));
      svg.replaceChildren(...(signal ? curve(x, range, box) : pixels(x, data.shape, grey, { ...box, x: 32 - wide / 2, width: wide })));
    }
    const [label] = data.y[i], f = data.f?.[i], right = data.right?.[i];
    const several = data.y[i].length > 1;
    const shown = several ? label1(data.y[i]) : short(label);
    const says = f === undefined ? '\u2013' : several ? label1(f) : number(f[0], 2);
    const mark = button.querySelector('.mark');
    setAttribute(mark, 'class', `mark ${label < 0 ? 'negative' : 'positive'}`);
    setAttribute(mark.firstElementChild, 'href', label < 0 ? '#i-minus' : '#i-plus');
    mark.toggleAttribute('hidden', several || right === undefined);
    setText(button.querySelector('b'), says);
    const verdict = button.querySelector('.right');
    verdict.toggleAttribute('hidden', right === undefined);
    setAttribute(verdict.firstElementChild, 'href', right ? '#i-check' : '#i-close');
    setAttribute(button, 'data-right', right === undefined ? null : String(right));
    setAttribute(button, 'aria-pressed', String(i === this.picked));
    setAttribute(button, 'tabindex', i === this.picked ? '0' : '-1');
    setAttribute(button, 'aria-label', `Sample ${i + 1}, label ${shown}, the network says ${says}${right === undefined ? '' : right ? ', right' : ', wrong'}`);
  }

  /** write says in words and numbers what is chosen. */
  write() {
    const { page, data, picked } = this;
    const there = data.x[picked] !== undefined;
    const what = isSignal(page.signals.shape) ? `signals of length ${page.signals.shape[0]}` : `images of ${page.signals.shape.join(' \u00d7 ')}`;
    const shown = data.x.length < data.samples ? `, of which the first ${data.x.length} are shown` : '';
    const hits = data.right ? ` The network names the class of ${data.hits} of ${data.samples}.` : '';
    setText(byId('samples-note'), `${data.samples} ${what}${shown}.${hits}`);
    const f = data.f?.[picked], y = data.y[picked];
    setText(byId('sample-name'), there ? `Sample ${picked + 1}` : 'No sample');
    setText(byId('sample-says'), !there || !f ? '' : f.length > 1 ? `class ${label1(f)}` : number(f[0], 3));
    const right = data.right?.[picked];
    setText(byId('sample-verdict'), right === undefined ? '' : right ? 'right' : 'wrong');
    setAttribute(byId('sample-verdict'), 'data-right', right === undefined ? null : String(right));
    const field = byId('sample-label');
    const several = y?.length > 1;
    byId('sample-label-field').hidden = several;
    if (there && !several && document.activeElement !== field && field.value !== String(y[0])) field.value = String(y[0]);
    byId('sample-flip').hidden = several;
    for (const id of ['duplicate', 'remove', 'flip', 'shift']) byId(`sample-${id}`).disabled = !there;
    field.disabled = !there;
  }
}

/** label1 names the class with the largest entry, counted from one. */
const label1 = (row) => String(row.indexOf(Math.max(...row)) + 1);
