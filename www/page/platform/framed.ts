// How the page is shown: by itself, or within another page.

/** framed says that another page shows this one in a frame. What the visitor keeps on this machine is then left alone, see storage.ts. */
export const framed = parent !== window;

/** embedded says that the address has ?embed: the page without what stands around its stage, see share/embed.ts. */
export const embedded = new URLSearchParams(location.search).has('embed');
