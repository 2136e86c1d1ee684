// The modes of the page: one state, shown for different purposes.

/** modes are the names of the modes, in the order of the header. */
export const modes = ['explore', 'learn', 'present', 'lab'] as const;

/** A Mode is a use of the page: to explore, to learn, to present to a class, or to work with everything. */
export type Mode = (typeof modes)[number];

/** isMode says whether a value is the name of a mode. */
export const isMode = (value: unknown): value is Mode => (modes as readonly unknown[]).includes(value);
