// The compressed forms that the build puts beside each file, for hosts that send files as they are.

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>;

const forms = [{ ending: '.br', format: 'brotli' }, { ending: '.gz', format: 'gzip' }] as const;

/** A Packing is a compressed form of a file: what its name ends with, and by which name browsers know the format. */
export type Packing = (typeof forms)[number];

/** packings are the forms that this browser unpacks, the smallest first; there is no way to ask but to try. */
export const packings: readonly Packing[] = forms.filter((form) => {
  try {
    return !!unpacker(form);
  } catch {
    return false;
  }
});

/** unpacker returns a stream that unpacks. Not every list of formats knows brotli yet. */
export function unpacker({ format }: Packing): DecompressionStream {
  return new DecompressionStream(format as CompressionFormat);
}

/** isPlain says whether a program has been unpacked on the way, as some hosts do: no compressed form begins as a program does. It returns the stream, too. */
export async function isPlain(stream: Bytes): Promise<[boolean, Bytes]> {
  const [probe, body] = stream.tee();
  const reader = probe.getReader();
  const { value } = await reader.read();
  void reader.cancel();
  return [value?.[0] === 0, body];
}
