// Unpacks the program while it arrives. The build leaves out of it what follows from the rest, above all return addresses; see
// www/publish/pack.go, which describes the format.

import { functionTable } from './functions';

type Bytes = Uint8Array<ArrayBuffer>;

const header = 8; // bytes of a WebAssembly program before its first section
const firstFunction = 0x1000; // the number in return addresses of a program's first function
const addresses = 1 << 16; // in a function
const mostFunctions = 1 << 16;
const short = 64; // bytes, which are copied faster one by one
// Instructions: the end of a block, branches, and a constant.
const mostBytes = 1 << 26; // of a program
const end = 0x0b;
const branch = 0x0c;
const branchIf = 0x0d;
const constant = 0x41;
// The code of a call before the return address and behind it, that after a call, and that after the constant with which a resume point is chosen.
const beforeAddress = [0x20, 1, constant, 8, 0x6b, 0x22, 1, 0x24, 0, 0x20, 1, 0x42];
const afterAddress = [0x37, 3, 0, constant, 0, 0x10];
const afterCall = [0x23, 0, 0x21, 1];
const setTarget = [0x21, 0];
// The code around the size of a function's room on the stack, where it is taken and given back, and that before a function's table.
const beforeSize = [0x20, 1, constant];
const afterSize = [0x6b, 0x22, 1, 0x24, 0];
const afterReturn = [0x6a, 0x22, 1, 0x24, 0, 0x20, 1, constant, 8, 0x6a, 0x22, 1, 0x24, 0, constant, 0, 0x0f];
const oneBlock = [2, 0x40];
const beforeTable = [0x20, 0, 0x0e];

const isAlone = (kind: number): boolean => (kind < 5 ? kind !== 3 : kind > 10 && kind !== 15 && (kind < 19 || kind > 21)); // without a number
const isTable = (kind: number): boolean => kind === 5 || kind === 19 || kind === 20;

/** broken is the error that bytes are no packed program. Their digest, which says so too, is known only when all have come. */
const broken = (): Error => new Error('this is no packed program');

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
  private frame = 0; // the size of the present function's room on the stack
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
    if (to - this.at > short) {
      this.out.set(this.input.subarray(this.at, to), this.size);
      this.size += to - this.at;
      this.at = to;
    } else {
      const { input, out } = this;
      while (this.at < to) out[this.size++] = input[this.at++] ?? 0;
    }
  }

  /** command unpacks what follows an escape, and says whether it was complete. The cases are in the order of the format. */
  private command(): boolean {
    const kind = this.number();
    const argument = isAlone(kind) ? 0 : this.number();
    if (kind > 6 && kind < 10 && this.at + argument > this.input.length) return false;
    const first = kind === 10 ? this.number() : 0;
    const runs = isTable(kind) ? Array.from({ length: Math.min(argument, this.input.length) }, () => this.number()) : [];
    if (this.at > this.input.length) return false;
    if (kind === 0) this.put(this.escape);
    else if (kind < 3) this.call(kind);
    else if (kind === 3) this.address(argument);
    else if (kind === 4) this.resume();
    else if (isTable(kind)) this.table(kind, runs);
    else if (kind === 6) this.function += argument;
    else if (kind === 7) this.names = this.pieces(this.at + argument, () => { this.at = this.input.indexOf(0, this.at) + 1 || this.input.length; });
    else if (kind === 8) this.tables = this.pieces(this.at + argument, () => this.skipTable());
    else if (kind === 9) this.functions(argument);
    else if (kind === 10) for (let i = 0; i < Math.min(argument, mostFunctions); i++) this.unsigned(first + i);
    else if (kind < 15) this.branch(kind < 13 ? branchIf : branch, kind < 13 ? 12 - kind : 13 - kind);
    else if (kind === 15) this.target(argument % 2 ? (1 - argument) / 2 : argument / 2 + 1);
    else if (kind < 18) this.wholeCall(kind - 15);
    else if (kind === 18) this.result();
    else if (kind === 21) this.stack(this.frame = argument, afterSize);
    else this.stack(this.frame, afterReturn);
    return true;
  }

  /** call writes the return address of a call with a resume point (1) or of another (2). */
  private call(kind: number): void {
    if (kind === 1) this.address(this.points[++this.passed] ?? 0);
    else this.address(this.last < 0 ? 0 : Math.max(this.last, this.points[this.passed] ?? 0) + 1);
  }

  /** wholeCall writes a call up to the number of the function. */
  private wholeCall(kind: number): void {
    this.code(beforeAddress);
    this.call(kind);
    this.code(afterAddress);
  }

  /** result writes what follows a call with a resume point. */
  private result(): void {
    this.code(afterCall);
    this.branch(branchIf, 1);
    this.put(end);
  }

  /** branch writes a branch out of the blocks of all further resume points, and of some more. */
  private branch(instruction: number, more: number): void {
    this.put(instruction);
    this.unsigned(this.points.length - this.passed + more);
  }

  /** target writes the choice of a resume point that is so much further. */
  private target(further: number): void {
    this.put(constant);
    this.signed(this.passed + further);
    this.code(setTarget);
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
    this.signed(this.function * addresses + address);
  }

  /** signed writes a number that is not negative, and may have more than 31 bits, in the encoding of signed ones. */
  private signed(n: number): void {
    let rest = n;
    for (; rest >= 64; rest = Math.floor(rest / 128)) this.put(rest % 128 + 128);
    this.put(rest);
  }

  private resume(): void {
    this.passed++;
    this.put(end);
  }

  /** stack writes code with the size of a function's room on the stack. */
  private stack(size: number, after: readonly number[]): void {
    this.code(beforeSize);
    this.signed(size);
    this.code(after);
  }

  /** table writes the table with which the next function begins, and the blocks before it. */
  private table(kind: number, runs: number[]): void {
    if (kind > 5) {
      for (let i = 0; i < runs.length + kind - 19; i++) this.code(oneBlock);
      this.code(beforeTable);
    }
    this.function++;
    this.last = -1;
    this.passed = 0;
    this.points = [];
    let total = 0;
    for (const run of runs) {
      this.points.push(total);
      total += run;
    }
    if (total > addresses) throw broken();
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

  /** code writes code that is the same everywhere. */
  private code(bytes: readonly number[]): void {
    this.room(bytes.length);
    for (const byte of bytes) this.out[this.size++] = byte;
  }

  private put(byte: number): void {
    if (this.size === this.out.length) this.room(1);
    this.out[this.size++] = byte;
  }

  /** room makes room for further bytes. */
  private room(bytes: number): void {
    if (this.size + bytes <= this.out.length) return;
    if (this.size + bytes > mostBytes) throw broken();
    const larger = new Uint8Array(2 * (this.size + bytes));
    larger.set(this.out.subarray(0, this.size));
    this.out = larger;
  }
}
