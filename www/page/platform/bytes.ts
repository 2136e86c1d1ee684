// Bytes as base64 text.

const piece = 32768; // largest number of bytes that can be the arguments of one call

/** base64 encodes bytes. */
export function base64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += piece) text += String.fromCharCode(...bytes.subarray(i, i + piece));
  return btoa(text);
}

/** base64url encodes bytes in the characters that are allowed in an address. */
export const base64url = (bytes: Uint8Array): string => base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** fromBase64url decodes what base64url wrote; it throws for other text. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]+$/.test(text)) throw new RangeError();
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
}
