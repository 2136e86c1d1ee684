// The mode Present: the whole screen for one or two pictures, a caption and the proof, in scenes that are stepped through by keys, a clicker
// or a press on the edges. Meanwhile the session keeps the user's own work aside (intent showScene); leaving the mode restores it with its appearance.
// What is changed in a scene, such as points that are drawn into it, stays in that scene; the page says so when the scene is left.

import { all, byId, closest, one, setAttribute, setText } from '../platform/dom';
import { glued } from '../platform/format';
import { completes } from '../platform/journal';
import type { Intent, Page } from '../platform/protocol';
import type { Solver } from '../platform/solver';
import { store } from '../platform/storage';
import { equal } from '../platform/values';
import * as messages from '../messages';
import type { LayoutSettings } from '../shell/arrangement';
import type { Layout } from '../shell/layout';
import { closeNotice, notice, noticeError, sentenceOf } from '../shell/notice';
import type { ThemeSwitch } from '../shell/theme';
import { byName } from '../shell/tiles';
import { CaptionEditor, Overlay } from './overlay';
import { most, unpack, type Scene, type StoredScene } from '../shell/scenes';

/** A Pictures has settings that can be restored. */
export interface Pictures { readonly settings: string | null; restore(settings: string): void }

/** An Own is the appearance of the user's own work, which scenes only cover temporarily. */
export interface Own { view: string | null; theme: string; layout: LayoutSettings }

/** The Parts of the page that a scene consists of. */
export interface Parts {
  solver: Solver;
  view: Pictures;
  layout: Layout;
  theme: ThemeSwitch;
  /** page returns the newest answer. */
  page(): Page | null;
  /** play plays or pauses what is on the stage, the animation or the race. */
  play(): void;
  /** changed is called when the scenes to be saved have changed; it saves them at once. */
  changed(): void;
}

const modal = 'dialog:modal';

/** stateOf returns the data and the model of a state of the session, without the settings of its controls. */
const stateOf = (shared: unknown): unknown => (shared as { state?: unknown }).state;

export class Present {
  /** own is the appearance to return to, null outside the mode. */
  own: Own | null = null;
  private scenes: Scene[] = [];
  private at = 0; // the scene shown now
  private wanted = 0; // the scene requested last
  private stays = false; // Escape has only ended the blank screen, or closed a dialog or the editor
  private shows = false; // a scene has replaced the work
  private on: Scene | null = null; // the scene on the screen, once the solver has answered everything
  private seen: Scene | null = null; // the scene on the screen by the answers so far
  private readonly before = new WeakMap<Scene, unknown>(); // the states of scenes when they were shown
  private restarts = 0; // of the solver
  private readonly overlay = new Overlay();
  private readonly editor = new CaptionEditor((text) => this.edited(text));

  constructor(private readonly parts: Parts) {
    const actions: Record<string, () => void> = {
      back: () => this.by(-1), next: () => this.by(1), add: () => void this.add().catch(noticeError), update: () => void this.update().catch(noticeError), caption: () => this.editor.open(this.caption), remove: () => this.remove(),
      earlier: () => this.shift(-1), later: () => this.shift(1), code: () => byId('class-open').click(), full: () => this.fill(), leave: () => this.leave(),
    };
    for (const button of all('[data-scene]')) button.addEventListener('click', () => actions[button.dataset['scene'] ?? '']?.());
    byId('scene-add').addEventListener('click', () => void this.add().catch(noticeError));
    for (const edge of all('[data-edge]')) edge.addEventListener('click', () => this.by(edge.dataset['edge'] === 'back' ? -1 : 1));
    byId('scene-blank').addEventListener('click', () => this.overlay.blank(false));
    document.addEventListener('keydown', (event) => this.onKey(event), true); // before a picture handles it
    document.addEventListener('fullscreenchange', () => this.onScreen());
  }

  /** stored are the scenes for a link or for saved work, with the position among them; empty if there are none. */
  get stored(): { scenes?: StoredScene[]; scene?: number } {
    return this.scenes.length ? { scenes: this.scenes, scene: this.at } : {};
  }

  /** version changes with the scenes. */
  version = 0;

  /** use takes over stored scenes, if an appearance has some; the appearance that it would have restored no longer applies. */
  use(stored: StoredScene[] | undefined, at = 0): void {
    this.on = null; // what is on the screen is no longer the scene
    if (this.active) this.end();
    if (!stored) return;
    this.scenes = unpack(stored);
    this.at = this.wanted = Math.min(at, Math.max(0, this.scenes.length - 1));
    this.render();
  }

  /** resume goes on with the presentation at a scene, after a reload of the page; the restored work may have begun it at another one. */
  resume(at: number): void {
    if (this.active) return void this.go(at);
    if (this.scenes[at]) this.at = this.wanted = at;
    this.parts.layout.setMode('present');
  }

  /** modeChanged starts or ends the presentation when the page's mode changes. */
  modeChanged(): void {
    const is = this.parts.layout.mode === 'present';
    if (is === this.active) return;
    if (is) return this.begin();
    const { own } = this;
    this.end();
    if (!own) return;
    if (own.view) this.parts.view.restore(own.view);
    this.parts.theme.use(own.theme);
    this.parts.layout.use({ ...own.layout, mode: this.parts.layout.mode });
    one('#modes [value="present"]').focus(); // the arrow keys continue from there
  }

  /** render shows the caption and the position among the scenes; the caption may be a sentence about the newest answer. */
  render(): void {
    const { scenes, at } = this;
    setText(byId('scene-count'), scenes.length ? messages.sceneOf(at + 1, scenes.length) : '');
    setText(byId('scene-caption'), glued(this.caption));
    setAttribute(byId('scene-caption'), 'data-found', this.written === undefined ? '' : null); // a picture's own sentence belongs to the solution
    for (const [name, is] of [['back', at > 0], ['next', at < scenes.length - 1], ['earlier', at > 0], ['later', at < scenes.length - 1], ['remove', scenes.length > 0], ['update', scenes.length > 0], ['caption', scenes.length > 0]] as const) {
      one(`[data-scene="${name}"]`, document, HTMLButtonElement).disabled = !is;
    }
    for (const node of all('[data-edge], [data-scene="back"], [data-scene="next"]')) node.hidden = scenes.length < 2;
    setAttribute(document.documentElement, 'data-scenes', scenes.length ? '' : null);
  }

  /** again shows the scene again, after a restarted solver has lost it. */
  again(): void {
    this.restarts++;
    this.on = null;
    if (this.active && this.shows) void this.go(this.at);
  }

  private get active(): boolean { return this.own !== null; }

  private get caption(): string { return this.written ?? this.sentence; }

  /** written is the caption that the user has written, if any. */
  private get written(): string | undefined { return this.scenes[this.at]?.caption; }

  /** sentence is the picture's own sentence, or that of the animation that it shows. */
  private get sentence(): string {
    const page = this.parts.page();
    if (page?.argument || page?.animation.playing) return page.animation.caption;
    const { onStage } = this.parts.layout;
    const name = onStage.find((picture) => picture !== 'data') ?? 'data';
    return (one('header p', byName[name].article).textContent ?? '').trim();
  }

  private begin(): void {
    const { view, theme, layout } = this.parts;
    this.own = { view: view.settings, theme: theme.name, layout: layout.settings };
    this.overlay.start();
    if (navigator.userActivation?.isActive && !document.fullscreenElement) this.fill();
    void this.go(this.at);
    this.render();
  }

  private end(): void {
    this.editor.take();
    void this.keep(this.shows).catch(noticeError);
    closeNotice('passing');
    this.own = null;
    this.overlay.end();
    if (this.shows) this.parts.solver.send({ do: 'leave' });
    this.shows = false;
    this.on = this.seen = null;
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
  }

  private leave(): void {
    this.parts.layout.setMode(this.parts.layout.before);
  }

  /** fill requests or leaves full screen; if it is refused, the window must do. */
  private fill(): void {
    if (!document.fullscreenEnabled) return;
    if (document.fullscreenElement) {
      this.stays = true; // the presentation goes on in the window
      return void document.exitFullscreen().catch(() => {});
    }
    void document.documentElement.requestFullscreen().catch(() => {});
  }

  /**
   * onScreen handles changes of full screen, which the browser ends at Escape: that leaves the presentation, or first only closes a dialog or
   * ends the blank screen.
   */
  private onScreen(): void {
    if (!this.active || document.fullscreenElement) return;
    const dialog = [...document.querySelectorAll<HTMLDialogElement>(modal)].at(-1); // the one in front
    if (!dialog && !this.overlay.isBlank && !this.stays) return this.leave();
    if (dialog && !this.stays) dialog.close();
    else this.overlay.blank(false);
    this.stays = false;
  }

  private by(step: number): void {
    if (this.overlay.isBlank) return this.overlay.blank(false);
    const next = this.wanted + step;
    if (next >= 0 && next < this.scenes.length) void this.go(next);
  }

  /** go shows a scene. If it cannot be opened, go says so and changes nothing; the next scene can still be reached. */
  private async go(index: number): Promise<void> {
    const { solver, view, theme, layout } = this.parts;
    const scene = this.scenes[index];
    if (!scene) return;
    this.editor.take();
    this.wanted = index;
    if (scene !== this.on) {
      void this.keep().catch(noticeError);
      const had = this.shows;
      this.shows = true;
      this.on = scene;
      this.before.set(scene, scene.shared);
      try {
        await solver.request({ do: 'showScene', shared: JSON.stringify(scene.shared) });
      } catch (error) {
        this.shows = had;
        if (this.on === scene) this.on = this.seen;
        return notice(messages.sceneUnusable(index + 1, sentenceOf(error)));
      }
      if (!this.active) return;
      this.seen = scene;
    }
    this.at = index;
    store('scene', String(index));
    if (scene.view) view.restore(scene.view);
    theme.use(scene.theme ?? this.own?.theme ?? theme.name);
    layout.show(scene.pictures);
    this.render();
  }

  /** keep notes what was changed in the scene on the screen, which is to be left; returns is true if the user's own points come next. */
  private async keep(returns = false): Promise<void> {
    const scene = this.on;
    if (!scene) return;
    const before = this.before.get(scene);
    await this.take(scene); // asked for at once, before another one is shown
    const at = this.scenes.indexOf(scene);
    if (at < 0 || equal(stateOf(before), stateOf(scene.shared))) return;
    this.changed();
    notice(messages.sceneKept(at + 1, returns), { text: messages.discardChanges, passes: true, run: () => {
      scene.shared = before;
      this.changed();
      if (this.on !== scene) return;
      this.on = null; // it is to be shown anew
      void this.go(this.scenes.indexOf(scene));
    } });
  }

  /** did takes the intents that are performed: what they change in the scene on the screen becomes a part of it, so that it can be saved. */
  did(sent: Intent): void {
    const { on, seen } = this;
    if (sent.do === 'open') {
      this.on = this.seen = null; // it took the place of the scene
      this.shows = false;
    } else if (seen && seen === on && completes(sent)) void this.take(seen).catch(noticeError); // else the scene is being replaced, and was asked for
  }

  /** take makes what was changed so far in the scene on the screen a part of it. */
  private async take(scene: Scene): Promise<void> {
    const { restarts } = this;
    const shared = JSON.parse(await this.parts.solver.ask('shared')) as unknown;
    const page = this.parts.page();
    const isDrawn = Boolean(page?.canUndo || page?.canRedo) && restarts === this.restarts && shared !== null;
    if (!isDrawn || equal(stateOf(scene.shared), stateOf(shared))) return;
    scene.shared = shared;
    this.version++;
  }

  /** add makes a scene of what is on the screen: after the current scene, or at the end. */
  private async add(): Promise<void> {
    if (this.scenes.length >= most) return notice(messages.tooManyScenes(most));
    const shared = JSON.parse(await this.parts.solver.ask('shared')) as unknown;
    const scene: Scene = { ...this.frame(), shared };
    this.insert(scene);
    if (this.active) this.on = this.seen = scene;
    this.before.set(scene, shared);
  }

  /** update makes what is on the screen the scene that is shown, with its caption. */
  private async update(): Promise<void> {
    const scene = this.scenes[this.at];
    if (!scene) return;
    const shared = JSON.parse(await this.parts.solver.ask('shared')) as unknown;
    delete scene.theme;
    Object.assign(scene, this.frame(), { shared });
    this.on = this.seen = scene;
    this.before.set(scene, shared);
    this.changed();
    notice(messages.sceneUpdated(this.at + 1));
  }

  /** frame returns the part of a scene of the present screen that is not its state. */
  private frame(): Omit<Scene, 'shared'> {
    const { view, theme, layout } = this.parts;
    return { pictures: layout.pair, view: view.settings, ...(theme.name === 'auto' ? {} : { theme: theme.name }) }; // only a chosen theme is kept
  }

  /** insert puts a scene after the current one, or at the end. */
  private insert(scene: Scene): void {
    const at = this.active ? Math.min(this.at + 1, this.scenes.length) : this.scenes.length;
    this.scenes.splice(at, 0, scene);
    if (this.active) this.at = this.wanted = at;
    this.changed();
    notice(messages.sceneAdded(at + 1, this.active));
  }

  private remove(): void {
    const [gone] = this.scenes.splice(this.at, 1);
    if (!gone) return;
    const from = this.at;
    this.at = this.wanted = Math.max(0, Math.min(from, this.scenes.length - 1));
    this.changed();
    if (this.scenes.length) void this.go(this.at);
    notice(messages.sceneRemoved(from + 1), { text: messages.bringBack, passes: true, run: () => {
      this.scenes.splice(from, 0, gone);
      this.at = this.wanted = from;
      this.changed();
      if (this.active) void this.go(from);
    } });
  }

  /** shift moves the current scene among the others. */
  private shift(step: number): void {
    const to = this.at + step;
    const [scene] = to >= 0 && to < this.scenes.length ? this.scenes.splice(this.at, 1) : [];
    if (!scene) return;
    this.scenes.splice(to, 0, scene);
    this.at = this.wanted = to;
    this.changed();
  }

  private changed(): void {
    this.version++;
    this.render();
    this.parts.changed();
  }

  /** edited takes over the edited caption; an empty one restores the picture's own sentence. */
  private edited(text: string): void {
    const caption = text === '' || text === this.sentence ? undefined : text;
    const scene = this.scenes[this.at];
    if (!scene) return;
    if (caption === undefined) delete scene.caption;
    else scene.caption = caption;
    this.changed();
  }

  private onKey(event: KeyboardEvent): void {
    if (!this.active || event.ctrlKey || event.metaKey || event.altKey) return;
    this.stays = false;
    const field = event.key === 'Escape' ? 'textarea, input:not([type="radio"], [type="range"])' : 'textarea, input'; // Escape means nothing to a button or a slider
    if (document.querySelector(modal) || closest(event.target, field) || event.key === 'Escape' && document.querySelector('.menu[data-open]')) {
      this.stays = event.key === 'Escape' && document.fullscreenElement !== null; // it closes the dialog, the editor or the menu alone
      return;
    }
    const { overlay } = this;
    const isOnControl = closest(event.target, 'button, select, a') !== null;
    const last = this.scenes.length - 1;
    const keys: Record<string, (() => void) | undefined> = {
      ArrowRight: () => this.by(1), PageDown: () => this.by(1), ' ': isOnControl ? undefined : () => this.by(1),
      ArrowLeft: () => this.by(-1), PageUp: () => this.by(-1), Home: () => void this.go(0), End: () => void this.go(last),
      b: () => overlay.blank(!overlay.isBlank), '.': () => overlay.blank(!overlay.isBlank), l: () => overlay.point(!overlay.isPointing),
      p: () => this.parts.play(), f: () => this.fill(), Escape: () => { if (!overlay.isBlank) return this.leave(); overlay.blank(false); this.stays = true; },
    };
    const run = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  }
}
