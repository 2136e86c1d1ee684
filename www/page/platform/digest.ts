// Files carry the first digits of the SHA-256 of their content in their names, so anybody can tell whether one has come whole.

/** isWhole says whether bytes are the content of the file of that name; of a name without digits, and where a browser has no digests, it says so. */
export async function isWhole(name: string, bytes: ArrayBuffer): Promise<boolean> {
  const digits = /\.([0-9a-f]{12})\.[^/]*$/.exec(name)?.[1];
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined; // there is none without https
  if (digits === undefined || !subtle) return true;
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('').startsWith(digits);
}
