// What the page remembers on this machine. Storage is refused in some embeddings; then things last as long as the page.

const prefix = 'conelab-';

/** stored returns the text kept under a name, or null. */
export function stored(name) {
  try {
    return localStorage.getItem(prefix + name);
  } catch {
    return null;
  }
}

/** store keeps a text under a name. */
export function store(name, text) {
  try {
    localStorage.setItem(prefix + name, text);
  } catch {
    // It lasts as long as the page.
  }
}
