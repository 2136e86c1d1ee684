// The table of a program's functions, which the garbage collector reads. The build packs it by columns: see www/publish/functions.go.

const mostData = 16; // of a function
const mostGap = 8; // bytes between the two parts

/**
 * functionTable returns the table: a list of where each function is, and the functions. number reads the packed table, of at most so many numbers;
 * names and tables are where the functions' names and their tables of instructions are, in the order in which they are referred to.
 */
export function functionTable(number: () => number, numbers: number, names: readonly number[], tables: readonly number[]): Uint8Array {
  const [count, first, gap] = [number(), number(), number()];
  if (count > numbers || gap > mostGap) throw new Error('this is no table of functions');
  const column = (rows = count): number[] => Array.from({ length: Math.min(rows, numbers) }, number);
  const total = (of: readonly number[]): number => of.reduce((sum, n) => sum + n, 0);
  const tableCounts = column();
  const [flags, dataCounts, named, args, returns, stacks] = [column(), column(), column(), column(), column(), column()];
  const others = column(total(tableCounts)).values();
  const data = Array.from({ length: mostData }, (_, k) => column(dataCounts.filter((n) => n > k).length).values());

  const [nameAt, tableAt] = [names.values(), tables.values()];
  const next = (of: Iterator<number>): number => (of.next().value as number | undefined) ?? 0;
  const table = (code: number): number => (code > 1 ? tables[code - 2] ?? 0 : code === 1 ? next(tableAt) : 0);
  const list: number[] = [];
  const functions: number[] = [];
  flags.forEach((flag, i) => {
    if (functions.length % 2) functions.push(0); // each begins at a multiple of eight bytes from the first
    list.push(first + i, 8 * count + gap + 4 * functions.length);
    const [tableCount, dataCount] = [tableCounts[i] ?? 0, dataCounts[i] ?? 0];
    const name = named[i] ? next(nameAt) : 0;
    functions.push(first + i, name, args[i] ?? 0, returns[i] ?? 0, table(stacks[i] ?? 0), 0, 0, tableCount, 0, 0, flag | dataCount << 24);
    for (let k = 0; k < tableCount; k++) functions.push(table(next(others)));
    for (const of of data.slice(0, dataCount)) functions.push(offset(next(of)));
  });
  list.push(first + count);
  while (list.length < 2 * count + gap / 4) list.push(0);
  return new Uint8Array(Uint32Array.from([...list, ...functions]).buffer);
}

/** offset is what the code of an offset of data stands for. */
function offset(code: number): number {
  if (code === 0) return 0xffffffff;
  return code % 2 ? 2 * (code - 1) : (code - 2) / 2;
}
