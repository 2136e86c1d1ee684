// The places of the page's parts. A part is one element of the document, and each mode and screen size has a place for it. Parts that a
// screen does not show are in the store, which is hidden. The order of the parts in a place is the order of reading and of the Tab key.

import { all, byId } from '../platform/dom';
import { type Mode, type Name, pictureOf } from './names';

/** The movable parts, by id. */
export type Part = 'toolbar' | 'pens' | 'tool' | 'history' | 'again' | 'examples-menu' | 'beta-field' | 'activation-field' | 'layers-field' | 'shelf' | 'selection' | 'output-view' | 'geometry' | 'transport' | 'race' |
  'sweep-field' | 'neurons' | 'matrices' | 'details' | 'strip' | 'drawers' | 'card' | 'samples' | 'brush-field' | 'add-layers' | 'why' | 'topic' | 'argument' | 'ask' | 'notice' | 'offers';

/** The places, by data-place; main, side and drawer are the elements with that id. */
export type Place = 'head' | 'tools' | 'tabs' | 'lab-tabs' | 'under' | 'controls' | 'quick' | 'sheet' | 'record-race' | 'record-sweep' | 'parts' | 'bench' | 'side' | 'drawer' |
  'stage' | 'tile-data' | 'proof' | 'toolbar' | 'brush' | `head-${Name}` | 'card-head' | 'task' | 'scene' | 'scene-tools';

/** The tabs of a phone's sheet; lab and lesson belong to their modes. */
export const sheets = ['tools', 'proof', 'model', 'lesson', 'lab'] as const;
export type Sheet = (typeof sheets)[number];

/** The controls that a lesson's step can show in its card. */
const needs = { beta: ['beta-field'], activation: ['activation-field'], layers: ['layers-field'], animation: ['transport'], argument: ['argument'], output: ['output-view'] } as const;
export type Need = keyof typeof needs;

/** A Situation is everything that decides where parts are. */
export interface Situation {
  mode: Mode;
  /** size is small for a phone, large if the lab has a column on the right. */
  size: 'small' | 'middle' | 'large';
  /** picture is the picture beside the data, or the one on a phone. */
  picture: Name;
  sheet: Sheet;
  /** samples says where samples are drawn instead of points: over all pictures, over that of the data, beside them, or not at all. */
  samples: 'over' | 'data' | 'beside' | 'none';
  /** lesson is set while a lesson is followed, with the control that its step needs. */
  lesson: { need: Need | null } | null;
  /** why says that a picture of the argument is shown: a neuron to try, or the film, since the user has asked why nothing can be better. */
  why: 'try' | 'film' | null;
  /** isLow says that there is no room for captions, isNarrow that there is none in the page’s head. */
  isLow: boolean;
  isNarrow: boolean;
  /** embedded says that another page shows the stage. */
  embedded: boolean;
}

/** arrange returns the parts of each place in order; parts not named are in the store. */
export function arrange(situation: Situation): Map<Place, Part[]> {
  const places = situation.embedded ? inFrame(situation) : situation.size === 'small' ? onPhone(situation) : onScreen(situation);
  if (situation.mode === 'learn' && situation.lesson && !situation.embedded) learn(places, situation.lesson.need);
  const add = (place: Place, part: Part): void => void places.set(place, [...places.get(place) ?? [], part]);
  if (situation.samples === 'over') add('stage', 'samples');
  if (situation.samples === 'data') add('tile-data', 'samples');
  if (situation.samples === 'beside') add(situation.size === 'small' ? 'sheet' : 'side', 'samples');
  add(speaks(situation), 'notice');
  const offered = offers(situation);
  if (offered) places.set(offered, ['offers', ...places.get(offered) ?? []]);
  return places;
}

/** offers returns the place of what can wait, if there is one: on a phone it is with the tools. */
function offers({ mode, size, sheet, isNarrow, embedded }: Situation): Place | null {
  if (mode === 'present' || embedded) return null;
  if (size === 'small') return sheet === 'tools' || sheet === 'lab' ? 'sheet' : null;
  return isNarrow ? 'bench' : 'head';
}

/** speaks returns where messages are: in place of the caption beside the data, or in a row of their own, over no picture. */
function speaks({ mode, size, samples, picture, isLow }: Situation): Place {
  if (mode === 'present') return 'scene';
  if (samples === 'over' || isLow || mode === 'lab' && size !== 'small') return 'bench';
  return mode === 'learn' && size === 'small' ? 'card-head' : `head-${picture}`;
}

/** learn keeps only the control that the step needs, in its card. What the film of the proof would show is taught by the lesson itself, in its own order, and layers are added one by one. */
function learn(places: Map<Place, Part[]>, need: Need | null): void {
  const task: readonly Part[] = need ? needs[need] : [];
  for (const place of ['under', 'controls'] as const) if (places.has(place)) places.set(place, place === 'controls' && need !== 'output' ? ['output-view'] : []);
  places.set('proof', places.get('proof')?.filter((part) => part !== 'why' && part !== 'add-layers') ?? []);
  places.set('task', [...task]);
}

/** inFrame returns the places within another page: the stage, its animation and the proof, but no panel. */
function inFrame(situation: Situation): Map<Place, Part[]> {
  const own = controls(situation).filter((part) => part !== 'race' && part !== 'neurons');
  return new Map<Place, Part[]>([['tabs', ['shelf']], ['controls', own], ['quick', ['pens', 'history', 'again']], ['head-data', ['selection']], ['head-certificate', headed(situation)], ['proof', ['strip', 'add-layers', 'why']]]);
}

function onScreen(situation: Situation): Map<Place, Part[]> {
  const { mode, size, picture } = situation;
  if (mode === 'present') return new Map<Place, Part[]>([['proof', ['strip']], ['scene-tools', ['pens', 'beta-field', ...(picture === 'race' ? [] : ['topic', 'transport', 'argument'] as const)]]]);
  const isLab = mode === 'lab';
  const numbers: Part[] = isLab ? ['neurons', 'matrices', 'details'] : ['details', 'neurons', 'matrices'];
  const places = new Map<Place, Part[]>([
    ['toolbar', ['pens', 'tool', 'history', 'again', ...(isLab ? ['layers-field'] as const : []), ...(mode === 'learn' ? [] : ['examples-menu'] as const)]],
    ['tools', ['toolbar']], ['brush', ['brush-field']], ['head-data', ['selection']],
    ['under', mode === 'explore' ? ['beta-field', 'activation-field', 'layers-field'] : isLab ? ['beta-field', 'output-view'] : ['beta-field']],
    ['head-certificate', mode === 'learn' || isLab && situation.why === 'film' ? [] : headed(situation)],
    [isLab ? 'lab-tabs' : 'tabs', mode === 'explore' || isLab ? ['shelf'] : []], ['proof', ['strip', 'add-layers', 'why']],
    ['controls', isLab ? situation.why ? ['topic', 'transport', 'argument'] : ['transport'] : controls(situation)],
    ['bench', ['drawers', 'card']],
    ['side', isLab && size !== 'large' ? [] : numbers.filter((part) => isLab || part !== 'neurons' || picture !== 'neurons')],
  ]);
  if (!isLab) return places;
  places.set('record-race', ['race']);
  places.set('record-sweep', ['sweep-field']);
  if (size !== 'large') places.set('drawer', numbers);
  return places;
}

function onPhone(situation: Situation): Map<Place, Part[]> {
  const { mode, picture, sheet, why } = situation;
  if (mode === 'present') return new Map(); // there is only room for the mark with the accuracy
  const asks: Part[] = why === 'try' || !why && mode === 'explore' && situation.samples === 'none' && picture === 'data' ? ['ask'] : [];
  const tools: Part[] = picture === 'data'
    ? why === 'film' ? [...film, 'output-view'] : [...asks, ...(asks.length && !why ? ['why'] as const : []), 'toolbar', 'output-view']
    : [...asks, ...(mode === 'learn' || why === 'film' ? [] : ['why'] as const), ...controls(situation)];
  const contents: Record<Sheet, Part[]> = {
    tools, proof: ['details', 'strip', 'add-layers', 'why', ...(picture === 'neurons' ? [] : ['neurons'] as const), 'matrices'], model: ['beta-field', 'activation-field', 'layers-field'],
    lesson: ['card'], lab: ['drawers'],
  };
  const isOpen = mode === 'lab' && sheet === 'lab';
  return new Map<Place, Part[]>([
    ['quick', ['pens', 'history']], ['toolbar', ['tool', 'again', 'examples-menu', 'brush-field', 'selection']], ['tabs', ['shelf']], ['sheet', contents[sheet]],
    ...(isOpen ? [['record-race', ['race']], ['record-sweep', ['sweep-field']]] as [Place, Part[]][] : []),
  ]);
}

/** controls returns the controls of a picture. */
function controls({ picture, why, isLow, isNarrow }: Situation): Part[] {
  if (picture !== 'certificate') return ['output-view', ...pictureOf(picture).controls];
  return ['output-view', ...(why === 'film' ? isLow || isNarrow ? film : film.slice(1) : why ? [] : ['ask'] as const)];
}

/** film has the parts of a film: its steps, its player, and what can be changed in it. */
const film: readonly Part[] = ['topic', 'transport', 'argument'];

/** headed returns what stands in the head of the argument's picture: the question while the user answers it, or the steps of the film. */
const headed = ({ why, isLow, isNarrow }: Situation): Part[] => (why === 'try' ? ['ask'] : why && !isLow && !isNarrow ? ['topic'] : []);

/** put moves all parts to their places. The focused element keeps the focus. */
export function put(places: Map<Place, Part[]>): void {
  const focused = document.activeElement;
  const away = new Set(all('[data-part]'));
  for (const [place, parts] of places) {
    const home = placeOf(place);
    const nodes = parts.map((part) => byId(part));
    for (const node of nodes) away.delete(node);
    if (!isAlready(home, nodes)) home.append(...nodes);
  }
  const store = byId('parts');
  for (const node of away) if (node.parentElement !== store) store.append(node);
  if (focused instanceof HTMLElement && focused !== document.activeElement && focused.isConnected) focused.focus({ preventScroll: true });
}

/** isAlready reports whether nodes are already the parts of a place, in order. */
function isAlready(home: HTMLElement, nodes: HTMLElement[]): boolean {
  const there = [...home.children].filter((node) => node instanceof HTMLElement && node.dataset['part'] !== undefined);
  return there.length === nodes.length && nodes.every((node, i) => there[i] === node);
}

function placeOf(place: Place): HTMLElement {
  return document.querySelector<HTMLElement>(`[data-place="${place}"]`) ?? byId(place);
}
