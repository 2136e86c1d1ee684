// How the page is shown: by itself, or within another page.

/** framed says that another page shows this one in a frame. The visitor's stored data on this machine are then not used, see storage.ts. */
export const framed = parent !== window;

/** embedded says that the address has ?embed: the page then shows only its stage, see share/embed.ts. */
export const embedded = new URLSearchParams(location.search).has('embed');
