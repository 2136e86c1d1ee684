// Unpacks the program while it arrives. The build leaves out of it what follows from the rest, above all return addresses; see
// www/publish/pack.go, which describes the format.

import { functionTable } from './functions';

type Bytes = Uint8Array<ArrayBuffer>;

const header = 8; // bytes of a WebAssembly program before its first section
const firstFunction = 0x1000; // the number in return addresses of a program's first function
const addresses = 1 << 16; // in a function
const end = 0x0b; // the end of a block

/** unpacking returns a stream that unpacks a program. */
export function unpacking(): TransformStream<Bytes, Bytes> {
  const unpacker = new Unpacker();
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(unpacker.take(chunk));
    },
    flush() {
      if (!unpacker.done) throw new Error('the program ends too early');
    },
  });
}

class Unpacker {
  private input: Bytes = new Uint8Array(); // what could not be unpacked yet, and the newest chunk
  private at = 0;
  private out: Bytes = new Uint8Array();
  private size = 0;
  private escape = -1; // not known yet
  // The present function, as in return addresses, its last return address, the first address after each number of resume points, and how many
  // have been passed.
  private function = firstFunction - 1;
  private last = -1;
  private points: number[] = [];
  private passed = 0;
  // Where the names of functions and their tables of instructions are, in order.
  private names: number[] = [];
  private tables: number[] = [];

  /** done says whether everything is unpacked. */
  get done(): boolean {
    return this.input.length === 0;
  }

  /** take returns what a further chunk gives. */
  take(chunk: Bytes): Bytes {
    const input = new Uint8Array(this.input.length + chunk.length);
    input.set(this.input);
    input.set(chunk, this.input.length);
    this.input = input;
    this.at = this.size = 0;
    this.out = new Uint8Array(2 * input.length); // mostly enough
    if (this.begun()) this.run();
    this.input = input.subarray(this.at);
    return this.out.subarray(0, this.size);
  }

  /** begun passes on the header, and learns the escape behind it. */
  private begun(): boolean {
    if (this.escape >= 0) return true;
    const escape = this.input[header];
    if (escape === undefined) return false;
    this.escape = escape;
    this.copy(header);
    this.at++;
    return true;
  }

  /** run unpacks as far as the input is complete. */
  private run(): void {
    while (this.at < this.input.length) {
      const next = this.input.indexOf(this.escape, this.at);
      this.copy(next < 0 ? this.input.length : next);
      if (next < 0) return;
      this.at++;
      if (this.command()) continue;
      this.at = next; // until more has arrived
      return;
    }
  }

  /** copy passes on the input up to an index. */
  private copy(to: number): void {
    this.room(to - this.at);
    this.out.set(this.input.subarray(this.at, to), this.size);
    this.size += to - this.at;
    this.at = to;
  }

  /** command unpacks what follows an escape, and says whether it was complete. The cases are in the order of the format. */
  private command(): boolean {
    const kind = this.number();
    const argument = kind === 3 || kind > 4 ? this.number() : 0;
    if (kind > 6 && this.at + argument > this.input.length) return false;
    const runs = kind === 5 ? Array.from({ length: Math.min(argument, this.input.length) }, () => this.number()) : [];
    if (this.at > this.input.length) return false;
    if (kind === 0) this.put(this.escape);
    else if (kind === 1) this.address(this.points[++this.passed] ?? 0);
    else if (kind === 2) this.address(this.last < 0 ? 0 : Math.max(this.last, this.points[this.passed] ?? 0) + 1);
    else if (kind === 3) this.address(argument);
    else if (kind === 4) this.resume();
    else if (kind === 5) this.table(runs);
    else if (kind === 6) this.function += argument;
    else if (kind === 7) this.names = this.pieces(this.at + argument, () => { this.at = this.input.indexOf(0, this.at) + 1; });
    else if (kind === 8) this.tables = this.pieces(this.at + argument, () => this.skipTable());
    else this.functions(argument);
    return true;
  }

  /** pieces passes on the input up to an index, and returns where its pieces begin, counted from 1; skip passes over one. */
  private pieces(to: number, skip: () => void): number[] {
    const from = this.at;
    const starts = [];
    for (; this.at < to; skip()) starts.push(this.at - from + 1);
    this.at = from;
    this.copy(to);
    return starts;
  }

  /** skipTable passes over a table of instructions: pairs of numbers, up to a pair after the first that begins with 0. */
  private skipTable(): void {
    this.number();
    do this.number();
    while (this.number() !== 0);
  }

  /** functions writes the table of functions, which is packed in so many bytes. */
  private functions(bytes: number): void {
    const to = this.at + bytes;
    const table = functionTable(() => this.number(), bytes, this.names, this.tables);
    this.at = to;
    this.room(table.length);
    this.out.set(table, this.size);
    this.size += table.length;
  }

  /** address writes a return address, a signed number. */
  private address(address: number): void {
    this.last = address;
    let rest = this.function * addresses + address; // more than 31 bits
    for (; rest >= 64; rest = Math.floor(rest / 128)) this.put(rest % 128 + 128);
    this.put(rest);
  }

  private resume(): void {
    this.passed++;
    this.put(end);
  }

  /** table writes the table with which the next function begins. */
  private table(runs: number[]): void {
    this.function++;
    this.last = -1;
    this.passed = 0;
    this.points = [];
    let total = 0;
    for (const run of runs) {
      this.points.push(total);
      total += run;
    }
    this.unsigned(total - 1); // the last is the default, which is not counted
    runs.forEach((run, target) => {
      for (let i = 0; i < run; i++) this.unsigned(target);
    });
  }

  /** number reads an unsigned number; beyond the input there are zeros. */
  private number(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.input[this.at++] ?? 0;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  }

  private unsigned(n: number): void {
    for (; n >= 128; n >>= 7) this.put(n & 127 | 128);
    this.put(n);
  }

  private put(byte: number): void {
    this.room(1);
    this.out[this.size++] = byte;
  }

  /** room makes room for further bytes. */
  private room(bytes: number): void {
    if (this.size + bytes <= this.out.length) return;
    const larger = new Uint8Array(2 * (this.size + bytes));
    larger.set(this.out.subarray(0, this.size));
    this.out = larger;
  }
}
