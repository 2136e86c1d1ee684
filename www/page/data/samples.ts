// The panel of signals and images: all samples as small pictures, one large sample to be drawn, and the learned filters. The samples, the
// network's answers and the responses of each filter come from the session, in a separate document that is requested when it has changed.

import { byId, setAttribute, setText } from '../platform/dom';
import { numberIn } from '../shell/fields';
import { number } from '../platform/format';
import { perFrame } from '../platform/frames';
import { Latest } from '../platform/latest';
import type { Page, Samples } from '../platform/protocol';
import type { Solver } from '../platform/solver';
import * as messages from '../messages';
import { noticeError } from '../shell/notice';
import { Filters, Gallery } from './gallery';
import { SampleEditor } from './sample';
import type { Situation } from '../shell/parts';

const none: Samples = { samples: 0, x: [], y: [], class: [], low: 0, high: 0, shape: [1, 1, 1], filter: [1, 1], corners: [], pool: 1, hits: 0 };

/** isOfFilters reports whether the page's neurons are the filters, rather than neurons of an upper layer. */
const isOfFilters = ({ outputView }: Page): boolean => outputView.layer === 0;

/** SamplesPanel shows signals and images; place(where) is called with its place on the page. */
export class SamplesPanel {
  private readonly section = byId('samples');
  private readonly gallery = new Gallery((index) => this.pick(index));
  private readonly editor = new SampleEditor({
    draw: (values, final) => this.put(values, final),
    cancel: () => this.solver.send({ do: 'cancel' }),
  });
  private readonly filters = new Filters((index) => this.choose(index), () => this.light(-1));
  private readonly draw = perFrame(() => { if (this.page?.signals) this.render(this.page); });
  private page: Page | null = null;
  private data = none;
  private picked = 0; // the large sample
  private wanted = -1; // the sample to pick once it exists
  private chosen = 0; // the highlighted filter
  private key = '';
  private readonly samples: Latest<Samples>;

  constructor(private readonly solver: Solver, private readonly place: (where: Situation['samples']) => void) {
    this.samples = new Latest(solver, (data, key) => { if (data) this.take(data, key); });
    const wire = (id: string, run: () => void): void => byId(id).addEventListener('click', run);
    wire('sample-add', () => this.add(Array<number>(this.page?.dimension ?? 0).fill(0)));
    wire('sample-duplicate', () => this.add(this.editor.x, this.label));
    wire('sample-shift', () => this.put(this.shifted(), true));
    wire('sample-remove', () => solver.send({ do: 'editRows', name: 'remove', indices: [this.picked] }));
    wire('sample-flip', () => solver.send({ do: 'editRows', name: 'flip', indices: [this.picked] }));
    wire('samples-blank', () => solver.send({ do: 'blank', input: byId('samples-shape', HTMLSelectElement).value.split(' ').map(Number) }));
    byId('sample-label').addEventListener('change', () => this.setLabel());
  }

  /** show takes an answer. */
  show(page: Page): void {
    if (page.focus >= 0 && page.focus !== this.page?.focus && isOfFilters(page)) this.chosen = page.focus;
    this.page = page;
    this.section.hidden = !page.signals;
    this.place(!page.signals ? 'none' : !page.drawable ? 'over' : page.convolution ? 'data' : 'beside'); // over everything if there are no pictures of such data
    if (!page.signals) return;
    if (this.wanted >= 0 && this.wanted < page.samples) [this.picked, this.wanted] = [this.wanted, -1];
    this.picked = Math.max(0, Math.min(this.picked, page.samples - 1));
    this.draw();
    this.ask();
  }

  /** ask fetches the samples whenever they, the network or the chosen sample have changed. */
  private ask(): void {
    if (!this.page?.signals) return;
    const { revision, samples } = this.page, { picked } = this;
    void this.samples.ask(`${revision.data} ${revision.solution} ${picked}`, () => this.solver.read('samples', samples > 0 ? ` ${picked}` : ''));
  }

  /** take takes newer samples; if the chosen one has gone by then, the next answer requests them again. */
  private take(data: Samples, key: string): void {
    this.data = data;
    this.key = key;
    this.editor.take(data, this.solver.waits('row'));
    this.draw();
  }

  private get label(): number[] { return this.data.y[this.picked] ?? [this.page?.label ?? 0]; }

  /** put sends the values of the chosen sample. */
  private put(x: number[], final: boolean): void {
    this.solver.send({ do: 'row', index: this.picked, values: [...x, ...this.label], final });
  }

  /** add adds a sample, with a given label or with the label of new ones. */
  private add(x: number[], label?: number[]): void {
    if (!this.page) return;
    const usual = (this.data.y[0]?.length ?? 0) > 1 ? this.label : [this.page.label];
    this.wanted = this.page.samples;
    this.solver.request({ do: 'addRows', add: [[...x, ...label ?? usual]] }).catch((error: unknown) => {
      this.wanted = -1;
      noticeError(error);
    });
  }

  /** shifted shifts a signal or an image by one entry to the right; what leaves on the right enters on the left. */
  private shifted(): number[] {
    const [, width, channels] = this.data.shape;
    const row = width * channels;
    const { x } = this.editor;
    return x.map((_, i) => x[i - i % row + (i % row - channels + row) % row] ?? 0);
  }

  private setLabel(): void {
    const value = numberIn(byId('sample-label', HTMLInputElement));
    if (value !== null) this.solver.send({ do: 'editRows', name: 'set', indices: [this.picked], value });
  }

  /** pick shows a sample large, and highlights its point in the pictures. */
  private pick(index: number): void {
    this.picked = index;
    if (this.page?.drawable) this.solver.send({ do: 'highlightPoint', index });
    this.draw();
    this.ask();
  }

  /** choose highlights a filter, here and in the table of neurons. */
  private choose(index: number): void {
    this.light(index);
    this.chosen = index;
    this.draw();
  }

  /** light highlights a filter in the other pictures, if they show its layer; -1 highlights none. */
  private light(neuron: number): void {
    if (this.page && this.page.focus !== neuron && isOfFilters(this.page)) this.solver.send({ do: 'focus', neuron });
  }

  private render(page: Page): void {
    const { data, picked } = this;
    const fits = data.x.every((row) => row.length === page.dimension);
    if (!fits || (data.samples > 0) !== (page.samples > 0)) return; // the answer that fits is on its way
    this.chosen = Math.max(0, Math.min(this.chosen, (data.neurons?.length ?? 0) - 1));
    this.gallery.show(page, data, picked, this.editor.values);
    this.editor.show(page, data, picked, this.chosen);
    this.filters.show(page, data, this.chosen);
    setText(byId('samples-note'), messages.samples(data, page.signals ?? []));
    this.write();
    setAttribute(this.section, 'data-revision', this.key);
  }

  /** write describes the chosen sample and filter in words and numbers. */
  private write(): void {
    const { data, picked } = this;
    const isThere = data.x[picked] !== undefined;
    const f = data.outputs?.[picked], y = data.y[picked], right = data.right?.[picked];
    setText(byId('sample-name'), isThere ? messages.sample(picked + 1) : messages.noSample);
    setText(byId('sample-says'), !isThere || !f ? '' : f.length > 1 ? messages.className(data.predicted?.[picked] ?? 0) : number(f[0] ?? 0, 3));
    setText(byId('sample-verdict'), right === undefined ? '' : messages.verdict(right));
    setAttribute(byId('sample-verdict'), 'data-right', right === undefined ? null : String(right));
    for (const id of ['duplicate', 'remove', 'flip', 'shift']) byId(`sample-${id}`, HTMLButtonElement).disabled = !isThere;
    this.writeLabel(isThere, y ?? []);
  }

  private writeLabel(isThere: boolean, y: number[]): void {
    const field = byId('sample-label', HTMLInputElement);
    const several = y.length > 1;
    byId('sample-label-field').hidden = several;
    byId('sample-flip').hidden = several;
    field.disabled = !isThere;
    if (isThere && !several && document.activeElement !== field && field.value !== String(y[0])) field.value = String(y[0]);
  }
}
