// The modes of the page: one state, shown for one purpose each.

/** modes are their names, in the order of the header. */
export const modes = ['explore', 'learn', 'present', 'lab'] as const;

/** A Mode is what the page is used for: to explore, to learn, to present to a class, or to work with everything. */
export type Mode = (typeof modes)[number];

/** isMode says whether a value is the name of a mode. */
export const isMode = (value: unknown): value is Mode => (modes as readonly unknown[]).includes(value);
