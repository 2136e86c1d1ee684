// The program is unpacked as the build packs it, however the line divides it.

import { unpacking } from '../platform/unpack';
import { equal, test } from './test';

const header = [0, 97, 115, 109, 1, 0, 0, 0];
const escape = 200;

/** unpacked unpacks bytes that arrive in chunks of some size. */
async function unpacked(packed: number[], size: number): Promise<number[]> {
  const all = new Uint8Array(packed);
  const chunks = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (let at = 0; at < all.length; at += size) controller.enqueue(all.slice(at, at + size));
      controller.close();
    },
  });
  return Array.from(new Uint8Array(await new Response(chunks.pipeThrough(unpacking())).arrayBuffer()));
}

/** address is a return address as in a program. */
function address(func: number, block: number): number[] {
  const groups = [];
  let n = BigInt(func) * 65536n + BigInt(block);
  for (; n >= 64n; n /= 128n) groups.push(Number(n % 128n) + 128);
  return [...groups, Number(n)];
}

test('a packed program is unpacked, in chunks of any size', async () => {
  const packed = [...header, escape, 1, 2, escape, 0, 3,
    escape, 5, 3, 2, 1, 129, 1, 66, escape, 2, 66, escape, 1, 66, escape, 2, escape, 4, 66, escape, 3, 133, 1, // the first function
    escape, 6, 142, 78, escape, 5, 1, 1, 66, escape, 2, 7, // and the 10,000th after it
    escape, 10, 3, 254, 1, 9];
  const program = [...header, 1, 2, escape, 3,
    131, 1, 0, 0, 1, ...Array<number>(129).fill(2), 66, ...address(0x1000, 0), 66, ...address(0x1000, 2), 66, ...address(0x1000, 3), 11,
    66, ...address(0x1000, 133), 0, 0, 66, ...address(0x1000 + 9999, 0), 7, 254, 1, 255, 1, 128, 2, 9];
  for (let size = 1; size < packed.length; size++) equal(await unpacked(packed, size), program, `chunks of ${size}`);
});

test('what calls, branches and frames consist of is unpacked, in chunks of any size', async () => {
  const before = [0x20, 1, 0x41, 8, 0x6b, 0x22, 1, 0x24, 0, 0x20, 1, 0x42];
  const after = [0x37, 3, 0, 0x41, 0, 0x10];
  const packed = [...header, escape, escape, 20, 3, 1, 2, 1, escape, 21, 200, 1, escape, 16, 7, escape, 18, escape, 17, 8,
    escape, 11, escape, 12, escape, 13, escape, 14, escape, 15, 0, escape, 15, 1, escape, 22];
  const program = [...header, 2, 0x40, 2, 0x40, 2, 0x40, 2, 0x40, 0x20, 0, 0x0e, 3, 0, 1, 1, 2, 0x20, 1, 0x41, 200, 1, 0x6b, 0x22, 1, 0x24, 0,
    ...before, ...address(0x1000, 1), ...after, 7, 0x23, 0, 0x21, 1, 0x0d, 3, 0x0b, ...before, ...address(0x1000, 2), ...after, 8,
    0x0d, 3, 0x0d, 2, 0x0c, 2, 0x0c, 1, 0x41, 2, 0x21, 0, 0x41, 1, 0x21, 0,
    0x20, 1, 0x41, 200, 1, 0x6a, 0x22, 1, 0x24, 0, 0x20, 1, 0x41, 8, 0x6a, 0x22, 1, 0x24, 0, 0x41, 0, 0x0f];
  for (let size = 1; size < packed.length; size++) equal(await unpacked(packed, size), program, `chunks of ${size}`);
});

test('the table of functions is unpacked, in chunks of any size', async () => {
  const names = [97, 0, 98, 99, 0];
  const tables = [2, 5, 0, 4, 1, 2, 3, 0];
  const columns = [1, 0, 2, 6, 1, 3, 1, 0, 8, 0, 0, 5, 1, 2, 1, 5, 0, 4, 0];
  const functions = [2, 128, 32, 8, ...columns];
  const packed = [...header, escape, 1, escape, 7, names.length, ...names, 2, escape, 8, tables.length, ...tables, 3,
    escape, 9, functions.length, ...functions, 4];
  const list = [4096, 24, 4097, 80, 4098, 0];
  const first = [4096, 1, 8, 0, 1, 0, 0, 1, 0, 0, 1 << 24 | 2, 4, 8, 0];
  const second = [4097, 0, 0, 5, 1, 0, 0, 0, 0, 0, 3 << 24 | 6, 0xffffffff, 1, 0xffffffff];
  const words = new Uint8Array(Uint32Array.from([...list, ...first, ...second]).buffer);
  const program = [...header, 1, ...names, 2, ...tables, 3, ...words, 4];
  for (let size = 1; size < packed.length; size++) equal(await unpacked(packed, size), program, `chunks of ${size}`);
});

test('a program that ends within a command is refused', async () => {
  const fault = await unpacked([...header, escape, 1, escape], 4).then(() => '', (error: unknown) => String(error));
  equal(fault !== '', true);
});
