// What is on the screen. A State is what the user, lessons, links and the session have chosen. A Plan is what follows from it on a screen of a
// given size. Both are values.

import { embedded, stored } from '../platform/storage';
import { pictures } from '../platform/protocol';
import { type Arrangement, type Drawer, remembered, seen } from './arrangement';
import { groupOf, isMode, large, largest, low, type Mode, type Name, names, narrow, pictureOf, small, tall, wide } from './names';
import type { Need, Sheet, Situation } from './parts';

const crowd = 2; // pictures for which there is room beside a drawer on a screen of middle size

/** A State holds all choices. */
export interface State extends Readonly<Pick<Situation, 'mode' | 'sheet' | 'samples' | 'why'>> {
  /** before is the mode to which a presentation returns. */
  readonly before: Mode;
  /** lab has the pictures of the lab, tab is the picture of a phone, beside the one beside the data in the other modes. */
  readonly lab: Arrangement;
  readonly tab: Name;
  readonly beside: Name;
  /** staged are the pictures of a lesson's step or of a scene, until the user chooses another. */
  readonly staged: readonly Name[] | null;
  /** full is the picture that fills the stage alone; only is set while the other pictures have nothing to show. */
  readonly full: Name | null;
  readonly only: Name | null;
  /** withheld are hidden by a class link; missing do not exist for the present data. */
  readonly withheld: readonly Name[];
  readonly missing: readonly Name[];
  readonly drawer: Drawer | null;
  /** column says that the lab has its column of numbers, where there is room; numbers says that they lie over the stage in the other modes. */
  readonly column: boolean;
  readonly numbers: boolean;
  /** lesson is the current step of a lesson. */
  readonly lesson: { show: Name[]; need: Need | null } | null;
}

/** A Screen has the sizes that matter: see names. A projector needs more room, for its larger font. */
export type Screen = Readonly<Record<'small' | 'wide' | 'large' | 'largest' | 'narrow' | 'low' | 'tall' | 'projector', boolean>>;

/** screenNow returns the present screen. */
export const screenNow = (): Screen => ({
  small: small.matches, wide: wide.matches, large: large.matches, largest: largest.matches, narrow: narrow.matches, low: low.matches, tall: tall.matches,
  projector: document.documentElement.dataset['theme'] === 'projector',
});

/** firstState returns the state in which the page opens: with the choices of the last visit, and for a first visitor's data, which need one layer. */
export function firstState(): State {
  const last = embedded ? null : stored('mode'), mode = isMode(last) && last !== 'present' ? last : 'explore';
  return {
    mode, before: 'explore', sheet: sheetOf(mode, 'tools'), samples: 'none', why: mode === 'explore' && isGreeted() ? 'try' : null, lab: remembered(), tab: 'data', beside: 'certificate', staged: null,
    full: null, only: null, withheld: [], missing: ['network'], drawer: largest.matches ? 'data' : null, column: true, numbers: false, lesson: null,
  };
}

/** isGreeted says that the page greets a first visitor with its question, so that the controls have their places from the start. */
export const isGreeted = (): boolean => !embedded && !small.matches && !location.hash && !stored('tour');

/** sheetOf returns the tab of a phone's sheet that opens with a mode: the mode's own, or else the one that was open. */
export const sheetOf = (mode: Mode, open: Sheet): Sheet => mode === 'learn' ? 'lesson' : mode === 'lab' ? 'lab' : open === 'lesson' || open === 'lab' ? 'tools' : open;

/** staging returns the changes that put pictures on the stage, on a phone only one of them. */
export function staging(list: readonly Name[], tab = list.find((name) => name !== 'data') ?? list[0]): Partial<State> {
  const beside = list.find((name) => name !== 'data');
  return { full: null, staged: list, ...(tab ? { tab } : {}), ...(beside ? { beside } : {}) };
}

/** A Plan says what is on the screen; picture is the one whose controls are shown. */
export interface Plan extends Situation {
  /** visible are the pictures on the stage, lab those of the lab that exist, seen those of them that fit. */
  visible: readonly Name[];
  lab: Arrangement;
  seen: readonly Name[];
  /** isTabbed says that one picture at a time is chosen by tabs; tabs are the pictures that can be chosen, in order. */
  isTabbed: boolean;
  tabs: readonly Name[];
  /** drawer is the one that is open; column says that the lab's column of numbers is, numbers that the numbers are shown anywhere. */
  drawer: Drawer | null;
  column: boolean;
  numbers: boolean;
  /** isBeside says that the proof, once it is open, stands beside the pictures, where there is room, and not over one. */
  isBeside: boolean;
}

/** planOf returns what a state shows on a screen. */
export function planOf(state: State, screen: Screen): Plan {
  const { mode, tab, full, only, why } = state, { small, narrow, low } = screen;
  const isLab = mode === 'lab', isTabbed = small || !isLab, hasColumn = isLab && screen.large;
  const isOther = (small ? isLab : hasColumn) && (state.drawer ?? 'details') === 'details'; // a phone has a tab for the details, and shows a drawer always
  const drawer = isOther ? small ? 'data' : null : state.drawer;
  const column = hasColumn && state.column && (screen.largest || drawer === null); // a drawer takes its room, unless there is enough for both
  const isLarge = screen.projector ? screen.largest : screen.large;
  const isCrowded = low || !small && !narrow && !isLarge && (state.drawer !== null || column);
  // The controls take the height of a picture: those of the argument, and on a narrow screen those of any picture.
  const room = isCrowded || !screen.tall && (narrow || why && !screen.largest) ? crowd : 4;
  const lab = arranged(state), now = seen(lab, room);
  const visible = onStage();
  const [picture = 'data'] = small ? visible : visible.filter((name) => name !== 'data');
  return {
    ...state, size: small ? 'small' : screen.large ? 'large' : 'middle', picture, isLow: low, isNarrow: narrow || screen.projector && !screen.largest, embedded, visible, lab, seen: now, isTabbed, tabs: tabs(), drawer, column,
    isBeside: mode === 'learn' || mode === 'explore' && (screen.projector ? screen.largest : screen.wide),
    numbers: small ? state.sheet === 'proof' : isLab ? column || drawer === 'details' : state.numbers,
  };

  function onStage(): Name[] {
    if (only) return [only];
    if (small) return [has(state, tab) ? tab : 'data'];
    if (full) return [full];
    const chosen = isLab ? now : state.staged?.filter((name) => !state.missing.includes(name)).slice(0, 2);
    if (chosen?.length) return chosen;
    const beside = has(state, state.beside) ? state.beside : pictures.find(({ name }) => name !== 'data' && has(state, name))?.name;
    return isLab || !beside ? ['data'] : ['data', beside];
  }

  function tabs(): Name[] {
    const all = pictures.map(({ name }) => name).filter((name) => has(state, name));
    if (!isTabbed) return all;
    return all.filter((name) => {
      // One tab stands for all pictures of a group: for the one that is shown, or the first.
      const { group } = pictureOf(name), others = group ? groupOf(group).filter((one) => has(state, one)) : [name];
      return (small || name !== 'data') && name === (others.includes(picture) ? picture : others[0]);
    });
  }
}

/** has says whether a picture can be chosen. */
export const has = ({ withheld, missing }: Pick<State, 'withheld' | 'missing'>, name: Name): boolean => !withheld.includes(name) && !missing.includes(name);

/** arranged returns the arrangement of the lab in which others have the places of chosen pictures that do not exist now, and come back when they do. */
function arranged(state: State): Arrangement {
  const { lab } = state, kept = lab.filter((name) => has(state, name)), others = names.filter((name) => has(state, name) && !kept.includes(name));
  return [...others.slice(0, lab.length - kept.length), ...kept];
}

/** inOrder returns visible pictures in the order of the view, the data first. */
export const inOrder = (visible: readonly Name[]): Name[] => names.filter((name) => visible.includes(name));
