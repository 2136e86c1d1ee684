// Bytes as text in the letters of base64.

const piece = 32768; // bytes that can be the arguments of one call

/** base64 writes bytes. */
export function base64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += piece) text += String.fromCharCode(...bytes.subarray(i, i + piece));
  return btoa(text);
}

/** base64url writes bytes in the letters that an address may have. */
export const base64url = (bytes: Uint8Array): string => base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** fromBase64url reads what base64url wrote; it throws where that is something else. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]+$/.test(text)) throw new RangeError();
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
}
