// The dialog that prepares a link for a class: what the students get, what is hidden from them, and the link, as text, as a QR code and to
// be opened. It changes nothing on the teacher's own page.

import { all, byId, element, radios, setText, shape } from '../platform/dom';
import { embedded } from '../platform/storage';
import type { QR } from '../platform/protocol';
import type { Solver } from '../platform/solver';
import { lessons } from '../learn/course';
import * as messages from '../messages';
import { copyField } from '../shell/dialogs';
import type { Layout } from '../shell/layout';
import { shortLink } from './link';
import { studentModes, type StudentMode, type Appearance, type PageAppearance } from './appearance';
import { sentenceOf } from '../shell/notice';
import { linkWith, longest, saveWork } from './files';

const pause = 250; // ms without a change before the link is made again
const quiet = 4; // modules of white around a QR code, required by its standard
const readable = 100; // characters of an address that people type
const easy = 400; // characters of a link whose code every phone reads from the back row
const most = 2953; // characters that a QR code can hold
const phone = { width: 390, height: 844 }; // css pixels of the window that shows what students find

/**
 * classDialog wires the dialog; preset() is the example on the screen as a brief link names it, empty for own points, null if such a link cannot say
 * how it is trained. */
export function classDialog(solver: Solver, appearance: PageAppearance, layout: Layout, preset: () => string | null): void {
  if (!embedded) new ClassDialog(solver, appearance, layout, preset);
}

class ClassDialog {
  private readonly node = byId('class', HTMLDialogElement);
  private readonly boxes = all('#class-panels input', document, HTMLInputElement);
  private readonly choices = radios('class-gets');
  private readonly lesson = byId('class-lesson', HTMLSelectElement);
  private readonly points = byId('class-points', HTMLInputElement);
  private readonly theme = byId('class-theme', HTMLInputElement);
  private readonly scenes = byId('class-scenes', HTMLInputElement);
  private readonly link = byId('class-link', HTMLTextAreaElement);
  private enlarges = false; // the code is shown large once it is there
  private timer = 0;
  private turn = 0; // counts the links begun; only the newest is shown

  constructor(private readonly solver: Solver, private readonly appearance: PageAppearance, private readonly layout: Layout, private readonly preset: () => string | null) {
    this.lesson.append(element('option', { value: '' }, messages.lessonList), ...lessons.map(({ name, title }) => element('option', { value: name }, title)));
    this.node.addEventListener('change', () => this.later());
    this.node.addEventListener('close', () => this.close());
    byId('class-open').addEventListener('click', () => this.open());
    byId('class-copy').addEventListener('click', () => void copyField(this.link, byId('class-note'), messages.linkSelected));
    byId('class-file').addEventListener('click', () => void saveWork(solver, appearance));
    const preview = byId('class-preview', HTMLAnchorElement);
    preview.addEventListener('click', (event) => {
      if (window.open(preview.href, 'student', `popup,width=${phone.width},height=${phone.height}`)) event.preventDefault(); // else in a tab
    });
    const large = byId('class-large', HTMLDialogElement);
    byId('class-enlarge').addEventListener('click', () => large.showModal());
    large.addEventListener('click', () => large.close());
    large.addEventListener('close', () => { if (layout.mode === 'present') this.node.close(); }); // a class sees the scene again, not the dialog
  }

  private open(): void {
    const { hidden, students, scenes } = this.appearance.get(), isPresented = this.layout.mode === 'present';
    for (const box of this.boxes) box.checked = !box.value.split(' ').some((name) => hidden.includes(name));
    const now: StudentMode = students ?? (this.layout.mode === 'present' ? 'explore' : this.layout.mode);
    for (const choice of this.choices) choice.checked = choice.value === now;
    this.scenes.checked = false; // they make a long link
    this.points.checked = this.preset() === ''; // a link by name would have an example in place of own points
    this.enlarges = isPresented; // a class sees the code at once
    byId('class-scenes-field').hidden = scenes === undefined;
    setText(byId('class-note'), '');
    this.later(0);
  }

  private close(): void {
    clearTimeout(this.timer);
    this.turn++;
  }

  /** what says what the class gets. */
  private get what(): string {
    return this.mode === 'learn' ? this.lesson.selectedOptions[0]?.textContent ?? '' : this.mode === 'explore' ? messages.exploreTitle : messages.labTitle;
  }

  private get mode(): StudentMode { return studentModes.find((mode) => mode === this.choices.find((choice) => choice.checked)?.value) ?? 'explore'; }

  private later(wait = pause): void {
    const { mode } = this;
    byId('class-lesson-field').hidden = mode !== 'learn';
    byId('class-points-field').hidden = mode === 'learn';
    byId('class-panels').hidden = mode === 'learn'; // a lesson shows what it needs
    setText(byId('class-gets-note'), messages.studentsGet(mode, this.scenes.checked));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.renew(), wait);
  }

  /** prepared returns the appearance that the students get. */
  private get prepared(): Appearance {
    const { theme, scenes, scene, lesson: _, students: __, ...rest } = this.appearance.get();
    const { mode } = this;
    const isThemed = this.theme.checked;
    return {
      ...rest, ...(mode === 'lab' ? {} : { view: null }), // a short link: a phone has its own view, and no arrangement of the lab
      layout: { ...rest.layout, ...(mode === 'lab' ? {} : { shown: ['data'], order: ['data'] }), mode, full: null }, hidden: this.boxes.filter((box) => !box.checked).flatMap((box) => box.value.split(' ')),
      ...(mode === 'lab' ? {} : { students: mode }),
      ...(mode === 'learn' && this.lesson.value ? { lesson: this.lesson.value } : {}),
      ...(isThemed && theme ? { theme } : {}),
      ...(this.scenes.checked && scenes ? { scenes: isThemed ? scenes : scenes.map(({ theme: _, ...plain }) => plain), scene: scene ?? 0 } : {}),
    };
  }

  /** brief is the link that a person can type, unless more was chosen than it can say. */
  private get brief(): string | null {
    const { mode } = this;
    const hides = mode !== 'learn' && this.boxes.some((box) => !box.checked);
    if (mode !== 'learn' && this.points.checked || hides || this.theme.checked || this.scenes.checked) return null;
    const name = mode === 'learn' ? this.lesson.value : this.preset();
    return name === null ? null : shortLink({ mode, name });
  }

  /** renew makes the link again and shows it. */
  private async renew(): Promise<void> {
    const turn = ++this.turn;
    try {
      const address = location.href.replace(/[?#].*$/s, '') + (this.brief ?? await linkWith(this.solver, this.prepared));
      const code = address.length > most ? null : await this.solver.read('qr', ` ${address}`);
      if (turn === this.turn && this.node.open) this.show(address, code);
    } catch (error) {
      if (turn === this.turn) setText(byId('class-note'), sentenceOf(error));
    }
  }

  private show(address: string, code: QR | null): void {
    this.link.value = address;
    setText(byId('class-length'), messages.linkLength(address.length));
    setText(byId('class-note'), code ? address.length > easy ? messages.denseQR(address.length) : '' : messages.tooLongForQR(address.length) + (address.length > longest ? ` ${messages.linkTooLongToShare}` : ''));
    byId('class-file').hidden = code !== null;
    byId('class-enlarge').hidden = code === null;
    byId('class-qr').hidden = code === null;
    byId('class-qr').replaceChildren(...(code ? [drawing(code)] : []));
    const short = address.length <= readable ? [element('p', { class: 'address' }, ...address.replace(/^https?:\/\//, '').split(/(?=[#/])/).flatMap((part) => [element('wbr'), part]))] : [];
    if (!short.length && this.points.checked) short.push(element('p', {}, messages.codeOfPoints));
    setText(byId('class-what'), messages.scanTitle(this.what));
    setText(byId('class-how'), messages.scanHow(address.length <= readable));
    byId('class-scan').replaceChildren(...(code ? [drawing(code)] : []), ...short);
    byId('class-preview', HTMLAnchorElement).href = address;
    if (this.enlarges && code) byId('class-large', HTMLDialogElement).showModal();
    this.enlarges = false;
  }
}

/** drawing draws a QR code, dark on light in every theme, with the white margin that it needs. */
function drawing({ rows }: QR): SVGSVGElement {
  const side = rows.length + 2 * quiet;
  const node = shape('svg', { viewBox: `0 0 ${side} ${side}`, role: 'img', 'aria-label': messages.qrName, 'shape-rendering': 'crispEdges' });
  const path = rows.map((row, y) => [...row.matchAll(/1+/g)].map((run) => `M${run.index + quiet} ${y + quiet}h${run[0].length}v1h-${run[0].length}z`).join('')).join('');
  node.append(shape('rect', { width: side, height: side, fill: '#fff' }), shape('path', { d: path, fill: '#000' }));
  return node;
}
