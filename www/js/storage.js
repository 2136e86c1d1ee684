// What the page remembers on this machine. Storage is refused in some embeddings; then things last as long as the page. Within another page
// nothing is remembered: that page could ask for what it is shown (api.js), and what the visitor keeps here is none of its business.

import { embedded, framed } from './framed.js';

const prefix = 'conelab-';
const remembers = !framed && !embedded;

/** stored returns the text kept under a name, or null. */
export function stored(name) {
  try {
    return remembers ? localStorage.getItem(prefix + name) : null;
  } catch {
    return null;
  }
}

/** store keeps a text under a name; it returns whether that could be done. */
export function store(name, text) {
  try {
    if (remembers) localStorage.setItem(prefix + name, text);
    return remembers;
  } catch {
    return false; // it lasts as long as the page
  }
}
