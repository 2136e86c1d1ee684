// The layout as links store it, and as the last visit left it.

import { stored } from '../platform/storage';
import { complete, first, valid, type Arrangement } from './arrangement';
import { isMode, type Mode } from './modes';
import { isName, type Name } from './names';

/** The drawers of the lab. */
const drawers = ['data', 'model', 'check', 'keep', 'record', 'details'] as const;
export type Drawer = (typeof drawers)[number];
/** isDrawer says whether a value is the name of a drawer. */
export const isDrawer = (value: unknown): value is Drawer => (drawers as readonly unknown[]).includes(value);

/**
 * A LayoutLook holds everything that can be chosen: the arrangement is the lab's, tab the picture on a narrow screen, full the picture that
 * fills a wide stage alone, picture the one beside the data, and drawer the open drawer of the lab. Looks of earlier versions have no mode:
 * they were made when everything was on one page.
 */
export interface LayoutLook extends Arrangement { tab: Name; full: Name | null; mode?: Mode; picture?: Name; drawer?: Drawer }

/** isLayoutLook says whether a value is a LayoutLook. */
export function isLayoutLook(value: unknown): value is LayoutLook {
  const { tab, full, mode, picture, drawer } = (value ?? {}) as Partial<LayoutLook>;
  return valid(value) && isName(tab) && (full === null || isName(full)) && (mode === undefined || isMode(mode)) && (picture === undefined || isName(picture)) &&
    (drawer === undefined || isDrawer(drawer));
}

/** remembered returns the arrangement of the last visit. */
export function remembered(): Arrangement {
  try {
    const state: unknown = JSON.parse(stored('layout') ?? 'null');
    return valid(state) ? complete(state) : first;
  } catch {
    return first;
  }
}

/** rememberedTab returns the picture that the last visit showed on a narrow screen. */
export function rememberedTab(): Name {
  const tab = stored('tab');
  return isName(tab) ? tab : 'data';
}
