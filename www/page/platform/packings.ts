// The compressed forms that the build puts next to each file, for hosts that send files uncompressed.

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>;

const forms = [{ ending: '.br', format: 'brotli' }, { ending: '.gz', format: 'gzip' }] as const;

/** A Packing is a compressed form of a file: its file extension, and the browser's name for the format. */
export type Packing = (typeof forms)[number];

/** packings are the forms that this browser can unpack, the smallest first; the only way to find out is to try. */
export const packings: readonly Packing[] = forms.filter((form) => {
  try {
    return !!unpacker(form);
  } catch {
    return false;
  }
});

/** unpacker returns a stream that unpacks. Not every type definition of the formats includes brotli. */
export function unpacker({ format }: Packing): DecompressionStream {
  return new DecompressionStream(format as CompressionFormat);
}

/**
 * isPlain says whether a program arrives already unpacked, as from some hosts: no compressed form begins like a program. It also returns the
 * stream.
 */
export async function isPlain(stream: Bytes): Promise<[boolean, Bytes]> {
  const [probe, body] = stream.tee();
  const reader = probe.getReader();
  const { value } = await reader.read();
  void reader.cancel();
  return [value?.[0] === 0, body];
}
