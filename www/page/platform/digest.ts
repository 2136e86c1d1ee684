// The names of files contain the first digits of the SHA-256 of their content, so it can be checked whether a file is complete.

/** isWhole says whether bytes are the content of the file with that name. For a name without digits it is true. */
export async function isWhole(name: string, bytes: ArrayBuffer): Promise<boolean> {
  const digits = /\.([0-9a-f]{12})\.[^/]*$/.exec(name)?.[1];
  return digits === undefined || hasDigest(digits, bytes);
}

/** hasDigest says whether the SHA-256 of bytes begins with the given hexadecimal digits. In a browser without digests it is true. */
export async function hasDigest(digits: string, bytes: ArrayBuffer): Promise<boolean> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined; // undefined without https
  if (!subtle) return true;
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('').startsWith(digits);
}
