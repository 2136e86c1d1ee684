// The names of the pictures, in the order that the page, its tabs and the view share; the elements tile-NAME, area-NAME and name-NAME belong
// to each.

/** names are the pictures' names. */
export const names = ['data', 'neural', 'spectrahedron', 'lorentz', 'certificate', 'neurons', 'race', 'path'] as const;

/** A Name is that of a picture. */
export type Name = (typeof names)[number];

/** isName says whether a value is the name of a picture. */
export const isName = (value: unknown): value is Name => (names as readonly unknown[]).includes(value);
