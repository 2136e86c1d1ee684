// The sizes of screens. They depend on the font size, which visitors choose.

/** small is a phone's screen, one column: in portrait, or smaller; in landscape a phone has the layout of a larger screen. */
export const small = matchMedia('(max-width: 35.99em), (max-width: 43.74em) and (orientation: portrait)');
/** large has room for a column of numbers in the lab, largest for a drawer beside that column. */
export const large = matchMedia('(min-width: 90em)');
export const largest = matchMedia('(min-width: 110em)');
/** On a narrow screen a drawer lies over the pictures. */
export const narrow = matchMedia('(max-width: 59.99em)');
/** low is a phone on its side, or a window that is enlarged: there is no room for more than two pictures. */
export const low = matchMedia('(max-height: 34.99em)');
